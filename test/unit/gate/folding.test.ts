import { describe, expect, it } from 'vitest'
import { MAX_END, MAX_FOLDED_END, foldMessage } from '../../../src/gate/failure/fold.ts'

describe('one failure in many dresses', () => {
  it.each<[string, string, readonly string[]]>([
    ['POSIX paths', 'cannot open <path>: No such file', ['/tmp/a', '/home/u/deep/er/b.txt', './x', '../x/y', '~/notes', '//srv/share/x', '/a', '/tmp/my\\ dir/file', '/tmp/my dir/file.txt', '/Users/John Smith/notes', 'src/a.ts', 'a/b/c', 'notes.md', '/logs/2024/01/02/app-1.log', '/tmp/tmp.Xa31/run-1700000000/3b18e512dba79e4c', '/w/550e8400-e29b-41d4-a716-446655440000', '2024-01-02/x.log',  'src/gate'.concat('/x')].map(path => `cannot open ${path}: No such file`)],
    ['quoted paths, with spaces', 'open <path> failed', ['\'/tmp/a b/c\'', '"/tmp/x"', '`./a b/c`', '"C:\\My Files\\a b.txt"', '\'src/my file.ts\'', '"a b.txt"', '\'\\\\srv\\share\\x y\''].map(path => `open ${path} failed`)],
    ['Windows paths', 'cannot open <path> now', ['C:\\a\\b.txt', 'd:/x/y', 'C:\\Program Files\\Foo\\bar.exe', 'C:\\Program Files (x86)\\Foo\\bar.exe', '\\\\server\\share\\f', '\\\\?\\C:\\very\\long', '.\\x\\y', 'a\\b\\c.txt'].map(path => `cannot open ${path} now`)],
    ['a path in words that begin with an apostrophe', 'can\'t open file <path>: [Errno 2]', ['can\'t open file \'/tmp/x y/z.py\': [Errno 2]', 'can\'t open file \'/q.py\': [Errno 2]']],
    ['positions in a file', '<path>: error TS2304: no foo', ['src/a.ts(12,5): error TS2304: no foo', 'b.ts:99:1: error TS2304: no foo', '/w/c.ts:7: error TS2304: no foo']],
    ['lines and columns in words', 'File <path>, line <n>, in f', ['File "/usr/x.py", line 10, in f', 'File "y.py", line 4711, in f']],
    ['file URLs', 'at <path>', ['at file:///tmp/a/b.mjs:3', 'at file:///C:/x/y.mjs:3:1', 'at /x/y']],
    ['dates and times', 'at <time> it broke', ['2024-01-02', '2024-01-02T03:04:05.678Z', '2024-01-02 03:04:05+02:00', '2024/01/02 03:04', '02/01/2024, 3:04 PM', '02.01.2024', '12:34:56', '12:34:56,789', '3:04 PM', 'Mon, 02 Jan 2024 03:04:05 GMT', 'Jan  2 03:04:05', '2 Jan 2024', 'January 2, 2024'].map(time => `at ${time} it broke`)],
    ['durations', 'after <time> it broke', ['12ms', '1.5s', '3m 2s', '30000 ms', '5 seconds', '2 min', '1h'].map(time => `after ${time} it broke`)],
    ['sizes and shares', 'used <size>, <percent> done', ['used 12 MB, 4% done', 'used 1.5GiB, 99.9 % done', 'used 312 bytes, 12% done']],
    ['uuids and hashes', 'no <id> here', ['550e8400-e29b-41d4-a716-446655440000', 'a1b2c3d', '3b18e512dba79e4c8300dd08aeb37f8e728b8dad', 'DEADBEEF1', 'req_011CSHoEeqs5C35K2UUqR7Fy', 'sha512-abcDEF123+/abcDEF123456==', '0x7ffd12345678', '0xdeadbeef00'].map(id => `no ${id} here`)],
    ['long numbers', 'item <n> is gone', ['123456', '1700000000000', '99999999999999999999'].map(id => `item ${id} is gone`)],
    ['numbers that only count', 'attempt <n>: pid <n>', ['attempt 1: pid 7', 'attempt 2 of 5: pid 4194304', 'attempt 3/5: pid 12']],
    ['addresses of other machines, with their ports', 'connect ECONNREFUSED <address> now', ['connect ECONNREFUSED 10.0.0.1:8080 now', 'connect ECONNREFUSED 10.0.0.2:8081 now', 'connect ECONNREFUSED 192.168.1.20 now', 'connect ECONNREFUSED [fe80::1]:443 now', 'connect ECONNREFUSED [2001:db8::7]:8080 now']],
    ['picked ports', 'connect 127.0.0.1:<port> failed', ['connect 127.0.0.1:53412 failed', 'connect 127.0.0.1:40001 failed']],
    ['colours, titles, cursor moves', 'Error: x y', ['\u001b[31mError\u001b[0m: x y', '\u001b[1;38;5;196mError:\u001b[m x y', '\u001b]0;title\u0007Error: x \u001b[2K\u001b[1Gy', '\u009b31mError: x\u200b y', 'Error: x\r\ny', '\u001b]8;;http://l\u001b\\Error: x y']],
    ['temporary names', 'lost <tmp> now', ['tmp.Xa3kQ', 'tmp-81fa2', 'tmpab12cd_x', 'tmp_Q1w2E3'].map(name => `lost ${name} now`)],
    ['names with a process id', 'worker-<n> died', ['worker-48213 died', 'worker.4194304 died', 'worker_12345 died']],
    ['the query of an URL', 'GET https://h.io/v1/u failed', ['GET https://h.io/v1/u?token=1 failed', 'GET https://h.io/v1/u?a=b&ts=99#x failed', 'GET HTTPS://h.io/v1/u failed', 'GET https://me:pw@h.io/v1/u failed']],
    ['spaces and line breaks', 'a b c', ['a  b\n\nc', ' a\tb\r\nc ', 'a b c']],
  ])('%s', (_name, folded, dresses) => {
    expect(dresses.map(dress => [dress, foldMessage(dress)])).toEqual(dresses.map(dress => [dress, folded]))
  })
})

