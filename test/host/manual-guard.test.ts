/** A guard of the manual, copied into a home as a newcomer would do it. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { GATES_OFF } from '../support/host/guarded-host.ts'
import { calls, say } from '../support/model/model-reply.ts'
import type { ToolCall } from '../support/model/model-reply.ts'
import { toolResults } from '../support/model/model-server.ts'
import type { Run } from '../support/host/world.ts'
import { testWorld } from '../support/host/test-world.ts'

const manual = readFileSync(new URL('../../guards/README.md', import.meta.url), 'utf8')

it('keep-vendor.js of the manual keeps the folder in every spelling of its path, and reminds once in each loop', async () => {
  const [, script = ''] = /```js\n(\/\/ keep-vendor\.js[^]*?)```/.exec(manual) ?? []
  const write = (path: string): ToolCall => ({ name: 'write', args: { file_path: path, content: 'x' } })
  const world = await testWorld({
    files: { 'vendor/a.js': 'theirs', 'src/a.js': 'ours' },
    guards: { 'keep-vendor.js': script },
    config: { ...GATES_OFF, guard: [{ script: 'keep-vendor.js', trigger: 'command', tools: ['write', 'edit', 'str_replace_editor'] }] },
    script: request => request.messages.at(-1)?.role === 'tool'
      ? say('over')
      : calls([
          write('vendor/b.js'), write(join(world.workspace, 'vendor/b.js')), write('./src/../vendor/b.js'), write('src/b.js'), write(join(world.workspace, 'src/c.js')),
          { name: 'edit', args: { file_path: 'vendor/a.js', old_string: 'theirs', new_string: 'x' } },
          { name: 'str_replace_editor', args: { command: 'create', path: join(world.workspace, 'vendor/c.js'), file_text: 'x' } },
          { name: 'str_replace_editor', args: { command: 'view', path: join(world.workspace, 'vendor/a.js') } },
        ]),
  })
  const results = (run: Run): readonly string[] => [...toolResults(run.requests[1] ?? run.requests[0] as Run['requests'][0]).values()].slice(-8)
  const first = await world.run()
  expect(readdirSync(join(world.workspace, 'vendor'))).toEqual(['a.js'])
  expect(readdirSync(join(world.workspace, 'src')).sort()).toEqual(['a.js', 'b.js', 'c.js'])
  const reason = 'Error: vendor/ belongs to another project. Change our own code instead, or ask the user to update the dependency.'
  const reminder = 'Nothing under vendor/ is changed by hand in this project.'
  expect(results(first)[0]).toBe(`${reason}\n\n${reminder}`)
  expect([1, 2, 5, 6].map(at => results(first)[at])).toEqual(Array(4).fill(reason))
  expect(results(first)[7]).toContain('theirs')

  const again = await world.resume(first.session?.id ?? '')
  expect(results(again)[0]).toBe(`${reason}\n\n${reminder}`)
  expect(results(again)[1]).toBe(reason)
})
