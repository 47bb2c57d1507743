import type { PointInput } from '../../src/types.ts'
import type { GuardCase } from './guard-case.ts'
import { QUIET } from './guard-case.ts'

const start = (task: string): Partial<PointInput> => ({ point: 'start', task, request: task })
const words = (match: string[] | string, task: string, activated: boolean): GuardCase => ({
  name: `${JSON.stringify(match)} ${activated ? 'is' : 'is not'} in ${JSON.stringify(task)}`,
  params: { match, skill: 'release' }, skills: ['release'], steps: [{ input: start(task), expect: activated ? { activated: ['release'] } : QUIET }],
})

export const cases: readonly GuardCase[] = [
  words(['release'], 'Make a Release, please', true),
  words(['release'], 'The released version', false),
  words(['lease'], 'Make a release', false),
  words(['release', 'ship it'], 'Now ship it!', true),
  words(['c++'], 'Some C++ code', true),
  words(['发布'], '请发布新版本', true),
  words(['v1.0'], 'v1x0', false),
  words('re-?leas(e|ing)', 'We are releasing', true),
  words('^release', 'No release', false),
  {
    name: 'it happens once per session, also in later turns', params: { match: ['release'], skill: 'release' }, skills: ['release'],
    steps: [{ input: start('release'), expect: { activated: ['release'] } }, { input: start('release'), expect: QUIET }, { newTurn: true, input: start('release'), expect: QUIET }],
  },
  {
    name: 'two entries for two skills do not disturb each other', params: { match: ['release'], skill: 'release' }, skills: ['release', 'notes'],
    steps: [{ input: start('release'), expect: { activated: ['release'] } }, { input: start('release'), params: { match: ['release'], skill: 'notes', args: 'short' }, expect: { activated: ['notes short'] } }],
  },
  {
    name: 'a skill that is not there is told to the human, and tried again', params: { match: ['release'], skill: 'release' },
    steps: [1, 2].map(() => ({ input: start('release'), expect: { said: ['warn: g: there is no skill "release"; params.skill must name one of this workspace or profile'], logs: ['warn: there is no skill "release"'] } })),
  },
  {
    name: 'at COMMAND it reads the call, at RESULT the result, at STOP the final text', params: { match: ['docker'], skill: 'docker' }, skills: ['docker'],
    steps: [{ input: { point: 'stop', output: 'Use podman.', task: 'docker' }, expect: QUIET }, { input: { point: 'result', command: { name: 'bash', args: {}, callId: 'c' }, result: { isError: true, text: 'sh: docker: not found', error: null, durationMs: 1 } }, expect: { activated: ['docker'] } }],
  },
  { name: 'at COMMAND it finds a word in the arguments', params: { match: ['docker'], skill: 'docker' }, skills: ['docker'], steps: [{ input: { point: 'command', command: { name: 'bash', args: { command: 'docker ps' }, callId: 'c' } }, expect: { activated: ['docker'] } }] },
  { name: 'without a skill it says what is missing', params: { match: ['x'] }, steps: [{ input: start('x'), expect: { fault: /needs params\.skill/, faultLine: 'params.skill' } }] },
  { name: 'without a match it says what is missing', params: { skill: 'x' }, steps: [{ input: start('x'), expect: { fault: /needs params\.match/, faultLine: 'params.match' } }] },
  { name: 'a match that is neither says what it must be', params: { skill: 'x', match: 3 }, steps: [{ input: start('x'), expect: { fault: /must be a regular expression as a text, or a list of words/, faultLine: 'Array.isArray' } }] },
  { name: 'a broken expression is a fault', params: { skill: 'x', match: '(' }, steps: [{ input: start('x'), expect: { fault: /SyntaxError: Invalid regular expression/, faultLine: 'new RegExp(match' } }] },
]
