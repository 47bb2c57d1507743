/**
 * Sucrase loses every column behind an empty piece of a template (`${a}` has two), because two of its
 * tokens begin there. So such places get a space of a kind that the text does not have, and the space is
 * taken out again. It may go where no template is, too: between two tokens it means nothing.
 */

/** A text without the spaces that were put into it. */
export interface Unpadded {
  readonly padded: string
  readonly text: string
  /** Where an offset in the padded text is in this one. */
  readonly offset: (padded: number) => number
}

export interface Padded extends Unpadded {
  /** @param made what was made of the padded text. */
  remove(made: string): Unpadded
}

const SPACES = ['\u2000', '\u2001', '\u2002', '\u2003', '\u2004', '\u2005', '\u2006', '\u2007', '\u2008', '\u2009', '\u200a', '\u3000']
const MAYBE_EMPTY = /(?<=[`}])(?=`|\$\{)/g

/** A text that has every kind of space already stays as it is. */
export function padEmptyTemplates(text: string): Padded {
  const space = SPACES.find(kind => !text.includes(kind)) ?? null
  const remove = (made: string): Unpadded => unpad(made, space)
  return { ...remove(space === null ? text : text.replace(MAYBE_EMPTY, space)), remove }
}

function unpad(padded: string, space: string | null): Unpadded {
  const places: number[] = []
  if (space !== null) for (let at = padded.indexOf(space); at >= 0; at = padded.indexOf(space, at + 1)) places.push(at)
  return {
    padded,
    text: space === null ? padded : padded.replaceAll(space, ''),
    offset: offset => offset - countBelow(places, offset),
  }
}

function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < limit) low = middle + 1
    else high = middle
  }
  return low
}
