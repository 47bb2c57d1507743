/**
 * The critical-paths gate on the real host: the whole life of a protected file, each way of writing
 * it, each trouble of a checker, and whose verdict it is.
 */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { GOOD_SPEC, LONG_SPEC, SORRY_SPEC, WRONG_SPEC, pathWith, troubleSpec, writeLean } from '../support/gate/lean-stand-in.ts'
import { strictCheckPlugin } from '../support/gate/strict-check.ts'
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
    expect(said[21]).toMatch(/critical-paths: on \(protects src\/core\/\*\*; checker: .*Lean 4\.33\.1 \(lean\)/)
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
    const world = await testWorld({ config: { criticalPaths: [...RULE, '/absolute/**', '!lib/**'] }, files: { [FILE]: 'v1\n' } })
    const { run, steps } = await runSteps(world, [
      bash(`echo v2 > ${FILE}`), bash(`echo v3 > ${FILE}; cat ${FILE}`), call('guard_status', { action: 'status' }), targets(FILE),
    ], { env: { PATH: pathWith() } })
    const said = steps.map(allOf)
    expect(said[0]).toContain('The gate critical-paths stands down: there is no checker for specifications (lean is not on PATH)')
    expect(said[1]).toContain('v3')
    expect(said[1]).not.toContain('stands down')
    expect(said[2]).toMatch(/critical-paths: off \(.*stands down: lean is not on PATH/)
    expect(said[3]).toContain('the gate stands down, so a write is let through unchecked: lean is not on PATH')
    expect(run.stderr).toContain('stands down')
    for (const text of [said[2], run.stderr]) {
      expect(text).toContain('"/absolute/**" can never match: it is absolute')
      expect(text).toContain('"!lib/**" can never match')
    }
  })

  it('asks the published strict_check where there is one, before lean, and no verdict but accepted opens the gate', async () => {
    const says = (verdict: string): string => `${GOOD_SPEC}-- says ${verdict}.\n`
    const world = await testWorld({ config: { criticalPaths: RULE }, files: { [FILE]: 'v1\n', [SPEC]: WRONG_SPEC }, probes: [strictCheckPlugin()] })
    await writeLean(join(world.home.dir, 'lean'))
    const { steps } = await runSteps(world, [
      bash(`echo v2 > ${FILE}`), // 0: rejected, although its status would be ready
      bash(heredoc(SPEC, SORRY_SPEC)),
      bash(`echo v2 > ${FILE}`), // 2: the repair
      bash(`echo v3 > ${FILE}`), // 3: sorry
      bash(heredoc(SPEC, says('unavailable'))),
      bash(`echo v3 > ${FILE}`), // 5: the repair
      bash(`echo v4 > ${FILE}`), // 6: a checker that failed
      bash(heredoc(SPEC, GOOD_SPEC)),
      bash(`echo v5 > ${FILE}; cat ${FILE}`), // 8: accepted
      targets(FILE),
      call('guard_status', { action: 'status' }),
    ], { env: { PATH: pathWith(join(world.home.dir, 'lean')) } })
    const said = steps.map(allOf)
    expect(said[0]).toContain('is not accepted (tool strict_check, 1 problem)')
    expect(said[0]).toContain('line 2, column 5: unknown identifier unknown_word')
    expect(said[3]).toContain('line 1, column 54: declaration uses `sorry`')
    expect(said[6]).toMatch(/the checker itself failed \(tool strict_check: strict_check answered "unavailable", which proves nothing/)
    expect(said[8]).toContain('v5')
    expect(said[8]).not.toContain('repair')
    expect(said[9]).toContain(`open: ${SPEC} was accepted`)
    expect(said[10]).toContain('checker: the tool strict_check where the profile has it')
  })

  it('passes over a tool of that name with another schema, and says so', async () => {
    const plugin = strictCheckPlugin()
    const world = await testWorld({
      config: { criticalPaths: RULE }, files: { [FILE]: 'v1\n', [SPEC]: WRONG_SPEC },
      probes: [{ ...plugin, source: plugin.source.replace("enum: ['status', 'lean', 'batch', 'commands']", "enum: ['status', 'check']") }],
    })
    await writeLean(join(world.home.dir, 'lean'))
    const { steps } = await runSteps(world, [call('guard_status', { action: 'status' }), bash(`echo v2 > ${FILE}`)], { env: { PATH: pathWith(join(world.home.dir, 'lean')) } })
    expect(allOf(steps[0])).toContain('the profile\'s tool strict_check has another schema than the published one and is not used (its parameter action does not offer "lean")')
    expect(allOf(steps[1])).toContain('is not accepted (lean, 1 problem)')
  })

  it('a lean that proves nothing does not open the gate, and leanPath leads to one that does', async () => {
    const world = await testWorld({ config: { criticalPaths: RULE }, files: { [FILE]: 'v1\n', [SPEC]: GOOD_SPEC } })
    const notLean = await writeLean(join(world.home.dir, 'other'), '#!/bin/sh\necho v24.16.0\n')
    const lean = await writeLean(join(world.home.dir, 'lean'))
    const env = { PATH: pathWith(dirname(notLean)) }
    const first = await runSteps(world, [bash(`echo v2 > ${FILE}`), call('guard_status', { action: 'status' })], { env })
    expect(allOf(first.steps[0])).toMatch(/the checker itself failed \(lean: lean --version is not Lean's answer \("v24\.16\.0"\): install Lean 4\.33\.1 or newer, or set leanPath to one\)/)
    expect(readFileSync(join(world.workspace, FILE), 'utf8')).toBe('v1\n')
    await world.configure({ criticalPaths: RULE, leanPath: lean })
    const second = await runSteps(world, [bash(`echo v2 > ${FILE}; cat ${FILE}`), call('guard_status', { action: 'status' })], { env })
    expect(allOf(second.steps[0])).toContain('v2')
    expect(allOf(second.steps[1])).toContain(`Lean 4.33.1 (${lean})`)
  })
})

describe('the ways out, done as the refusal says', () => {
  const NAME = 'src/core/my pay.ts'
  const PROOF = 'src/core/my pay.spec.lean'
  const quoted = (text: string): string => `'${text}'`
  /** The paths that a refusal names for the specification and the file, read out of its own text. */
  const pathsIn = (text: string): { readonly spec: string, readonly third: string } => {
    const spec = JSON.parse(/for example ("[^"]*")/.exec(text)?.[1] ?? '""') as string
    const looked = /Specifications looked for, in this order: .*?, .*?, ("[^"]*") \(not there\)/.exec(text)?.[1] ?? '""'
    return { spec, third: JSON.parse(looked) as string }
  }

  it('a specification, a repair, and the human, by write, edit and bash, with a space in the name, 40 long diagnostics and a folder that is not there', async () => {
    const files = Object.fromEntries(['write', 'edit', 'bash'].map(tool => [`src/core/${tool} me.ts`, 'const a = 1\n']))
    const world = await testWorld({ config: { criticalPaths: RULE, maxDiagnostics: 40 }, files: { ...files, [NAME]: 'const a = 1\n' } })
    await writeLean(join(world.home.dir, 'lean'))
    const env = { PATH: pathWith(join(world.home.dir, 'lean')) }
    const edit = (path: string, from: string, to: string): ReturnType<typeof call> => call('edit', { file_path: path, old_string: from, new_string: to })
    const change = {
      write: (path: string, from: number, to: number) => write(path, `const a = ${to}\n// was ${from}\n`),
      edit: (path: string, from: number, to: number) => edit(path, `const a = ${from}`, `const a = ${to}`),
      bash: (path: string, from: number, to: number) => bash(`sed -i 's/const a = ${from}/const a = ${to}/' ${quoted(path)}`),
    } as const

    // Way 3 needs the human, and so a refusal first.
    const first = await runSteps(world, [call('read', { file_path: NAME }), change.write(NAME, 1, 2)], { env })
    const refusal = allOf(first.steps[1])
    const { spec, third } = pathsIn(refusal)
    expect([spec, third]).toEqual([PROOF, 'src/core/specs/my pay.lean'])

    for (const tool of ['write', 'edit', 'bash'] as const) {
      const file = `src/core/${tool} me.ts`
      const own = third.replace('my pay', `${tool} me`)
      const putSpec = (text: string): ReturnType<typeof call> => tool === 'bash'
        ? bash(`mkdir -p ${quoted(dirname(own))} && ${heredoc(quoted(own), text.trimEnd())}`)
        : write(own, text)
      const { run, steps } = await runSteps(world, [
        call('read', { file_path: file }),
        change[tool](file, 1, 2), // 1: no specification
        putSpec(LONG_SPEC),
        change[tool](file, 1, 2), // 3: 40 long diagnostics
        change[tool](file, 1, 2), // 4: way 2, the repair
        change[tool](file, 2, 3), // 5: and then it is checked again
        call('read', { file_path: own }),
        putSpec(GOOD_SPEC),
        call('read', { file_path: file }),
        change[tool](file, 2, 3), // 9: way 1
      ], { env })
      expect(run.code).toBe(0)
      const said = steps.map(allOf)
      expect(said[1]).toContain('1. Satisfy the rule: write a specification')
      for (const at of [3, 5]) {
        expect(said[at]).toContain('is not accepted (lean, 40 problems)')
        for (const part of ['1. Satisfy the rule: correct "src/core/specs/', '2. Repair: once a check has reported problems, the next write to this file is let through', '3. Ask the human to take the path out of criticalPaths']) expect(said[at]).toContain(part)
        expect(said[at]).toContain('this goal is not solved')
        expect(said[at]).toMatch(/- and \d+ more/)
      }
      expect(said[4]).toContain('through as a repair')
      expect(said[9]).not.toMatch(/Refused|repair/)
      expect(readFileSync(join(world.workspace, file), 'utf8')).toContain('const a = 3')
    }

    await world.configure({ criticalPaths: ['src/other/**'], maxDiagnostics: 40 })
    const last = await runSteps(world, [call('read', { file_path: NAME }), change.edit(NAME, 1, 9)], { env })
    expect(allOf(last.steps[1])).not.toContain('Refused')
    expect(readFileSync(join(world.workspace, NAME), 'utf8')).toContain('const a = 9')
  })

  it('the repair of a syntax error in a new file is let through, also after an edit that failed, until the file is whole', async () => {
    const path = 'src/core/n.js'
    const world = await testWorld({ config: { criticalPaths: RULE } })
    await writeLean(join(world.home.dir, 'lean'))
    const { steps } = await runSteps(world, [
      write(path, 'function f( {\n}\nconst g = ;\n'), // 0: a new file, two errors
      call('edit', { file_path: path, old_string: 'not in it', new_string: 'x' }), // 1: fails by itself
      call('edit', { file_path: path, old_string: 'f( {', new_string: 'f() {' }), // 2: one error less
      bash(`sed -i 's/const g = ;/const g = 1;/' ${path} && cat ${path}`), // 3: whole
      bash(`echo 'const h = 2' >> ${path}`), // 4: an ordinary write again
    ], { env: { PATH: pathWith(join(world.home.dir, 'lean')) } })
    const said = steps.map(allOf)
    expect(said[0]).toContain('Syntax check: this call broke src/core/n.js')
    expect(said[1]).not.toContain('Refused by the gate')
    expect(said[2]).toContain('through as a repair, because a syntax error in it was reported')
    expect(said[2]).toContain('Syntax check: this call broke')
    expect(said[3]).toContain('const g = 1;')
    expect(said[4]).toContain('has no specification')
    expect(readFileSync(join(world.workspace, path), 'utf8')).toBe('function f() {\n}\nconst g = 1;\n')
  })

  it('a file whose name or folder holds a line break is protected like any other', async () => {
    const names = ['src/core/new\nline.ts', 'src/core/sep\u2028arator.ts', 'src/core/fol\rder/x.ts']
    const world = await testWorld({ config: { criticalPaths: RULE }, files: Object.fromEntries(names.map(name => [name, 'v1\n'])) })
    await writeLean(join(world.home.dir, 'lean'))
    const { steps } = await runSteps(world, names.flatMap(name => [
      call('read', { file_path: name }), write(name, 'v2\n'), bash(`echo v3 > ${quoted(name)}`), targets(name),
    ]), { env: { PATH: pathWith(join(world.home.dir, 'lean')) } })
    const said = steps.map(allOf)
    names.forEach((name, at) => {
      expect(said[4 * at + 1]).toContain('Refused by the gate critical-paths')
      expect(said[4 * at + 2]).toContain('Refused by the gate critical-paths')
      expect(said[4 * at + 3]).toContain('refused: there is no specification')
      expect(readFileSync(join(world.workspace, name), 'utf8')).toBe('v1\n')
    })
  })
})
