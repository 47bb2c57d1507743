/**
 * The critical-paths gate on the real host: the whole life of a protected file, each way of writing
 * it, each trouble of a checker, and whose verdict it is.
 */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { GOOD_SPEC, SORRY_SPEC, WRONG_SPEC, pathWith, troubleSpec, writeLean } from '../support/gate/lean-stand-in.ts'
import { bash, call } from '../support/model/model-reply.ts'
import { allOf, runSteps } from '../support/host/steps.ts'
import { testHost, testWorld } from '../support/host/test-world.ts'

const FILE = 'src/core/pay.ts'
const SPEC = 'src/core/pay.spec.lean'
const RULE = ['src/core/**']

function write(path: string, content: string): ReturnType<typeof call> {
  return call('write', { file_path: path, content })
}

function heredoc(path: string, content: string): string {
  return `cat > ${path} <<'EOT'\n${content}\nEOT`
}

const targets = (path: string): ReturnType<typeof call> => call('guard_status', { action: 'targets', path })

describe('the life of a protected file', () => {
  it('is refused, specified, repaired once, accepted and open, through a tool and through the shell', async () => {
    const world = await testWorld({ config: { criticalPaths: RULE }, files: { [FILE]: 'v1\n', 'src/core/other.ts': 'v1\n' } })
    symlinkSync(join(world.workspace, 'src', 'core'), join(world.workspace, 'link'))
    await writeLean(join(world.home.dir, 'lean'))
    const path = join(world.workspace, FILE)
    const { run, steps } = await runSteps(world, [
      call('read', { file_path: FILE }),
      write(FILE, 'v2\n'), // 1: no specification
      write(SPEC, WRONG_SPEC), // 2
      write(FILE, 'v2\n'), // 3: diagnostics
      targets(FILE), // 4: window
      write(FILE, 'v2\n'), // 5: repair
      write(FILE, 'v3\n'), // 6: refused again
      write(SPEC, GOOD_SPEC), // 7
      write(FILE, 'v3\n'), // 8: accepted
      targets(FILE), // 9: open
      write(SPEC, SORRY_SPEC), // 10
      bash(heredoc(FILE, 'v4')), // 11: refused, sorry
      bash(`${heredoc(SPEC, GOOD_SPEC)}\ncat ${FILE}`), // 12
      bash(heredoc(FILE, 'v5')), // 13: accepted
      bash(heredoc(SPEC, WRONG_SPEC)), // 14
      bash(`cd src && ${heredoc('core/pay.ts', 'v6')}`), // 15: another folder
      bash('cd src/core && sed -i s/v5/v7/ pay.ts'), // 16: the repair
      write('link/pay.ts', 'v8\n'), // 17: through a symlink
      bash('echo v1 > src/core/new.ts && cat src/core/new.ts'), // 18: a new file
      bash('cd link && tee other.ts < /dev/null'), // 19
      targets('link/other.ts'), // 20
      call('guard_status', { action: 'status' }), // 21
    ], { env: { PATH: pathWith(join(world.home.dir, 'lean')) } })
    expect(run.code).toBe(0)
    const said = steps.map(allOf)
    const looked = 'src/core/pay.spec.lean (not there), src/core/pay.ts.lean (not there), src/core/specs/pay.lean (not there)'
    for (const part of ['Error: Refused by the gate critical-paths', FILE, '"src/core/**"', looked, '1. Satisfy the rule', '2. Repair', '3. Ask the human to take the path out of criticalPaths']) {
      expect(said[1]).toContain(part)
    }
    expect(said[2]).not.toContain('Error')
    for (const part of ['is not accepted (lean, 1 problem)', 'line 2, column 5: unknown identifier unknown_word', '3. Ask the human']) expect(said[3]).toContain(part)
    expect(said[4]).toContain('repair window open')
    expect(said[5]).toContain('through as a repair')
    expect(said[5]).toContain('Updated file')
    expect(said[6]).toContain('line 2, column 5: unknown identifier unknown_word')
    expect(said[8]).toContain('Updated file')
    expect(said[8]).not.toContain('repair')
    expect(said[9]).toContain(`open: ${SPEC} was accepted in this session`)
    expect(said[11]).toContain('declaration uses sorry')
    expect(said[12]).toContain('v3')
    expect(said[13]).not.toContain('Error')
    expect(said[15]).toContain('Refused by the gate critical-paths: src/core/pay.ts')
    expect(said[16]).toContain('through as a repair')
    expect(said[17]).toContain('Refused by the gate critical-paths: src/core/pay.ts (the call says "link/pay.ts")')
    expect(said[18]).toContain('v1')
    expect(said[19]).toContain('Refused by the gate critical-paths: src/core/other.ts')
    expect(said[20]).toMatch(/protected by src\/core\/\*\*.*src\/core\/other\.spec\.lean.*none is there.*refused: there is no specification/s)
    expect(readFileSync(path, 'utf8')).toBe('v7\n')
    expect(said[21]).toMatch(/critical-paths: on \(protects src\/core\/\*\*; checker: .*Lean \(version 4/)
    expect(said[21]).toMatch(/specChecks 7\b/)
    expect(said[21]).toMatch(/criticalRefusals 7\b/)
    expect(said[21]).toMatch(/repairWrites 2\b/)
  })

  it('belongs to the session that saw it: another has its own state', async () => {
    const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'shooty-critical-')))
    onTestFinished(() => { rmSync(workspace, { recursive: true, force: true }) })
    mkdirSync(join(workspace, 'src/core'), { recursive: true })
    writeFileSync(join(workspace, FILE), 'v1\n')
    writeFileSync(join(workspace, SPEC), WRONG_SPEC)
    const lean = await writeLean(join(workspace, '..', `${workspace.slice(tmpdir().length + 1)}-lean`))
    onTestFinished(() => { rmSync(dirname(lean), { recursive: true, force: true }) })
    const host = await testHost()
    host.tool('write', (args) => {
      const { file_path: path, content } = args as { file_path: string, content: string }
      writeFileSync(resolve(workspace, path), content)
      return 'written'
    })
    await host.mountShooty({ criticalPaths: RULE, specChecker: [lean, '--json', '{path}'], audit: false })
    const one = await host.createAgent({ cwd: workspace })
    const two = await host.createAgent({ cwd: workspace })
    const attempt = async (agent: typeof one): Promise<string> => {
      const result = await host.execute({ name: 'write', args: { file_path: FILE, content: 'v2\n' }, agent })
      return JSON.stringify(result.content)
    }
    expect(await attempt(one)).toContain('unknown identifier')
    // The window is the first session's; the second is told before it may repair.
    expect(await attempt(two)).toContain('unknown identifier')
    expect(await attempt(one)).toContain('written')
    expect(await attempt(one)).toContain('unknown identifier')
    expect(await attempt(two)).toContain('written')
    writeFileSync(join(workspace, SPEC), GOOD_SPEC)
    expect(await attempt(one)).toContain('written')
    const status = await host.execute({ name: 'guard_status', args: { action: 'targets', path: FILE }, agent: two })
    expect(JSON.stringify(status.content)).toContain('has not been accepted with its present content in this session')
  })
})

