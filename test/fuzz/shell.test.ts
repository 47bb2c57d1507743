import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readShell, type ShellSource } from '../../src/shell/read-shell.ts'
import { createRandom, seedFromEnvironment, type Random } from '../support/random.ts'
import { AROUND, GIT, HARMLESS, INTERPRETERS, PROGRAMS, REDIRECTIONS, WORDS } from '../support/gate/shell-corpus.ts'

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 100_000)

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

/** Pieces that have taken long before, alone and repeated. */
const SLOW = [
  'a=aaaa; echo ${a##*a*a*a*a*b}', '${a%%*a*a*b}', '${a//a/b}', 'a=$a$a; ', 'src/*a*a*a*a*a*a*b', '{a,b}', '**/', 'cd a || cd b;', 'python3 -c "open(', 'node -e \'rm(', '\'a\\', 'perl -e "open(', 'cat <<E\n', 'python3 <<\'E\'\n\'a\\', 'git apply <<E\ndiff --git a/x b/', '--- a/x\n+++ b/x\n',
  'ln -s /a/b /a; ', 'for i in 1 2 3; do ', 'f() { f; f; }; f;', 'xargs -I{} ', 'sed w', 'find . -name a -o ', '"$(', '$((', '$(', 'awk \'{print >', 'while read x; do ', 'case a in ', 'echo {1..200} ', 'A=("${A[@]}" "${A[@]}"); ', 'git -c alias.z=z z;', 'printf %s%s ',
]

function grow(random: Random, command: string): string {
  const at = random.below(command.length + 1)
  const piece = random.below(2) === 0 ? random.pick(SLOW) : command.slice(at, at + 1 + random.below(40))
  return (command.slice(0, at) + piece.repeat(1 + random.below(60)) + command.slice(at)).slice(0, 40_000)
}

interface Slowest {
  readonly ms: number
  readonly command: string
}

async function timed(command: string): Promise<Slowest & { readonly reading: Awaited<ReturnType<typeof readShell>> | { readonly thrown: string } }> {
  const began = performance.now()
  const processor = process.cpuUsage()
  const reading = await readShell(command, SOURCE).catch((error: unknown) => ({ thrown: String(error) }))
  const { user, system } = process.cpuUsage(processor)
  // On a busy machine the clock also counts what others do.
  return { ms: Math.min(performance.now() - began, (user + system) / 1_000), command, reading }
}

function failed(reading: object): boolean {
  return 'thrown' in reading || ('gaps' in reading && (reading.gaps as string[]).some(gap => gap.startsWith('it could not be followed')))
}

describe('reading shell text', () => {
  const seed = seedFromEnvironment()
  it(`neither throws nor hangs on ${RUNS} mutated commands (FUZZ_SEED=${seed})`, async () => {
    const random = createRandom(seed)
    let slowest: Slowest = { ms: 0, command: '' }
    for (let run = 0; run < RUNS; run++) {
      let command = random.pick(random.below(4) === 0 ? SLOW : CORPUS)
      for (let times = random.below(5); times >= 0; times--) command = mutate(random, command).slice(0, 4_000)
      const { ms, reading } = await timed(command)
      if (ms > slowest.ms) slowest = { ms, command }
      if (failed(reading)) expect({ seed, run, command, reading }).toBe('a reading that does not throw')
    }
    process.stdout.write(`longest reading of ${RUNS} mutated commands: ${slowest.ms.toFixed(1)} ms, ${slowest.command.length} characters: ${JSON.stringify(slowest.command.slice(0, 200))}\n`)
  }, 3_000_000)

  it(`ends in its budget however slow the text is made (FUZZ_SEED=${seed})`, async () => {
    const random = createRandom(seed + 1)
    let slowest: Slowest = { ms: 0, command: random.pick(SLOW) }
    for (let run = 0; run < Math.ceil(RUNS / 200); run++) {
      // What was slow is made slower; now and then the search begins anew.
      const from = random.below(10) === 0 ? random.pick(SLOW) : slowest.command
      const { ms, command, reading } = await timed(grow(random, from))
      if (ms > slowest.ms) slowest = { ms, command }
      if (failed(reading)) expect({ seed, run, command, reading }).toBe('a reading that does not throw')
    }
    process.stdout.write(`slowest reading that a search found: ${slowest.ms.toFixed(1)} ms, ${slowest.command.length} characters: ${JSON.stringify(slowest.command.slice(0, 200))}\n`)
  }, 3_000_000)

  it.each([110, 200, 1_000, 10_000, 100_000])('a value of %i letters against five stars is answered', async (length) => {
    const { commands, gaps } = await readShell(`a=${'a'.repeat(length)}; echo \${a##*a*a*a*a*b}`, { ...SOURCE, budgetMs: 10_000 })
    expect({ gaps, words: commands.map(command => command.args.map(word => word?.length)) }).toEqual({ gaps: [], words: [[length]] })
  })
})
