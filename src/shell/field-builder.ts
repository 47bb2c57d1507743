/** Puts the pieces of a word together into fields: quoted text, glob characters, split expansions. */
import { MAX_FIELDS, UNKNOWN, concat, escapeGlob, exact, type Field } from './field.ts'

export interface FieldBuilder {
  /** Text that stands for itself. */
  literal(text: string): void
  /** Unquoted glob syntax, already in picomatch form. */
  glob(picomatch: string, written: string): void
  /** A value in quotes, or one that is never split. */
  value(field: Field): void
  /** Unquoted values: split on white space, glob characters in them are in force. */
  split(fields: readonly Field[]): void
  /** `"$@"`: every value a field of its own, the first and last glued to what is around them. */
  each(fields: readonly Field[]): void
  finish(): Field[]
}

export function createFieldBuilder(): FieldBuilder {
  const done: Field[] = []
  let current: Field | null = null
  const append = (field: Field): void => { current = current === null ? field : concat(current, field) }
  const close = (): void => {
    if (current !== null) done.push(current)
    current = null
  }
  const spread = (fields: readonly Field[]): void => {
    fields.forEach((field, index) => {
      if (index > 0) close()
      append(field)
    })
  }
  return {
    literal: text => append(exact(text)),
    glob: (picomatch, written) => append({ text: written, glob: picomatch, known: true }),
    value: append,
    split(fields) {
      const all = fields.flatMap(splitField)
      const first = all[0]
      if (first === undefined) {
        // Nothing but white space, as of `$IFS`: it ends the word.
        if (fields.some(field => field.known && field.text !== '')) close()
        return
      }
      if (first.breakBefore) close()
      spread(all.map(item => item.field))
      if (all.at(-1)?.breakAfter === true) close()
    },
    each: spread,
    finish() {
      close()
      return done.slice(0, MAX_FIELDS)
    },
  }
}

interface SplitField {
  readonly field: Field
  readonly breakBefore: boolean
  readonly breakAfter: boolean
}

function splitField(field: Field): SplitField[] {
  // The known beginning of one word is kept; of several, nobody knows where the first ends.
  if (!field.known) return [{ field: /^\S+$/.test(field.prefix ?? '') ? field : UNKNOWN, breakBefore: false, breakAfter: false }]
  if (field.glob !== null) return [{ field, breakBefore: false, breakAfter: false }]
  const words = field.text.split(/[ \t\n]+/)
  const last = words.length - 1
  return words.flatMap((word, index) => word === '' ? [] : [{
    field: activate(word),
    breakBefore: index > 0 && words[0] === '',
    breakAfter: index < last && words[last] === '',
  }])
}

/** Unquoted text from an expansion: `*`, `?` and `[…]` in it are glob characters. */
export function activate(text: string): Field {
  if (!/[*?[]/.test(text)) return exact(text)
  return { text, glob: activeGlob(text), known: true }
}

/** Shell glob syntax as picomatch reads it; a backslash keeps a character literal. */
export function activeGlob(text: string): string {
  let glob = ''
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string
    if (character === '\\') {
      glob += escapeGlob(text[at + 1] ?? '')
      at++
    } else if (character === '*' || character === '?') {
      glob += character
    } else if (character === '[') {
      const bracket = bracketGlob(text.slice(at))
      glob += bracket ?? '\\['
      if (bracket !== null) at += text.indexOf(']', at + 2) - at
    } else {
      glob += escapeGlob(character)
    }
  }
  return glob
}

/** `[!a]` in picomatch form, `[^a]`; null when the text opens no closed bracket. */
export function bracketGlob(text: string): string | null {
  const end = text.indexOf(']', 2)
  if (end < 0) return null
  const inside = text.slice(1, end).replace(/^!/, '^')
  // A slash never matches inside a bracket; picomatch would take it for a separator.
  return inside.includes('/') ? null : `[${inside}]`
}
