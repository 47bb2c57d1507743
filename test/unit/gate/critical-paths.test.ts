import { describe, expect, it } from 'vitest'
import { MAX_TARGETS } from '../../../src/gate/critical-targets.ts'
import { MAX_SPEC_BYTES } from '../../../src/gate/critical-verdict.ts'
import { criticalWorld, errors, OK, scriptedChecker } from '../../support/gate/critical-world.ts'
import { noticesOf, sessionAt } from '../../support/gate/gate-world.ts'

const FILE = { '/ws/src/core/x.ts': 'x', '/ws/src/core/y.ts': 'y', '/ws/src/app.ts': 'a' }
const SPEC = '/ws/src/core/x.spec.lean'
const WITH_SPEC = { ...FILE, [SPEC]: 'theorem t : True := trivial' }
const EDIT = { file_path: 'src/core/x.ts', old_string: 'x', new_string: 'z' }
const WAYS = ['Satisfy the rule', 'Repair', 'out of criticalPaths']

describe('the life of a protected file', () => {
  it('runs from no specification over a rejected one and one repair to an accepted one', async () => {
    const world = criticalWorld(FILE, { checker: scriptedChecker(errors('unsolved goals'), OK) })
    const first = await world.refused(EDIT)
    for (const part of ['src/core/**', 'src/core/x.spec.lean (not there), src/core/x.ts.lean (not there), src/core/specs/x.lean (not there)', ...WAYS]) expect(first).toContain(part)
    expect(await world.refused(EDIT), 'a refusal without a specification opens no window').not.toBeNull()
    expect(world.checker.checked).toEqual([])

    expect(await world.refused({ file_path: 'src/core/x.spec.lean', content: 't' }, { tool: 'write' }), 'the specification can always be written').toBeNull()
    world.memory.set(SPEC, 'theorem bad : False := by simp')
    const rejected = await world.refused(EDIT)
    for (const part of ['line 1, column 5: unsolved goals', 'x.spec.lean (found)', ...WAYS]) expect(rejected).toContain(part)

    expect(await world.refused(EDIT), 'the repair').toBeNull()
    expect(world.counters.counts).toMatchObject({ repairWrites: 1, criticalRefusals: 3, specChecks: 1 })
    world.memory.set(SPEC, 'theorem t : True := trivial')
    expect(await world.refused(EDIT)).toBeNull()
    expect(await world.refused(EDIT), 'accepted content stays accepted').toBeNull()
    expect(world.counters.counts).toMatchObject({ repairWrites: 1, specChecks: 2 })
  })

  it('refuses with fresh diagnostics after the repair when the specification is still wrong', async () => {
    const world = criticalWorld(WITH_SPEC, { checker: scriptedChecker(errors('one'), errors('two')) })
    expect(await world.refused(EDIT)).toContain('one')
    expect(await world.refused(EDIT)).toBeNull()
    expect(await world.refused(EDIT)).toContain('two')
    expect(await world.refused(EDIT)).toBeNull()
  })

  it('closes the window when the specification is accepted', async () => {
    const world = criticalWorld(WITH_SPEC, { checker: scriptedChecker(errors('one'), OK, errors('three')) })
    await world.refused(EDIT)
    world.memory.set(SPEC, 'theorem better : True := trivial')
    expect(await world.refused(EDIT)).toBeNull()
    expect(world.counters.counts.repairWrites).toBeUndefined()
    world.memory.set(SPEC, 'theorem worse : False := trivial')
    expect(await world.refused(EDIT)).toContain('three')
  })

  it('ties the verdict to the content: a changed specification is checked again', async () => {
    const world = criticalWorld(WITH_SPEC, { checker: scriptedChecker(OK, errors('changed')) })
    expect(await world.refused(EDIT)).toBeNull()
    world.memory.set(SPEC, 'theorem other : True := trivial')
    expect(await world.refused(EDIT)).toContain('changed')
    world.memory.set(SPEC, WITH_SPEC[SPEC])
    expect(await world.refused(EDIT), 'the content accepted before').toBeNull()
  })

  it('gives no verdict on a specification that changes while it is checked', async () => {
    const world = criticalWorld(WITH_SPEC)
    world.checker.during = () => { world.memory.set(SPEC, 'theorem swapped : True := trivial') }
    expect(await world.refused(EDIT)).toContain('changed while it was checked')
  })

  it('keeps a state for each session', async () => {
    const world = criticalWorld(WITH_SPEC, { checker: scriptedChecker(errors('one'), errors('two'), OK) })
    await world.refused(EDIT)
    expect(await world.refused(EDIT, { session: sessionAt('/ws', 'other') }), 'the window is not shared').toContain('two')
    expect(await world.refused(EDIT)).toBeNull()
  })

  it('opens the window for the file that was quoted only', async () => {
    const world = criticalWorld({ ...WITH_SPEC, '/ws/src/core/y.spec.lean': 'theorem y : True := trivial' }, { checker: scriptedChecker(errors('one')) })
    await world.refused(EDIT)
    expect(await world.refused({ ...EDIT, file_path: 'src/core/y.ts' })).not.toBeNull()
    expect(await world.refused(EDIT)).toBeNull()
  })

  it('asks the checker no further once one file is refused', async () => {
    const world = criticalWorld({ ...WITH_SPEC, '/ws/src/core/y.spec.lean': 'theorem y : True := trivial' }, { checker: scriptedChecker(errors('one')) })
    await world.refused({ command: 'rm src/core/x.ts src/core/y.ts' }, { tool: 'bash' })
    expect(world.checker.checked).toEqual([SPEC])
  })

  it('keeps the window of one file when the call is refused for another', async () => {
    const world = criticalWorld(WITH_SPEC, { checker: scriptedChecker(errors('one')) })
    await world.refused(EDIT)
    expect(await world.refused({ command: 'rm src/core/x.ts src/core/y.ts' }, { tool: 'bash' })).toContain('src/core/y.ts')
    expect(await world.refused(EDIT)).toBeNull()
  })
})

