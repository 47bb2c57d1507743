/** Calls as a model or another plugin could make them, through the host's own pipeline with every gate and guards at both of its Points. */
import { describe, expect, it, vi } from 'vitest'
import { guardedHost } from '../support/host/guarded-host.ts'
import { createRandom, seedFromEnvironment, type Random } from '../support/random.ts'
import { hostileText } from '../support/script/hostile-text.ts'

/** Each goes through two guards, two processes and the whole pipeline. */
const CALLS = Number(process.env['FUZZ_RUNS'] ?? 5_000)
const AT_ONCE = 25
const MARK = 'refuse-me'

const GUARDS = [
  { name: 'before', trigger: 'command', scriptBody: `if (JSON.stringify(vance.guard.command).includes('${MARK}')) vance.guard.deny('refused by before')` },
  { name: 'behind', trigger: 'result', scriptBody: "if (vance.guard.result.text.length < 0) vance.guard.block('never')" },
]

/** Every way in which a call may fail: the host's own, the tool's, and the words of a guard or a gate that refuses it. */
const MAY_FAIL = /^(?:$|tool: |tool call aborted|tool execution arguments must be|tool "\w+" returned invalid output|unknown tool |refused by before|Refused by |(?:null|undefined|text|\[object Object\])(?:\n|$))/

function randomArgs(random: Random, depth = 3): unknown {
  const kind = random.below(depth === 0 ? 4 : 7)
  if (kind === 0) return random.pick<unknown>([null, true, 0, -0, 1e308, 2 ** 53, '', MARK, 'src/core/x.ts', '../../etc/passwd', '{"command":', '\ud800', '\u0000'])
  if (kind < 4) return hostileText(random).slice(0, 2_000)
  if (kind === 4) return Array.from({ length: random.below(4) }, () => randomArgs(random, depth - 1))
  const keys = ['command', 'file_path', 'path', 'old_string', 'content', '__proto__', 'constructor', 'toString', 'length', 'then', '', hostileText(random).slice(0, 20)]
  return Object.fromEntries(Array.from({ length: random.below(4) }, () => [random.pick(keys), randomArgs(random, depth - 1)]))
}

/** What a tool gives back, or throws. */
function outcome(random: Random): unknown {
  const kind = random.below(6)
  if (kind === 0) throw new Error(`tool: ${hostileText(random).slice(0, 2_000)}`)
  if (kind === 1) throw random.pick<unknown>([null, undefined, 'text', { message: 1 }])
  return kind === 2 ? hostileText(random) : randomArgs(random) ?? 'done'
}

describe('the listeners in the host', () => {
  const seed = seedFromEnvironment()
  it(`neither throw, nor fail inside, nor let a refused call run, over ${CALLS} random calls (FUZZ_SEED=${seed})`, async () => {
    const random = createRandom(seed)
    const told: string[] = []
    const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => { told.push(String(text)); return true })
    const host = await guardedHost(GUARDS, { config: { repeatThreshold: 3, postWriteSyntax: true, tamperProtection: true, criticalPaths: ['src/core/**'] } })
    const ran: unknown[] = []
    for (const name of ['bash', 'write', 'edit', 'work']) host.tool(name, (args) => { ran.push(args); return outcome(random) })
    const agents = await Promise.all([host.createAgent(), host.createAgent()])
    const failures: unknown[] = []
    for (let done = 0; done < CALLS; done += AT_ONCE) {
      await Promise.all(Array.from({ length: AT_ONCE }, async () => {
        const args = randomArgs(random)
        const aborter = new AbortController()
        if (random.below(20) === 0) aborter.abort()
        const agent = random.below(5) === 0 ? undefined : random.pick(agents)
        const call = { name: random.pick(['bash', 'write', 'edit', 'work', 'absent', 'guard_status', '__proto__']), args, signal: aborter.signal, ...agent === undefined ? {} : { agent } }
        try {
          const result = await host.execute(call)
          const words = result.isError ? result.error.message : ''
          if (!MAY_FAIL.test(words)) failures.push({ seed, call, words })
        } catch (error) {
          failures.push({ seed, call, thrown: String(error) })
        }
      }))
    }
    stderr.mockRestore()
    expect(failures.slice(0, 3)).toEqual([])
    expect(ran.length).toBeGreaterThan(CALLS / 4)
    expect(ran.filter(args => JSON.stringify(args)?.includes(MARK))).toEqual([])
    expect(told.filter(line => /were skipped|was not recorded|unhandled/i.test(line))).toEqual([])
  })
})