describe('two causes stay two', () => {
  it.each([
    ['exit code 1', 'exit code 2'],
    ['HTTP 404', 'HTTP 500'],
    ['Bad request: 404', 'Bad request: 400'],
    ['connect 127.0.0.1:5432', 'connect 127.0.0.1:3000'],
    ['connect [::1]:5432', 'connect [::1]:3000'],
    ['connect 10.0.0.1:5432', 'connect 127.0.0.1:5432'],
    ['port 5432', 'port 3306'],
    ['SQLSTATE 23505', 'SQLSTATE 23503'],
    ['ORA-00942', 'ORA-01017'],
    ['errno 10061', 'errno 10060'],
    ['error code -32601', 'error code -32602'],
    ['error TS2304', 'error TS2307'],
    ['error 0x80070005', 'error 0x80070002'],
    ['exited with 0xC0000005', 'exited with 0xC0000135'],
    ['Cannot find module \'lodash\'', 'Cannot find module \'react\''],
    ['Cannot find package \'@a/b\'', 'Cannot find package \'@a/c\''],
    ['expected text/html', 'expected text/plain'],
    ['windows-1252', 'windows-1251'],
    ['user.name is undefined', 'user.mail is undefined'],
    ['test adds two numbers failed', 'test subtracts two numbers failed'],
    ['TestParserHandlesUtf8Sequences', 'TestParserHandlesUtf16Sequences'],
    ['expected 3 to be 4', 'expected 3 to be 5'],
    ['needs Python 3.11', 'needs Python 3.12'],
    ['GET https://a.io/x', 'GET https://b.io/x'],
    ['GET https://a.io/users', 'GET https://a.io/orders'],
    ['"old_string" not found', '"old_string" matched 2 times'],
    ['5 failed, 10 passed', '6 failed, 9 passed'],
    ['1 / 2', '1 / 3'],
    ['true and/or false', 'true or false'],
    ['facade', 'decade'],
  ])('%s, %s', (one, other) => {
    expect(foldMessage(one)).not.toBe(foldMessage(other))
  })
})

describe('the bounds', () => {
  it('reads a text of twice the bound whole, and of one unit more only the ends', () => {
    const middle = (length: number): string => `${'head '.repeat(10)}${'x '.repeat((length - 100) / 2)}${'tail '.repeat(10)}`
    const within = middle(2 * MAX_END).slice(0, 2 * MAX_END)
    expect(foldMessage(within).startsWith('head')).toBe(true)
    expect(foldMessage(`${within} y`).endsWith(' y')).toBe(true)
  })

  it.each([[2 * MAX_FOLDED_END, false], [2 * MAX_FOLDED_END + 1, true]])('cuts a folded text of %i units: %s', (length, isCut) => {
    const folded = foldMessage('zy'.repeat(length).slice(0, length))
    expect(folded.includes(' … ')).toBe(isCut)
    expect(folded.length).toBe(isCut ? 2 * MAX_FOLDED_END + 3 : length)
  })

  it('cuts after folding: a longer path decides nothing', () => {
    const text = (path: string): string => `${'word '.repeat(395)}${path} is missing ${'word '.repeat(10)}`
    expect(foldMessage(text(`/${'long/'.repeat(300)}x`))).toBe(foldMessage(text('/x')))
  })

  it('finds huge outputs the same that differ in the middle, and in volatile parts at the cut', () => {
    const huge = (id: string, middle: string): string => `${'compiling '.repeat(300)}${`/w/${id}/file.o `.repeat(200)}${middle.repeat(100_000)}${`/w/${id}/file.o `.repeat(200)}${'linking '.repeat(300)}\nundefined symbol foo`
    expect(foldMessage(huge('a', 'p '))).toBe(foldMessage(huge('bbbb', 'qq ')))
    expect(foldMessage(huge('a', 'p '))).not.toBe(foldMessage(`${huge('a', 'p ')}bar`))
  })

  it('takes megabytes in the time of kilobytes', () => {
    const began = performance.now()
    foldMessage(`${'/a'.repeat(20_000_000)} x`)
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})
