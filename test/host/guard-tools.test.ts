/**
 * What a guard may do with the machine, on the real host: tools at STOP, words for the human, subagents.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { GATES_OFF, guardedHost, ownWords } from '../support/host/guarded-host.ts'
import { bash, call, createHold, held, say } from '../support/model/model-reply.ts'
import { lastToolResult, textOf, toolResults, userTexts } from '../support/model/model-server.ts'
import type { ModelRequest } from '../support/model/model-server.ts'
import { testWorld } from '../support/host/test-world.ts'

const attempt = `const attempt = (what) => { try { return what() } catch (error) { return error.name + ' ' + error.code + ' ' + error.message } }
`

function wordsOf(request: ModelRequest | undefined): string {
  return (request?.messages ?? []).map(message => textOf(message.content)).join('\n')
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('tools of a guard', () => {
  it('a real build runs at STOP with allowTools, unjudged and uncounted; without allowTools there is an error that says so', async () => {
    const build = "vance.tools.call('bash', { command: 'sh build.sh', description: 'Build' }).text"
    const world = await testWorld({
      files: { 'build.sh': 'echo built >> builds.txt\necho "error TS2304: no such name" >&2\nexit 3\n' },
      script: [bash('touch forbidden'), bash('sh build.sh'), say('done'), bash('sh build.sh'), call('guard_status', { action: 'guards' }), say('over')],
      config: {
        ...GATES_OFF, repeatThreshold: 2,
        guard: [
          { name: 'judge', trigger: 'command', tools: ['bash'], scriptBody: "if (/forbidden/.test(vance.guard.command.args.command)) vance.guard.deny('not this')" },
          { name: 'judge-build', trigger: 'command', tools: ['bash'], scriptBody: "vance.guard.sessionValues.set('judged', [...vance.guard.sessionValues.get('judged') ?? [], vance.guard.command.callId])" },
          { name: 'watch', trigger: 'result', scriptBody: "vance.guard.sessionValues.set('seen', (vance.guard.sessionValues.get('seen') ?? 0) + 1)" },
          { name: 'no-right', trigger: 'stop', scriptBody: `${attempt}vance.process.notify(attempt(() => ${build}) + ' | ' + attempt(() => vance.documents.write('x.txt', 'x')) + ' | ' + vance.tools.list().map(tool => tool.name))` },
          { name: 'no-right-thrown', trigger: 'stop', scriptBody: build },
          {
            name: 'build', trigger: 'stop', maxRounds: 1, allowTools: true,
            scriptBody: `${attempt}const { sessionValues } = vance.guard
vance.tools.call('bash', { command: 'touch forbidden-for-the-agent', description: 'Allowed here' })
const output = [${build}, ${build}, ${build}]
const bad = attempt(() => vance.tools.call('read', { file_path: 'no-such-file.txt' }))
const unknown = attempt(() => vance.tools.call('no_such_tool', {}))
vance.process.notify('FOR THE HUMAN ONLY')
vance.process.progress('half way')
vance.guard.continueWith(['The build fails.', output[2], bad, unknown, vance.tools.has('bash'), sessionValues.get('judged').length, sessionValues.get('seen')].join('\\n'))`,
          },
        ],
      },
    })
    const { requests, stdout, stderr, session } = await world.run()
    expect(stdout).toBe('over\n')
    expect(lastToolResult(requests[1])).toBe('Error: not this')
    expect(readdirSync(world.workspace).sort()).toEqual(['build.sh', 'builds.txt', 'forbidden-for-the-agent'])
    expect(readFileSync(join(world.workspace, 'builds.txt'), 'utf8')).toBe('built\n'.repeat(5))

    const followUp = userTexts(requests[3]).at(-1) ?? ''
    expect(followUp).toMatch(/^\[completion-guard\] The build fails\.\n/)
    expect(followUp).toContain('error TS2304: no such name')
    expect(followUp).toContain('[exit code: 3]')
    expect(followUp).toMatch(/\nScriptHostError TOOL_FAILED .*no-such-file/)
    expect(followUp).toMatch(/\nScriptHostError NOT_FOUND tools\.call: this agent has no tool "no_such_tool"/)
    // Of the agent's two calls one was refused before this guard, and both results were seen; none of the guard's own six.
    expect(followUp).toMatch(/\ntrue\n1\n2\n/)
    expect(toolResults(requests[3] as ModelRequest).size).toBe(2)
    expect(JSON.stringify(session?.events.filter(event => event.type.startsWith('tool/')))).not.toContain('shooty-')

    // The agent's own second failure is the second that counts.
    expect(wordsOf(requests[3])).not.toMatch(/same failure|repeated/i)
    expect(wordsOf(requests[4])).toMatch(/same failure|repeated/i)

    expect(stderr).toMatch(/NOT_ALLOWED tools\.call\("bash", …\) needs allowTools: true in this guard's configuration/)
    expect(stderr).toMatch(/\| ScriptHostError NOT_ALLOWED documents\.write needs allowTools: true/)
    expect(stderr).toContain('| process_spawn\n')
    const id = (session?.id ?? '').replace('session-', '').slice(0, 8)
    expect(stderr).toContain(`shooty [${id}] info: build: FOR THE HUMAN ONLY\n`)
    expect(stderr).toContain('info: build: half way')
    expect(requests.map(wordsOf).join('\n')).not.toMatch(/FOR THE HUMAN ONLY|half way/)
    const status = lastToolResult(requests[5])
    expect(status).toMatch(/no-right-thrown: loaded[^]*?errors 1[^]*?last error: [^\n]*needs allowTools: true/)
  })

  it('ends with the run that called it', async () => {
    let stillAlive: boolean | null = null
    const world = await testWorld({
      files: { 'a.txt': 'text' },
      script: (request) => {
        if (request.index === 0) return call('read', { file_path: 'a.txt' })
        const pid = Number(readFileSync(join(world.workspace, 'pid'), 'utf8'))
        stillAlive = alive(pid)
        return say('over')
      },
      config: {
        ...GATES_OFF, timeoutMs: 6_000,
        guard: [{ name: 'slow', trigger: 'command', allowTools: true, scriptBody: "vance.tools.call('bash', { command: 'echo $$ > pid; exec sleep 300', description: 'Slow' })" }],
      },
    })
    const { requests } = await world.run()
    expect(lastToolResult(requests[1])).toMatch(/^Error: Refused: guard "slow" \(guard\[0\]\) could not judge this call \(/)
    expect(stillAlive).toBe(false)
  })
})

describe('process.spawn', () => {
  it('starts a real subagent and does not wait for it; its calls are judged as usual', async () => {
    const mainAsked = createHold()
    const childDone = createHold()
    const isChild = (request: ModelRequest): boolean => !wordsOf(request).includes('ORIGINAL PROMPT')
    const world = await testWorld({
      script(request) {
        if (!isChild(request)) {
          mainAsked.release()
          return held(childDone, say('over'))
        }
        if (toolResults(request).size === 0) return held(mainAsked, bash('touch by-child'))
        childDone.release()
        return say('child over')
      },
      config: {
        ...GATES_OFF,
        guard: [
          { name: 'spawner', trigger: 'start', scriptBody: "vance.process.notify('spawned ' + vance.process.spawn({ task: 'the spawned task', label: 'helper' }))" },
          { name: 'judge', trigger: 'command', tools: ['bash'], scriptBody: "vance.guard.deny(vance.context.isSubagent ? 'not for a subagent' : 'not for main')" },
        ],
      },
    })
    const { requests, stdout, stderr, sessions } = await world.run({ prompt: 'ORIGINAL PROMPT' })
    expect(stdout).toBe('over\n')
    const child = requests.filter(isChild)
    expect(child).toHaveLength(2)
    expect(wordsOf(child[0])).toContain('the spawned task')
    expect(lastToolResult(child[1])).toBe('Error: not for a subagent')
    expect(existsSync(join(world.workspace, 'by-child'))).toBe(false)
    const log = sessions.find(one => one.isSubagent)
    expect(log?.header.parentSession).toBe(sessions.find(one => !one.isSubagent)?.id)
    expect(stderr).toMatch(/info: spawner: spawned \S+\n/)
  })

  it('says what is missing where the profile has no subagents', async () => {
    const host = await guardedHost([{ name: 'spawner', trigger: 'start', scriptBody: `${attempt}vance.guard.notice(attempt(() => vance.process.spawn({ task: 'x' })))\nvance.guard.notice(attempt(() => vance.tools.call('process_spawn', { task: 'x' })))` }], { script: [say('over')] })
    await host.prompt(await host.createAgent(), 'go')
    const words = ownWords(host.requests[0]).join('\n')
    expect(words).toContain('ScriptHostError UNAVAILABLE process.spawn: this profile has no subagents; add a subagent provider to it')
    expect(words).toContain('ScriptHostError UNAVAILABLE tools.call("process_spawn"): this profile has no subagents')
  })
})
