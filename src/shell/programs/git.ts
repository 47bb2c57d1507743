/**
 * git: the subcommands whose effect on the working tree can be read from the command. What a branch,
 * a merge or a stash brings along is in the repository, not in the command, and is not read.
 */
import { lookUp, type Call, type Program } from '../call.ts'
import { patchedFiles } from '../patch-text.ts'
import { exact, listed, pattern, printed, escapeGlob, textOf, type Field, type Output } from '../field.ts'
import { parseOptions } from '../options.ts'
import { NOTHING } from '../redirects.ts'
import type { World } from '../world.ts'
import { readGitRuns } from './git-runs.ts'
import { patchText, strippedNames } from './patch.ts'

type Subcommand = (call: Call) => Output | null

const GLOBAL = { short: 'Cc', long: ['git-dir', 'work-tree', 'namespace', 'exec-path', 'config-env'], stop: true }

export const git: Program = (call) => {
  const options = parseOptions(call.args, GLOBAL)
  const [subcommand, ...args] = options.operands
  const run = lookUp(SUBCOMMANDS, subcommand?.text ?? '')
  let cwd = call.world.cwd
  for (const folder of [...options.values('C'), ...options.values('work-tree')]) {
    cwd = call.machine.absolute({ ...call.world, cwd }, folder)
  }
  readGitRuns({ ...call, world: cwd === call.world.cwd ? call.world : { ...call.world, cwd } }, options, subcommand?.text ?? '', args)
  return run === null ? null : run({ ...call, args, world: { ...call.world, cwd } })
}

/** Everything after `--`; without one, the words that exist as files. */
function pathspecs(args: readonly Field[], operands: readonly Field[]): { readonly paths: readonly Field[], readonly certain: boolean } {
  const dashes = args.findIndex(field => field.text === '--')
  return dashes >= 0 ? { paths: args.slice(dashes + 1), certain: true } : { paths: operands, certain: false }
}

/** `:/`, `:(top)x` and `:^x` are pathspec magic: the top of the repository, or an exclusion. */
function writePaths(call: Call, paths: readonly Field[], options: { readonly certain: boolean, readonly kind: 'write' | 'delete' }): void {
  for (const path of paths) {
    const magic = /^:(?:\/|\(([^)]*)\)|([!^]))(.*)$/s.exec(path.text)
    if (magic === null) {
      call.machine.write(call.world, path, { kind: options.kind, deep: true, entry: true, ifExists: !options.certain })
    } else if (magic[2] === undefined && !/exclude/.test(magic[1] ?? '')) {
      const top = magic[1] === undefined || /top/.test(magic[1]) ? repository(call) : call.world
      call.machine.write(top, exact(magic[3] === '' ? '.' : magic[3] as string), { kind: options.kind, deep: true, entry: true })
    }
  }
}

function repository(call: Call): World {
  const root = call.world.cwd === null ? null : call.machine.ask('repository', call.world.cwd)
  return { ...call.world, cwd: typeof root === 'string' ? root : call.world.cwd }
}

function wholeTree(call: Call, kind: 'write' | 'delete' = 'write'): void {
  call.machine.write(repository(call), exact('.'), { kind, deep: true, entry: true })
}

const checkout: Subcommand = (call) => {
  const options = parseOptions(call.args, { short: 'bB', long: ['orphan', 'conflict', 'pathspec-from-file'] })
  if (options.has('b', 'B', 'orphan')) return NOTHING
  // `checkout <tree> <path>`: a word that is no file is the tree. With `-f` local changes go, whatever the branch.
  const { paths, certain } = pathspecs(call.args, options.operands)
  writePaths(call, paths, { certain, kind: 'write' })
  if (options.has('f', 'force')) wholeTree(call)
  return NOTHING
}

const restore: Subcommand = (call) => {
  const options = parseOptions(call.args, { short: 's', long: ['source', 'conflict', 'pathspec-from-file'] })
  if (options.has('S', 'staged') && !options.has('W', 'worktree')) return NOTHING
  writePaths(call, options.operands, { certain: true, kind: 'write' })
  return NOTHING
}

