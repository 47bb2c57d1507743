import { describe, expect, it } from 'vitest'
import { compileGuard } from '../../../src/guard/compile.ts'
import { compileBody } from '../../../src/guard/compile-body.ts'

describe('a TypeScript guard', () => {
  it.each([
    'const a: number = 1; return a as unknown', 'type A = string; interface B { a: A }\nreturn await (1 satisfies number)', 'import type { V } from "dsh-shooty/vance"; export {}\nreturn (vance as V).params',
    'enum E { A = 1, B }\nreturn E.B', 'function f<T>(x?: T): asserts x is NonNullable<T> {}\nreturn f!(1)', 'class A<T> { constructor(private readonly x: T) {} declare y: string; z!: number }\nreturn new A<string>("a")',
    '#!/usr/bin/env node\nreturn 1', 'declare const vance: any\nreturn vance.params', 'let x = <any>1; return x',
  ])('compiles: %j', (text) => {
    expect(compileBody(text, { name: 'g', language: 'ts' })).toMatchObject({ ok: true, compiled: { warnings: [] } })
  })

  it.each<[string, string, number, number]>([
    ['a\nlet x: = 1', 'does not parse as TypeScript: Unexpected token', 2, 8],
    ['{\\u{', 'does not parse as TypeScript: Unexpected token', 1, 5],
    ['a\ninterface A { b:\u2028 C }\nd', 'a line separator (U+2028 or U+2029) stands among types: use a plain line end', 2, 17],
    ['const x: number = 1\nbad bad', 'does not parse as TypeScript: Unexpected token, expected ";"', 2, 5],
    // Errors that only show in the plain script behind it have the place in the TypeScript.
    ['let a: string; let a: number', "does not parse: Identifier 'a' has already been declared", 1, 20],
    // The code of an enum is longer than the line that it stands on.
    ['enum A {\n B,\n C\n,\n C\n}', "does not parse: Identifier 'C' has already been declared", 5, 3],
    ['const x: any = await import("y")', 'import(): a guard imports nothing: everything it can use is in vance', 1, 22],
    ['import fs from "node:fs"; fs.a', 'import statement: a guard imports nothing: everything it can use is in vance', 1, 1],
    ['let a: string = __vance_tick', 'names that begin with __vance_ are reserved: rename it', 1, 17],
  ])('that is wrong is refused with its own place: %j', (text, reason, line, column) => {
    expect(compileBody(text, { name: 'g', language: 'ts' })).toEqual({ ok: false, reason, position: { line, column } })
  })

  it('is refused for an undeclared name at its own place', () => {
    expect(compileGuard('const x: Array<string> = consle as any', { name: 'g', language: 'ts' }))
      .toEqual({ ok: false, reason: 'consle is declared nowhere and would read as undefined', position: { line: 1, column: 26 } })
  })

  it('is not plain JavaScript: types in a .js guard are an error', () => {
    expect(compileBody('const a: number = 1', { name: 'g', language: 'js' })).toMatchObject({ ok: false, position: { line: 1, column: 8 } })
  })
})
