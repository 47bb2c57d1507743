import { describe, expect, it } from 'vitest'
import { createEffectReader } from '../../../src/gate/effects.ts'
import { createTamperProtectionGate } from '../../../src/gate/tamper-protection.ts'
import type { Gate, JsonValue, Mode } from '../../../src/types.ts'
import { commandOf, countingCounters, inputAt, judging, scriptedClock, sessionAt, type CountingCounters } from '../../support/gate/gate-world.ts'
import { memoryFiles } from '../../support/files/memory-files.ts'

const DSH = '/home/u/.dsh'
const NODES = {
  [`${DSH}/guards/g.js`]: 'g', [`${DSH}/guards/sub/h.js`]: 'h', [`${DSH}/shooty/state.json`]: '{}', [`${DSH}/cordis.patch.yml`]: 'p', [`${DSH}/skills/s.md`]: 's',
  [`${DSH}/profiles/web/cordis.patch.yml`]: 'p', [`${DSH}/profiles/web/package.json`]: '{}', [`${DSH}/profiles/web/notes.txt`]: 'n',
  '/ws/tools/guard.js': 'w', '/ws/a.js': 'a', '/ws/tree/guards/g.js': 'evil', '/ws/plain/other.txt': 'o', '/ws/to-guards': { link: `${DSH}/guards` }, '/ws/to-home': { link: DSH }, '/home/u/other.txt': 'o',
}

function world(options: { readonly foldCase?: boolean, readonly on?: boolean } = {}): { readonly gate: Gate, readonly counters: CountingCounters, readonly refused: (args: JsonValue, tool?: string, mode?: Mode) => Promise<string | null> } {
  const files = memoryFiles(NODES, { foldCase: options.foldCase ?? false })
  const counters = countingCounters()
  const gate = createTamperProtectionGate({
    settings: { tamperProtection: options.on ?? true }, mode: 'enforce', clock: scriptedClock(), counters, files,
    effects: createEffectReader({ files, protectedTools: ['write', 'edit', 'str_replace_editor'], home: '/home/u', variables: { DSH_HOME: DSH } }),
    dshHome: DSH,
    protectedFiles: () => ({ files: [`${DSH}/cordis.patch.yml`, '/ws/tools/guard.js'], folders: [`${DSH}/guards`, `${DSH}/shooty`], globs: [{ base: `${DSH}/profiles`, glob: '*/cordis.patch.yml' }, { base: `${DSH}/profiles`, glob: '*/package.json' }] }),
  })
  return {
    gate, counters,
    async refused(args, tool = 'bash', mode = 'enforce') {
      const verdict = await gate.judge(inputAt(sessionAt('/ws'), commandOf(tool, args), null), judging(mode))
      const deny = verdict.actions.find(action => action.kind === 'deny')
      return deny?.kind === 'deny' ? deny.reason : null
    },
  }
}

const CHANGES: readonly string[] = [
  'echo > ~/.dsh/guards/g.js', 'echo > $HOME/.dsh/guards/g.js', 'echo > "$DSH_HOME/guards/g.js"', 'echo > /home/u/.dsh/guards/brand-new.js', 'touch ~/.dsh/guards/new.js', 'mkdir ~/.dsh/guards/x',
  "cat > ~/.dsh/cordis.patch.yml <<'E'\nx\nE", 'sed -i s/a/b/ ~/.dsh/profiles/web/cordis.patch.yml', 'cp a.js ~/.dsh/guards', 'cp a.js ~/.dsh/guards/g.js', 'mv a.js ~/.dsh/guards/g.js', 'mv ~/.dsh/guards/g.js /tmp/',
  'mv ~/.dsh /tmp/gone', 'rm -rf ~/.dsh', 'rm -rf ~/.d*', 'rm -rf ~', 'rm ~/.dsh/guards/*', 'rm -rf ~/.dsh/g*', 'rm ~/.dsh/profiles/*/cordis.patch.yml', 'rm -rf ~/.dsh/profiles',
  'rm -rf ~/.dsh/shooty', 'ln -sf /ws/a.js ~/.dsh/guards/g.js', 'ln -s ~/.dsh/guards/new.js ./n', 'ln ~/.dsh/guards/g.js ./n', 'chmod 000 ~/.dsh/guards/g.js', 'chmod -R a-w ~/.dsh', 'chmod 000 ~/.dsh', 'chown root ~/.dsh/guards',
  'cd ~/.dsh && echo > guards/g.js', 'echo > to-guards/g.js', 'echo > to-home/guards/g.js', 'rm to-guards/*', 'cp -r tree/. ~/.dsh', 'rsync -a tree/ ~/.dsh/', 'echo > tools/guard.js', 'git checkout -- tools/guard.js', 'git checkout tools',
  'rm -rf tools', 'find ~/.dsh -name "*.js" -delete', 'find ~/.dsh -name "*.js" -exec sh -c \'echo > "$1"\' _ {} \\;',
  "python3 -c \"open('/home/u/.dsh/guards/g.js','w')\"", "python3 -c \"import shutil; shutil.rmtree('/home/u/.dsh')\"", 'node -e "require(\'fs\').rmSync(\'/home/u/.dsh/shooty/state.json\')"', 'curl -o ~/.dsh/guards/g.js http://x',
  'echo "unclosed; rm /home/u/.dsh/guards/g.js',
]

