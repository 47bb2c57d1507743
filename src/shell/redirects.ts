/** Redirections: which files they open for writing, and what they put on standard input. */
import type { Redirection } from 'unbash'
import { UNKNOWN, inFiles, guessed, printed, textOf, type Field, type Output } from './field.ts'
import type { Machine } from './machine.ts'
import type { ShellInput } from './reading.ts'
import type { World } from './world.ts'
import type { WordReader } from './words.ts'

export interface Redirected {
  readonly stdin: Output | null
  /** The same as guards are told it; null when no redirection changes it. */
  readonly input: ShellInput | null
  /** Files that standard output replaces. */
  readonly stdout: readonly Field[]
  /** Standard output goes somewhere else than to the next command. */
  readonly captured: boolean
}

export function readRedirects(machine: Machine, words: WordReader, redirects: readonly Redirection[], world: World, stdin: Output | null): Redirected {
  let input = stdin
  let from: ShellInput | null = null
  let captured = false
  const stdout: Field[] = []
  for (const redirect of redirects) {
    if (redirect.type === 'HereDoc') {
      input = hereDoc(words, redirect, world)
      from = { kind: 'text', text: input?.text ?? null }
      continue
    }
    const substituted = redirect.type === 'Redirect' && redirect.operator === '<' && redirect.target !== undefined ? words.processOutput(redirect.target, world) : undefined
    if (substituted !== undefined) {
      input = substituted
      from = machine.commands.last === null ? { kind: 'text', text: null } : { kind: 'pipe', from: machine.commands.last }
      continue
    }
    const target = redirect.target === undefined ? UNKNOWN : words.single(redirect.target, world)
    if (redirect.type === 'HereString') {
      input = textOf(target) === null ? guessed([target]) : printed(`${target.text}\n`)
      from = { kind: 'text', text: input.text }
      continue
    }
    const descriptor = redirect.descriptor?.type === 'FileDescriptor' ? redirect.descriptor.value : null
    if (redirect.operator === '<') {
      const path = machine.absolute(world, target)
      const text = path === null ? undefined : world.texts.get(path)
      input = text === undefined ? path === null ? null : inFiles([path]) : printed(text)
      from = { kind: 'file', path }
      continue
    }
    if (redirect.operator === '<&') continue
    // `2>&1` and `>&-` name a descriptor; `>&file` is a file.
    if (redirect.operator === '>&' && /^(?:\d+-?|-)$/.test(target.text)) continue
    machine.write(world, target, { via: 'redirect' })
    const isStdout = redirect.operator.startsWith('&') || (redirect.operator !== '<>' && (descriptor ?? 1) === 1)
    if (isStdout) {
      captured = true
      if (redirect.operator === '>' || redirect.operator === '>|') stdout.push(target)
    }
  }
  return { stdin: input, input: from, stdout, captured }
}

function hereDoc(words: WordReader, redirect: Extract<Redirection, { type: 'HereDoc' }>, world: World): Output | null {
  const { body } = redirect
  if (body.parts === undefined) return printed(body.text)
  const field = words.body(body.parts, world)
  // What is unknown in it is left out: the rest still shows what the program writes.
  return field.known ? printed(field.text) : { ...printed(field.text), text: null }
}

/** Remembers what a file holds that this command writes whole, for a later `sh file` or `git apply file`. */
export function rememberText(machine: Machine, world: World, targets: readonly Field[], output: Output | null): void {
  const text = output?.text ?? output?.guess ?? null
  if (text === null) return
  for (const target of targets) {
    const path = machine.absolute(world, target)
    if (path !== null) world.texts.set(path, text)
  }
}

export const NOTHING: Output = printed('')