describe('a checker in trouble', () => {
  it('refuses once, is reported, lets the next write through, and leaves the other gates at work', async () => {
    const troubles = ['HANG', 'CRASH', 'FLOOD'] as const
    const world = await testWorld({
      config: { criticalPaths: RULE, checkTimeoutMs: 8000 },
      files: Object.fromEntries(troubles.flatMap(trouble => [[`src/core/${trouble}.ts`, 'const a = 1\n'], [`src/core/${trouble}.spec.lean`, troubleSpec(trouble)]])),
    })
    await writeLean(join(world.home.dir, 'lean'))
    const { run, steps } = await runSteps(world, [
      ...troubles.flatMap(trouble => [bash(`echo 'const a = 2' > src/core/${trouble}.ts`), bash(`echo 'const a = 3' > src/core/${trouble}.ts && cat src/core/${trouble}.ts`)]),
      bash("echo '{ \"a\": }' > broken.json"),
      ...[1, 2, 3].map(n => bash(`cat nothing-${n}.txt`)),
      call('guard_status', { action: 'status' }),
    ], { env: { PATH: pathWith(join(world.home.dir, 'lean')) } })
    expect(run.code).toBe(0)
    const said = steps.map(allOf)
    for (const [n, words] of ['did not end within 8000 ms', 'code 134: INTERNAL PANIC: out of memory', 'wrote more than 1048576 bytes'].entries()) {
      expect(said[2 * n]).toContain('the checker itself failed')
      expect(said[2 * n]).toContain(words)
      expect(said[2 * n]).toContain('3. Ask the human')
      expect(said[2 * n + 1]).toContain('const a = 3')
      expect(run.stderr).toContain(words)
    }
    expect(said[6]).toContain('Syntax check: this call broke broken.json')
    expect(said[9]).toContain('Repeated failure')
    expect(said[10]).toMatch(/checks that failed by themselves: \d+, last: lean: it wrote more/)
  })

  it('stands down and says so where there is none, and a pattern that can never match is reported at load', async () => {
    const world = await testWorld({ config: { criticalPaths: [...RULE, '/absolute/**', 'lib/'] }, files: { [FILE]: 'v1\n' } })
    const { run, steps } = await runSteps(world, [
      bash(`echo v2 > ${FILE}`), bash(`echo v3 > ${FILE}; cat ${FILE}`), call('guard_status', { action: 'status' }),
    ], { env: { PATH: pathWith() } })
    const said = steps.map(allOf)
    expect(said[0]).toContain('The gate critical-paths stands down: there is no checker for specifications (lean is not on PATH)')
    expect(said[1]).toContain('v3')
    expect(said[1]).not.toContain('stands down')
    expect(said[2]).toMatch(/critical-paths: off \(.*stands down: lean is not on PATH/)
    expect(run.stderr).toContain('stands down')
    for (const text of [said[2], run.stderr]) {
      expect(text).toContain('"/absolute/**" can never match: it is absolute')
      expect(text).toContain('"lib/" can never match')
    }
  })

  it("asks the profile's own strict_check where there is one, before lean", async () => {
    const world = await testWorld({
      config: { criticalPaths: RULE },
      files: { [FILE]: 'v1\n', [SPEC]: GOOD_SPEC },
      probes: [{
        name: 'strict',
        source: `import { readFileSync } from 'node:fs'
export const inject = ['tools']
export function apply(ctx) {
  ctx.tools.register({
    name: 'strict_check', description: 'checks a specification',
    parameters: { type: 'object', properties: { path: { type: 'string' } }, additionalProperties: false },
    output: { schema: {}, render: (_args, value) => [{ type: 'text', text: JSON.stringify(value) }] },
    execute: async ({ path }) => readFileSync(path, 'utf8').includes('strict') ? { ok: true } : { ok: false, errors: [{ message: 'not strict enough', line: 7, column: 2 }] },
  })
}
`,
      }],
    })
    await writeLean(join(world.home.dir, 'lean'))
    const { steps } = await runSteps(world, [
      bash(`echo v2 > ${FILE}`), bash(`echo '-- strict' >> ${SPEC}`), bash(`echo v3 > ${FILE}; cat ${FILE}`), targets(FILE),
    ], { env: { PATH: pathWith(join(world.home.dir, 'lean')) } })
    expect(allOf(steps[0])).toContain('is not accepted (tool strict_check, 1 problem)')
    expect(allOf(steps[0])).toContain('line 7, column 2: not strict enough')
    expect(allOf(steps[2])).toContain('v3')
    expect(allOf(steps[2])).not.toContain('repair')
    expect(allOf(steps[3])).toContain(`open: ${SPEC} was accepted`)
  })
})
