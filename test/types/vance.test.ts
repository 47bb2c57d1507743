import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const HEADER = '// @ts-check\n/// <reference types="dsh-shooty/types/vance.d.ts" />\n'

/** Guards that a type checker has nothing to say about. */
const RIGHT: Readonly<Record<string, string>> = {
  'stop.js': `if (!vance.guard.loopValues.get('asked')) {
    vance.guard.loopValues.set('asked', true)
    const went = vance.guard.continueWith('Go on.')
    vance.log.info('asked', { went, round: vance.guard.round, most: vance.guard.maxRounds })
  }`,
  'command.js': `const command = vance.guard.command
  if (command !== null && command.name === 'bash') {
    const { command: line } = Object(command.args)
    if (/rm -rf/.test(String(line))) vance.guard.deny('no')
    else vance.guard.ask()
  }`,
  'result.js': `const { result } = vance.guard
  if (result?.isError) vance.guard.block(\`\${result.error?.code ?? 'none'}: \${result.text} after \${result.durationMs} ms\`)`,
  'start.js': `vance.guard.setTurnPrompt('You are ' + vance.context.cwd)
  if (!vance.guard.activateSkill('x', 'y') && !vance.guard.activateSkill('x')) vance.guard.notice('none')`,
  'judge.js': `const verdict = vance.llm.callForJson('completion-guard', 'Look at {{output}}', { output: vance.guard.output })
  if (verdict.fire) vance.guard.continueWith(verdict.reason ?? 'Go on.')
  const other = vance.llm.callForJson('mine', 'x')
  if (other.score === 3) vance.log.warn(vance.llm.call('mine', 'x'))`,
  'files.js': `for (const { name, kind } of vance.documents.list('.')) {
    if (kind === 'file' && vance.documents.exists(name) && vance.documents.meta(name).size < 100) vance.documents.write(name, vance.documents.read(name).trim())
  }
  vance.documents.delete('x')`,
  'rest.js': `const id = vance.process.spawn({ task: 'x', label: 'y' })
  vance.process.notify(id, 'warn')
  vance.process.progress(String(vance.params.threshold ?? 3))
  const { text, value } = vance.tools.call('bash', { command: 'make' })
  vance.tools.call('x')
  if (vance.tools.has('bash')) vance.guard.sessionValues.set('x', [text, value, vance.tools.list().length])
  const all = vance.guard.sessionValues.get()
  vance.guard.sessionValues.remove(Object.keys(all)[0] ?? '')`,
  'caught.js': `try {
    vance.documents.read('x')
  } catch (error) {
    const { code } = /** @type {Vance.ScriptHostError} */ (error)
    if (code !== 'NOT_FOUND') throw error
  }`,
  'awaited.js': `const verdict = await vance.llm.callForJson('command-guard', 'x')
  if (verdict.safe !== true) vance.guard.deny()`,
  'same-names.js': `const verdict = 1
  const command = 2
  vance.log.info(String(verdict + command))`,
  'returns.js': `// @ts-ignore: a guard is the body of a function
  if (vance.guard.point !== 'stop') return
  vance.guard.continueWith('x')`,
}

/** Guards with one mistake, and the number of TypeScript's complaint. */
const WRONG: Readonly<Record<string, readonly [string, number]>> = {
  'unknown-member.js': ['vance.guard.refuse(1)', 2339],
  'unknown-area.js': ['vance.fs.read(1)', 2339],
  'assigned.js': ["vance.guard.output = ''", 2540],
  'assigned-global.js': ['vance = null', 2588],
  'deleted.js': ['delete vance.guard', 2704],
  'maybe-null.js': ['vance.guard.command.name', 18047],
  'args-are-not-known.js': ['vance.guard.command?.args?.command', 2339],
  'deny-number.js': ['vance.guard.deny(42)', 2345],
  'continue-without.js': ['vance.guard.continueWith()', 2554],
  'stored-function.js': ["vance.guard.loopValues.set('x', () => 1)", 2345],
  'stored-undefined.js': ["vance.guard.loopValues.set('x', undefined)", 2345],
  'changed-copy.js': ["vance.guard.loopValues.get().x = 1", 2542],
  'point.js': ["if (vance.guard.point === 'stopp') vance.log.info('x')", 2367],
  // Any case of the known words is taken, so any text type-checks; what is none of them throws.
  'level.js': ["vance.process.notify('x', 3)", 2345],
  'spawn.js': ["vance.process.spawn({ prompt: 'x' })", 2353],
  'verdict.js': ["vance.llm.callForJson('command-guard', 'x').fire", 2339],
  'params.js': ['vance.params.threshold?.toFixed(2)', 2339],
  'timer.js': ['setTimeout(() => 1, 2)', 2304],
  'console.js': ["console.log('x')", 2584],
  'process.js': ['process.env', 2591],
  'returned.js': ['return', 1108],
  'random-context.js': ['vance.context.workspace', 2339],
}

let project: string
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'vance-types-'))
  const installed = join(project, 'node_modules', 'dsh-shooty')
  mkdirSync(installed, { recursive: true })
  cpSync(join(root, 'package.json'), join(installed, 'package.json'))
  cpSync(join(root, 'types'), join(installed, 'types'), { recursive: true })
  for (const [name, code] of Object.entries(RIGHT)) write(name, code)
  for (const [name, [code]] of Object.entries(WRONG)) write(name, code)
})
afterAll(() => { rmSync(project, { recursive: true, force: true }) })

