/** `guard_status` as text that a person, or a model, can read; made from the data alone. */
import type { DecisionRecord } from '../types.ts'
import type { GuardStatus, StatusData } from './status.ts'

export function statusText(data: StatusData): string {
  const head = [`Shooty: ${data.summary}`, `at load: ${data.selfCheck ?? 'the check is under way'}`]
  switch (data.action) {
    case 'status': return [...head, ...points(data), ...gates(data), ...session(data), ...counters(data), ...notes(data)].join('\n')
    case 'guards': return [...head, ...(data.guards.length === 0 ? ['no guards are configured'] : data.guards.flatMap(guardLines)), ...notes(data)].join('\n')
    case 'recent': return [...head, ...recent(data)].join('\n')
    case 'targets': return [...head, ...target(data), ...notes(data)].join('\n')
  }
}

function points(data: StatusData): string[] {
  return ['points:', ...data.points.map(point => `  ${point.point}: ${point.active ? 'active' : point.detail.startsWith('not active') ? 'NOT ACTIVE' : 'idle'} (${point.detail})`)]
}

function gates(data: StatusData): string[] {
  return ['gates:', ...data.gates.map(gate => `  ${gate.gate}: ${gate.active ? 'on' : 'off'} (${gate.detail})`)]
}

function session(data: StatusData): string[] {
  if (data.session === null) return []
  const { rounds, pendingNotices, runtimeGuard } = data.session
  return [`session: ${rounds} follow-up rounds used, ${pendingNotices} notices waiting, runtime guard ${runtimeGuard ?? 'none'}`]
}

function counters(data: StatusData): string[] {
  const { 'vance.guard.evaluations': evaluations, ...plain } = data.counters
  const list = (values: Readonly<Record<string, number>>): string => Object.entries(values).map(([name, value]) => `${name} ${value}`).join(', ')
  return [`counters: ${list(plain)}`, `evaluations: ${list(evaluations)}`]
}

function guardLines(guard: GuardStatus): string[] {
  const where = guard.file ?? 'inline'
  const times = guard.p50Ms === null ? '' : `, p50 ${guard.p50Ms} ms, p95 ${guard.p95Ms ?? guard.p50Ms} ms`
  return [
    `  ${guard.name}: ${guard.state === 'broken' ? 'BROKEN' : guard.state}, ${guard.trigger}${guard.tools === null ? '' : ` of ${guard.tools.join(' ')}`}, ${guard.mode}, ${where}${guard.hash === null ? '' : `, ${guard.hash}`}`,
    guard.runs === 0 ? '    runs 0: never asked' : `    runs ${guard.runs}: fired ${guard.fired}, denied ${guard.denied}, asked ${guard.asked}, passed ${guard.passed}, errors ${guard.errors}, capped ${guard.capped}, observed ${guard.observed}${times}`,
    ...guard.tokens.calls === 0 ? [] : [`    model: ${guard.tokens.calls} answered requests, ${guard.tokens.input} tokens in, ${guard.tokens.output} tokens out`],
    ...guard.lastOutcomes.length === 0 ? [] : [`    last: ${guard.lastOutcomes.join(', ')}`],
    ...guard.reason === null ? [] : [`    ${guard.state === 'loaded' ? 'note' : 'reason'}: ${guard.reason}`],
    ...guard.lastError === null ? [] : [`    last error: ${guard.lastError}`],
    ...guard.warnings.map(warning => `    warning: ${warning}`),
  ]
}

function recent(data: StatusData): string[] {
  if (data.recent.length === 0) return ['no decisions yet']
  return data.recent.map(one => `  ${decisionLine(one)}`)
}

/** One decision on one line. */
export function decisionLine(one: DecisionRecord): string {
  const what = one.wouldBe !== null ? `${one.outcome} (would be ${one.wouldBe})` : one.ended === undefined ? one.outcome : `${one.outcome} (${one.ended})`
  const tool = one.tool === null ? '' : ` ${one.tool}`
  return `${new Date(one.time).toISOString()} ${one.guard} ${one.point}${tool}: ${what}, ${Math.round(one.ms * 100) / 100} ms${one.reason === null ? '' : ` - ${one.reason}`}`
}

function target(data: StatusData): string[] {
  if (data.target === null) return ['targets needs a path, and a session whose workspace it belongs to']
  const { path, rule, looked, found, state } = data.target
  return [
    `${path}: ${data.target.protected ? `protected by ${rule ?? 'a rule'}` : 'not protected'}`,
    ...looked.length === 0 ? [] : [`  specification looked for: ${looked.join(', ')}; ${found === null ? 'none is there' : `found ${found}`}`],
    `  ${state}`,
  ]
}

function notes(data: StatusData): string[] {
  return data.notes.length === 0 ? [] : ['notes:', ...data.notes.map(note => `  - ${note}`)]
}