const remove: Subcommand = (call) => {
  const options = parseOptions(call.args, { long: ['pathspec-from-file'] })
  if (options.has('cached') || options.has('n', 'dry-run')) return NOTHING
  writePaths(call, options.operands, { certain: true, kind: 'delete' })
  return NOTHING
}

const move: Subcommand = (call) => {
  const options = parseOptions(call.args)
  const target = options.operands.at(-1)
  const sources = options.operands.slice(0, -1)
  if (target === undefined || options.has('n', 'dry-run')) return NOTHING
  sources.forEach(source => call.machine.write(call.world, source, { kind: 'move-from', deep: true, entry: true }))
  call.machine.write(call.world, target, { into: sources, intoOnly: sources.length > 1, tree: true, entry: true })
  return NOTHING
}

const clean: Subcommand = (call) => {
  const options = parseOptions(call.args, { short: 'e', long: ['exclude'] })
  if (options.has('n', 'dry-run') || !options.has('f', 'force')) return NOTHING
  if (options.operands.length > 0) writePaths(call, options.operands, { certain: true, kind: 'delete' })
  else call.machine.write(call.world, exact('.'), { kind: 'delete', deep: true })
  return NOTHING
}

const reset: Subcommand = (call) => {
  if (parseOptions(call.args).has('hard', 'merge', 'keep')) wholeTree(call)
  return NOTHING
}

/** Putting work away takes every local change out of the tree; bringing it back is not read. */
const stash: Subcommand = (call) => {
  const action = call.args.find(field => !field.text.startsWith('-'))?.text ?? 'push'
  if (action !== 'push' && action !== 'save') return NOTHING
  const dashes = call.args.findIndex(field => field.text === '--')
  if (dashes >= 0) writePaths(call, call.args.slice(dashes + 1), { certain: true, kind: 'write' })
  else wholeTree(call)
  return NOTHING
}

const apply: Subcommand = (call) => {
  const options = parseOptions(call.args, { short: 'pC', long: ['build-fake-ancestor', 'directory', 'exclude', 'include', 'whitespace'] })
  if (options.has('check', 'stat', 'numstat', 'summary', 'cached')) return NOTHING
  const strip = Number(textOf(options.value('p') ?? undefined) ?? 1)
  const folder = textOf(options.value('directory') ?? undefined) ?? ''
  const files: readonly (Field | null)[] = options.operands.length === 0 ? [null] : options.operands
  for (const file of files) {
    for (const path of patchedFiles(patchText(call, file) ?? '')) {
      for (const name of strippedNames(path, strip, false)) call.machine.write(repository(call), exact(folder === '' ? name : `${folder}/${name}`))
    }
  }
  return NOTHING
}

/** `git ls-files`, `git diff --name-only`: names that a later command may take. */
const names: Subcommand = (call) => {
  const paths = parseOptions(call.args, { long: ['diff-filter'] }).operands
  if (call.world.cwd === null) return null
  const folders = paths.filter(field => textOf(field) !== null && !/^(?:HEAD|@)/.test(field.text))
  return listed(folders.length === 0 ? [pattern('**', '.')] : folders.flatMap(field => [field, pattern(`${escapeGlob(field.text.replace(/\/$/, ''))}/**`, field.text)]))
}

const revParse: Subcommand = (call) => {
  if (!call.args.some(field => field.text === '--show-toplevel')) return null
  const root = call.world.cwd === null ? null : call.machine.ask('repository', call.world.cwd)
  return typeof root === 'string' ? printed(`${root}\n`) : null
}

const diff: Subcommand = call => call.args.some(field => field.text === '--name-only') ? names(call) : null

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  am: call => apply({ ...call, args: call.args.filter(field => !/^-[3sikuqS]$/.test(field.text)) }),
  checkout, restore, rm: remove, mv: move, clean, reset, stash, apply, diff,
  'ls-files': names, grep: call => call.args.some(field => /^-[a-zA-Z]*l/.test(field.text)) ? names({ ...call, args: call.args.slice(1) }) : null,
  'rev-parse': revParse,
  switch: (call) => {
    if (parseOptions(call.args).has('f', 'force', 'discard-changes')) wholeTree(call)
    return NOTHING
  },
}
