import { describe, expect, it } from 'vitest'
import { shellHits } from '../../support/gate/protected-hits.ts'

const X = ['src/core/x.ts']

describe('what git runs', () => {
  it.each([
    "git -c alias.z='!rm src/core/x.ts' z", "git -c alias.z='rm src/core/x.ts' z", "git config alias.z '!rm src/core/x.ts' && git z", "git config --global set alias.z '!rm src/core/x.ts'; git z", "git -c core.pager='rm src/core/x.ts' log", "git -c core.editor='rm src/core/x.ts;' commit",
    "GIT_EDITOR='rm src/core/x.ts' git commit --amend", "export EDITOR='rm src/core/x.ts'; git commit --amend", "GIT_SSH_COMMAND='rm src/core/x.ts;' git fetch", "git -c core.fsmonitor='rm src/core/x.ts' status", "git rebase --exec 'rm src/core/x.ts' main", "git rebase -x 'rm src/core/x.ts' main",
    'git bisect run rm src/core/x.ts', "git submodule foreach 'rm /ws/src/core/x.ts'", 'git submodule foreach --recursive rm /ws/src/core/x.ts', "git difftool -x 'rm src/core/x.ts'", "env -S 'git -c core.pager=\"rm src/core/x.ts\" log'", "git clone 'ext::rm src/core/x.ts' y",
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.z GIT_CONFIG_VALUE_0='!rm src/core/x.ts' git z", "git filter-branch --tree-filter 'rm src/core/x.ts' HEAD", "cd /tmp; git -C /ws -c alias.z='!rm src/core/x.ts' z", "A='!rm src/core/x.ts' git --config-env=alias.z=A z",
  ])('%s', async (command) => {
    expect(await shellHits(command)).toEqual(X)
  })
  it.each(["git -c alias.z='!rm src/core/x.ts' status", "git -c user.name='rm src/core/x.ts' commit", "git commit -m 'rm src/core/x.ts'", 'git -c credential.helper=store fetch', "git log --grep 'rm src/core/x.ts'"])('%s runs nothing else', async (command) => {
    expect(await shellHits(command)).toEqual([])
  })
})

describe('what launchers run', () => {
  it.each([
    'wsl rm src/core/x.ts', 'wsl -d Ubuntu -- rm src/core/x.ts', 'wsl -e rm src/core/x.ts', 'flatpak-spawn --host rm src/core/x.ts', "npx -c 'rm src/core/x.ts'", "npx --call 'rm src/core/x.ts'", "npm exec -c 'rm src/core/x.ts'", "npm exec --call='rm src/core/x.ts'", 'npm exec -- rm src/core/x.ts',
    "tmux new-session -d 'rm src/core/x.ts'", 'tmux new-session -d -s name rm src/core/x.ts', "tmux send-keys -t 0 'rm src/core/x.ts' Enter", "tmux new -d -s a \\; send-keys 'rm src/core/x.ts' C-m", 'screen -dm rm src/core/x.ts', "screen -S a -dm bash -c 'rm src/core/x.ts'", "screen -S a -X stuff 'rm src/core/x.ts\n'",
    "echo 'rm src/core/x.ts' | at now", 'at now <<< "rm /ws/src/core/x.ts"', "batch <<< 'rm src/core/x.ts'", "echo '* * * * * rm /ws/src/core/x.ts' | crontab -", "(crontab -l; echo '@daily rm /ws/src/core/x.ts') | crontab -", "cmd /c 'del src\\core\\x.ts'", 'cmd.exe /C del src/core/x.ts',
    'xvfb-run -a rm src/core/x.ts', 'dbus-run-session -- rm src/core/x.ts', 'conda run -n env rm src/core/x.ts', "hyperfine 'rm src/core/x.ts'", 'cross-env A=b rm src/core/x.ts', 'direnv exec . rm src/core/x.ts', 'pkexec rm src/core/x.ts', "concurrently 'rm src/core/x.ts' 'ls'", "nodemon --exec 'rm src/core/x.ts'",
    'bwrap --ro-bind / / rm src/core/x.ts', 'unknown-launcher --flag value -- rm src/core/x.ts', 'frobnicate -x 3 tee src/core/x.ts', 'some-runner bash -c "rm src/core/x.ts"', 'perf stat rm src/core/x.ts', 'mise exec node -- rm src/core/x.ts', 'start-stop-daemon --start --exec /bin/rm -- src/core/x.ts',
  ])('%j', async (command) => {
    expect(await shellHits(command)).toEqual(X)
  })
  it.each(['npm rm src/core/x.ts', 'man rm src/core/x.ts', 'apt install rm src/core/x.ts', 'which rm src/core/x.ts', 'tmux ls', 'crontab -l', 'at -l', 'gh pr view src/core/x.ts', 'frobnicate src/core/x.ts', 'npx tsc src/core/x.ts'])('%s runs nothing that writes', async (command) => {
    expect(await shellHits(command)).toEqual([])
  })
})
