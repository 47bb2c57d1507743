/** One frame of every kind and form, in both directions. */
import type { HostFrame, RunFrameInput, RunnerFrame } from '../../../src/protocol.ts'

export const INPUT: RunFrameInput = {
  point: 'command', task: 't', request: 'r', output: '', round: 0, maxRounds: 3, naturalStop: true,
  command: { name: 'bash', args: { command: 'ls' }, callId: 'c1' },
  result: { isError: true, text: 'x', error: { message: 'm', code: null }, durationMs: 1.5 },
  mode: 'enforce', params: { a: [1] }, allowTools: false, now: 1000, loopScratch: { k: null },
  session: { sessionId: 's', agentId: 'a', rootSessionId: 's', cwd: '/w', isSubagent: false },
}

export const HOST_FRAMES: readonly HostFrame[] = [
  { t: 'load', hash: 'h', name: 'n', code: 'c', isAsync: true, maxSteps: 0 },
  { t: 'run', run: 1, hash: 'h', input: INPUT },
  { t: 'run', run: 2, hash: 'h', input: { ...INPUT, point: 'stop', command: null, result: null, loopScratch: null } },
  { t: 'ret', call: 1, ok: true, value: null },
  { t: 'ret', call: 2, ok: true, value: { a: 1 } },
  { t: 'ret', call: 3, ok: false, code: 'NOT_FOUND', message: 'm' },
]

export const RUNNER_FRAMES: readonly RunnerFrame[] = [
  { t: 'ready', node: '24.0.0' },
  { t: 'act', run: 1, action: { kind: 'deny', reason: 'r' } },
  { t: 'act', run: 1, action: { kind: 'ask', reason: '' } },
  { t: 'act', run: 1, action: { kind: 'block', feedback: 'f' } },
  { t: 'act', run: 1, action: { kind: 'replace', text: 't' } },
  { t: 'act', run: 1, action: { kind: 'setTurnPrompt', text: 't' } },
  { t: 'act', run: 1, action: { kind: 'notice', text: 't' } },
  { t: 'tell', run: 1, method: 'scratch.loop.set', args: ['k', { a: 1 }] },
  { t: 'call', run: 1, call: 2, method: 'llm.call', args: ['r', 'p', null] },
  { t: 'log', run: 1, line: { level: 'info', text: 't', data: [1, 2] } },
  { t: 'log', run: 1, line: { level: 'warn', text: 't', data: null } },
  { t: 'done', run: 1, fault: null, logsDropped: 0, cpuMs: 0.5 },
  { t: 'done', run: 1, fault: { code: 'script_threw', message: 'm', position: null }, logsDropped: 5, cpuMs: null },
  { t: 'done', run: 1, fault: { code: 'step_limit', message: 'm', position: { line: 3, column: 1 } }, logsDropped: 0, cpuMs: 12 },
]
