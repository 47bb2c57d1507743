/** Output for people and for programs. Colours only on a terminal, and never where NO_COLOR is set. */
import type { WriteStream } from 'node:tty'

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow'

const CODES: Readonly<Record<Style, readonly [number, number]>> = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] }

export interface Printer {
  line(text?: string): void
  /** One JSON document. */
  json(value: unknown): void
  style(style: Style, text: string): string
  /** Shown on a terminal while long work goes on; the next one takes its place. */
  progress(text: string): void
}

export interface PrinterOptions {
  readonly out: Pick<WriteStream, 'write'> & { readonly isTTY?: boolean }
  readonly err: Pick<WriteStream, 'write'> & { readonly isTTY?: boolean }
  readonly env: Readonly<Record<string, string | undefined>>
}

export function createPrinter({ out, err, env }: PrinterOptions): Printer {
  const coloured = out.isTTY === true && (env['NO_COLOR'] ?? '') === ''
  let shown = false
  const clear = (): void => {
    if (shown) err.write('\r\u001b[2K')
    shown = false
  }
  return {
    line(text = '') {
      clear()
      out.write(`${text}\n`)
    },
    json(value) {
      clear()
      out.write(`${JSON.stringify(value, null, 2)}\n`)
    },
    style: (style, text) => coloured ? `\u001b[${CODES[style][0]}m${text}\u001b[${CODES[style][1]}m` : text,
    progress(text) {
      if (err.isTTY !== true) return
      clear()
      err.write(text)
      shown = text !== ''
    },
  }
}

/** Each line of a text behind the same indentation. */
export function indented(text: string, by: string): string {
  return text.split('\n').map(line => line === '' ? line : `${by}${line}`).join('\n')
}
