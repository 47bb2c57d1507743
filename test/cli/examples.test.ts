import { describe, expect, it } from 'vitest'
import { cliWorld } from '../support/cli/run-cli.ts'

const PUSH = "const pushes = vance.guard.command.shell?.commands.some(({ program, args }) => program === 'git' && args.includes('push'))\nconst tested = vance.guard.turn.calls.some(call => call.outcome === 'done' && call.commands.some(({ program, args }) => program === 'npm' && args[0] === 'test'))\nif (pushes && !tested) vance.guard.deny('Run npm test first.')\n"
const RIGHT = `
- { call: git push origin main, expect: { deny: npm test } }
- { name: wrapped, call: "bash -c 'git push'", expect: deny }
- { call: git push, turn: { calls: [npm test] }, expect: pass }
- { call: git push, turn: { calls: [{ tool: bash, args: { command: npm test }, outcome: failed }] }, expect: deny }
- { call: { tool: write, args: { file_path: a, content: git push } }, expect: pass }
`

describe('test', () => {
  it('runs the examples beside a guard', async () => {
    const world = await cliWorld()
    await world.write({ 'guards/push.js': PUSH, 'guards/push.examples.yml': RIGHT })
    const { code, out } = await world.run('test')
    expect(out).toBe('✓ guards/push.examples.yml (5)\n5 passed, 0 failed\n')
    expect(code).toBe(0)
  })

  it('names file, line and what happened instead of one that differs', async () => {
    const world = await cliWorld()
    await world.write({ 'push.js': PUSH, 'push.examples.yml': '- call: git push\n  expect: pass\n- call: git status\n  expect: deny\n- call: git push\n  expect: { deny: other words }\n' })
    const { code, out } = await world.run('test', 'push.examples.yml')
    expect(code).toBe(1)
    expect(out).toContain('✗ push.examples.yml:1 git push\n    expected that it passes, but deny: "Run npm test first.')
    expect(out).toContain('✗ push.examples.yml:3 git status\n    expected deny, got pass')
    expect(out).toContain('without the words "other words"')
    expect(out).toContain('0 passed, 3 failed')
  })

  it('a guard that fails is a fault, and no refusal that was meant', async () => {
    const world = await cliWorld()
    await world.write({ 'bad.js': 'vance.guard.command.nothing.x\n', 'bad.examples.yml': '- { call: ls, expect: deny }\n- { call: ls, expect: fault }\n' })
    const { code, out } = await world.run('test')
    expect(code).toBe(1)
    expect(out).toMatch(/expected deny, got fault \(bad: script_threw at line 1: TypeError/)
    expect(out).toContain('1 passed, 1 failed')
  })

  it('gives judges and tools the answers that stand in the example', async () => {
    const world = await cliWorld()
    await world.write({
      'judge.js': "const v = vance.llm.callForJson('command-guard', 'Is this command safe?', { command: vance.guard.command.name, args: vance.guard.command.args })\nif (!v.safe) vance.guard.deny(v.reason)\n",
      'judge.examples.yml': '- { call: ls, answers: [{ safe: true, reason: x }], expect: pass }\n- { call: ls, answers: [{ safe: false, reason: bad idea }], expect: { deny: bad idea } }\n- { call: ls, expect: { fault: no answer was given } }\n- { call: ls, answers: [{ safe: true, reason: x }, 2], expect: pass }\n',
    })
    const { out } = await world.run('test')
    expect(out).toContain('1 of the answers were not asked for')
    expect(out).toContain('3 passed, 1 failed')
  })

  it.each([
    ['- { call: ls }\n', ':1 expect is missing'], ['- { call: ls, expekt: pass }\n', ':1 unknown key "expekt"'], ['- { call: ls, expect: refuses }\n', 'expect is "refuses"; it is one of'], ['- { point: sometime, output: x, expect: pass }\n', 'point is "sometime"'],
    ['- [x\n', ':2 '], ['a: 1\n', ':1 the file holds a list'], ['- { point: command, expect: pass }\n', 'needs a call'],
  ])('what is wrong in a file (%j) is said with its line', async (text, words) => {
    const world = await cliWorld()
    await world.write({ 'g.js': 'vance.log.info("x")\n', 'g.examples.yml': text })
    const { code, out } = await world.run('test')
    expect(code).toBe(1)
    expect(out).toContain(words)
  })

  it('reads lines of commands against the gates and guards of the profile', async () => {
    const world = await cliWorld()
    await world.profile('p', "- id: shooty\n  config:\n    guard:\n      - { name: g, trigger: command, scriptBody: \"if (vance.guard.command.shell?.commands.some(c => c.program === 'curl')) vance.guard.deny('no')\" }\n")
    await world.write({ 'cases.jsonl': '{"id":"1","command":"curl x","expect":"block"}\n{"command":"ls","expect":"allow"}\n\n{"command":"ls","expect":"block"}\nnot json\n' })
    const { code, out } = await world.run('test', '--profile', 'p', 'cases.jsonl')
    expect(code).toBe(1)
    expect(out).toContain('✗ cases.jsonl:4 ls')
    expect(out).toContain('! cases.jsonl:5 ')
    expect(out).toContain('2 passed, 2 failed')
  })

  it('the examples of the bundled guards hold', async () => {
    const world = await cliWorld()
    const { code, out } = await world.run('test', new URL('../../guards', import.meta.url).pathname)
    expect(out).toMatch(/\d+ passed, 0 failed/)
    expect(code).toBe(0)
  })
})

describe('check', () => {
  it('is in order for a profile whose scripts compile and whose examples hold', async () => {
    const world = await cliWorld()
    await world.write({ '../home/guards/push.js': PUSH, '../home/guards/push.examples.yml': RIGHT })
    await world.profile('p', '- id: shooty\n  config:\n    guard:\n      - { script: push.js, trigger: command }\n')
    const { code, out } = await world.run('check', '--profile', 'p')
    expect(out).toContain('In order: the configuration, its scripts and 5 examples')
    expect(code).toBe(0)
  })

  it('names the key, the file and the line of what is not', async () => {
    const world = await cliWorld()
    await world.write({ '../home/guards/bad.js': 'const a = 1\nif (\n', '../home/guards/push.js': PUSH, '../home/guards/push.examples.yml': '- { call: git push, expect: pass }\n' })
    await world.profile('p', '- id: shooty\n  config:\n    guard:\n      - { script: bad.js, trigger: command }\n      - { script: push.js, trigger: command }\n      - { script: none.js, trigger: command }\n')
    const { code, out } = await world.run('check', '--profile', 'p')
    expect(code).toBe(1)
    expect(out).toMatch(/bad\.js:\d+: guard bad is broken/)
    expect(out).toContain('none: guard none is broken: "none.js" was not found')
    expect(out).toMatch(/push\.examples\.yml:1 git push/)
    await world.profile('q', '- id: shooty\n  config:\n    guard:\n      - { script: a.js, triger: command }\n')
    const wrong = await world.run('check', '--profile', 'q')
    expect([wrong.code, wrong.out]).toEqual([1, expect.stringMatching(/cordis\.patch\.yml.*guard\[0\]\.triger/s)])
  })
})
