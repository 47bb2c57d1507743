import { describe, expect, it } from 'vitest'
import { MAX_BRACED, expandBraces } from '../../../src/shell/braces.ts'
import { splitGlob } from '../../../src/base/glob.ts'
import { exact } from '../../../src/shell/field.ts'
import { parseOptions } from '../../../src/shell/options.ts'
import { MAX_COMMAND } from '../../../src/shell/read-shell.ts'
import { MAX_ITERATIONS } from '../../../src/shell/walk.ts'
import { patchedFiles } from '../../../src/shell/patch-text.ts'
import { protectedHits } from '../../support/gate/protected-hits.ts'

const sized = (length: number): string => `echo > src/core/x.ts #${'é'.repeat(length - 'echo > src/core/x.ts #'.length)}`

describe('what cannot be followed', () => {
  it.each([[MAX_COMMAND, null], [MAX_COMMAND + 1, `it is longer than ${MAX_COMMAND} characters`]])('a command of %i characters: %s', async (length, reason) => {
    expect(await protectedHits({ command: sized(length) })).toEqual({ files: ['src/core/x.ts'], unreadable: reason })
  })

  it.each([
    ['an unclosed quote', 'echo "unclosed; rm src/core/x.ts'],
    ['nesting', `${'$('.repeat(150)}rm src/core/x.ts${')'.repeat(150)}`],
    ['loops in loops', `${'for a in 1 2 3 4 5; do '.repeat(13)}rm src/core/x.ts; ${'done; '.repeat(13)}`],
    ['a function that calls itself', 'f() { f; f; }; f; rm src/core/x.ts'],
    ['arguments that are no JSON', null],
  ])('%s: the words of the command count', async (_kind, command) => {
    const hits = await protectedHits(command === null ? '{"command": "rm src/core/x.ts' : { command })
    expect(hits.files).toEqual(['src/core/x.ts'])
    expect(hits.unreadable).not.toBeNull()
  })

  it.each([[MAX_ITERATIONS, null], [MAX_ITERATIONS + 1, 'it loops over more words than can be followed']])('a loop over %i words: %s', async (count, reason) => {
    const words = Array.from({ length: count }, (_item, index) => `w${index}`).join(' ')
    expect((await protectedHits({ command: `for f in ${words}; do echo $f; done` })).unreadable).toBe(reason)
  })

  it('a computed name is not read', async () => {
    expect(await protectedHits({ command: 'rm $(make list); docker run i rm src/core/x.ts; make' })).toEqual({ files: [], unreadable: null })
  })
})

it('doubling stays small', async () => {
  const before = process.memoryUsage().heapUsed
  await protectedHits({ command: `a=xx; ${'a=$a$a; '.repeat(60)}A=(x y); ${'A=("${A[@]}" "${A[@]}"); '.repeat(40)}if true; then rm $a; fi` })
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000)
})

describe('braces', () => {
  it.each([
    ['a{b,c}d', ['abd', 'acd']], ['{a,b}{1..3}', ['a1', 'a2', 'a3', 'b1', 'b2', 'b3']], ['{01..03}', ['01', '02', '03']], ['{3..1}', ['3', '2', '1']], ['{a..e..2}', ['a', 'c', 'e']], ['x{,.bak}', ['x', 'x.bak']],
    ['{a,{b,c}}', ['a', 'b', 'c']], ['"{a,b}"', ['"{a,b}"']], ['{a}', ['{a}']], ['{a,b', ['{a,b']], ['\\{a,b}', ['\\{a,b}']], ['${x,y}', ['${x,y}']],
  ])('%s', (text, words) => {
    expect(expandBraces(text)).toEqual(words)
  })
  it.each([[MAX_BRACED, MAX_BRACED], [MAX_BRACED + 1, MAX_BRACED]])('of %i words become %i', (count, words) => {
    expect(expandBraces(`{1..${count}}`)).toHaveLength(words)
  })
})

describe('patterns', () => {
  it.each([['src/core/*.ts', 'src/core', '*.ts'], ['*', '', '*'], ['/a/b?/c', '/a', 'b?/c'], ['a\\*b/c*', 'a*b', 'c*'], ['/*', '/', '*'], ['@(a|b)/x', '', '@(a|b)/x']])('%s starts in %j', (glob, base, below) => {
    expect(splitGlob(glob)).toEqual({ base, below })
  })
})

it.each([
  [['-rf', 'x'], { short: '' }, ['x']], [['-ofile', 'x'], { short: 'o' }, ['x']], [['-o', 'file', '--', '-x'], { short: 'o' }, ['-x']], [['--out', 'file', 'x'], { long: ['output'] }, ['x']], [['-n', '5', 'cmd', '-x'], { short: 'n', stop: true }, ['cmd', '-x']],
])('options %j leave %j', (args, spec, operands) => {
  expect(parseOptions(args.map(exact), spec).operands.map(field => field.text)).toEqual(operands)
})

it.each([
  ['--- a/x.ts\t2020-01-01\n+++ b/x.ts\n', ['a/x.ts', 'b/x.ts']], ['--- /dev/null\n+++ b/n.ts', ['b/n.ts']], ['rename from old.ts\nrename to new.ts', ['b/old.ts', 'b/new.ts']], ['*** Update File: src/x.ts\n*** Delete File: y', ['src/x.ts', 'y']], [`+++ ${'x'.repeat(5_000)}`, []],
])('files of a patch: %j', (text, names) => {
  expect(patchedFiles(text)).toEqual(names)
})