const READS: readonly string[] = [
  'cat ~/.dsh/guards/g.js', 'cp ~/.dsh/guards/g.js /tmp/', 'cp -r ~/.dsh/guards /tmp/copy', 'grep -r deny ~/.dsh/guards', 'ls -la ~/.dsh/guards', 'diff ~/.dsh/cordis.patch.yml a.js', 'sed -n 1p ~/.dsh/guards/g.js', "python3 -c \"print(open('/home/u/.dsh/guards/g.js').read())\"",
  'find ~/.dsh -name "*.js"', 'echo x > ~/.dsh/skills/s.md', 'rm -rf ~/.dsh/skills', 'echo > ~/.dsh/profiles/web/notes.txt', 'cp -r plain/. ~/.dsh', 'mkdir -p ~/.dsh/skills/new', 'rm to-guards', 'rm ~/other.txt', 'find ~/.dsh -name "*.log" -delete',
  'echo > a.js', 'git status', 'echo "unclosed',
  "python3 -c \"import shutil; shutil.rmtree('build'); print('/'.join(['a']))\"",
]

describe('commands that take guards away', () => {
  it.each([
    'dsh plugin --profile headless remove dsh-shooty', 'npx dsh plugin --profile headless remove dsh-shooty', 'npx -y @deepseek-ai/dsh@latest plugin remove x', "sh -c 'dsh plugin remove x'", '/usr/local/bin/dsh plugin add evil', 'pnpm exec dsh plugin remove x',
    'corepack pnpm --dir ~/.dsh/profiles/web remove x', 'pnpm --dir $DSH_HOME/profiles/web remove x', 'pnpm -C ~/.dsh/profiles/web add x', 'npm --prefix ~/.dsh/profiles/web uninstall x', 'npm --prefix=/home/u/.dsh/profiles/web i', 'cd ~/.dsh/profiles/web && pnpm remove x',
    'yarn --cwd ~/.dsh/profiles/web remove x', 'DSH_HOME=/elsewhere dsh --profile headless "go"', 'DSH_HOME=/elsewhere dsh "go"', 'export DSH_HOME=/x; dsh "go"', 'env -u DSH_HOME dsh "go"', 'HOME=/x dsh "go"', 'dsh --profile other "go"', 'nohup dsh --profile=other "go" &',
    'node /usr/lib/node_modules/@deepseek-ai/dsh/lib/bin.js plugin remove x', 'x=$(dsh plugin rm y)',
  ])('are refused: %s', async (command) => {
    expect(await world().refused({ command })).toMatch(/^Refused by the gate tamper-protection: this call would (?:change the p|start another dsh).* ask the human/)
  })

  it.each([
    'dsh plugin list', 'dsh plugin --profile web list', 'dsh --help', 'dsh plugin remove --help', 'dsh --profile web --dump-config', 'DSH_HOME=/x dsh --version', 'echo "dsh plugin remove x"', 'grep -r "dsh plugin remove" .', 'git commit -m "dsh plugin remove x"',
    'npm install', 'pnpm --dir packages/a add x', 'npm --prefix ~/.dsh/profiles/web ls', 'cd /ws && pnpm remove x', 'HOME=/x npm install', 'npm run build', 'ls ~/.dsh/profiles/web',
  ])('are not: %s', async (command) => {
    expect(await world().refused({ command })).toBeNull()
  })
})

describe('the agent changes nothing of the guard system', () => {
  it.each(CHANGES)('refused: %j', async (command) => {
    const { refused } = world()
    const reason = await refused({ command })
    expect(reason).toContain('Only the human can change guards')
  })

  it.each(READS)('let through: %j', async (command) => {
    expect(await world().refused({ command })).toBeNull()
  })

  it.each([
    ['edit', { file_path: `${DSH}/guards/g.js` }], ['write', { file_path: '~/.dsh/guards/new.js', content: '' }], ['str_replace_editor', { command: 'create', path: `${DSH}/cordis.patch.yml` }],
    ['mcp__fs__write_file', { path: `${DSH}/guards/g.js` }], ['move_file', { source: '/ws/a.js', destination: `${DSH}/guards/g.js` }], ['apply_patch', { input: `*** Begin Patch\n*** Update File: ${DSH}/guards/g.js\n` }],
    ['edit_files', { edits: [{ file_path: `${DSH}/guards/g.js` }] }], ['write_file', { uri: `file://${DSH}/guards/g.js` }],
  ])('through the tool %s %j', async (tool, args) => {
    expect(await world().refused(args, tool)).toContain(DSH)
  })

  it.each([['read', { file_path: `${DSH}/guards/g.js` }], ['str_replace_editor', { command: 'view', path: `${DSH}/guards/g.js` }], ['edit', { file_path: 'a.js' }], ['todo_write', { todos: [] }]])('reading and other files through %s %j', async (tool, args) => {
    expect(await world().refused(args, tool)).toBeNull()
  })

  it('in upper case where the file system folds it, and only there', async () => {
    const command = `echo > ${DSH.toUpperCase()}/GUARDS/G.JS`
    expect(await world({ foldCase: true }).refused({ command })).not.toBeNull()
    expect(await world().refused({ command })).toBeNull()
  })

  it('counts what it refuses, not what it would refuse', async () => {
    const { refused, counters } = world()
    await refused({ command: 'rm -rf ~/.dsh' })
    expect(await refused({ command: 'rm -rf ~/.dsh' }, 'bash', 'observe')).not.toBeNull()
    expect(counters.counts).toEqual({ tamperRefusals: 1 })
  })

  it('says in the status that it is off', () => {
    const { gate } = world({ on: false })
    expect(gate.mode).toBe('off')
    expect(gate.status()).toEqual({ active: false, detail: expect.stringContaining('tamperProtection is false') })
  })
})
