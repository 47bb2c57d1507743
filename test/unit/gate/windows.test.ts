/** A workspace on Windows, through the gates to their end: drive letters, backslashes, shares, case, and the spellings that Windows folds. */
import { describe, expect, it } from 'vitest'
import { createEffectReader } from '../../../src/gate/effects.ts'
import { createTamperProtectionGate } from '../../../src/gate/tamper-protection.ts'
import type { JsonValue } from '../../../src/types.ts'
import { criticalWorld, errors, OK, scriptedChecker } from '../../support/gate/critical-world.ts'
import { commandOf, countingCounters, inputAt, judging, scriptedClock, sessionAt } from '../../support/gate/gate-world.ts'
import { memoryFiles } from '../../support/files/memory-files.ts'

describe.each(['C:\\ws', '\\\\server\\share\\ws'])('critical paths in %s', (cwd) => {
  const at = (path: string): string => `${cwd}\\${path}`
  const world = (checker = scriptedChecker(OK)) => criticalWorld({ [at('src\\core\\x.ts')]: 'x', [at('src\\app.ts')]: 'a' }, { cwd, foldCase: true, checker })
  const write = (file: string): JsonValue => ({ file_path: file, content: 'y' })

  it.each(['src\\core\\x.ts', 'src/core/x.ts', 'SRC\\Core\\X.TS', '.\\src\\..\\src\\core\\x.ts', 'src\\core\\x.ts.', 'src\\core\\x.ts::$DATA', at('src\\core\\x.ts'), at('src\\core\\x.ts').toLowerCase()])('are closed to a write of %s', async (file) => {
    expect(await world().refused(write(file), { tool: 'write' })).toContain('src/core/')
  })

  it.each(['src\\app.ts', 'src\\core\\new.ts', 'D:\\ws\\src\\core\\x.ts', '..\\src\\core\\x.ts', '\\\\other\\share\\ws\\src\\core\\x.ts'])('are not meant by %s', async (file) => {
    expect(await world().refused(write(file), { tool: 'write' })).toBeNull()
  })

  it.each(['echo y > src/core/x.ts', "sed -i s/x/y/ 'src\\core\\x.ts'", 'rm -rf src', 'cd src && mv app.ts core/x.ts', `cp src/app.ts '${at('SRC\\core\\x.ts')}'`])('are closed to %s', async (command) => {
    expect(await world().refused({ command }, { tool: 'bash' })).toContain('src/core/x.ts')
  })

  it('open with an accepted specification, which is found with backslashes too', async () => {
    const one = world(scriptedChecker(errors('unsolved goals'), OK))
    one.memory.set(at('src\\core\\x.spec.lean'), 'theorem t : True := trivial')
    expect(await one.refused(write('src\\core\\x.ts'), { tool: 'write' })).toContain('unsolved goals')
    expect(await one.refused(write('src\\core\\x.ts'), { tool: 'write' }), 'the repair').toBeNull()
    expect(await one.refused(write('src\\core\\x.ts'), { tool: 'write' })).toBeNull()
  })

  it('are told as targets, under every spelling', async () => {
    const { gate, session } = world()
    for (const path of ['src\\core\\x.ts', 'src/core/x.ts', at('SRC\\core\\x.ts')]) expect(await gate.targetReport(path, session)).toMatchObject({ protected: true, rule: 'src/core/**' })
    expect(await gate.targetReport('src\\app.ts', session)).toMatchObject({ protected: false })
  })
})

describe('tamper protection on Windows', () => {
  const DSH = 'C:\\Users\\u\\.dsh'
  const files = memoryFiles({ [`${DSH}\\guards\\g.js`]: 'g', [`${DSH}\\shooty\\state.json`]: '{}', [`${DSH}\\profiles\\web\\cordis.patch.yml`]: 'p', [`${DSH}\\skills\\s.md`]: 's', 'C:\\ws\\a.txt': 'a' }, { foldCase: true, windows: true })
  const gate = createTamperProtectionGate({
    settings: { tamperProtection: true }, mode: 'enforce', clock: scriptedClock(), counters: countingCounters(), files,
    effects: createEffectReader({ files, protectedTools: ['write', 'edit'], home: 'C:\\Users\\u', variables: {} }),
    dshHome: DSH,
    protectedFiles: () => ({ files: [], folders: [`${DSH}\\guards`, `${DSH}\\shooty`], globs: [{ base: `${DSH}\\profiles`, glob: '*/cordis.patch.yml' }] }),
  })
  const refused = async (tool: string, args: JsonValue): Promise<boolean> =>
    (await gate.judge(inputAt(sessionAt('C:\\ws'), commandOf(tool, args), null), judging())).actions.some(action => action.kind === 'deny')

  it.each([
    `${DSH}\\guards\\g.js`, 'c:\\users\\U\\.DSH\\Guards\\G.JS', 'C:/Users/u/.dsh/guards/g.js', '..\\Users\\u\\.dsh\\guards\\new.js', '~\\.dsh\\shooty\\state.json', '\\Users\\u\\.dsh\\guards\\g.js',
    `\\\\?\\${DSH}\\guards\\g.js`, `${DSH}\\guards\\g.js::$DATA`, `${DSH}\\guards\\g.js. `, '/c/Users/u/.dsh/guards/g.js', `${DSH}\\profiles\\web\\cordis.patch.yml`,
  ])('refuses a write of %s', async (file) => {
    expect(await refused('write', { file_path: file, content: 'x' })).toBe(true)
  })

  it.each(['rm -rf ~/.dsh', "echo x > '/c/Users/u/.dsh/guards/g.js'", `mv a.txt '${DSH}\\guards\\g.js'`])('refuses %s', async (command) => {
    expect(await refused('bash', { command })).toBe(true)
  })

  it.each([`${DSH}\\skills\\s.md`, 'a.txt', 'D:\\Users\\u\\.dsh\\guards\\g.js', `${DSH}\\guards-of-mine\\g.js`])('lets %s be written', async (file) => {
    expect(await refused('write', { file_path: file, content: 'x' })).toBe(false)
  })
})
