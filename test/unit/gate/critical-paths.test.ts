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
    expect(world.counters.counts).toEqual({ specChecks: 1 })
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

describe('switched off', () => {
  it.each([[[]], [['/abs/**']]])('with criticalPaths %j nothing applies', (rules) => {
    const { gate } = criticalWorld(FILE, { rules })
    expect(gate.mode).toBe('off')
    expect(gate.status().active).toBe(false)
  })
})
