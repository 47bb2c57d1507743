/**
 * Finds the first error of a JSON text and says where it is. Iterative, so that depth costs memory
 * and no stack; linear in the length of the text. Builds no value.
 */

export interface JsonProblem {
  readonly message: string
  /** UTF-16 units from the start. */
  readonly offset: number
}

type Expect = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'end-of-text'

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /[A-Za-z_$][\w$]*/y
const SPACE = /[ \t\r\n]*/y
const PLAIN = /[^"\\\u0000-\u001f]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const LITERALS: ReadonlySet<string> = new Set(['true', 'false', 'null'])

/** @param lenient true allows comments and a comma before a closing bracket (JSON with comments). */
export function scanJson(text: string, lenient: boolean): JsonProblem | null {
  return new Scan(text, lenient).run()
}

class Scan {
  private at = 0
  private expect: Expect = 'value'
  /** Closing brackets that are still owed. */
  private readonly open: ('}' | ']')[] = []
  private readonly text: string
  private readonly lenient: boolean

  constructor(text: string, lenient: boolean) {
    this.text = text
    this.lenient = lenient
  }

  run(): JsonProblem | null {
    for (;;) {
      const problem = this.skip() ?? (this.at >= this.text.length ? this.finish() : this.step())
      if (problem !== null) return problem
      if (this.at >= this.text.length && this.expect === 'end-of-text') return null
    }
  }

  private finish(): JsonProblem | null {
    if (this.expect === 'end-of-text') return null
    const closing = this.open.at(-1)
    return this.problem(closing === undefined ? 'the text ends where a value was expected' : `the text ends before "${closing}"`)
  }

  private step(): JsonProblem | null {
    const char = this.text[this.at] ?? ''
    switch (this.expect) {
      case 'end-of-text': return this.problem(`unexpected ${named(char)} after the end of the value`)
      case 'colon': return char === ':' ? this.take('value') : this.problem(`expected ":" after the key, found ${named(char)}`)
      case 'comma-or-end': return this.commaOrEnd(char)
      case 'key':
      case 'key-or-end': return this.key(char)
      case 'value':
      case 'value-or-end': return this.value(char)
    }
  }

  private commaOrEnd(char: string): JsonProblem | null {
    const closing = this.open.at(-1) ?? ']'
    if (char === closing) return this.close()
    if (char === ',') return this.take(closing === '}' ? (this.lenient ? 'key-or-end' : 'key') : this.lenient ? 'value-or-end' : 'value')
    return this.problem(`expected "," or "${closing}", found ${named(char)}`)
  }

  private key(char: string): JsonProblem | null {
    if (char === '}' && this.expect === 'key-or-end') return this.close()
    if (char === '"') return this.string('colon')
    return this.problem(char === '}' ? 'a comma before "}"' : `expected a key in double quotes, found ${named(char)}`)
  }

  private value(char: string): JsonProblem | null {
    if (char === '{' || char === '[') {
      this.open.push(char === '{' ? '}' : ']')
      return this.take(char === '{' ? 'key-or-end' : 'value-or-end')
    }
    if (char === ']' && this.open.at(-1) === ']') return this.expect === 'value-or-end' ? this.close() : this.problem('a comma before "]"')
    if (char === '"') return this.string(this.after())
    const word = this.match(WORD)
    if (word !== '') return LITERALS.has(word) ? this.advance(word.length, this.after()) : this.problem(`"${word.slice(0, 40)}" is not a JSON value`)
    const number = this.match(NUMBER)
    if (number === '') return this.problem(`expected a value, found ${named(char)}`)
    return this.advance(number.length, this.after())
  }

  private string(next: Expect): JsonProblem | null {
    this.at += 1
    for (;;) {
      this.at += this.match(PLAIN).length
      const char = this.text[this.at]
      if (char === '"') return this.take(next)
      if (char === undefined) return this.problem('the text ends inside a string')
      if (char !== '\\') return this.problem('a line break or control character inside a string')
      const escape = this.match(ESCAPE)
      if (escape === '') return this.problem('a backslash that begins no JSON escape')
      this.at += escape.length
    }
  }

  /** White space, and comments where they are allowed. */
  private skip(): JsonProblem | null {
    for (;;) {
      this.at += this.match(SPACE).length
      if (this.text[this.at] !== '/') return null
      const block = this.text.startsWith('/*', this.at)
      if (!block && !this.text.startsWith('//', this.at)) return null
      if (!this.lenient) return this.problem('a comment')
      const end = this.text.indexOf(block ? '*/' : '\n', this.at + 2)
      if (end < 0 && block) return this.problem('a comment that is never closed')
      this.at = end < 0 ? this.text.length : end + (block ? 2 : 1)
    }
  }

  private close(): null {
    this.open.pop()
    return this.take(this.after())
  }

  private after(): Expect {
    return this.open.length === 0 ? 'end-of-text' : 'comma-or-end'
  }

  private take(next: Expect): null {
    return this.advance(1, next)
  }

  private advance(units: number, next: Expect): null {
    this.at += units
    this.expect = next
    return null
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at
    return pattern.exec(this.text)?.[0] ?? ''
  }

  private problem(message: string): JsonProblem {
    return { message, offset: this.at }
  }
}

function named(char: string): string {
  return char < ' ' ? 'a control character' : `"${char}"`
}
