/** `vance.guard`: the actions, and the Points at which each is allowed. */
import { GuardError } from '../errors.ts'
import { MAX_REPLACEMENT } from '../protocol.ts'
import type { Point } from '../types.ts'
import { optionalTextOf, textOf } from './arguments.ts'
import type { FacadeKit } from './facade-kit.ts'

/** null: everywhere. */
const ALLOWED = {
  deny: ['command'],
  ask: ['command'],
  block: ['result'],
  replace: ['result'],
  continueWith: ['stop', 'terminate'],
  setTurnPrompt: ['start'],
  activateSkill: null,
  deactivateSkill: null,
  notice: null,
} as const satisfies Record<string, readonly Point[] | null>

type ActionName = keyof typeof ALLOWED

const MAX_SKILL_NAME = 256

export function createActions({ input, channel, expose }: FacadeKit): Record<ActionName, (...args: unknown[]) => unknown> {
  const action = <T>(name: ActionName, run: (...args: readonly unknown[]) => T) => expose((...args) => {
    assertAllowed(name, input.point)
    return run(...args)
  })
  return {
    deny: action('deny', reason => { channel.act({ kind: 'deny', reason: optionalTextOf('the reason of deny', reason) ?? '' }) }),
    ask: action('ask', reason => { channel.act({ kind: 'ask', reason: optionalTextOf('the reason of ask', reason) ?? '' }) }),
    block: action('block', feedback => { channel.act({ kind: 'block', feedback: optionalTextOf('the feedback of block', feedback) ?? '' }) }),
    replace: action('replace', text => { channel.act({ kind: 'replace', text: textOf('the text of replace', text, MAX_REPLACEMENT) }) }),
    setTurnPrompt: action('setTurnPrompt', text => { channel.act({ kind: 'setTurnPrompt', text: textOf('the text of setTurnPrompt', text) }) }),
    notice: action('notice', text => { channel.act({ kind: 'notice', text: textOf('the text of notice', text) }) }),
    continueWith: action('continueWith', prompt =>
      channel.call('guard.continueWith', [textOf('the prompt of continueWith', prompt)]) === true),
    activateSkill: action('activateSkill', (name, args) =>
      channel.call('guard.activateSkill', [textOf('the name of activateSkill', name, MAX_SKILL_NAME), optionalTextOf('the arguments of activateSkill', args)]) === true),
    deactivateSkill: action('deactivateSkill', name =>
      channel.call('guard.deactivateSkill', [textOf('the name of deactivateSkill', name, MAX_SKILL_NAME)]) === true),
  }
}

function assertAllowed(name: ActionName, point: Point): void {
  const points: readonly Point[] | null = ALLOWED[name]
  if (points === null || points.includes(point)) return
  throw new GuardError('WRONG_ACTION', `${name} cannot be used at the Point "${point}"; it is allowed at ${points.map(allowed => `"${allowed}"`).join(' and ')} only`)
}
