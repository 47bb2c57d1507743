import { describe, expect, it } from 'vitest'
import { chooseChecker, shebangProgram } from '../../../../src/check/syntax/choose.ts'
import { looksBinary } from '../../../../src/check/syntax/source-text.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const CHECKERS = [
  { id: 'python', extensions: ['.py'], shebangs: ['python'] },
  { id: 'javascript', extensions: ['.js', '.mjs'], shebangs: ['node'] },
]

describe('the checker of a file', () => {
  it.each([
    ['/w/a.py', '', 'python'],
    ['/w/A.PY', '', 'python'],
    ['C:\\w\\a.mjs', '', 'javascript'],
    ['/w/tool', '#!/usr/bin/python3.11 -u\n', 'python'],
    ['/w/tool', '#! /usr/bin/env python3\r\n', 'python'],
    ['/w/tool', '#!/usr/bin/env -S LANG=C node --flag\n', 'javascript'],
    ['/w/tool.txt', '#!/usr/bin/env node\n', 'javascript'],
    ['/w/tool', '#!/bin/sh\n# python\n', null],
    ['/w/tool', 'no first line of that kind\n#!/usr/bin/python3', null],
    ['/w/a.py', '#!/usr/bin/python2\nprint "x"\n', null],
    ['/w/a.py', '#!/usr/bin/env python2.7\n', null],
    ['/w/a.md', '', null],
    ['/w.py/a', '', null],
    ['/w/.py', '', null],
    ['/w/{{cookiecutter.name}}/a.py', '', null],
  ])('%s that begins with %j', (path, text, id) => {
    expect(chooseChecker(CHECKERS, path, bytes(text))?.id ?? null).toBe(id)
  })

  it.each([['#!', null], ['#!/usr/bin/env', null], ['#!/usr/bin/env -S', null], [`#!/${'x'.repeat(1_000)}`, 'x'.repeat(253)]])('reads %j in bounded space', (line, program) => {
    expect(shebangProgram(bytes(line))).toBe(program)
  })
})

describe('bytes that are no text', () => {
  it.each<[string, Uint8Array, boolean]>([
    ['a NUL early', new Uint8Array([65, 0, 66]), true],
    ['UTF-16 with its mark', new Uint8Array([0xff, 0xfe, 65, 0]), false],
    ['plain text', bytes('ä'), false],
    ['nothing', new Uint8Array(), false],
  ])('%s', (_name, content, binary) => { expect(looksBinary(content)).toBe(binary) })
})
