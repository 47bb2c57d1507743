import { describe, expect, it } from 'vitest'
import { createEffectReader } from '../../../src/gate/effects.ts'
import { createLockedPathsGate } from '../../../src/gate/locked-paths.ts'
import type { LockedPathsGate } from '../../../src/gate/locked-paths.ts'
import type { JsonValue } from '../../../src/types.ts'
import { memoryFiles } from '../../support/files/memory-files.ts'
import { commandOf, inputAt, judging, scriptedClock, sessionAt } from '../../support/gate/gate-world.ts'

const NODES = {
  '/w [s]/src/core/a.ts': 'a', '/w [s]/src/core/deep/b.ts': 'b', '/w [s]/src/other.ts': 'o', '/w [s]/.env': 'S=1', '/w [s]/db/schema.sql': 's', '/w [s]/db/seed.txt': 's', '/w [s]/to-core': { link: '/w [s]/src/core' },
  '/home/u/.ssh/config': 'c', '/home/u/notes.txt': 'n',
}
const LOCKED = ['src/core', ' .env', 'db/**/*.sql', '~/.ssh/**']

function gateFor(lockedPaths: readonly string[] = LOCKED): { readonly gate: LockedPathsGate, refused(args: JsonValue, tool?: string): Promise<string | null> } {
  const files = memoryFiles(NODES)
  const gate = createLockedPathsGate({
    settings: { lockedPaths }, mode: 'enforce', clock: scriptedClock(), files, home: '/home/u',
    effects: createEffectReader({ files, protectedTools: ['write', 'edit', 'str_replace_editor'], home: '/home/u', variables: {} }),
  })
  return {
    gate,
    async refused(args, tool = 'bash') {
      const verdict = await gate.judge(inputAt(sessionAt('/w [s]'), commandOf(tool, args), null), judging())
      const deny = verdict.actions.find(action => action.kind === 'deny')
      return deny?.kind === 'deny' ? deny.reason : null
    },
  }
}

describe('a call that would change a locked path', () => {
  it.each<[string, JsonValue]>([
    ['write', { path: 'src/core/a.ts', content: '' }], ['write', { path: 'src/core/new/c.ts', content: '' }], ['edit', { path: 'to-core/a.ts' }], ['mcp_fs_move_file', { source: '.env', destination: 'x' }],
    ['write', { path: '/home/u/.ssh/new', content: '' }], ['write', { path: 'db/more/x.sql', content: '' }],
    ...[
      'echo > src/core/a.ts', 'touch src/core/new.ts', 'rm src/core/deep/b.ts', 'rm -rf src/core', 'rm -rf src', 'mv src gone', 'mv .env .env.bak', 'mv other .env', 'chmod +x src/core/a.ts', 'chmod -R a-w src', 'ln -s x src/core/new', 'mkdir src/core/x',
      'cp src/other.ts src/core', 'rm src/core/*', 'rm -rf s*', 'sed -i s/a/b/ src/core/*.ts', 'cd src && rm -rf core', 'rm db/*.sql', 'rm -rf db', 'echo > ~/.ssh/config', 'rm -rf ~/.ssh', 'find src -name "*.ts" -delete', 'rm -rf .', 'git checkout -- src/core/a.ts',
      "python3 -c \"open('.env','w')\"", 'echo "unclosed; rm .env',
    ].map((command): [string, JsonValue] => ['bash', { command }]),
  ])('is refused: %s %j', async (tool, args) => {
    expect(await gateFor().refused(args, tool)).toMatch(/^Refused by the gate locked-paths: .* is locked by ".*" in lockedPaths\. .*ask the human/)
  })

  it('names the path, the rule and the key, and no way out but the human', async () => {
    expect(await gateFor().refused({ command: 'echo > to-core/a.ts' })).toBe('Refused by the gate locked-paths: this call would change src/core/a.ts (the call says "to-core/a.ts"), which is locked by "src/core" in lockedPaths. '
      + 'No call may write, delete, move or re-permission it, whatever the tool, spelling or program; reading it is allowed. '
      + 'There is no way to satisfy this rule. If the change is needed, ask the human: only they can make it, or take the pattern out of lockedPaths.')
  })
})

describe('a call that changes none', () => {
  it.each<[string, JsonValue]>([
    ['write', { path: 'src/other.ts', content: '' }], ['read', { path: '.env' }], ['str_replace_editor', { command: 'view', path: '.env' }],
    ...['cat .env', 'grep -r x src/core', 'cp .env /tmp/x', 'rm src/other.ts', 'rm db/seed.txt', 'rm db/*.txt', 'echo x > src/core2.ts', 'cp -r src/core /tmp/copy', 'echo > ~/notes.txt', 'git status', 'rm to-core'].map((command): [string, JsonValue] => ['bash', { command }]),
  ])('is let through: %s %j', async (tool, args) => {
    expect(await gateFor().refused(args, tool)).toBeNull()
  })
})

it('is off without patterns, and says what it locks with them', () => {
  expect(gateFor([]).gate.status()).toEqual({ active: false, detail: 'off: lockedPaths is empty' })
  expect(gateFor(['a', 'b/**']).gate.status()).toEqual({ active: true, detail: 'no call may change a, b/**' })
})

it('tells the rule of a path, for guard_status', async () => {
  const { gate } = gateFor()
  const ruleOf = (path: string): Promise<string | null> => gate.ruleOf(path, sessionAt('/w [s]'))
  expect([await ruleOf('src/core/none.ts'), await ruleOf('to-core/a.ts'), await ruleOf('~/.ssh/id'), await ruleOf('src/other.ts')]).toEqual(['src/core', 'src/core', '~/.ssh/**', null])
})
