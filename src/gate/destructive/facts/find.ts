/** What `find` deletes: its starting points when no test narrows them, else something below them. */
import type { ShellCommand, ShellWord } from '../../../shell/reading.ts'

export interface FindReading {
  /** What `-delete`, or a removing program behind `-exec`, gets. */
  readonly deleted: readonly ShellWord[]
  /** What the whole expression lets through, e.g. for xargs behind a pipe. */
  readonly all: readonly ShellWord[]
}

const REMOVING = /^(?:g?rm|srm|unlink|shred|rmdir|trash)$/
const WRAPPING = /^(?:sudo|doas|env|nice|ionice|timeout|busybox|toybox|command|nohup|time|chrt|\d+|-.*|\w+=.*)$/
/** Tests with one argument that choose some files among many. */
const NARROWING = /^-(?:i?name|i?path|i?wholename|i?regex|i?lname|mtime|mmin|atime|amin|ctime|cmin|newer\w*|size|user|group|uid|gid|perm|inum|samefile|links|fstype|used|context)$/
const NARROW_ALONE = /^-(?:empty|nouser|nogroup)$/
const ONE_ARGUMENT = /^-(?:type|xtype|maxdepth|mindepth|regextype|printf|fprint0?|fls|D|files0-from)$/

interface State {
  narrow: boolean
  deleted: 'no' | 'narrow' | 'wide'
  at: number
}

export function readFind(command: ShellCommand): FindReading {
  const words = command.words
  let start = words.findIndex(word => /^(?:-[^HLPOD]|[(!,]$)/.test(word.text ?? ''))
  if (start < 0) start = words.length
  const roots = words.slice(0, start).filter(word => !/^-[HLPOD]/.test(word.text ?? ''))
  const state: State = { narrow: false, deleted: 'no', at: start }
  const narrow = expression(words, state)
  const named = roots.length === 0 ? [{ text: '.', prefix: '.', pattern: null }] : roots
  const below = (isNarrow: boolean): readonly ShellWord[] => isNarrow ? named.map(childOf) : named
  return { deleted: state.deleted === 'no' ? [] : below(state.deleted === 'narrow'), all: below(narrow) }
}

/** Reads alternatives up to a closing parenthesis. @returns whether each of them is narrowed. */
function expression(words: readonly ShellWord[], state: State): boolean {
  const outer = state.narrow
  let every = true
  let negated = false
  while (state.at < words.length) {
    const word = words[state.at++]?.text ?? ''
    if (word === ')') break
    if (word === '!' || word === '-not') {
      negated = !negated
      continue
    }
    if (word === '-o' || word === '-or' || word === ',') {
      every &&= state.narrow
      state.narrow = outer
    } else if (word === '(') {
      const before = state.narrow
      const inner = expression(words, state)
      state.narrow = before || (inner && !negated)
    } else term(word, words, state, negated)
    negated = false
  }
  const all = every && state.narrow
  state.narrow = outer
  return all
}

function term(word: string, words: readonly ShellWord[], state: State, negated: boolean): void {
  if (NARROWING.test(word)) {
    const value = words[state.at++]?.text ?? null
    if (!negated && !(/name|path|regex/.test(word) && value !== null && /^[.*/?]*$/.test(value))) state.narrow = true
  } else if (NARROW_ALONE.test(word)) state.narrow ||= !negated
  else if (word === '-type' || word === '-xtype') {
    if (words[state.at++]?.text === 'l' && !negated) state.narrow = true
  } else if (word === '-fprintf') state.at += 2
  else if (ONE_ARGUMENT.test(word)) state.at++
  else if (word === '-delete') note(state)
  else if (/^-(?:exec|ok)(?:dir)?$/.test(word)) {
    const end = words.findIndex((one, index) => index >= state.at && (one.text === ';' || (one.text === '+' && words[index - 1]?.text === '{}')))
    const stop = end < 0 ? words.length : end
    const argv = words.slice(state.at, stop).map(one => (one.text ?? '').replace(/^.*\//, ''))
    const program = argv.find(one => !WRAPPING.test(one)) ?? ''
    if (REMOVING.test(program) && program !== 'rmdir' && program !== 'trash' && !argv.includes('--help')) note(state)
    state.at = stop + 1
  }
}

function note(state: State): void {
  if (state.deleted !== 'wide') state.deleted = state.narrow ? 'narrow' : 'wide'
}

/** Something below a starting point. */
function childOf(root: ShellWord): ShellWord {
  const folder = (root.text ?? root.prefix).replace(/\/+$/, '')
  return root.text === null && root.pattern === null ? root : { text: null, prefix: `${folder}/`, pattern: `${root.pattern ?? folder}/some?` }
}