describe('the repair of a syntax error that was reported', () => {
  it('is let through without a specification, once for each report', async () => {
    const world = criticalWorld(FILE)
    await world.gate.openWindow('/ws/src/core/x.ts', world.session)
    const verdict = await world.judge(EDIT)
    expect(noticesOf(verdict)).toEqual(['The gate critical-paths let this write to src/core/x.ts through as a repair, because a syntax error in it was reported. Before the next write to it the specification is checked again.'])
    expect(await world.refused({ ...EDIT, file_path: 'src/core/y.ts' }), 'the window is that file\'s').toContain('no specification')
    expect(await world.refused(EDIT)).toContain('no specification')
    await world.gate.openWindow('/ws/src/core/x.ts', world.session)
    expect(await world.refused(EDIT)).toBeNull()
  })

  it('is not used up by an edit that failed or changed nothing', async () => {
    const world = criticalWorld(FILE)
    await world.gate.openWindow('/ws/src/core/x.ts', world.session)
    expect(await world.refused(EDIT)).toBeNull()
    await world.over(EDIT)
    expect(await world.refused(EDIT), 'nothing was written').toBeNull()
    world.memory.set('/ws/src/core/x.ts', 'repaired')
    await world.over(EDIT)
    expect(await world.refused(EDIT)).toContain('no specification')
  })

  it('is let through by every spelling, and by a rejected or a broken specification', async () => {
    for (const outcome of [errors('one'), { kind: 'failed', reason: 'broken' } as const]) {
      const world = criticalWorld({ ...WITH_SPEC, '/ws/alias': { link: 'src/core' } }, { checker: scriptedChecker(outcome) })
      await world.gate.openWindow('/ws/alias/x.ts', world.session)
      expect(await world.refused(EDIT)).toBeNull()
    }
  })

  it('is nothing where the file is not protected', async () => {
    const world = criticalWorld(FILE)
    await world.gate.openWindow('/ws/src/app.ts', world.session)
    expect(await world.refused({ file_path: 'src/app.ts' })).toBeNull()
    expect(world.counters.counts.repairWrites).toBeUndefined()
  })
})

