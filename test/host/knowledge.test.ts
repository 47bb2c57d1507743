/**
 * What guards know, on the real host: a call by what it runs and changes, a turn by what was done, and a
 * result that the model reads otherwise.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bash, call, calls, say } from '../support/model/model-reply.ts'
import { lastToolResult, userTexts } from '../support/model/model-server.ts'
import { testWorld } from '../support/host/test-world.ts'

const quiet = { tamperProtection: false, postWriteSyntax: false, repeatThreshold: 0 }
const guard = (trigger: string, scriptBody: string, rest: object = {}) => ({ ...quiet, guard: [{ name: 'g', trigger, scriptBody, ...rest }] })

describe('a COMMAND guard by what a call runs', () => {
  it('refuses every spelling, and lets mere words pass', async () => {
    const dangerous = ['rm -r build', '"r"m build -r', 'bash -c "rm -r build"', 'echo build | xargs rm -r', 'find build -exec rm -r {} +', 'sudo -n rm -r build', 'x=rm; $x -r build']
    const harmless = ['echo "rm -r build"', 'git log --grep "rm -r"', 'printf %s rm']
    const world = await testWorld({
      config: guard('command', "if (vance.guard.command.shell?.commands.some(({ program }) => program === 'rm')) vance.guard.deny('Deleting is for the human.')"),
      script: [...dangerous, ...harmless].map(command => bash(command)).concat(say('done')),
      files: { 'build/a': '1' },
    })
    const { requests } = await world.run({ prompt: 'go' })
    const results = requests.slice(1).map(request => lastToolResult(request))
    expect(results.slice(0, dangerous.length).every(text => text.includes('Deleting is for the human.')), results.join('\n')).toBe(true)
    expect(results.slice(dangerous.length).some(text => text.includes('Deleting'))).toBe(false)
  })

  it('refuses by what is changed, whichever tool does it', async () => {
    const world = await testWorld({
      config: guard('command', "if (vance.guard.command.writes.some(({ path, inside }) => inside && path.endsWith('/keep.txt'))) vance.guard.deny('keep.txt stays as it is.')"),
      script: [
        call('write', { file_path: 'keep.txt', content: 'x' }), call('edit', { file_path: 'keep.txt', old_string: 'a', new_string: 'b' }), bash('echo x > keep.txt'), bash('cd . && sed -i s/a/b/ ./keep.txt'),
        bash('cat keep.txt'), call('write', { file_path: 'other.txt', content: 'x' }), say('done'),
      ],
      files: { 'keep.txt': 'a' },
    })
    const { requests } = await world.run({ prompt: 'go' })
    expect(requests.slice(1).map(request => lastToolResult(request).includes('keep.txt stays'))).toEqual([true, true, true, true, false, false])
    expect(readFileSync(join(world.workspace, 'keep.txt'), 'utf8')).toBe('a')
  })
})

describe('a STOP guard by what the turn did', () => {
  const stop = `
    const { calls, files, running } = vance.guard.turn
    vance.guard.notice(JSON.stringify({ calls: calls.map(c => [c.name, c.outcome, c.commands.map(x => x.program), c.writes.length]), files: files.map(f => f.split('/').pop()), running: running.length }))
    if (vance.guard.round === 0) vance.guard.continueWith('once more')`

  it('knows the calls with their ends, what they changed, and nothing of the turn before', async () => {
    const world = await testWorld({
      config: guard('stop', stop),
      script: [
        calls([{ name: 'write', args: { file_path: 'a.txt', content: '1' } }]), bash('npm test; exit 3'), call('read', { file_path: 'none.txt' }), bash('echo x > b.txt'), say('All is well.'), say('Really.'), say('Yes.'),
      ],
    })
    const { requests } = await world.run({ prompt: 'go' })
    const told = requests.flatMap(request => userTexts(request)).filter(text => text.includes('"calls"'))
    expect(JSON.parse(/\{.*\}/.exec(told[0] ?? '')?.[0] ?? '{}')).toEqual({
      calls: [['write', 'done', [], 1], ['bash', 'failed', ['npm', 'exit'], 0], ['read', 'failed', [], 0], ['bash', 'done', ['echo'], 1]], files: ['a.txt', 'b.txt'], running: 0,
    })
  })

  it('dev-done.js asks after a change without a check, whatever is said, and not after one', async () => {
    const world = await testWorld({
      config: { ...quiet, guard: [{ script: 'dev-done.js' }] },
      script: [call('write', { file_path: 'a.js', content: '1' }), say('Done. All tests pass.'), bash('node --test'), say('Done.')],
    })
    const { requests } = await world.run({ prompt: 'go' })
    expect(requests).toHaveLength(4)
    expect(userTexts(requests[2]).join('\n')).toContain('no check has run well since the last change')
  })
})

describe('a RESULT guard that replaces', () => {
  it('the model reads the new text and the old nowhere; the session can be resumed', async () => {
    const world = await testWorld({
      config: { ...quiet, guard: [{ script: 'redact-secrets.js', trigger: 'result' }] },
      script: [call('read', { file_path: '.env' }), bash('cat .env; exit 1'), say('done')],
      files: { '.env': 'DB_PASSWORD=hunter2secret\nNAME=x\n' },
    })
    const run = await world.run({ prompt: 'go' })
    expect(lastToolResult(run.requests[1])).toContain('DB_PASSWORD=[redacted: password]')
    expect(lastToolResult(run.requests[1])).toContain('NAME=x')
    expect(lastToolResult(run.requests[2])).toContain('[redacted: password]')
    expect(JSON.stringify(run.requests)).not.toContain('hunter2secret')
    world.model.push(say('again'))
    const resumed = await world.resume(run.session?.id ?? '', { prompt: 'go on' })
    expect(resumed.code, resumed.stderr).toBe(0)
    expect(JSON.stringify(resumed.requests)).not.toContain('hunter2secret')
  })

  it('guards behind read what the guards before made of it', async () => {
    const world = await testWorld({
      config: { ...quiet, guard: [
        { name: 'one', trigger: 'result', scriptBody: "vance.guard.replace(vance.guard.result.text.replace('secret', '***'))" },
        { name: 'two', trigger: 'result', scriptBody: "vance.guard.replace(vance.guard.result.text + ' (seen)')" },
      ] },
      script: [bash('echo a secret'), say('done')],
    })
    const { requests } = await world.run({ prompt: 'go' })
    expect(lastToolResult(requests[1])).toBe('a ***\n (seen)')
  })
})
