import { describe, expect, it } from 'vitest'
import { compileBody } from '../../../src/guard/compile-body.ts'

const SIZE = 200_000
const fill = (unit: string): string => unit.repeat(Math.floor(SIZE / unit.length))
const many = (unit: (index: number) => string): string => Array.from({ length: 30_000 }, (_, index) => unit(index)).join('')

/** Each of these once overflowed a stack, or took a parser minutes. */
const TEXTS: readonly (readonly [string, string])[] = [
  ['open parentheses', fill('(')], ['open brackets', fill('[')], ['open braces', fill('{')], ['open templates', fill('`${')], ['arrows', fill('a=>')], ['negations', fill('!')], ['a long sum', `1${fill('+1')}`],
  ['a long chain of members', `a${fill('.a')}`], ['a long chain of calls', `a${fill('()')}`], ['blocks', fill('if(1){')], ['loops', fill('for(;;)')], ['objects', `x=${fill('{a:')}`], ['ternaries', `${fill('a?b:')}c`], ['labels', many(index => `l${index}:`)],
  ['a nested regular expression', `/${fill('(a|')}/`], ['named groups', `/${fill('(?<a>b)')}/`],
  ['very many variables', many(index => `let v${index};`)], ['very many in one declaration', `let a${many(index => `,v${index}`)}`],
  ['comparisons that look like types', `a${fill('<a')}`], ['casts', `${fill('<a>')}x`], ['type arguments', `let x:${fill('A<')}`], ['arrow functions with types', fill('(a:(b)=>')],
  ['short text with exponentially many readings', '<a>('.repeat(30)], ['the same, otherwise', 'a=>readonly <a>('.repeat(30)], ['and otherwise', '<a>(as`${'.repeat(30)],
  ['lines', '\n'.repeat(SIZE)], ['open comment', `/*${'*'.repeat(SIZE)}`], ['the beginning of a script, over and over', fill('#!')], ['dashes', '-'.repeat(SIZE)], ['import and spaces', `'${fill('import ')}'`], ['byte order marks', fill('\ufeff')],
]

const DEEP = 'it is nested too deeply to be read: make it simpler'

describe('text made to crash or to hold up the host', () => {
  it.each(TEXTS.flatMap(([title, text]) => (['js', 'ts'] as const).map(language => ({ title, text, language }))))('$title as $language ends soon, with a result', ({ text, language }) => {
    const started = performance.now()
    const outcome = compileBody(text, { name: 'g', language })
    expect(performance.now() - started).toBeLessThan(6_000)
    if (!outcome.ok) expect(outcome.reason).not.toMatch(/^it cannot be compiled/)
  })

  it('says that it was the nesting, or the time', () => {
    expect(compileBody('('.repeat(SIZE), { name: 'g', language: 'js' })).toEqual({ ok: false, reason: DEEP, position: { line: 1, column: 200 } })
    expect(compileBody(`a${'.a()'.repeat(50_000)}`, { name: 'g', language: 'js' })).toMatchObject({ ok: false })
    expect(compileBody('<a>('.repeat(30), { name: 'g', language: 'ts' })).toEqual({ ok: false, reason: 'it took longer than 2000 ms to read: make it shorter or simpler', position: null })
  })

  it('leaves nothing behind: the next script compiles', () => {
    compileBody('<a>('.repeat(30), { name: 'g', language: 'ts' })
    expect(compileBody('const a: number = 1; return a', { name: 'g', language: 'ts' })).toMatchObject({ ok: true })
  })

  it('is always answered, whatever the text: two thousand mutations', () => {
    const seed = 20_260_101
    const scripts = ['const f = (a) => ({ b: `x${a}` }); for (const y of [1]) { await f(y) }', 'class A { static { } #b = /c+/u; get d() { return this.#b } }', "if (!/x/.test(vance.guard.output)) vance.guard.continueWith('go on --> <!-- import(x)')"]
    const pieces = ['(', ')', '{', '}', '`', '${', "'", '"', '/', '*/', '/*', '//', '\n', '\\', '=>', '-->', '<!--', 'import(', 'await ', 'async ', '__vance_', '\u2028', '\0', '\ud800', '#', '...', ';', '<a>', ': x', '?.', 'yield ']
    let state = seed
    const random = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state % below
    }
    for (let round = 0; round < 2_000; round++) {
      let text = scripts[random(scripts.length)] ?? ''
      for (let edit = random(4); edit >= 0; edit--) {
        const at = random(text.length + 1)
        text = text.slice(0, at) + (pieces[random(pieces.length)] ?? '') + text.slice(at + random(6))
      }
      const outcome = compileBody(text, { name: 'g', language: round % 3 === 0 ? 'ts' : 'js' })
      if (!outcome.ok && outcome.reason.startsWith('it cannot be compiled')) throw new Error(`seed ${seed}, round ${round}: ${JSON.stringify(text)}: ${outcome.reason}`)
    }
  })
})

// The parser must give up far from the end of the stack: V8 ends the process when it has to compile a
// regular expression there. So each way to nest has its bound, which a newer parser must keep.
describe('nesting', () => {
  const nested = (open: string, middle: string, close: string) => (levels: number): string => open.repeat(levels) + middle + close.repeat(levels)
  it.each<[string, number, (levels: number) => string]>([
    ['parentheses', 198, nested('(', '1', ')')], ['brackets', 199, nested('[', '', ']')], ['blocks', 600, nested('{', '', '}')], ['calls', 198, nested('a(', '1', ')')], ['members', 198, nested('a[', '1', ']')],
    ['templates', 198, nested('`${', '1', '}`')], ['tagged templates', 198, nested('a`${', '1', '}`')], ['arrow functions', 198, nested('a=>', '1', '')], ['functions', 85, nested('(function(){', '', '})()')], ['classes', 99, nested('(class{x=', '1', '})')],
    ['negations', 596, nested('!', '1', '')], ['sums', 1192, nested('', '1', '+1')], ['ternaries', 596, nested('a?b:', 'c', '')], ['assignments', 596, nested('a=', '1', '')], ['constructions', 596, nested('new ', 'a', '')],
    ['branches', 299, nested('if(1){', '', '}')], ['alternatives', 596, nested('if(1);else ', 'x', '')], ['loops', 599, nested('for(;;)', ';', '')], ['patterns', 598, levels => `let ${nested('[', 'a', ']')(levels)}=1`], ['awaits', 596, nested('await ', 'a', '')],
  ])('of %s may be %i levels deep and not one deeper', (_, levels, text) => {
    expect(compileBody(text(levels), { name: 'g', language: 'js' })).toMatchObject({ ok: true })
    expect(compileBody(text(levels + 1), { name: 'g', language: 'js' })).toMatchObject({ ok: false, reason: DEEP, position: { line: 1 } })
  })
})
