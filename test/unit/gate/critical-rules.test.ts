import { describe, expect, it } from 'vitest'
import { compileRules, deadPatternNotes, specCandidates } from '../../../src/gate/critical-rules.ts'

describe('a pattern of criticalPaths', () => {
  it.each([
    ['/src/core/**', 'absolute'], ['C:\\src\\**', 'absolute'], ['~/src/**', 'absolute'], ['../other/**', 'out of the workspace'], ['src/../../x', 'out of the workspace'],
    ['!src/**', 'negated'], ['src/**/*.lean', 'specifications'], ['src\\core\\**', 'separated by "/"'],
  ])('%s is reported as dead: %s', (pattern, reason) => {
    expect(deadPatternNotes([pattern])).toEqual([expect.stringContaining(reason)])
    expect(compileRules([pattern])).toEqual([])
  })

  it.each([
    ['src/core/**', 'src/core/a/b.ts', true], ['./src/core/**', 'src/core/x.ts', true], ['src/core/*.ts', 'src/core/a/b.ts', false], ['**/*.ts', 'deep/x.ts', true],
    ['src/{core,api}/**', 'src/api/x.ts', true], ['.github/**', '.github/workflows/x.yml', true], ['src/core/**', 'SRC/core/x.ts', false],
    ['src/core', 'src/core/a/b.ts', true], ['src/core/', 'src/core/x.ts', true], [' src/core/** ', 'src/core/x.ts', true], ['src/core', 'src/core2/x.ts', false], ['src/x.ts', 'src/x.ts', true],
  ])('%s on %s: %s', (pattern, path, matches) => {
    expect(compileRules([pattern])[0]?.matches(path, false)).toBe(matches)
  })

  it('ignores case only where it is told to, composed and decomposed letters alike', () => {
    const [rule] = compileRules(['src/Caf\u00e9/**'])
    expect(rule?.matches('SRC/CAFE\u0301/x.ts', true)).toBe(true)
    expect(rule?.matches('SRC/CAFE\u0301/x.ts', false)).toBe(false)
  })
})

it.each([
  ['src/core/x.ts', ['src/core/x.spec.lean', 'src/core/x.ts.lean', 'src/core/specs/x.lean']],
  ['x.test.ts', ['x.test.spec.lean', 'x.test.ts.lean', 'specs/x.test.lean']],
  ['a/Makefile', ['a/Makefile.spec.lean', 'a/Makefile.lean', 'a/specs/Makefile.lean']],
  ['a/.env', ['a/.env.spec.lean', 'a/.env.lean', 'a/specs/.env.lean']],
])('specifications of %s are looked for in this order', (file, specs) => {
  expect(specCandidates(file)).toEqual(specs)
})
