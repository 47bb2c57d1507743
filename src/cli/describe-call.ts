/** A call in one line for people, with secrets masked. */
import { isJsonObject } from '../base/json.ts'
import { maskSecrets, oneLine } from '../base/text.ts'
import type { CommandView } from '../types.ts'

const MAX = 160
const TELLING = ['command', 'file_path', 'path', 'url', 'query', 'pattern']

export function describeCall({ name, args }: CommandView): string {
  const telling = isJsonObject(args) ? TELLING.map(key => args[key]).find(value => typeof value === 'string') : undefined
  const text = typeof telling === 'string' ? telling : typeof args === 'string' ? args : JSON.stringify(args)
  return `${name}: ${oneLine(maskSecrets(text.slice(0, MAX * 8)), MAX)}`
}
