import type { PointInput } from '../../src/types.ts'
import type { GuardCase } from './guard-case.ts'
import { QUIET } from './guard-case.ts'

const stop = (output = 'Done.'): Partial<PointInput> => ({ point: 'stop', task: 'Write a parser.', request: 'Add tests too.', output })

export const cases: readonly GuardCase[] = [
  {
    name: 'the agent goes on with the judge\'s reason', answers: ['```json\n{"fire": true, "reason": " The tests are missing. "}\n```'],
    requests: [/The first request of the session: <data-b1 name="task">Write a parser\.<[\s\S]*<data-b1 name="request">Add tests too\.<[\s\S]*<data-b1 name="output">Done\.</],
    steps: [{ input: stop(), expect: { continued: 'The tests are missing.' } }],
  },
  { name: 'the agent may stop', answers: ['{"fire": false, "reason": "all there"}'], steps: [{ input: stop(), expect: QUIET }] },
  { name: 'an answer that cannot be read lets the agent stop, as a fault', answers: ['no', 'no'], steps: [{ input: stop(), expect: { fault: /no usable answer/, faultLine: 'callForJson(' } }] },
  { name: 'a failed request lets the agent stop, as a fault', answers: [{ kind: 'failure', code: 'AUTH', message: 'no key', status: 401 }], steps: [{ input: stop(), expect: { fault: /check the credentials/, faultLine: 'callForJson(' } }] },
  { name: 'without a reason the agent is told to look again', answers: ['{"fire": true}'], steps: [{ input: stop(), expect: { continued: /Look at the request again/ } }] },
  {
    name: 'the judge reads what it said before in this turn', answers: ['{"fire": true, "reason": "Tests?"}', '{"fire": false}', '{"fire": false}'],
    requests: [/so far, if anything: <data-b1 name="last"><\/data-b1>/, /so far, if anything: <data-b2 name="last">Tests\?<\/data-b2>/, /so far, if anything: <data-b3 name="last"><\/data-b3>/],
    steps: [{ input: stop(), expect: { continued: 'Tests?' } }, { input: stop('The user said no tests.'), expect: QUIET }, { newTurn: true, input: stop(), expect: QUIET }],
  },
  {
    name: 'a prompt of the user\'s own gets what it does not place put behind it', params: { prompt: 'Is {{request}} met?' }, answers: ['{"fire": false}'],
    requests: [/^Is <data-b1 name="request">Add tests too\.<\/data-b1> met\?\n\ntask: <data-b1 name="task">Write a parser\.<\/data-b1>\noutput: <data-b1 name="output">Done\.<\/data-b1>\nlast: /],
    steps: [{ input: stop(), expect: QUIET }],
  },
  {
    name: 'a sentence as judge is the question, and prompt is what the agent is told', params: { judge: 'Is a test missing?', prompt: 'Add a test.' }, answers: ['{"fire": true, "reason": "none for the parser"}', '{"fire": false}'],
    requests: [/^Is a test missing\?\n\ntask: [\s\S]*output: <data-b1 name="output">Done\./, /last: <data-b2 name="last">none for the parser</],
    steps: [{ input: stop(), expect: { continued: 'Add a test.' } }, { input: stop(), expect: QUIET }],
  },
  { name: 'a question in Chinese without a follow-up gives the judge\'s reason', params: { judge: '测试缺失了吗？' }, answers: ['{"fire": true, "reason": "没有测试"}'], requests: [/^测试缺失了吗？/], steps: [{ input: stop(), expect: { continued: '没有测试' } }] },
  {
    name: 'a question may go to a recipe of the user\'s own', params: { judge: 'Well?', recipe: 'mine' }, answers: ['{"fire": true, "reason": "x"}'],
    llm: { recipes: { mine: { system: 'Judge.', provider: null, model: null, maxAttempts: null } } }, steps: [{ input: stop(), expect: { continued: 'x' } }],
  },
  {
    name: 'what is quoted in an answer is no verdict', answers: ['The agent wrote {"fire": false}. It has not finished.', '{"fire": true, "reason": "Finish."}'], steps: [{ input: stop(), expect: { continued: 'Finish.' } }],
  },
  {
    name: 'a recipe of the user\'s own is asked', params: { judge: 'mine', prompt: '{{output}}' }, answers: ['{"fire": true, "reason": "x"}', '{"score": 1}'],
    llm: { recipes: { mine: { system: 'Judge.', provider: null, model: null, maxAttempts: null } } },
    steps: [{ input: stop(), expect: { continued: 'x' } }, { input: stop(), expect: { fault: /the recipe mine must answer/, faultLine: 'throw new Error' } }],
  },
  { name: 'an unknown recipe is a fault that names those there are', params: { judge: 'nope' }, steps: [{ input: stop(), expect: { fault: /no recipe "nope".*completion-guard/, faultLine: 'callForJson(' } }] },
  { name: 'of a long final text the judge reads the end', answers: ['{"fire": false}'], requests: [/name="output">\[5 characters left out\] x{9993}THE END</], steps: [{ input: stop(`${'x'.repeat(9998)}THE END`), expect: QUIET }] },
  { name: 'long Chinese texts fit', answers: ['{"fire": false}'], steps: [{ input: { ...stop('完'.repeat(50_000)), task: '务'.repeat(50_000), request: '求'.repeat(50_000) }, expect: QUIET }] },
]
