import { readFileSync, readdirSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SRC = join(ROOT, 'src')

/** The house's arrows, lowest first: an area imports itself and what stands on lines above it. */
const RANKS: readonly (readonly string[])[] = [
  ['types'],
  ['errors'],
  ['base'],
  ['protocol', 'config'],
  ['shell', 'runner', 'pool', 'guard', 'state', 'notice', 'check'],
  ['api', 'gate', 'point'],
  ['surface'],
  ['host'],
  ['compose'],
  ['index', 'cli'],
]
/** Areas that may name the packages of the host, as types only. */
const KNOWS_HOST: ReadonlySet<string> = new Set(['host', 'compose', 'config', 'index'])
const MAX_LINES = 300

interface Import {
  readonly from: string
  readonly specifier: string
  readonly isTypeOnly: boolean
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : entry.name.endsWith('.ts') ? [join(folder, entry.name)] : [])
}

/** Every way to name another module: statements, re-exports, import(), import types, module declarations. */
function importsOf(file: string, text: string): Import[] {
  const found: Import[] = []
  const add = (node: ts.Node | undefined, isTypeOnly: boolean): void => {
    if (node !== undefined && ts.isStringLiteralLike(node)) found.push({ from: file, specifier: node.text, isTypeOnly })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword)
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true)
    else if (ts.isModuleDeclaration(node)) add(node.name, true)
    else if (ts.isCallExpression(node) && loadsModule(node.expression)) add(node.arguments[0], false)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  return found
}

/** `import`, `require`, `require.resolve` and `createRequire(…).resolve`, to be called with a module's name. */
function loadsModule(callee: ts.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true
  if (ts.isIdentifier(callee)) return callee.text === 'require'
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'resolve') return false
  const owner = ts.isCallExpression(callee.expression) ? callee.expression.expression : callee.expression
  return ts.isIdentifier(owner) && (owner.text === 'require' || owner.text === 'createRequire')
}

/** `host` for src/host/x.ts, `index` for src/index.ts; the argument is relative to src. */
function areaOf(file: string): string {
  return (file.split('/')[0] ?? '').replace(/\.ts$/, '')
}

function rankOf(area: string): number {
  return RANKS.findIndex(areas => areas.includes(area))
}

/** Why an import breaks the rules; null when it does not. */
function problemOf({ from, specifier, isTypeOnly }: Import, dependencies: ReadonlySet<string>): string | null {
  const area = areaOf(from)
  if (specifier.startsWith('.')) {
    const target = posix.normalize(posix.join(posix.dirname(from), specifier))
    if (target.startsWith('..')) return `${from} imports ${specifier}, which is outside src`
    if (!specifier.endsWith('.ts')) return `${from} imports ${specifier} without .ts`
    const other = areaOf(target)
    return other === area || rankOf(other) < rankOf(area) ? null : `${from} imports ${target}: ${area} may not know ${other}`
  }
  if (specifier.startsWith('@deepseek-ai/')) {
    if (!KNOWS_HOST.has(area)) return `${from} names ${specifier}: only host, compose, config and index may`
    return isTypeOnly ? null : `${from} imports ${specifier} at run time: only import type is allowed`
  }
  if (specifier.startsWith('node:')) return builtinModules.includes(specifier.slice(5)) ? null : `${from} imports ${specifier}, which is no module of Node`
  const name = specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1).join('/')
  return dependencies.has(name) ? null : `${from} imports ${specifier}, which is not a declared runtime dependency`
}

/** Circles of imports, one for each file that closes one: `a.ts → b.ts → a.ts`. */
function circles(all: readonly Import[]): string[] {
  const targets = new Map<string, string[]>()
  for (const { from, specifier } of all) {
    if (!specifier.startsWith('.')) continue
    const target = posix.normalize(posix.join(posix.dirname(from), specifier))
    targets.set(from, [...targets.get(from) ?? [], target])
  }
  const found: string[] = []
  const left = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file)
    if (at >= 0) found.push([...path.slice(at), file].join(' → '))
    if (at >= 0 || left.has(file)) return
    for (const target of targets.get(file) ?? []) visit(target, [...path, file])
    left.add(file)
  }
  for (const file of targets.keys()) visit(file, [])
  return found
}

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
const declared = new Set(Object.keys(manifest.dependencies))
const files = filesBelow(SRC).map(path => ({ name: relative(SRC, path).split(sep).join('/'), text: readFileSync(path, 'utf8') }))
const imports = files.flatMap(({ name, text }) => importsOf(name, text))

