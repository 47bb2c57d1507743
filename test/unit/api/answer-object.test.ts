import { describe, expect, it } from 'vitest'
import { MAX_ANSWER, readAnswer } from '../../../src/api/answer-object.ts'
import type { JsonObject } from '../../../src/types.ts'

const any = (): null => null
const fire = (value: JsonObject): string | null => typeof value.fire === 'boolean' ? null : 'has no fire'

describe('an answer is found', () => {
  it.each<[string, string, JsonObject]>([
    ['plain', '{"fire": true, "reason": "x"}', { fire: true, reason: 'x' }],
    ['with space and a byte order mark around it', '\uFEFF \n{"fire": true}\n\n', { fire: true }],
    ['in a fence', '```json\n{"fire": true}\n```', { fire: true }],
    ['in a fence without a language, and space around it', '\n ```\n{"fire": true}\n```  \n', { fire: true }],
    ['in a fence of tildes, and in one on the same line', '~~~json\n{"fire": true}\n~~~', { fire: true }],
    ['in a fence on one line', '```json {"fire": true} ```', { fire: true }],
    ['in a longer fence', '````JSON\n{"fire": true}\n````', { fire: true }],
    ['with trailing commas', '{"fire": true, "list": [1, 2,],}', { fire: true, list: [1, 2] }],
    ['with comments that hold braces and quotes', '{"fire": true, // it\'s }\n /* "{ */ "n": 1}', { fire: true, n: 1 }],
    ['with single quotes and bare keys', "{fire: true, reason: 'it''.length'}".replace("''", "\\'"), { fire: true, reason: "it'.length" }],
    ['with a raw line break in a string', '{"fire": true, "reason": "one\ntwo\r\nthree"}', { fire: true, reason: 'one\ntwo\r\nthree' }],
    ['with a fence inside a string', '{"fire": true, "reason": "use ```js\\n1\\n```"}', { fire: true, reason: 'use ```js\n1\n```' }],
    ['with braces and quotes inside a string', '{"fire": true, "reason": "} \\" {"}', { fire: true, reason: '} " {' }],
    ['nested', '{"fire": true, "inner": {"fire": false, "n": [null, -1.5, +2]}}', { fire: true, inner: { fire: false, n: [null, -1.5, 2] } }],
  ])('%s', (_name, answer, value) => {
    expect(readAnswer(answer, fire)).toEqual({ ok: true, value })
  })

  it('keeps a key __proto__ as a key', () => {
    const reading = readAnswer('{"__proto__": {"fire": true}}', any)
    expect(reading.ok && Object.keys(reading.value)).toEqual(['__proto__'])
    expect(reading.ok && reading.value.fire).toBeUndefined()
  })
})

