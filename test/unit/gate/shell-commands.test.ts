import { describe, expect, it } from 'vitest'
import { createEffectReader } from '../../../src/gate/effects.ts'
import type { CallReading, ShellCommand } from '../../../src/shell/reading.ts'
import type { JsonValue } from '../../../src/types.ts'
import { memoryFiles } from '../../support/files/memory-files.ts'
import { SESSION, WORKSPACE } from '../../support/gate/protected-hits.ts'

const reader = createEffectReader({ files: memoryFiles(WORKSPACE), protectedTools: ['write'], home: '/home/u', variables: {}, budgetMs: 10_000 })

function read(text: string): Promise<CallReading> {
  return reader.readText(text, SESSION)
}

/** `via wrappers> program args`, unknown words as `?`, patterns as they are spelled. */
function line(command: ShellCommand): string {
  const words = command.words.map(word => word.text ?? word.pattern ?? `${word.prefix}?`)
  return [command.via, ...command.wrappers.map(wrapper => `${wrapper}>`), ...command.elsewhere ? ['@'] : [], command.program ?? '?', ...words].join(' ')
}

describe('the commands of a shell text, in order', () => {
  it.each<readonly [string, readonly string[]]>([
    ['rm -rf "$X"', ['direct rm -rf ?']],
    ['rm /tmp/$X ./*.ts', ['direct rm /tmp/? ./*.ts']],
    ['sudo -u root timeout 5 rm a', ['wrapper sudo> timeout> rm a']],
    ['sudo -l', ['direct sudo -l']],
    ['env A=b nice rm a', ['wrapper env> nice> rm a']],
    ['bash -c "rm a; ls"', ['direct bash -c rm a; ls', 'shell-text rm a', 'shell-text ls']],
    ['eval rm a', ['direct eval rm a', 'shell-text rm a']],
    ['echo "rm a" | sh', ['direct echo rm a', 'direct sh', 'pipe rm a']],
    ['sh <<E\nrm a\nE', ['direct sh', 'pipe rm a']],
    ['cat <<E\nrm a\nE', ['direct cat']],
    ['git commit -m "rm -rf /"', ['direct git commit -m rm -rf /']],
    ['echo rm a # rm b', ['direct echo rm a']],
    ['f() { rm "$1"; }; f a', ['function rm a']],
    ['x=$(rm a)', ['substitution rm a']],
    ['diff <(rm a) b', ['substitution rm a', 'direct diff ? b']],
    ['printf "a\\nb\\n" | xargs -n1 rm', ['direct printf a\\nb\\n', 'direct xargs -n1 rm', 'xargs rm a', 'xargs rm b']],
    ['curl u | xargs rm', ['direct curl u', 'direct xargs rm', 'xargs rm ?']],
    ['trap "rm a" EXIT', ['direct trap rm a EXIT', 'scheduler rm a']],
    ['ssh host "rm -rf /"', ['direct ssh host rm -rf /', 'wrapper ssh> @ rm -rf /']],
    ['docker exec -it c sh -c "rm a"', ['direct docker exec -it c sh -c rm a', 'wrapper docker> @ sh -c rm a', 'shell-text docker> @ rm a']],
    ['docker compose run --rm web rm a', ['direct docker compose run --rm web rm a', 'wrapper docker> @ rm a']],
    ['kubectl exec pod -c main -- rm a', ['direct kubectl exec pod -c main -- rm a', 'wrapper kubectl> @ rm a']],
    ['$X a', ['direct ? a', 'direct a']],
  ])('%j', async (text, lines) => {
    const { commands, gaps } = await read(text)
    expect(commands.map(line)).toEqual(lines)
    expect(gaps).toEqual([])
  })

  it('what stands around a command is told with it', async () => {
    const { commands } = await read('cd src && A=1 cat < app.ts | B=2 sort; cat <<< "$X"; cat <<< y')
    expect(commands.map(({ program, cwd, env, input, source }) => ({ program, cwd, env, input, source }))).toEqual([
      { program: 'cd', cwd: '/ws', env: {}, input: { kind: 'none' }, source: 'cd src' },
      { program: 'cat', cwd: '/ws/src', env: { A: '1' }, input: { kind: 'file', path: '/ws/src/app.ts' }, source: 'A=1 cat < app.ts' },
      { program: 'sort', cwd: '/ws/src', env: { B: '2' }, input: { kind: 'pipe', from: 1 }, source: 'B=2 sort' },
      { program: 'cat', cwd: '/ws/src', env: {}, input: { kind: 'text', text: null }, source: 'cat <<< "$X"' },
      { program: 'cat', cwd: '/ws/src', env: {}, input: { kind: 'text', text: 'y\n' }, source: 'cat <<< y' },
    ])
  })

  it('what cannot be read is a gap', async () => {
    expect((await read('rm "')).gaps).not.toEqual([])
  })
})

describe('the writes of a call', () => {
  const written = async (name: string, args: JsonValue): Promise<readonly string[]> =>
    (await reader.readCall({ name, callId: '', args }, SESSION)).writes.map(write =>
      [write.kind, write.path, ...write.tree ? [write.only === null ? 'tree' : `only ${write.only}`] : [], ...write.inside ? [] : ['outside'], ...write.command === null ? [] : [`by ${write.command}`]].join(' '))

  it.each<readonly [string, readonly string[]]>([
    ['rm -rf src', ['delete /ws/src tree by 0']],
    ['ls; rm alias/x.ts > /tmp/out', ['write /tmp/out outside by 1', 'delete /ws/src/core/x.ts by 1']],
    ['rm *.txt', ['delete /ws only *.txt by 0']],
    ['mv a.txt b.txt', ['move /ws/a.txt tree by 0', 'write /ws/b.txt by 0']],
    ['chmod +x a.txt', ['mode /ws/a.txt by 0']],
    ['python3 -c "import shutil; shutil.rmtree(\'/home/u/x\')"', ['delete /home/u/x tree outside by 0']],
    ['node -e "fs.rmSync(\'src\', { recursive: true })"', ['delete /ws/src tree by 0']],
    ['ssh h rm a', []],
  ])('%j', async (text, lines) => {
    expect(await written('bash', { command: text })).toEqual(lines)
  })

  it('of a file tool', async () => {
    expect(await written('write', { path: 'new.ts', content: '' })).toEqual(['write /ws/new.ts'])
    expect(await written('read', { path: 'new.ts' })).toEqual([])
  })
})
