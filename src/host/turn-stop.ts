/** The end of a turn: runs STOP or TERMINATE there. Never throws into the host and never returns it a value. */
import type { Context } from '@deepseek-ai/cordis'
import type { Agent } from '@deepseek-ai/dsh-agent'
import { describeThrown } from '../errors.ts'
import { pointOfEnd } from '../point/turn-rules.ts'
import { off } from './listeners.ts'
import { lastFinish } from './shapes.ts'
import { unlessAborted } from './turn-memory.ts'
import type { TurnDesk } from './turn-memory.ts'

/** @returns the disposers of what was registered. */
export function mountTurnEnd(ctx: Context, desk: TurnDesk): (() => void)[] {
  const stopping = async (agent: Agent, signal: AbortSignal): Promise<void> => {
    desk.seen('agent/turn-stopping', agent)
    const turn = desk.turnOf(agent)
    turn.ending = true
    // A guard that still looks at the last call may say or keep something that STOP guards go by.
    await unlessAborted(Promise.all(turn.judging), signal)
    const point = pointOfEnd({ cancelled: signal.aborted, finish: turn.finish ?? lastFinish(agent), concluded: turn.concluded })
    if (point !== null && desk.needed(point) && desk.works(point)) await desk.judge().stop(desk.callers(agent), point, signal)
  }

  return [
    off(ctx.on('agent/turn-stopping', async ({ agent, signal }) => {
      try {
        await stopping(agent, signal)
      } catch (error) {
        desk.report(`STOP guards were skipped: ${describeThrown(error)}`)
      }
      // Nothing is returned: any value would keep the listeners behind this one from running.
    }, { prepend: true })),
    watchFinish(ctx, (agent, reason) => { desk.turnOf(agent).finish = reason }),
  ]
}

interface FinishChunk {
  readonly type?: string
  readonly reason?: { readonly kind?: string }
}

/** Newer hosts keep no chunks in the log and tell how an answer ended through an event of their own. */
function watchFinish(ctx: Context, finished: (agent: Agent, reason: string) => void): () => void {
  const on = ctx.on.bind(ctx) as unknown as (name: string, listener: (payload: unknown) => void) => () => boolean
  return off(on('agent/assistant-stream', (payload) => {
    const told = finishOf(payload)
    if (told !== null) finished(told.agent, told.reason)
  }))
}

/** Who finished an answer and how, from one frame of the stream; null for every other frame. */
export function finishOf(payload: unknown): { readonly agent: Agent, readonly reason: string } | null {
  const frame = payload as { readonly agent?: Agent, readonly chunk?: FinishChunk, readonly frame?: { readonly chunk?: FinishChunk } } | undefined
  const chunk = frame?.chunk ?? frame?.frame?.chunk
  const reason = chunk?.type === 'finish' ? chunk.reason?.kind : undefined
  return frame?.agent === undefined || typeof reason !== 'string' ? null : { agent: frame.agent, reason }
}
