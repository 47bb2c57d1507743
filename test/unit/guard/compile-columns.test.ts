import { describe, expect, it } from 'vitest'
import { ownPosition } from '../../../src/base/position.ts'
import { chain } from '../../../src/guard/columns.ts'
import { compileBody } from '../../../src/guard/compile-body.ts'
import { createLineIndex } from '../../../src/guard/lines.ts'

const JS = [
  'const w1 = w2 => w3 => ({ w4 }); while (w5) w6 = w7',
  'for (;;) { w1; for (const w2 of w3) w4 } function w5(w6) { w7 } w8',
  `w1('import(a)', w2, /<!--/, w3 --> w4, \`-->\${w5}\`) // import(\nw6; x => w7`,
  'let w1\r\nwhile (w2) w3\n\nw4; (() => w5)(); w6\u2028(() => w7)(w8)',
  'export {}; w1; () => w2\nclass A { w3() { w4 } static { w5 } w6 = () => w7; import(w8) {} }',
  '#!/x\nw1; (w2) => w3',
]
const TS = [
  'const w1: number = (w2 as any)!; const w3 = (x: string, w4?: w5): w6 => w7',
  'interface I { a: string }\nw1; type T = string\nenum E { A, B } w2; function f<T>(this: any, w3: T): void { w4 } w5',
  'import type { V } from "v"\nexport {}\nlet w1: Array<Map<string, number>> = w2 satisfies any; for (const w3 of w4 as any[]) w5<string>(w6)',
  'w1(`${w2}`, `` as any, w3`${w4}${w5}`)\nlet w6: string = `}` + w7; w8',
  'type A = { b: C }\r w1 as any; w2\u2028enum E { A } w3 as any; w4\rlet w5: any = w6\r\n;(w7 as any) + w8',
  'abstract class A<T> extends B<T> implements C { private w1: string = w2; constructor(public w3: number, w4 = 1) { super(); w5 } declare x: string; w6!: number; get w7(): string { return w8 } }',
]

const placeOf = (word: string, text: string): number => text.search(new RegExp(`\\b${word}\\b`))

describe('the column map of a compiled guard', () => {
  it.each([...JS.map(text => ({ text, language: 'js' as const })), ...TS.map(text => ({ text, language: 'ts' as const }))])('leads every word of $language back: $text', ({ text, language }) => {
    const outcome = compileBody(text, { name: 'g', language })
    if (!outcome.ok) throw new Error(`${outcome.reason} ${JSON.stringify(outcome.position)}`)
    const { code, columns } = outcome.compiled
    const [own, compiled] = [createLineIndex(text), createLineIndex(code)]
    const words = new Set(code.match(/\bw\d\b/g))
    expect(words.size).toBeGreaterThan(2)
    for (const word of words) {
      const place = compiled(placeOf(word, code))
      expect([word, ownPosition(columns, { line: place.line - 1, column: place.column })]).toEqual([word, own(placeOf(word, text))])
    }
  })

  it('leads inserted text to the place before which it was put', () => {
    const outcome = compileBody('a => bcd', { name: 'g', language: 'js' })
    const line = outcome.ok ? outcome.compiled.code.split('\n')[1] ?? '' : ''
    for (let column = line.indexOf('__vance'); column < line.indexOf('bcd'); column++) {
      expect(ownPosition(outcome.ok ? outcome.compiled.columns : undefined, { line: 1, column: column + 1 })).toEqual({ line: 1, column: 6 })
    }
  })

  it('is empty where nothing moved, and has no line on which nothing moved', () => {
    expect(compileBody('a\nb', { name: 'g', language: 'js' })).toMatchObject({ compiled: { columns: [] } })
    const outcome = compileBody('a;\n() => b;\nc', { name: 'g', language: 'js' })
    expect(new Set(outcome.ok ? outcome.compiled.columns?.map(([line]) => line) : [])).toEqual(new Set([2]))
  })

  it('joins two steps: what the first moved on lines that the second left, and the other way round', () => {
    expect(chain([[1, 1, 1], [1, 5, 9]], [[2, 1, 1], [2, 8, 4]])).toEqual([[1, 1, 1], [1, 1, 1], [1, 5, 9], [2, 1, 1], [2, 8, 4]].slice(1))
    // Step two puts 10 in at column 3; step one had taken 4 out before column 5.
    expect(chain([[1, 1, 1], [1, 5, 9]], [[1, 1, 1], [1, 13, 3]])).toEqual([[1, 1, 1], [1, 13, 3], [1, 15, 9]])
  })
})
