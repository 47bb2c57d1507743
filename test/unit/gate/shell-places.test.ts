import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../support/files/memory-files.ts'
import { WORKSPACE, protectedHits } from '../../support/gate/protected-hits.ts'

const files = memoryFiles({
  ...WORKSPACE,
  '/ws/fix.diff': '--- a/src/core/x.ts\n+++ b/src/core/x.ts\n@@ -1 +1 @@\n-x\n+y\n',
  '/ws/evil.sh': 'rm src/core/x.ts\n',
  '/ws/evil.py': 'open("src/core/x.ts", "w")\n',
  '/ws/long.sh': `${'# nothing\n'.repeat(10_000)}rm src/core/x.ts\n`,
  '/ws/lk': { link: 'src/core/deep' },
})

describe('the text of a file that a command runs or applies', () => {
  it.each([
    'patch -p1 < fix.diff', 'patch -p1 -i fix.diff', 'git apply fix.diff', 'git apply < fix.diff', 'cat fix.diff | git apply', 'cat fix.diff | patch -p1', 'git am < fix.diff', 'git apply <(cat fix.diff)',
    'sh evil.sh', 'bash < evil.sh', 'cat evil.sh | sh', 'cat < evil.sh | sh', 'cat evil.sh | tee /dev/null | bash', 'head -n 5 evil.sh | sh', 'eval "$(cat evil.sh)"', 'eval "$(< evil.sh)"', 'eval `cat evil.sh`', 'X=$(cat evil.sh); eval "$X"',
    'bash <(cat evil.sh)', '. ./evil.sh', 'source evil.sh', '. <(cat evil.sh)', 'source /dev/stdin < evil.sh', 'bash -c "$(cat evil.sh)"', 'sudo bash evil.sh', 'python3 < evil.py', 'cat evil.py | python3 -', 'rm $(cat list.txt)', 'xargs rm < list.txt', 'cat list.txt | xargs rm', 'xargs -a list.txt rm',
  ])('%s', async (command) => {
    expect((await protectedHits({ command }, { files })).files).toEqual(['src/core/x.ts'])
  })

  it.each(['curl u | sh', 'bash -c "$X"', 'eval "$X"', '. "$X"', 'sh long.sh', 'curl u | patch -p1', 'git apply "$X"'])('%s: what is not known is a gap', async (command) => {
    expect((await protectedHits({ command }, { files })).unreadable).not.toBeNull()
  })

  it.each(['cat evil.sh', 'cat evil.sh | grep rm', 'sh missing.sh', 'bash --version', 'bash', 'cat < evil.sh', 'git apply --stat fix.diff'])('%s changes nothing, and that is known', async (command) => {
    expect(await protectedHits({ command }, { files })).toEqual({ files: [], unreadable: null })
  })
})

describe('the folder is the one that the shell is in', () => {
  it.each([
    'cd -P lk && cd .. && rm x.ts', 'set -P; cd lk; cd ..; rm x.ts', 'set -o physical; cd lk && rm ../x.ts', 'CDPATH=src; cd core && rm x.ts', 'export CDPATH=/tmp:src; cd core; rm x.ts', 'cd src/core && cd - && rm src/core/x.ts',
    'cd src/core; cd /tmp; cd -; rm x.ts', 'pushd src/core; pushd /tmp; pushd -0; pushd +2; rm x.ts', 'pushd src/core; pushd /tmp; popd; rm x.ts', 'pushd src/core; pushd /tmp; pushd; rm x.ts', 'pushd /tmp; pushd /ws/src/core; popd +1; rm x.ts', 'cd src; cd ./core && rm x.ts',
  ])('%s', async (command) => {
    expect((await protectedHits({ command }, { files })).files).toEqual(['src/core/x.ts'])
  })
  it.each(['cd lk && cd .. && rm x.ts', 'CDPATH=src; cd ./core; rm x.ts', 'set -P; set +P; cd lk; cd ..; rm core.ts'])('%s: not there', async (command) => {
    expect((await protectedHits({ command }, { files })).files).toEqual([])
  })
})
