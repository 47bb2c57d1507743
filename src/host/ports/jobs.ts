/** Background work of a session that has not ended, from the host's job service; none where a host has no such service. */
import type { Agent } from '@deepseek-ai/dsh-agent'
import type { Context } from '@deepseek-ai/cordis'
import { oneLine } from '../../base/text.ts'
import type { TurnView } from '../../types.ts'

interface JobShape {
  readonly id?: unknown
  readonly kind?: unknown
  readonly label?: unknown
  readonly status?: unknown
}

const OPEN: ReadonlySet<unknown> = new Set(['running', 'stopping'])
const MAX_JOBS = 50
const MAX_LABEL = 500

export function runningJobs(ctx: Context, agent: Agent | undefined): TurnView['running'] {
  const jobs = ctx.get('jobs') as { list?(caller?: Agent): unknown } | undefined
  if (agent === undefined || typeof jobs?.list !== 'function') return []
  const listed: unknown = jobs.list(agent)
  if (!Array.isArray(listed)) return []
  return (listed as readonly JobShape[]).filter(job => OPEN.has(job.status)).slice(0, MAX_JOBS)
    .map(job => ({ id: String(job.id), kind: String(job.kind), label: oneLine(String(job.label), MAX_LABEL) }))
}
