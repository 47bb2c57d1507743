/**
 * COMMAND on the real host: a refused call does not run, its reason is read, everything else is as if
 * nobody had looked, and the session can be resumed with Shooty and without it.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { onEachHost, onEveryHost } from '../support/host/each-host.ts'
import { bash, bashArgs, call, calls, say } from '../support/model/model-reply.ts'
import { lastToolResult, toolResults } from '../support/model/model-server.ts'
import type { ModelRequest } from '../support/model/model-server.ts'
import { testWorld } from '../support/host/test-world.ts'

const noDelete = {
  script: 'no-delete.js',
  text: "const { args } = vance.guard.command\nif (/\\brm\\b/.test(args.command)) vance.guard.deny('deleting is for the human')\n",
}

function resultOf(request: ModelRequest | undefined, id: string): string {
  return request === undefined ? '' : toolResults(request).get(id) ?? ''
}

onEveryHost(({ version }) => {
  it('a refused call did not run, the next request carries the reason, and an allowed call runs untouched', async () => {
    const script = [bash('rm -rf build'), bash('echo kept > out.txt; cat out.txt'), say('over')]
    const files = { 'build/app.js': '1' }
    const guarded = await testWorld({ host: version, files, script, guards: { 'no-delete.js': noDelete.text }, config: { guard: [{ script: noDelete.script, trigger: 'command' }] } })
    const run = await guarded.run()
    expect(run).toMatchObject({ code: 0, stdout: 'over\n' })
    expect(readdirSync(join(guarded.workspace, 'build'))).toEqual(['app.js'])
    expect(lastToolResult(run.requests[1])).toBe('Error: deleting is for the human')
    expect(readFileSync(join(guarded.workspace, 'out.txt'), 'utf8')).toBe('kept\n')

    const plain = await testWorld({ host: version, files, script, shooty: false })
    const without = await plain.run()
    expect(lastToolResult(run.requests[2])).toBe(lastToolResult(without.requests[2]))
  })
})

onEachHost(({ version }) => {
  it('a session in which a guard refused is resumed with Shooty, and again after Shooty was removed', async () => {
    const world = await testWorld({
      host: version,
      script: [bash('rm -rf build'), say('first'), bash('rm -rf build'), say('second'), bash('rm -rf build'), say('third')],
      files: { 'build/app.js': '1' },
      guards: { 'no-delete.js': noDelete.text },
      config: { guard: [{ script: noDelete.script, trigger: 'command' }] },
    })
    const { session } = await world.run()
    const id = session?.id ?? ''
    expect(session?.events.filter(event => event.type.includes('shooty'))).toEqual([])

    const again = await world.resume(id)
    expect(again).toMatchObject({ code: 0, stdout: 'second\n' })
    expect(lastToolResult(again.requests[1])).toContain('deleting is for the human')
    expect(existsSync(join(world.workspace, 'build'))).toBe(true)

    await world.configure(null)
    await world.home.plugin('headless', 'remove', 'dsh-shooty')
    const without = await world.resume(id)
    expect(without).toMatchObject({ code: 0, stdout: 'third\n' })
    expect(existsSync(join(world.workspace, 'build'))).toBe(false)
  })
})

describe('kinds of calls', () => {
  it('each of several calls in one message is judged, text arguments of malformed JSON and unknown tools too', async () => {
    const guard = `const { name, args } = vance.guard.command
if (name === 'bash' && typeof args === 'object' && args.command.includes('two')) vance.guard.deny('two is refused')
if (typeof args === 'string') vance.guard.deny('malformed: ' + args)
if (name === 'no_such_tool') vance.guard.deny('unknown: ' + name)
`
    const world = await testWorld({
      script: [
        calls([
          { name: 'bash', args: bashArgs('touch one') }, { name: 'bash', args: bashArgs('touch two') },
          { name: 'bash', args: '{"command": "touch three"' }, { name: 'no_such_tool', args: {} }, { name: 'bash', args: bashArgs('touch five') },
        ]),
        say('over'),
      ],
      config: { guard: [{ scriptBody: guard, trigger: 'command' }] },
    })
    const { requests } = await world.run()
    expect(readdirSync(world.workspace).sort()).toEqual(['five', 'one'])
    expect(resultOf(requests[1], 'call_0_1')).toBe('Error: two is refused')
    expect(resultOf(requests[1], 'call_0_2')).toBe('Error: malformed: {"command": "touch three"')
    expect(resultOf(requests[1], 'call_0_3')).toBe('Error: unknown: no_such_tool')
  })

  onEachHost(({ version, codeMode }) => {
    it('inner calls of code mode are judged one by one', async () => {
      const code = `const results = []
for (const word of ['good', 'bad', 'late']) {
  try { await tools.bash({ command: 'touch ' + word, description: 'x' }); results.push(word + ' ran') } catch (error) { results.push(word + ': ' + error.message) }
}
return results.join('; ')`
      const world = await testWorld({
        host: version, script: [call('run_code', { code, language: 'javascript', description: 'x' }), say('over')],
        config: { guard: [{ scriptBody: "if (vance.guard.command.name === 'bash' && vance.guard.command.args.command.includes('bad')) vance.guard.deny('bad is refused')", trigger: 'command' }] },
      })
      const { requests } = await world.run({ env: { DSH_TOOLS_MODE: codeMode } })
      expect(readdirSync(world.workspace).sort()).toEqual(['good', 'late'])
      expect(lastToolResult(requests[1])).toContain('bad is refused')
      expect(lastToolResult(requests[1])).toContain('late ran')
    })
  })

  it("a subagent's calls are judged, and the guard knows whose they are", async () => {
    const guard = `const { isSubagent, sessionId, rootSessionId } = vance.context
if (vance.guard.command.name !== 'bash') return
vance.guard.deny((isSubagent ? 'sub' : 'main') + ' ' + (sessionId === rootSessionId ? 'root' : 'child'))
`
    const world = await testWorld({
      script: request => request.messages.some(message => message.role === 'tool')
        ? say('over')
        : JSON.stringify(request.messages).includes('the delegated work')
          ? bash('touch sub')
          : calls([{ name: 'bash', args: bashArgs('touch main') }, { name: 'subagent', args: { prompt: 'the delegated work', description: 'work', run_in_background: false } }]),
      config: { guard: [{ scriptBody: guard, trigger: 'command' }] },
    })
    const { requests } = await world.run()
    expect(readdirSync(world.workspace)).toEqual([])
    const results = requests.flatMap(request => [...toolResults(request).values()])
    expect(results).toContain('Error: main root')
    expect(results).toContain('Error: sub child')
  })
})

describe('what a COMMAND guard is for and what it sees', () => {
  it('tools and agents choose the calls; params, context and both scratches are there', async () => {
    const world = await testWorld({
      files: { 'a.txt': 'text' },
      script: [bash('touch one'), call('read', { file_path: 'a.txt', path: 'a.txt' }), bash('touch two'), say('over')],
      config: {
        guard: [
          { name: 'only-read', scriptBody: "vance.guard.deny('reading is refused')", trigger: 'command', tools: ['re*'] },
          { name: 'only-sub', scriptBody: "vance.guard.deny('subagents only')", trigger: 'command', agents: 'sub' },
          {
            name: 'second-call', trigger: 'command', tools: ['bash'], params: { limit: 1 },
            scriptBody: `const { loopValues, sessionValues } = vance.guard
const count = (loopValues.get('count') ?? 0) + 1
loopValues.set('count', count)
sessionValues.set('seen', [...(sessionValues.get('seen') ?? []), vance.guard.command.callId])
if (count > vance.params.limit) vance.guard.deny('call ' + count + ' in ' + vance.context.cwd + ' of ' + sessionValues.get('seen').length)`,
          },
        ],
      },
    })
    const { requests } = await world.run()
    expect(readdirSync(world.workspace).sort()).toEqual(['a.txt', 'one'])
    expect(lastToolResult(requests[2])).toBe('Error: reading is refused')
    expect(lastToolResult(requests[3])).toBe(`Error: call 2 in ${world.workspace} of 2`)
  })

  it('the first refusal refuses and later guards are not run; an empty reason still refuses', async () => {
    const world = await testWorld({
      script: [bash('touch one'), bash('touch two'), say('over')],
      config: {
        guard: [
          { name: 'first', scriptBody: "if (vance.guard.command.args.command.includes('one')) vance.guard.deny('first')", trigger: 'command', tools: ['bash'] },
          { name: 'second', scriptBody: "vance.guard.deny('')", trigger: 'command', tools: ['bash'] },
        ],
      },
    })
    const { requests } = await world.run()
    expect(readdirSync(world.workspace)).toEqual([])
    expect(lastToolResult(requests[1])).toBe('Error: first')
    expect(lastToolResult(requests[2])).toContain('guard "second"')
  })

  it('ask is refused where nobody can answer', async () => {
    const world = await testWorld({ script: [bash('touch one'), say('over')], config: { guard: [{ scriptBody: "vance.guard.ask('really?')", trigger: 'command' }] } })
    const { requests } = await world.run()
    expect(readdirSync(world.workspace)).toEqual([])
    expect(lastToolResult(requests[1])).toContain('approval')
  })

  it('guard_status is never gated', async () => {
    const world = await testWorld({
      script: [call('guard_status', { action: 'status' }), bash('touch one'), say('over')],
      config: { guard: [{ name: 'everything', scriptBody: "vance.guard.deny('nothing goes')", trigger: 'command' }] },
    })
    const { requests } = await world.run()
    expect(lastToolResult(requests[1])).toContain('everything')
    expect(lastToolResult(requests[1])).not.toContain('nothing goes')
    expect(lastToolResult(requests[2])).toBe('Error: nothing goes')
  })
})