describe('a refusal', () => {
  const LONG = 'long '.repeat(100)
  const MUST = [...WAYS, 'Only the human can.', 'another tool, spelling or program is judged the same']
  it('keeps its ways out however much there is to quote', async () => {
    const deep = `src/core/${'folder-with-a-long-name/'.repeat(60)}`
    const path = `${deep}x.ts`
    const spec = `${deep}x.spec.lean`
    const checker = { ...scriptedChecker(errors(...Array.from({ length: 40 }, (_item, at) => `${at} ${LONG}`))), id: `command ${LONG}` }
    const world = criticalWorld({ [`/ws/${path}`]: 'x', [`/ws/${spec}`]: 'theorem t' }, { checker, maxDiagnostics: 40 })
    const reason = await world.refused({ file_path: path }) ?? ''
    for (const part of [...MUST, `correct ${spec} so that`]) expect(reason).toContain(part)
    expect(reason.length).toBeLessThan(8_000)
    expect(reason).toMatch(/\(command long .*40 problems\): they are quoted at the end/)
    const quoted = reason.match(/^- line /gm)?.length ?? 0
    expect(quoted).toBeGreaterThan(3)
    expect(reason).toContain(`and ${40 - quoted} more`)
    checker.answers = [{ kind: 'failed', reason: LONG.repeat(20) }]
    world.memory.set(`/ws/${spec}`, 'theorem other')
    await world.refused({ file_path: path })
    const failed = await world.refused({ file_path: path }) ?? ''
    for (const part of MUST) expect(failed).toContain(part)
    const missing = await criticalWorld({ [`/ws/${path}`]: 'x' }).refused({ file_path: path }) ?? ''
    for (const part of [...MUST, `for example ${spec} (a .lean file is never refused)`]) expect(missing).toContain(part)
  })

  it('says that the specification needs a call of its own, and says so first where the call writes it', async () => {
    const apart = await criticalWorld(FILE).refused(EDIT)
    expect(apart).toContain('in a call of its own, and repeat this write in a later call')
    expect(apart).not.toContain('This call also writes a specification')
    const both = { command: 'echo theorem > src/core/x.spec.lean && sed -i s/1/9/ src/core/x.ts' }
    expect(await criticalWorld(FILE).refused(both, { tool: 'bash' })).toMatch(/accepted in this session\.\nThis call also writes a specification\. A call is judged before any part of it runs/)
    expect(await criticalWorld(WITH_SPEC, { checker: scriptedChecker(errors('one')) }).refused(both, { tool: 'bash' })).toContain('write it in a call of its own, first')
  })

  it('names all protected files of the call, and each specification that is missing', async () => {
    const nodes = { ...WITH_SPEC, '/ws/src/core/z.ts': 'z' }
    const all = { command: 'sed -i s/1/2/ src/core/x.ts src/core/y.ts src/core/z.ts' }
    const reason = await criticalWorld(nodes).refused(all, { tool: 'bash' })
    expect(reason).toContain('2 protected files of this call have no specification')
    expect(reason).toContain('for example src/core/y.spec.lean, src/core/z.spec.lean, in a call of its own')
    expect(reason).toContain('Protected files of this call: src/core/x.ts, src/core/y.ts, src/core/z.ts.')
    for (const part of MUST) expect(reason).toContain(part)
    const rejected = await criticalWorld({ ...WITH_SPEC, '/ws/src/core/y.spec.lean': 'theorem y' }, { checker: scriptedChecker(OK, errors('of y')) })
      .refused({ command: 'rm src/core/x.ts src/core/y.ts' }, { tool: 'bash' })
    expect(rejected).toContain('src/core/y.spec.lean is not accepted')
    expect(rejected).toContain('Protected files of this call: src/core/x.ts, src/core/y.ts.')
  })

  it('spells a name so that it can be copied', async () => {
    const reason = await criticalWorld({ '/ws/src/core/my file.ts': 'x' }).refused({ file_path: 'src/core/my file.ts' })
    expect(reason).toContain('Refused by the gate critical-paths: "src/core/my file.ts" exists')
    expect(reason).toContain('for example "src/core/my file.spec.lean" (a .lean')
  })
})

