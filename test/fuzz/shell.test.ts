import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readShell, type ShellSource } from '../../src/shell/read-shell.ts'
import { createRandom, seedFromEnvironment, type Random } from '../support/random.ts'
import { AROUND, GIT, HARMLESS, INTERPRETERS, PROGRAMS, REDIRECTIONS, WORDS } from '../support/gate/shell-corpus.ts'

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 100_000)
/** Milliseconds of processor time of one reading: the machine may be busy with other things. */
const LIMIT_MS = 2_000

const CORPUS = [...[...AROUND, ...GIT, ...INTERPRETERS, ...PROGRAMS, ...REDIRECTIONS, ...WORDS].map(([command]) => command), ...HARMLESS]
const PIECES = [
  ' ', '\n', '\t', ';', '&', '&&', '||', '|', '(', ')', '{', '}', '$(', '`', '${', '$((', '))', '"', '\'', '\\', '<', '>', '>>', '<<', '<<E\n', '<<<', '<(', '>(', '*', '?', '[', ']', '**/', '{a,b}', '{1..9}', '{,', '..', '~',
  '$', '$1', '$@', '${#x}', '${x//', '${x:-', '#', '!', '=', '+=', '[[', ']]', 'if ', 'then ', 'fi', 'for f in ', 'do ', 'done', 'while ', 'case ', 'esac', 'function ', 'eval ', 'bash -c ', 'cd ', 'sudo ', 'xargs ', '\u0000', '\u2028', '\ud800', 'é', '@(', '+(a|', '--', '-i', '-c ', '\r\n',
]

const SOURCE: ShellSource = {
  cwd: '/ws',
  variables: { HOME: '/home/u' },
  resolve: (cwd, path) => posix.resolve(cwd, path),
  isAbsolute: path => posix.isAbsolute(path),
  answer: question => Promise.resolve(question.startsWith('folder') ? question.length % 2 === 0 : question.startsWith('text') ? 'rm src/core/x.ts' : '/ws'),
}

function mutate(random: Random, command: string): string {
  const at = random.below(command.length + 1)
  const end = Math.min(command.length, at + random.below(12))
  switch (random.below(7)) {
    case 0: return command.slice(0, at) + command.slice(end)
    case 1: return command.slice(0, at) + random.pick(PIECES) + command.slice(at)
    case 2: return command.slice(0, at) + random.pick(PIECES) + command.slice(end)
    case 3: return command.slice(0, at) + command.slice(at, end).repeat(1 + random.below(8)) + command.slice(end)
    case 4: return command.slice(0, at) + random.pick(CORPUS).slice(random.below(20))
    case 5: return command.slice(0, at) + random.pick(PIECES).repeat(1 + random.below(30)) + command.slice(at)
    default: return `${random.pick(['$(', '(', '{ ', 'eval "', 'bash -c \'', '`', '<('])}${command}${random.pick([')', ' }', '"', '\'', '`', ''])}`
  }
}

describe('reading shell text', () => {
  const seed = seedFromEnvironment()
  it(`neither throws nor hangs on ${RUNS} mutated commands (FUZZ_SEED=${seed})`, async () => {
    const random = createRandom(seed)
    for (let run = 0; run < RUNS; run++) {
      let command = random.pick(CORPUS)
      for (let times = random.below(5); times >= 0; times--) command = mutate(random, command).slice(0, 4_000)
      const began = process.cpuUsage()
      const reading = await readShell(command, SOURCE).catch((error: unknown) => ({ thrown: String(error) }))
      const used = process.cpuUsage(began)
      const ms = (used.user + used.system) / 1_000
      if ('thrown' in reading || ms > LIMIT_MS || reading.gaps.some(gap => gap.startsWith('it could not be followed'))) {
        expect({ seed, run, command, reading, ms }).toBe('a reading that neither throws nor hangs')
      }
    }
  }, 300_000)
})
