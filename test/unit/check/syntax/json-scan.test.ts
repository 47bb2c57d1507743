import { describe, expect, it } from 'vitest'
import { createJsonChecker } from '../../../../src/check/syntax/json.ts'
import { scanJson } from '../../../../src/check/syntax/json-scan.ts'

const session = { sessionId: 's', agentId: 's', rootSessionId: 's', cwd: '/w', isSubagent: false }
const check = (path: string, text: string | Uint8Array): unknown =>
  createJsonChecker().check({ session, path, bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text }, { timeoutMs: 1, signal: new AbortController().signal })

describe('the scanner', () => {
  it.each<[string, number, RegExp]>([
    ['', 0, /ends where a value/],
    ['{"a": 1', 7, /before "}"/],
    ['[1, 2', 5, /before "]"/],
    ['{"a" 1}', 5, /":" after the key, found "1"/],
    ['{a: 1}', 1, /key in double quotes/],
    ["{'a': 1}", 1, /key in double quotes/],
    ['[1 2]', 3, /"," or "]"/],
    ['{"a":1}}', 7, /after the end/],
    ['[01]', 2, /"," or "]"/],
    ['[+1]', 1, /expected a value/],
    ['[1.]', 2, /"," or "]"/],
    ['[NaN]', 1, /"NaN" is not/],
    ['[True]', 1, /"True" is not/],
    ['["a\nb"]', 3, /line break/],
    ['["\\x"]', 2, /no JSON escape/],
    ['["\\u12g4"]', 2, /no JSON escape/],
    ['["abc', 5, /inside a string/],
    ['[1]\n{"b":2}', 4, /after the end/],
    [']', 0, /expected a value/],
    ['{]', 1, /key in double quotes/],
    ['[}', 1, /expected a value/],
    ['/', 0, /expected a value/],
  ])('stops in %j at %i', (text, offset, message) => {
    const problem = scanJson(text, false)
    expect(problem?.offset).toBe(offset)
    expect(problem?.message).toMatch(message)
  })

  it('agrees with JSON.parse about what is JSON', () => {
    const texts = ['1', '-0.5e+10', '"\\u00e4\\n"', 'null', '[]', '{}', '[[[]]]', ' {"a":[1,{"b":null}],"c":"x"} \n', '[1,]', '{,}', '{"a":1,}', '[,1]', '--1', '1e', '"\t"', 'tru', '{"a":}', '[1,2]]', '"a" "b"', '\u00a01', '0x1', '.5', '1_000', '/**/1', '[1]//']
    for (const text of texts) {
      let valid = true
      try { JSON.parse(text) } catch { valid = false }
      expect([text, scanJson(text, false) === null]).toEqual([text, valid])
    }
  })

  it('takes comments and trailing commas only when it is lenient', () => {
    const text = '// a\n{ /* b */ "a": [1, 2,], // c\n "b": {"x": 1,}, }\n// end'
    expect(scanJson(text, true)).toBeNull()
    expect(scanJson(text, false)?.message).toBe('a comment')
    expect(scanJson('[1,]', false)?.message).toMatch(/comma before/)
    expect(scanJson('{"a":1,}', false)?.message).toMatch(/comma before/)
    expect(scanJson('[,]', true)).not.toBeNull()
    expect(scanJson('[1,,]', true)).not.toBeNull()
    expect(scanJson('{"a":1} /* open', true)?.message).toMatch(/never closed/)
  })

  it('needs no stack and little time for depth and length', () => {
    const began = Date.now()
    expect(scanJson('['.repeat(1_000_000), false)?.offset).toBe(1_000_000)
    expect(scanJson('['.repeat(500_000) + ']'.repeat(500_000), false)).toBeNull()
    expect(scanJson(`[${'{"a":1},'.repeat(120_000)}1]`, false)).toBeNull()
    expect(scanJson('"' + '\\n'.repeat(500_000) + '"', false)).toBeNull()
    expect(scanJson('/**/'.repeat(250_000), true)?.message).toMatch(/ends where/)
    expect(Date.now() - began).toBeLessThan(5_000)
  })
})

describe('a JSON file', () => {
  it('is told the line and the column of its error', async () => {
    expect(await check('/w/a.json', '{\n  "a": 1\n  "b": 2\n}\n')).toEqual({ kind: 'errors', total: 1, diagnostics: [{ message: 'expected "," or "}", found "\\""'.replace('\\', ''), line: 3, column: 3 }] })
  })

  it.each([
    ['/w/tsconfig.json', '{ // c\n "a": 1, }'],
    ['/w/tsconfig.build.json', '{ /* c */ }'],
    ['/w/.vscode/anything.json', '{ "a": 1, }'],
    ['/w/x.code-workspace', '// c\n{}'],
    ['/w/x.jsonc', '// c\n[1,]'],
    ['/w/.eslintrc.json', '// c\n{}'],
    ['/w/deno.json', '{"a": 1,}'],
    ['/w/empty.jsonc', '\n'],
    ['/w/bom.json', '\uFEFF{"a": 1}'],
    ['/w/helm.json', '{"a": {{ .Values.a }}}'],
    ['/w/jinja.json', '{% if x %}{"a": 1}{% endif %}'],
    ['/w/erb.json', '{"a": <%= x %>}'],
  ])('%s may hold %j', async (path, text) => {
    expect(await check(path, text)).toEqual({ kind: 'ok' })
  })

  it.each([
    ['/w/package.json', '{"a": 1,}'],
    ['/w/empty.json', ''],
    ['/w/tsconfig.json', '{"a": 1 "b": 2}'],
    ['/w/doubled.json', '{{"a": 1}}'],
  ])('%s may not hold %j', async (path, text) => {
    expect(await check(path, text)).toMatchObject({ kind: 'errors', total: 1 })
  })

  it('names the place of a comment in words, so that one that moved is not a new error', async () => {
    expect(await check('/w/a.json', '{\n // c\n}')).toEqual({ kind: 'errors', total: 1, diagnostics: [{ message: 'a comment (line 2, column 2) is allowed only in JSON with comments', line: null, column: null }] })
  })

  it('is left alone when its bytes are no text', async () => {
    expect(await check('/w/a.json', new Uint8Array([0x7b, 0xff, 0x7d]))).toEqual({ kind: 'ok' })
  })
})
