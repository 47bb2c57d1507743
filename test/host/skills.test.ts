/** Skills that a guard activates stay through the host's compaction, and the package's own skill is there. One web host. */
import { expect, it } from 'vitest'
import { GATES_OFF } from '../support/host/guarded-host.ts'
import { testWeb, testWorld } from '../support/host/test-world.ts'
import { say } from '../support/model/model-reply.ts'
import { userTexts } from '../support/model/model-server.ts'

const SKILL = '---\nname: release-notes\ndescription: How to write release notes\n---\nBODY OF THE SKILL: write in the past tense.\n'
const LONG = 'a long story about nothing at all. '.repeat(400)

const guard = {
  name: 'skilful', trigger: 'start', scriptBody: `const { request } = vance.guard
if (/end it/.test(request)) vance.guard.notice('it was active: ' + vance.guard.deactivateSkill('release-notes'))
else vance.guard.notice('it is active: ' + vance.guard.activateSkill('release-notes'))
vance.process.notify('about ' + request, 'WARNING')`,
}

it('a skill comes back after /compact and is not there twice; the human reads what guards said and what is configured', async () => {
  const world = await testWorld({
    profiles: ['web'], files: { '.dsh/skills/release-notes/SKILL.md': SKILL }, config: { ...GATES_OFF, guard: [guard] },
    script: request => JSON.stringify(request.messages).includes('BODY') && request.tools === undefined ? say('A summary of what was.') : say(LONG),
  })
  const web = await testWeb(world)
  const session = await web.createSession()
  let turns = 0
  const turn = async (text: string): Promise<{ readonly skills: number, readonly texts: readonly string[] }> => {
    await web.prompt(session, text)
    await web.turnsEnded(session, turns += 1)
    const request = world.model.requests.findLast(one => (one.tools?.length ?? 0) > 0)
    const texts = userTexts(request)
    return { skills: texts.filter(one => one.includes('BODY OF THE SKILL')).length, texts }
  }
  expect((await turn('first')).skills).toBe(1)
  expect((await turn('second')).skills).toBe(1)
  await turn('third')
  const compacted = await web.command(session, '/compact')
  expect(compacted).toMatchObject({ kind: 'success' })
  const after = await turn('fourth')
  expect(after.skills).toBe(1)
  expect(after.texts.some(text => text.includes('first') && text.length < 40)).toBe(false)
  expect((await turn('fifth')).skills).toBe(1)
  const ended = await turn('end it')
  expect(ended.texts).toEqual(expect.arrayContaining([expect.stringContaining('it was active: true'), expect.stringContaining('"release-notes" is no longer active')]))

  const got = await web.command(session, '/guard get')
  expect(got?.text).toContain('configured guards:\n  skilful: start, enforce, loaded')
  expect(got?.text).toMatch(/guards said to you:\n(.*\n)* {2}\d\d:\d\d:\d\d warn: skilful: about end it$/)
  expect((await web.command(session, '/guard get'))?.text).not.toContain('guards said to you')
  expect((await web.command(session, '/guard log'))?.text).toContain('warn: skilful: about first')

  await web.prompt(session, '/writing-guards draft one')
  await web.turnsEnded(session, turns += 1)
  expect(JSON.stringify(world.model.requests.at(-1)?.messages)).toContain('Writing a guard for Shooty')
})
