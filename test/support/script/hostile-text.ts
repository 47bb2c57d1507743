/** Random texts of the kind that tools print, and of the kind that breaks patterns; repeatable by a seed. */

import type { Random } from '../random.ts'

const PIECES: readonly string[] = [
  'a', 'A', '1', 'f', '/', '\\', ' ', '\n', '\r', '\t', '"', "'", '`', '.', ':', '-', '_', '(', ')', '[', ']', '{', '}', '<', '>', '=', '@', '+', ',', '%', '?', '#', '|', '*', '~', '$', '^',
  '\u001b', '\u001b[31m', '\u001b]0;t\u0007', '\u009b', '\u009d', '\u0000', '\u200b', '\u2028', '\ud83d', '\ude00', 'é', '界',
  '0x', '0x80070005', 'tmp', 'tmp.Xa1', 'C:\\', 'C:/', '\\\\srv\\', '://', 'https://h/p?q=1', 'file:///x', '../', '../../', '~/', 'a/b', 'a/b.ts', 'x.py', '1:1', '12:34:56', '2024-01-02', 'Jan 2', '3 Feb 2024',
  'pid 1', 'line 1', 'attempt 3 of 5', 'port 50000', '<path>', '<path> a/', 'Program Files (x86)', '1ms', '1.5 MB', '45%', '1.12345', '123456', 'a1b2c3d4', '550e8400-e29b-41d4-a716-446655440000',
  'Error: ', 'failed ', 'timed out ', 'not found', 'rate limit', 'HTTP 503', '[exit code: 1]', 'ECONNRESET', 'Refused', 'aborted', 'the user rejected', 'SyntaxError: ',
]

/** One text; now and then a single piece or pair, many thousand times over. */
export function hostileText({ next, below, pick }: Random): string {
  const piece = (): string => pick(PIECES)
  const kind = next()
  if (kind < 0.01) return (piece() + piece()).repeat(1 + below(12_000))
  if (kind < 0.05) return (piece() + piece() + piece()).repeat(1 + below(300))
  const length = Math.floor(next() ** 2 * 60)
  let text = ''
  for (let index = 0; index < length; index += 1) text += next() < 0.1 ? String.fromCharCode(below(65_536)) : piece()
  return text
}
