import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../support/files/memory-files.ts'
import { WORKSPACE, protectedHits } from '../../support/gate/protected-hits.ts'

describe('one protected file is reached by every name of it', () => {
  const ways = [
    'sed -i s/1/2/ src/core/*.ts', 'sed -i s/1/2/ src/core/x.ts', 'mv src gone', 'rm -rf src', 'rm -rf ./*', 'rm src/core/?.ts', 'find src -delete', 'find . -name x.ts -delete', 'git clean -fdx src', 'git checkout -- src', 'python3 -c "import shutil; shutil.rmtree(\'src\')"',
    'node -e "fs.rmSync(\'src\', { recursive: true })"', 'cp -r new/. src/core', 'rsync -a --delete new/ src/', 'cp a.txt link.ts', 'rm -rf /ws', 'cd src && rm -rf core',
  ]
  it.each([['src/core/x.ts'], ['src/core/*.ts'], ['src/core/**'], ['**/x.ts']])('under %s', async (rule) => {
    for (const command of ways) expect({ command, files: (await protectedHits({ command }, { rules: [rule] })).files }).toMatchObject({ command, files: expect.arrayContaining(['src/core/x.ts']) as unknown })
  })
})

describe('a folder that is too full to be looked through', () => {
  const crowded = Object.fromEntries(Array.from({ length: 20_001 }, (_item, index) => [`/ws/src/gen/a${index}.ts`, '']))
  const files = memoryFiles({ ...WORKSPACE, ...crowded, '/ws/src/gen/z.ts': 'z' })
  it.each(['rm -rf src/gen', 'rm src/gen/*.ts'])('%s counts as reaching what may be in it', async (command) => {
    expect((await protectedHits({ command }, { files, rules: ['src/gen/z*.ts'] })).unreadable).toContain('/ws/src/gen')
  })
  it('does not when the file is named', async () => {
    expect(await protectedHits({ command: 'rm src/gen/z.ts' }, { files, rules: ['src/gen/z*.ts'] })).toEqual({ files: ['src/gen/z.ts'], unreadable: null })
  })
})

it.each([
  'perl -ne \'print if /copy/\' src/core/x.ts', 'ruby -ne \'puts $_ if /write/\' src/core/x.ts', 'perl -ne \'print if m/unlink/\' src/core/x.ts', 'awk \'/print > out/ {n++} END {print n}\' src/core/x.ts', 'perl -ne \'print unless $_ =~ /rename|truncate/\' src/core/x.ts', 'sed -n /write/p src/core/x.ts',
  'node -e "console.log(/rm\\(/.test(require(\'fs\').readFileSync(\'src/core/x.ts\')))"',
])('%s only reads', async (command) => {
  expect((await protectedHits({ command })).files).toEqual([])
})

it.each(['perl -pi -e \'s/a/b/\' src/core/x.ts', 'perl -e \'unlink "src/core/x.ts" if /copy/\'', 'ruby -e \'File.write("src/core/x.ts", "")\'', 'awk \'/a/ { print > "src/core/x.ts" }\' a.txt'])('%s writes', async (command) => {
  expect((await protectedHits({ command })).files).toEqual(['src/core/x.ts'])
})
