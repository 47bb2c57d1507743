/**
 * `vance.llm`, `documents`, `process` and `tools`: host calls with checked arguments. What needs
 * `allowTools` is refused here at once and on the host again: this side only gives the better error.
 */
import { GuardError } from '../errors.ts'
import type { JsonValue } from '../types.ts'
import { MAX_PATH, jsonOf, objectOf, optionalTextOf, textOf } from './arguments.ts'
import type { FacadeKit } from './facade-kit.ts'

type Functions = Readonly<Record<string, (...args: unknown[]) => unknown>>

const MAX_NAME = 256
/** The one tool that every guard may call. */
const FREE_TOOL = 'process_spawn'
const LEVELS: readonly string[] = ['info', 'warn', 'error']

export function createLlm({ channel, expose }: FacadeKit): Functions {
  const ask = (method: string) => expose((recipe, prompt, vars) =>
    channel.call(method, [textOf('the recipe', recipe, MAX_NAME), textOf('the prompt', prompt), objectOf('vars', vars)]))
  return { call: ask('llm.call'), callForJson: ask('llm.callForJson') }
}

export function createDocuments({ input, channel, expose }: FacadeKit): Functions {
  const read = (method: string) => expose(path => channel.call(method, [textOf('the path', path, MAX_PATH)]))
  return {
    read: read('documents.read'),
    exists: read('documents.exists'),
    list: read('documents.list'),
    meta: read('documents.meta'),
    write: expose((path, text) => {
      assertAllowed(input.allowTools, 'documents.write')
      channel.call('documents.write', [textOf('the path', path, MAX_PATH), textOf('the text', text)])
    }),
    delete: expose((path) => {
      assertAllowed(input.allowTools, 'documents.delete')
      channel.call('documents.delete', [textOf('the path', path, MAX_PATH)])
    }),
  }
}

export function createProcess({ channel, expose }: FacadeKit): Functions {
  return {
    notify: expose((text, level) => { channel.tell('process.notify', [textOf('the text', text), levelOf(level)]) }),
    progress: expose((text) => { channel.tell('process.progress', [textOf('the text', text)]) }),
    spawn: expose((spec) => {
      const task = objectOf('the task', spec)
      if (task === null) throw new GuardError('BAD_ARGUMENT', 'spawn takes an object with the task: spawn({ task: "…" })')
      return channel.call('process.spawn', [task])
    }),
  }
}

export function createTools({ input, channel, expose }: FacadeKit): Functions {
  const free = (name: string): boolean => input.allowTools || name === FREE_TOOL
  return {
    call: expose((tool, args) => {
      const name = textOf('the name of the tool', tool, MAX_NAME)
      const json = args === undefined ? {} : jsonOf('the arguments of the tool', args)
      if (!free(name)) assertAllowed(false, `tools.call("${name}", …)`)
      return channel.call('tools.call', [name, json])
    }),
    list: expose(() => channel.call('tools.list', [])),
    has: expose((tool) => {
      const name = textOf('the name of the tool', tool, MAX_NAME)
      return free(name) && channel.call('tools.has', [name]) === true
    }),
  }
}

function assertAllowed(allowed: boolean, what: string): void {
  if (!allowed) throw new GuardError('NOT_ALLOWED', `${what} needs allowTools: true in this guard's configuration; without it the only tool is ${FREE_TOOL}`)
}

function levelOf(level: unknown): JsonValue {
  const given = optionalTextOf('the level', level, MAX_NAME)?.trim().toLowerCase() ?? null
  const name = given === 'warning' ? 'warn' : given
  if (name !== null && !LEVELS.includes(name)) throw new GuardError('BAD_ARGUMENT', `the level must be one of ${LEVELS.join(', ')}`)
  return name
}
