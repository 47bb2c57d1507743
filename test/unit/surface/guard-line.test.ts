import { describe, expect, it } from 'vitest'
import { firstKey, firstWord, parseValue, unquoted } from '../../../src/surface/guard-line.ts'

describe('a line', () => {
  it.each([
    ['', '', ''], ['  ', '', ''], ['get', 'get', ''], [' off  a b ', 'off', 'a b'], ['inline a\n  b\n', 'inline', 'a\n  b'], ['x\ty', 'x', 'y'],
  ])('%j begins with %j, and %j is left', (text, word, rest) => {
    expect(firstWord(text)).toEqual({ word, rest })
  })

  it.each([
    ['key 1', 'key', '1'], ['"a key" 1 2', 'a key', '1 2'], ['"a \\" \\u00e4" x', 'a " ä', 'x'], ['"a"', 'a', ''], ['"', '"', ''], ['"a"b c', '"a"b', 'c'], ['"bad \\x" 1', '"bad', '\\x" 1'], ['', '', ''],
  ])('with a key, %j begins with %j, and %j is left', (text, word, rest) => {
    expect(firstKey(text)).toEqual({ word, rest })
  })

  it.each([['./a b.js', './a b.js'], [' "a b.js" ', 'a b.js'], ['\'a.js\'', 'a.js'], ['"a', '"a'], ['""', ''], ['a"b"', 'a"b"']])('%j means %j', (text, meant) => {
    expect(unquoted(text)).toBe(meant)
  })

  it.each([
    ['1', 1], ['-0.5', -0.5], ['true', true], ['null', null], ['"text"', 'text'], ['{"a":[1]}', { a: [1] }],
    ['text', 'text'], ['two words', 'two words'], ['01', '01'], ['{a:1}', '{a:1}'], ['NaN', 'NaN'], ['\'x\'', '\'x\''], ['undefined', 'undefined'],
  ])('the value %j is %j', (text, value) => {
    expect(parseValue(text)).toEqual(value)
  })
})
