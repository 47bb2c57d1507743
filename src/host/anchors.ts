/**
 * Whether this host still has the places that Shooty hangs on. Told from the host's own code by shape:
 * an event that its emitter no longer names is not there, whatever the version says.
 */
import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { Point } from '../types.ts'

/** The events that each Point needs, and who emits them. */
const NEEDED: Readonly<Record<Point, { readonly tools?: readonly string[], readonly agent?: readonly string[], readonly prompt?: readonly string[] }>> = {
  start: { agent: ['agent/inbox/claimed', 'agent/pre-step'], prompt: ['system-prompt/assemble'] },
  command: { tools: ['tools/pre-execute'] },
  result: { tools: ['tools/post-execute', 'tools/result'] },
  stop: { agent: ['agent/turn-stopping'] },
  terminate: { agent: ['agent/turn-stopping'], tools: ['tools/result'] },
}

/** What each Point asks of an agent, as a path of members; without it the Point cannot do what it is for. */
const MEMBERS: Readonly<Partial<Record<Point, readonly string[]>>> = {
  stop: ['steer', 'session.deriveMessages'],
  terminate: ['steer', 'session.deriveMessages'],
}

export interface AnchorCheck {
  /** An event of ours was called: proof that outweighs any reading of code. */
  seen(event: string): void
  /** The driver of an agent, for the events that only it emits, and for what it is asked to do. @returns true for the first one. */
  driver(agent: Agent): boolean
  /** What is missing for this Point; empty when nothing is known to be missing. */
  missing(point: Point): readonly string[]
}

export function createAnchorCheck(ctx: Context): AnchorCheck {
  const called = new Set<string>()
  let driver: object | null = null
  const lacks = (emitter: object | null | undefined, event: string): boolean =>
    !called.has(event) && emitter !== null && emitter !== undefined && namesNoSuchEvent(emitter, event)

  return {
    seen(event) { called.add(event) },
    driver(agent) {
      if (driver !== null) return false
      driver = agent
      return true
    },
    missing(point) {
      const need = NEEDED[point]
      return [
        ...(need.tools ?? []).filter(event => lacks(ctx.tools, event)),
        ...(need.prompt ?? []).filter(event => lacks(ctx.get('systemPrompt') as object | undefined, event)),
        ...(need.agent ?? []).filter(event => lacks(driver, event)),
        ...(MEMBERS[point] ?? []).filter(path => driver !== null && !has(driver, path)),
        ...point === 'command' && typeof ctx.tools.guard !== 'function' ? ['tools.guard'] : [],
      ]
    },
  }
}

function has(object: object, path: string): boolean {
  let value: unknown = object
  for (const name of path.split('.')) value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  return typeof value === 'function'
}

/** Only a class whose code can be read and names events of this family, but not this one, counts as lacking it. */
function namesNoSuchEvent(emitter: object, event: string): boolean {
  const family = event.slice(0, event.indexOf('/') + 1)
  const code = classText(emitter)
  return code.includes(`'${family}`) || code.includes(`"${family}`) ? !code.includes(event) : false
}

function classText(emitter: object): string {
  const made: unknown = Object.getPrototypeOf(emitter)
  const constructor: unknown = typeof made === 'object' && made !== null ? made.constructor : undefined
  return typeof constructor === 'function' ? Function.prototype.toString.call(constructor) : ''
}