function write(name: string, code: string): void {
  writeFileSync(join(project, name), HEADER + code)
  // The same text is a TypeScript guard too, but for the comments that only JavaScript reads types from.
  if (!code.includes('@type')) writeFileSync(join(project, name.replace(/\.js$/, '.ts')), HEADER + code)
}

/** The checker's complaints by file, as `code` or `code@line`. */
function complaints(options: ts.CompilerOptions, extension: string): Map<string, string[]> {
  const names = [...Object.keys(RIGHT), ...Object.keys(WRONG)].map(name => join(project, name.replace(/\.js$/, extension))).filter(name => ts.sys.fileExists(name))
  const program = ts.createProgram(names, {
    strict: true, noEmit: true, skipLibCheck: false, target: ts.ScriptTarget.ES2022, lib: ['lib.es2023.d.ts'], types: [], moduleDetection: ts.ModuleDetectionKind.Force, ...options,
  })
  const found = new Map<string, string[]>(names.map(name => [basename(name), []]))
  for (const diagnostic of ts.getPreEmitDiagnostics(program)) {
    const file = diagnostic.file === undefined ? 'options' : basename(diagnostic.file.fileName)
    found.set(file, [...found.get(file) ?? [], `${diagnostic.code} ${ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ')}`])
  }
  return found
}

const MODES = {
  'the resolution of bundlers': { module: ts.ModuleKind.Preserve, moduleResolution: ts.ModuleResolutionKind.Bundler },
  'the resolution of Node': { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
  'the resolution of Node 16': { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 },
  'the resolution of old editors': { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Node10 },
}

describe.each(Object.entries(MODES))('with %s', (_name, mode) => {
  it.each(['.js', '.ts'])('right guards in %s pass and each wrong one is told its mistake and no other', (extension) => {
    // What the header asks for is enough: checkJs is not set. In a CommonJS package, Node's resolution knows no top-level await.
    const found = complaints({ allowJs: true, ...mode }, extension)
    const isNode = mode.module === ts.ModuleKind.NodeNext || mode.module === ts.ModuleKind.Node16
    for (const name of Object.keys(RIGHT)) {
      const file = name.replace(/\.js$/, extension)
      const expected = isNode && name === 'awaited.js' ? [expect.stringMatching(/^1309 /)] : []
      if (found.has(file)) expect(found.get(file), file).toEqual(expected)
    }
    for (const [name, [, code]] of Object.entries(WRONG)) {
      const file = name.replace(/\.js$/, extension)
      expect(found.get(file), file).toEqual([expect.stringMatching(new RegExp(`^${code} `))])
    }
    expect([...found.keys()].filter(name => !/\.[jt]s$/.test(name))).toEqual([])
    expect(found.has('vance.d.ts')).toBe(false)
  })
})

it('the header of bundled guards works in the package, and they have no mistake', () => {
  const config = ts.getParsedCommandLineOfConfigFile(join(root, 'guards/jsconfig.json'), {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined })
  const program = ts.createProgram(config?.fileNames ?? [], config?.options ?? {})
  expect(config?.fileNames.filter(name => name.endsWith('.js'))).toHaveLength(5)
  expect(ts.getPreEmitDiagnostics(program).map(diagnostic => ts.flattenDiagnosticMessageText(diagnostic.messageText, ' '))).toEqual([])
})

it('the types import nothing and name no member that a guard does not have', async () => {
  const text = readFileSync(join(root, 'types/vance.d.ts'), 'utf8')
  expect(text).not.toMatch(/\bimport\b|\brequire\b|<reference/)
  const { createVance } = await import('../../src/runner/facade.ts')
  const input = {
    point: 'stop', task: '', request: '', output: '', round: 0, maxRounds: 1, naturalStop: true, command: null, result: null, mode: 'enforce', params: {},
    session: { sessionId: 's', agentId: 'a', rootSessionId: 's', cwd: '/', isSubagent: false }, allowTools: false, now: 0, loopScratch: {},
  } as const
  const kit = {} as Parameters<typeof createVance>[1]
  const vance = createVance(input, kit, {} as Parameters<typeof createVance>[2])
  expect(membersOfTypes(text)).toEqual(membersOf(vance))
})

/** `guard.deny`, `guard.loopValues.get`, … of a value. */
function membersOf(value: object, path = ''): string[] {
  // What is read on touch is not listed; touching it would ask the host.
  const lazy = Object.entries(Object.getOwnPropertyDescriptors(value)).filter(([, descriptor]) => descriptor.get !== undefined).map(([key]) => `${path}${key}`)
  return [...lazy, ...Object.entries(value).flatMap(([key, item]) => typeof item === 'object' && item !== null && Object.keys(item).length > 0 ? membersOf(item as object, `${path}${key}.`) : [`${path}${key}`])].sort()
}

/** The same of the types. */
function membersOfTypes(text: string): string[] {
  const source = ts.createSourceFile('vance.d.ts', text, ts.ScriptTarget.ES2022, true)
  const interfaces = new Map<string, ts.InterfaceDeclaration>()
  const visit = (node: ts.Node): void => {
    if (ts.isInterfaceDeclaration(node)) interfaces.set(node.name.text, node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  const AREAS = ['Guard', 'Values', 'Context', 'Log', 'Llm', 'Documents', 'Process', 'Tools']
  const members = (name: string, path: string): string[] => (interfaces.get(name)?.members ?? []).flatMap((member) => {
    const key = member.name?.getText(source) ?? ''
    const type = ts.isPropertySignature(member) ? member.type?.getText(source) ?? '' : ''
    return AREAS.includes(type) ? members(type, `${path}${key}.`) : [`${path}${key}`]
  })
  return [...new Set(members('Api', ''))].sort()
}
