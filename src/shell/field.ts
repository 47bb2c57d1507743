/**
 * A field: one argument of a command after expansion, as far as it can be known without running
 * anything. Owns its three states (exact text, a pattern, partly unknown) and nothing else.
 */

export interface Field {
  /** The exact text; for a pattern, the pattern as written. */
  readonly text: string
  /** A picomatch pattern with literal characters escaped, when unquoted glob characters are in force. */
  readonly glob: string | null
  /** False when a part of it depends on something that cannot be read from the command. */
  readonly known: boolean
  /** Of a field that is not known: the text in front of its first unknown part. */
  readonly prefix?: string
  /** Of `<(command)`: what reading it gives. */
  readonly output?: Output | null
}

/** UTF-16 units of one field, and fields of one word or array: doubling (`a=$a$a`) must stay small. */
export const MAX_FIELD_TEXT = 1_048_576
export const MAX_FIELDS = 5_000

export const UNKNOWN: Field = { text: '', glob: null, known: false }

export function exact(text: string): Field {
  return { text, glob: null, known: true }
}

/** @param glob picomatch syntax. */
export function pattern(glob: string, text: string = glob): Field {
  return { text, glob, known: true }
}

/** The text of a field that is exact; null for patterns and unknown ones. */
export function textOf(field: Field | undefined): string | null {
  return field !== undefined && field.known && field.glob === null ? field.text : null
}

/**
 * The text with unknown parts left out (an unset variable is empty, and what is around it still
 * counts) and patterns as written.
 */
export function guessOf(field: Field | undefined): string | null {
  return field === undefined ? null : field.text
}

/** What is certain at the beginning of the value; the whole of an exact text. */
export function prefixOf(field: Field): string {
  if (!field.known) return field.prefix ?? ''
  if (field.glob === null) return field.text
  const active = /^(?:[^\\*?[{@+!(]|\\[\s\S])*/.exec(field.glob)?.[0] ?? ''
  return active.replace(/\\([\s\S])/g, '$1')
}

/** Puts a known prefix or suffix around a field. */
export function around(before: string, field: Field, after: string): Field {
  return {
    text: before + field.text + after,
    glob: field.glob === null ? null : escapeGlob(before) + field.glob + escapeGlob(after),
    known: field.known,
    ...field.known ? {} : { prefix: before + prefixOf(field) },
  }
}

/** Too long a text is unknown. */
export function concat(left: Field, right: Field): Field {
  if (left.text.length + right.text.length > MAX_FIELD_TEXT) return UNKNOWN
  return {
    text: left.text + right.text,
    glob: left.glob === null && right.glob === null ? null : (left.glob ?? escapeGlob(left.text)) + (right.glob ?? escapeGlob(right.text)),
    known: left.known && right.known,
    ...left.known && right.known ? {} : { prefix: left.known && left.glob === null ? left.text + prefixOf(right) : prefixOf(left) },
  }
}

/** The last name of a path, as `basename` prints it. */
export function lastName(field: Field): Field {
  const text = lastSegment(field.text)
  return { text, glob: field.glob === null ? null : lastSegment(field.glob), known: field.known }
}

export function lastSegment(path: string): string {
  return path.replace(/[\\/]+$/, '').replace(/^.*[\\/]/s, '')
}

export function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]{}()!+@|^$~]/g, '\\$&')
}

/** What a command prints, as far as it can be read. */
export interface Output {
  /** Exact text; null when it is not known. */
  readonly text: string | null
  /** The text with unknown parts left out, for whoever runs it as a program; null when there is none. */
  readonly guess: string | null
  /** One field per printed line: names that a later command may take as arguments. */
  readonly lines: readonly Field[]
  /** The text is that of these files (absolute), which is looked up by whoever needs it. */
  readonly files?: readonly string[]
}

export function printed(text: string): Output {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return { text, guess: text, lines: lines.map(exact) }
}

/** Words on one line, some of them not exact. */
export function guessed(fields: readonly Field[]): Output {
  return { text: null, guess: `${fields.map(field => field.text).join(' ')}\n`, lines: fields }
}

/** What files hold, looked up only when somebody needs it. */
export function inFiles(paths: readonly string[]): Output {
  return { text: null, guess: null, lines: [UNKNOWN], files: paths }
}

export function listed(lines: readonly Field[]): Output {
  return { text: null, guess: null, lines }
}
