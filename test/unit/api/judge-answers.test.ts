import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LLM_SETTINGS, hostCall, llmCapability, runContext, scriptedModel } from '../../support/session/api-run.ts'

/** One answer as models give it, and what its author means; null: that cannot be known. */
interface GivenAnswer {
  readonly kind: string
  readonly verdict: boolean | null
  readonly answer: string
  readonly truncated?: true
}

const given = readFileSync(new URL('../../fixtures/judge/answers.jsonl', import.meta.url), 'utf8').trimEnd().split('\n').map(line => JSON.parse(line) as GivenAnswer)
/** What the judge says when it is asked again; where the meaning of the first answer is not known, it has to be this. */
const AGAIN = 'asked again'

/** @returns the verdict, the reason, and how often the model was asked. */
async function judged({ answer, truncated, verdict }: GivenAnswer): Promise<{ readonly safe: unknown, readonly reason: unknown, readonly asked: number }> {
  const model = scriptedModel([
    { kind: 'text', text: answer, truncated: truncated === true, inputTokens: 1, outputTokens: 1 }, JSON.stringify({ safe: verdict ?? false, reason: AGAIN }),
  ])
  const capability = llmCapability(model.port, { settings: LLM_SETTINGS })
  const value = await hostCall(capability, 'llm.callForJson', ['command-guard', 'Is this safe?', { command: 'x' }], runContext()) as { readonly safe: unknown, readonly reason: unknown }
  return { safe: value.safe, reason: value.reason, asked: model.requests.length }
}

/** Kinds whose answers are their object and nothing else: none of them is asked again. */
const WHOLE = new Set(['plain', 'pretty', 'fenced', 'more keys'])

describe('200 answers of judges', () => {
  it('lead to no verdict that their author did not mean; only what is no object alone is asked again', async () => {
    expect(given).toHaveLength(200)
    const wrong: GivenAnswer[] = []
    const again = new Map<string, { asked: number, of: number }>()
    for (const one of given) {
      const { safe, reason, asked } = await judged(one)
      if (safe !== (one.verdict ?? false) || (one.verdict === null && reason !== AGAIN)) wrong.push(one)
      const count = again.get(one.kind) ?? { asked: 0, of: 0 }
      again.set(one.kind, { asked: count.asked + asked - 1, of: count.of + 1 })
    }
    expect(wrong).toEqual([])
    const total = [...again.values()].reduce((sum, one) => sum + one.asked, 0)
    console.log([`asked again: ${total} of ${given.length}`, ...[...again].map(([kind, one]) => `  ${kind}: ${one.asked} of ${one.of}`)].join('\n'))
    for (const [kind, { asked, of }] of again) {
      if (WHOLE.has(kind)) expect([kind, asked]).toEqual([kind, 0])
      else if (kind !== 'comments' && kind !== 'notation') expect([kind, asked]).toEqual([kind, of])
    }
  })

  it('include every verdict in every kind that can hold one', () => {
    for (const kind of ['plain', 'fenced', 'preface', 'reasoning with both', 'quoted only', 'taken back behind']) {
      expect(new Set(given.filter(one => one.kind === kind).map(one => one.verdict))).toEqual(new Set([true, false]))
    }
  })
})