describe('a name with a line break', () => {
  const NAMES = ['new\nline', 'new\rline', 'new\r\nline', 'new\u2028line', 'new\u2029line', '\nnew', 'new\n', 'x\u0085y']
  const PATHS = NAMES.flatMap(name => [`src/core/${name}.ts`, `src/core/${name}/x.ts`])
  const nodes = Object.fromEntries(PATHS.map(path => [`/ws/${path}`, 'x']))
  it.each(PATHS)('is a name like any other: %j', async (path) => {
    for (const rules of [['src/core/**'], ['**/*'], ['src/*/**/*.ts']]) {
      const reason = await criticalWorld(nodes, { rules }).refused({ file_path: path })
      expect(reason).not.toBeNull()
      expect(reason, 'and is spelled so that it can be copied').toContain(JSON.stringify(path.replace(/\.ts$/, '.spec.lean')).replace(/[\u0085\u2028\u2029]/g, one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`))
    }
    expect(await criticalWorld(nodes, { foldCase: true, rules: ['SRC/core/**'] }).refused({ file_path: path })).not.toBeNull()
    expect((await criticalWorld(nodes).gate.targetReport(path, criticalWorld(nodes).session)).protected).toBe(true)
  })

  it.each([['rm -rf src', 'bash'], ['rm src/core/new*', 'bash'], ["rm $'src/core/new\\nline.ts'", 'bash'], ['rm "src/core/new\nline.ts"', 'bash'], ["find src -name '*.ts' -delete", 'bash']])('is reached by a shell as well: %j', async (command, tool) => {
    expect(await criticalWorld({ '/ws/src/core/new\nline.ts': 'x' }).refused({ command }, { tool })).not.toBeNull()
  })

  it('finds its specification and is opened by it', async () => {
    const world = criticalWorld({ '/ws/src/core/new\nline.ts': 'x', '/ws/src/core/new\nline.spec.lean': 'theorem t' })
    expect(await world.refused({ file_path: 'src/core/new\nline.ts' })).toBeNull()
    expect(world.checker.checked).toEqual(['/ws/src/core/new\nline.spec.lean'])
  })
})

describe('what is judged', () => {
  it.each([
    ['edit', { file_path: 'src/core/x.ts' }],
    ['write', { file_path: '/ws/src/core/x.ts', content: '' }],
    ['str_replace_editor', { command: 'str_replace', path: '/ws/src/core/x.ts' }],
    ['str_replace_editor', { command: 'insert', path: '/ws/src/core/x.ts' }],
    ['bash', { command: "cat > src/core/x.ts <<'E'\nhi\nE", description: 'd' }],
    ['bash', { command: 'echo > x.ts', workdir: 'src/core', description: 'd' }],
    ['bash', { command: 'rm x.ts', cwd: '/ws/src/core' }],
    ['bash', { command: ['bash', '-lc', 'rm src/core/x.ts'] }],
    ['terminal_send', { sessionId: '1', text: 'rm src/core/x.ts' }],
    ['pwsh', { command: 'Set-Content src/core/x.ts hi' }],
  ])('%s %j', async (tool, args) => {
    expect(await criticalWorld(FILE).refused(args, { tool })).toContain('src/core/x.ts')
  })

  it.each([
    ['str_replace_editor', { command: 'view', path: '/ws/src/core/x.ts' }],
    ['edit', { file_path: 'src/app.ts' }],
    ['write', { file_path: 'src/core/new.ts', content: '' }],
    ['write', { file_path: 'src/core/deep/down/new.ts', content: '' }],
    ['write', { file_path: 'src/core/any.lean', content: '' }],
    ['bash', { command: 'cat src/core/x.ts' }],
    ['pwsh', { command: 'Get-Content src/core/x.ts' }],
    ['bash', {}],
    ['edit', null],
    ['edit', 'not json'],
  ])('%s %j passes', async (tool, args) => {
    expect(await criticalWorld(FILE).refused(args, { tool })).toBeNull()
  })

  it('does not concern itself with tools that are neither protected nor a shell', () => {
    const { gate, session } = criticalWorld(FILE)
    const input = { point: 'command', session, task: '', request: '', output: '', round: 0, naturalStop: false, result: null, hasAgent: true } as const
    expect(gate.applies({ ...input, command: { name: 'read', args: { file_path: 'src/core/x.ts' }, callId: 'c' } })).toBe(false)
    expect(gate.applies({ ...input, command: { name: 'edit', args: {}, callId: 'c' } })).toBe(true)
    expect(gate.applies({ ...input, command: { name: 'bash', args: {}, callId: 'c' } })).toBe(true)
  })

  it.each([
    ['upper case where case is folded', { foldCase: true }, 'SRC/CORE/X.TS'],
    ['a symlink to the file', {}, 'link.ts'],
    ['a symlink to the folder', {}, 'alias/x.ts'],
    ['the real path of a workspace that is a symlink', { cwd: '/via' }, '/ws/src/core/x.ts'],
    ['a relative path in a workspace that is a symlink', { cwd: '/via' }, 'src/core/x.ts'],
  ] as const)('%s', async (_what, options, spelled) => {
    const world = criticalWorld({ ...FILE, '/ws/link.ts': { link: 'src/core/x.ts' }, '/ws/alias': { link: 'src/core' }, '/via': { link: '/ws' } }, options)
    expect(await world.refused({ file_path: spelled })).toContain('src/core/**')
  })

  it('tells two files apart whose names differ in case only', async () => {
    expect(await criticalWorld({ ...FILE, '/ws/SRC/core/x.ts': 'other' }).refused({ file_path: 'SRC/core/x.ts' })).toBeNull()
  })

  it.each([[MAX_TARGETS, false], [MAX_TARGETS + 1, true]])('a call on %i protected files is refused as a whole: %s', async (count, whole) => {
    const nodes = Object.fromEntries(Array.from({ length: count }, (_item, index) => [[`/ws/src/core/f${index}.ts`, ''], [`/ws/src/core/f${index}.spec.lean`, 'theorem t : True := trivial']]).flat())
    const reason = await criticalWorld(nodes).refused({ command: 'rm -rf src' }, { tool: 'bash' })
    if (whole) expect(reason).toContain(`more than ${MAX_TARGETS} protected files`)
    else expect(reason).toBeNull()
  })
})

describe('the checker', () => {
  it.each([[2, 2, 0], [3, 2, 1]])('of %i diagnostics %i are quoted and %i counted', async (total, quoted, more) => {
    const world = criticalWorld(WITH_SPEC, { checker: scriptedChecker(errors(...Array.from({ length: total }, (_item, index) => `message ${index}.`))), maxDiagnostics: 2 })
    const reason = await world.refused(EDIT) ?? ''
    expect(reason.match(/message \d\./g)).toHaveLength(quoted)
    expect(reason.includes(`and ${more} more`)).toBe(more > 0)
  })

  it.each(['', '   \n', '-- only a comment', '/- nested /- deeper -/ -/\nimport Lean\n'])('is not asked about a specification that states nothing: %j', async (text) => {
    const world = criticalWorld({ ...FILE, [SPEC]: text })
    expect(await world.refused(EDIT)).toContain('states nothing')
    expect(world.checker.checked).toEqual([])
  })

  it.each([[MAX_SPEC_BYTES, false], [MAX_SPEC_BYTES + 1, true]])('is asked about a specification of %i bytes unless that is too large (%s)', async (size, tooLarge) => {
    const head = 'theorem t : True := trivial -- '
    const world = criticalWorld({ ...FILE, [SPEC]: head + 'é'.repeat(Math.floor((size - head.length) / 2)) + 'a'.repeat((size - head.length) % 2) })
    const reason = await world.refused(EDIT)
    if (tooLarge) expect(reason).toContain('larger than')
    else expect(reason).toBeNull()
  })

  it.each([['src/core/x.spec.lean', 0], ['src/core/x.ts.lean', 1], ['src/core/specs/x.lean', 2]])('is asked about %s when it is the first that exists', async (relative, skipped) => {
    const all = ['src/core/x.spec.lean', 'src/core/x.ts.lean', 'src/core/specs/x.lean'].slice(skipped)
    const world = criticalWorld({ ...FILE, ...Object.fromEntries(all.map(path => [`/ws/${path}`, 'theorem t : True := trivial'])) })
    expect(await world.refused(EDIT)).toBeNull()
    expect(world.checker.checked).toEqual([`/ws/${relative}`])
  })

  it('that fails refuses with the fault, is reported once, and lets the next write through', async () => {
    const world = criticalWorld(WITH_SPEC, { checker: scriptedChecker({ kind: 'failed', reason: 'it did not end within 50 ms and was stopped' }) })
    const verdict = await world.judge(EDIT)
    expect(verdict.fault).toMatchObject({ code: 'internal' })
    expect(verdict.actions[0]).toMatchObject({ kind: 'deny', reason: expect.stringContaining('the checker itself failed') })
    expect(await world.refused(EDIT)).toBeNull()
    expect(await world.refused(EDIT)).not.toBeNull()
    expect(world.reports).toHaveLength(1)
    expect(world.gate.status().detail).toContain('checks that failed by themselves: 2')
  })

  it('that is missing makes the gate stand down, said once to the model, once to the human, and in the status', async () => {
    const world = criticalWorld(WITH_SPEC)
    world.checker.missing = 'lean is not on PATH'
    expect(noticesOf(await world.judge(EDIT))).toEqual([expect.stringContaining('stands down')])
    expect((await world.judge(EDIT)).actions).toEqual([])
    expect(world.reports).toHaveLength(1)
    expect(world.gate.status()).toEqual({ active: false, detail: expect.stringContaining('lean is not on PATH') })
    world.checker.missing = null
    await world.judge(EDIT)
    expect(world.gate.status().active).toBe(true)
  })

  it('that is switched off makes the gate stand down', async () => {
    const world = criticalWorld(FILE, { checker: null })
    expect(await world.refused(EDIT)).toBeNull()
    expect(world.gate.status().active).toBe(false)
  })

  it('decides nothing when the turn is cancelled meanwhile', async () => {
    const world = criticalWorld(WITH_SPEC, { checker: scriptedChecker(errors('one')) })
    const controller = new AbortController()
    world.checker.during = () => { controller.abort() }
    expect(await world.judge(EDIT, { signal: controller.signal })).toMatchObject({ cancelled: true, actions: [] })
    world.checker.during = () => undefined
    expect(await world.refused(EDIT), 'and opens no window').not.toBeNull()
  })
})

describe('an observing gate', () => {
  it('counts neither refusals nor repairs', async () => {
    const world = criticalWorld(WITH_SPEC, { checker: scriptedChecker(errors('one')) })
    expect((await world.judge(EDIT, { mode: 'observe' })).actions[0]?.kind).toBe('deny')
    await world.judge(EDIT, { mode: 'observe' })
    expect(world.counters.counts).toEqual({ specChecks: 2 })
  })

  it('opens no window by what it would have refused', async () => {
    const world = criticalWorld(WITH_SPEC, { checker: scriptedChecker(errors('one')) })
    await world.judge(EDIT, { mode: 'observe' })
    expect(await world.refused(EDIT)).toContain('one')
  })
})

describe('the report on one path', () => {
  it('follows the life of the file', async () => {
    const world = criticalWorld(FILE, { checker: scriptedChecker(errors('one'), OK) })
    const state = async (path = 'src/core/x.ts'): Promise<string> => (await world.gate.targetReport(path, world.session)).state
    expect(await world.gate.targetReport('src/app.ts', world.session)).toMatchObject({ protected: false, rule: null, looked: [] })
    expect(await world.gate.targetReport('./src//core/x.ts', world.session)).toMatchObject({ protected: true, rule: 'src/core/**', found: null, looked: ['src/core/x.spec.lean', 'src/core/x.ts.lean', 'src/core/specs/x.lean'] })
    expect(await state('src/core/new.ts')).toContain('does not exist yet')
    expect(await state()).toContain('there is no specification')
    world.memory.set(SPEC, 'theorem t : False := trivial')
    expect(await state()).toContain('has not been accepted')
    await world.refused(EDIT)
    expect(await state()).toContain('repair window open')
    world.memory.set(SPEC, 'theorem t : True := trivial')
    await world.refused(EDIT)
    expect(await state()).toContain('was accepted in this session')
    expect(world.checker.checked, 'reporting checks nothing').toHaveLength(2)
  })
})

describe('the report where nothing can be checked', () => {
  it.each<[string, Parameters<typeof criticalWorld>[1], string | null]>([
    ['the checker is off', { checker: null }, null],
    ['there is no lean', {}, 'lean is not on PATH'],
  ])('says that a write goes through when %s, as it then does', async (_name, options, missing) => {
    const world = criticalWorld(FILE, options)
    world.checker.missing = missing
    const { state } = await world.gate.targetReport('src/core/x.ts', world.session)
    expect(state).toMatch(/^the gate stands down, so a write is let through unchecked: /)
    expect(state).toContain(missing ?? 'specChecker is off')
    expect(await world.refused(EDIT)).toBeNull()
  })
})

describe('switched off', () => {
  it.each([[[]], [['/abs/**']]])('with criticalPaths %j nothing applies', (rules) => {
    const { gate } = criticalWorld(FILE, { rules })
    expect(gate.mode).toBe('off')
    expect(gate.status().active).toBe(false)
  })
})