describe('no answer is invented', () => {
  it.each<[string, string, RegExp]>([
    ['nothing', '', /is empty/],
    ['only space', ' \n ', /is empty/],
    ['prose', 'I think it is fine.', /no complete JSON object/],
    ['a bare value', 'true', /no complete JSON object/],
    ['null', 'null', /no complete JSON object/],
    ['a list', '[1, 2]', /no complete JSON object/],
    ['an object cut off', '{"fire": true, "reason": "beca', /no complete JSON object/],
    ['an inner object of one cut off', '{"verdict": {"fire": true}', /no complete JSON object/],
    ['an inner object of a broken one', '{"not": {"fire": true}, note: oops}', /not JSON \(oops is not a value\)/],
    ['two that differ', '{"fire": true} {"fire": false}', /several JSON objects/],
    ['the same twice', '{"fire": true}\n{ "fire" : true }', /several JSON objects/],
    ['one in each of two fences', '```json\n{"fire": true}\n```\n```json\n{"fire": false}\n```', /several JSON objects/],
    ['a list of one', '[{"fire": false}]', /text around/],
    ['one in prose', 'My verdict is {"fire": false}, since it is done.', /text around/],
    ['one that is quoted in prose', 'The agent wrote {"fire": true}. That is not so.', /text around/],
    ['one behind a preface', 'Sure!\n{"fire": true}', /text around/],
    ['one before a remark', '{"fire": true}\nOn second thought, no.', /text around/],
    ['one behind a comment', '// {"fire": true}\n{"fire": false}', /text around/],
    ['a fence with prose on both sides', 'Here:\n```\n{"fire": true}\n```\nHope that helps.', /text around/],
    ['a fence that was never closed', '```json\n{"fire": true}', /text around/],
    ['one behind an example of the form', '{"fire": boolean, "reason": string} {"fire": true}', /several JSON objects/],
    ['one behind thoughts', '<think>{"fire": false}?</think>{"fire": true}', /text around/],
    ['inline code', '`{"fire": true}`', /text around/],
    ['one key twice', '{"fire": false, "fire": true}', /twice/],
    ['one key twice in two spellings', '{"fire": false, "\\u0066ire": true}', /twice/],
    ['a word for true', '{"fire": True}', /True is not a value/],
    ['a string for true', '{"fire": "true"}', /has no fire/],
    ['undefined', '{"fire": undefined}', /undefined is not a value/],
    ['a number that is not finite', '{"fire": 1e999}', /not finite/],
    ['a call', '{"fire": check()}', /has to be computed/],
    ['a shorthand', '{fire}', /without a plain value/],
    ['a spread', '{...{"fire": true}}', /without a plain value/],
    ['a getter', '{get fire() { return true }}', /without a plain value/],
    ['a computed key', '{["fire"]: true}', /without a plain value/],
    ['a gap in a list', '{"fire": true, "l": [1,,2]}', /gap/],
    ['a regular expression', '{"fire": /x/}', /has to be computed/],
    ['a big integer', '{"fire": 1n}', /has to be computed/],
    ['a template text', '{"fire": `x`}', /has to be computed/],
    ['an octal number', '{"fire": 010}', /not JSON/],
    ['a string joined over lines', '{"fire": true, "reason": "a\\\nb"}', /no complete JSON object/],
    ['many objects', '{"a": 1}'.repeat(33), /several JSON objects/],
    ['nested deeper than is read', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, /no complete JSON object/],
  ])('%s', (_name, answer, problem) => {
    const reading = readAnswer(answer, fire)
    expect(reading.ok).toBe(false)
    expect(!reading.ok && reading.problem).toMatch(problem)
  })

  it('reads an answer of exactly the limit and none above it, whatever the characters', () => {
    const sized = (units: number): string => `{"fire": true, "r": "${'ä'.repeat(units - 23)}"}`
    expect(sized(MAX_ANSWER)).toHaveLength(MAX_ANSWER)
    expect(readAnswer(sized(MAX_ANSWER), fire).ok).toBe(true)
    expect(readAnswer(sized(MAX_ANSWER + 1), fire)).toMatchObject({ ok: false, problem: expect.stringContaining(`${MAX_ANSWER + 1} characters`) })
  })

  it('reads nesting of exactly the limit', () => {
    expect(readAnswer(`${'{"a":'.repeat(64)}1${'}'.repeat(64)}`, any).ok).toBe(true)
  })
})

describe('long answers take no long time', () => {
  it.each<[string, string]>([
    ['open braces', '{'],
    ['open comments', '{/*'],
    ['quotes', "{'"],
    ['back quotes', '`'],
    ['fences', '```\n'],
    ['spaces and back quotes', '   ```x`\n'],
    ['empty objects', '{}'],
    ['empty objects in fences', '{}\n```\n'],
    ['backslashes', '{"\\'],
  ])('%s', (_name, piece) => {
    const begun = process.cpuUsage()
    readAnswer(piece.repeat(Math.floor(MAX_ANSWER / piece.length)), fire)
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(500)
  })
})