describe('the sources', () => {
  it('are found, with their imports', () => {
    expect(files.length).toBeGreaterThan(60)
    expect(imports.length).toBeGreaterThan(200)
  })

  it('lie in areas of the house', () => {
    expect(files.filter(({ name }) => rankOf(areaOf(name)) < 0).map(({ name }) => name)).toEqual([])
  })

  it('import downward only, host packages as types only, and nothing that is not declared', () => {
    expect(imports.flatMap(entry => problemOf(entry, declared) ?? [])).toEqual([])
  })

  it('import in no circle, types neither', () => {
    expect(circles(imports)).toEqual([])
  })

  it('use every runtime dependency that is declared', () => {
    const used = new Set(imports.map(({ specifier }) => specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1).join('/')))
    expect([...declared].filter(name => !used.has(name))).toEqual([])
  })

  it(`have at most ${MAX_LINES} lines each`, () => {
    const long = files.map(({ name, text }) => ({ name, lines: text.replace(/\n$/, '').split('\n').length }))
    // The vocabulary of all parts is one page on purpose, and has no code.
    expect(long.filter(({ name, lines }) => lines > MAX_LINES && name !== 'types.ts')).toEqual([])
  })

  it('begin with a comment that says what the file is', () => {
    expect(files.filter(({ text }) => !/^(#!.*\n)?\/\*\*[\s\S]{20,}?\*\//.test(text)).map(({ name }) => name)).toEqual([])
  })
})

describe('the rules', () => {
  it('see a circle, by types too, and no circle in a diamond', () => {
    const of = (...pairs: readonly (readonly [string, string])[]): string[] => circles(pairs.flatMap(([from, code]) => importsOf(from, code)))
    expect(of(['a/x.ts', "import { y } from './y.ts'"], ['a/y.ts', "import type { Z } from '../b/z.ts'"], ['b/z.ts', "let x: import('../a/x.ts').X"])).toEqual(['a/x.ts → a/y.ts → b/z.ts → a/x.ts'])
    expect(of(['x.ts', "import './y.ts'; import './z.ts'"], ['y.ts', "import './w.ts'"], ['z.ts', "import './w.ts'"])).toEqual([])
  })


  const rules = (from: string, code: string): string[] => importsOf(from, code).flatMap(entry => problemOf(entry, new Set(['ses', '@scope/pkg'])) ?? [])
  it.each<[string, string, string | null]>([
    ['guard/a.ts', `import { b } from './b.ts'`, null],
    ['guard/a.ts', `import { b } from '../base/b.ts'`, null],
    ['guard/a.ts', `import type { B } from '../config/shape.ts'`, null],
    ['guard/a.ts', `import { b } from '../pool/b.ts'`, 'guard may not know pool'],
    ['guard/a.ts', `import type { B } from '../pool/b.ts'`, 'guard may not know pool'],
    ['guard/a.ts', `export { b } from '../point/b.ts'`, 'guard may not know point'],
    ['guard/a.ts', `const b = await import('../host/b.ts')`, 'guard may not know host'],
    ['guard/a.ts', `let b: import('../host/b.ts').B`, 'guard may not know host'],
    ['guard/a.ts', `import { b } from './b'`, 'without .ts'],
    ['guard/a.ts', `import { b } from '../../test/b.ts'`, 'outside src'],
    ['base/a.ts', `import { b } from '../protocol.ts'`, 'base may not know protocol'],
    ['config/a.ts', `import { b } from '../protocol.ts'`, 'config may not know protocol'],
    ['errors.ts', `import { b } from './base/b.ts'`, 'errors may not know base'],
    ['host/a.ts', `import type { B } from '@deepseek-ai/cordis'`, null],
    ['host/a.ts', `declare module '@deepseek-ai/cordis' {}`, null],
    ['host/a.ts', `import { b } from '@deepseek-ai/cordis'`, 'only import type is allowed'],
    ['host/a.ts', `import { type B } from '@deepseek-ai/cordis'`, 'only import type is allowed'],
    ['host/a.ts', `import '@deepseek-ai/cordis'`, 'only import type is allowed'],
    ['point/a.ts', `import type { B } from '@deepseek-ai/cordis'`, 'only host, compose, config and index may'],
    ['runner/a.ts', `import 'ses'`, null],
    ['runner/a.ts', `import { b } from '@scope/pkg/deep'`, null],
    ['runner/a.ts', `import { b } from 'lodash'`, 'not a declared runtime dependency'],
    ['runner/a.ts', `import { b } from 'node:fs/promises'`, null],
    ['pool/a.ts', `const b = createRequire('x').resolve('lodash')`, 'not a declared runtime dependency'],
    ['pool/a.ts', `const b = createRequire('x').resolve('ses')`, null],
    ['pool/a.ts', `await Promise.resolve('lodash')`, null],
    ['runner/a.ts', `import { b } from 'fs'`, 'not a declared runtime dependency'],
    ['runner/a.ts', `import { b } from 'node:nothing'`, 'no module of Node'],
  ])('on %s judge %s', (from, code, problem) => {
    const found = rules(from, code)
    if (problem === null) expect(found).toEqual([])
    else expect(found).toEqual([expect.stringContaining(problem)])
  })
})
