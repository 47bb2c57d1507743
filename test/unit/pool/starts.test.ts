/** A start that fails, however it does, is the end of that runner and of nothing else. */
import { expect, it } from 'vitest'
import type { LinkHandlers, RunnerEnd, RunnerLink, StartRunner } from '../../../src/pool/link.ts'
import { createProcessStart, type ProcessStarter } from '../../../src/pool/process-link.ts'
import { createThreadStart } from '../../../src/pool/thread-link.ts'

function begin(start: StartRunner): { readonly link: RunnerLink, readonly end: Promise<RunnerEnd> } {
  let ended: LinkHandlers['ended'] = () => undefined
  const end = new Promise<RunnerEnd>((resolve) => { ended = resolve })
  return { end, link: start({ frame: () => undefined, malformed: () => undefined, ended: (how) => { ended(how) } }) }
}

function starting(...commands: readonly (() => ReturnType<ProcessStarter['command']>)[]): StartRunner {
  let asked = 0
  return createProcessStart({ cwd: process.cwd(), command: async () => await commands[asked++]?.() ?? { problem: 'no more' } })
}

const node = (script: string) => (): ReturnType<ProcessStarter['command']> => Promise.resolve([process.execPath, '-e', script])

it('a command that cannot be told ends its own start, and the next has its turn', async () => {
  const start = starting(() => Promise.reject(new Error('no such thing')), node('process.exitCode = 7'))
  const [first, second] = [begin(start), begin(start)]
  expect(await first.end).toMatchObject({ started: false, detail: 'no such thing' })
  expect(await second.end).toMatchObject({ started: true, exitCode: 7 })
})

it('a runner that is killed before its turn is not started, and the next is', async () => {
  let asked = 0
  const start = createProcessStart({ cwd: process.cwd(), command: async () => [process.execPath, '-e', `process.exitCode = ${++asked}`] })
  const [first, second, third] = [begin(start), begin(start), begin(start)]
  second.link.kill()
  expect(await second.end).toMatchObject({ started: false, detail: 'it was stopped before it was started' })
  expect(await first.end).toMatchObject({ exitCode: 1 })
  expect(await third.end).toMatchObject({ exitCode: 3 })
})

it('a thread that cannot be started is an end that comes later', async () => {
  const { link, end } = begin(createThreadStart({ entry: 'no/absolute/path.js', ses: '', memoryMb: 16 }))
  link.post(['x'])
  link.kill()
  expect(await end).toMatchObject({ started: false, detail: expect.stringContaining('absolute path') })
})

it.skipIf(process.platform === 'win32')('a runner has no process id once it has exited, while something else holds its error output open', async () => {
  const script = 'require("node:child_process").spawn("/bin/sleep", ["1"], { stdio: ["ignore", "ignore", "inherit"] }).unref()'
  const { link, end } = begin(starting(node(script)))
  const seen = { pid: false, without: false }
  let over = false
  void end.then(() => { over = true })
  while (!over) {
    await new Promise((resolve) => { setTimeout(resolve, 5) })
    if (link.pid() !== null) seen.pid = true
    else if (seen.pid && !over) seen.without = true
  }
  expect(seen).toEqual({ pid: true, without: true })
})
