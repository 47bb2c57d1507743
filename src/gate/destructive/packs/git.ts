/** core.git and git.strict: what loses work or history. */
import type { Pack, Rule } from '../rule.ts'

const STASH = { command: 'git stash push -u', text: 'puts the changes aside, from where they can be fetched back' }
const LEASE = { command: 'git push --force-with-lease', text: 'refuses to overwrite what others have pushed meanwhile' }

type Short = Omit<Rule, 'id' | 'programs'>
const rule = (id: string, more: Short, programs: readonly string[] = ['git']): Rule => ({ id, programs, ...more })

const HELD = ['-b|-B|--orphan|--detach|-d|-t|--track|-p|--patch|--ours|--theirs|-2|-3']

export const GIT: Pack = {
  name: 'core.git',
  title: 'Discarding uncommitted work, rewriting or dropping history, here or on the remote',
  rules: [
    rule('core.git/checkout-discard', {
      local: true,
      when: [
        { sub: ['checkout'], options: ['-f|--force'], without: ['-b|-B|--orphan'] },
        { sub: ['checkout'], word: '^--$', atLeast: 1, without: HELD },
        { sub: ['checkout'], options: ['--pathspec-from-file'] },
        { sub: ['checkout'], operand: '^(?:\\.{1,2}/?|\\./.*|\\.\\./.*|:/.*|:\\(.*|:!.*|.*/|.*[*?].*|.*\\.(?:[cm]?[jt]sx?|py|rb|rs|go|c|h|cpp|java|kt|swift|php|css|scss|html|vue|svelte|json|ya?ml|toml|md|txt|lock|sh|sql|xml|csv|cfg|ini|env))$', without: HELD },
        { sub: ['checkout'], atLeast: 2, without: HELD },
        { sub: ['checkout'], operandExists: true, without: HELD },
        { sub: ['checkout-index'], options: ['-f|--force'] },
        { sub: ['read-tree'], options: ['--reset|-u'] },
      ],
      reason: 'throws away uncommitted changes', instead: STASH,
      match: ['git checkout -- .', 'git checkout .', 'git checkout -f', 'git checkout --force main', 'git checkout HEAD -- src', 'git checkout HEAD~2 src/a.ts', 'git checkout src/', 'git checkout-index -fa'],
      pass: ['git checkout main', 'git checkout -b topic', 'git checkout -b topic origin/main', 'git checkout -', 'git checkout --detach v1.2', 'git checkout --ours a.txt', 'git checkout feature/x.y'],
    }),
    rule('core.git/switch-discard', {
      local: true, when: [{ sub: ['switch'], options: ['-f|--force|--discard-changes'] }],
      reason: 'throws away uncommitted changes', instead: STASH,
      match: ['git switch -f main', 'git switch --discard-changes main', 'git -C repo switch --force x'], pass: ['git switch main', 'git switch -c topic', 'git switch --detach x'],
    }),
    rule('core.git/restore', {
      local: true, when: [{ sub: ['restore'], options: ['-W|--worktree'] }, { sub: ['restore'], without: ['-S|--staged', '-p|--patch', '--ours', '--theirs', '-m|--merge'], atLeast: 1 }, { sub: ['restore'], options: ['--pathspec-from-file'], without: ['-S|--staged'] }],
      reason: 'throws away uncommitted changes', instead: STASH,
      match: ['git restore .', 'git restore a.txt', 'git restore --source HEAD~1 src', 'git restore -SW .', 'git restore --worktree --staged a'], pass: ['git restore --staged .', 'git restore -S a.txt', 'git restore -qS a.txt'],
    }),
    rule('core.git/reset-hard', {
      local: true, when: [{ sub: ['reset'], options: ['--hard|--merge'] }],
      reason: 'throws away uncommitted changes and moves the branch', instead: STASH,
      match: ['git reset --hard', 'git reset --hard HEAD~3', 'git reset HEAD~1 --hard', 'git reset --merge', 'git reset --har'], pass: ['git reset', 'git reset --soft HEAD~1', 'git reset --keep main', 'git reset HEAD a.txt'],
    }),
    rule('core.git/clean', {
      local: true, when: [{ sub: ['clean'], options: ['-f|--force'], without: ['-n|--dry-run', '-i|--interactive'] }, { sub: ['clean'], value: { '-c': '^clean\\.requireforce=(?:false|0|no|off)$' }, without: ['-n|--dry-run'] }],
      reason: 'deletes files that git does not keep', instead: { command: 'git clean -nd', text: 'shows what would go, so that it can be deleted by name' },
      match: ['git clean -f', 'git clean -fdx', 'git clean -d --force', 'git clean -xf build', 'git -c clean.requireforce=false clean -d'], pass: ['git clean -n', 'git clean -fd --dry-run', 'git clean -nfd', 'git clean -i'],
    }),
    rule('core.git/push-force', {
      when: [{ sub: ['push|send-pack'], options: ['-f|--force'], without: ['-n|--dry-run'] }, { sub: ['push|send-pack'], operand: '^\\+', without: ['-n|--dry-run'] }],
      reason: 'overwrites the history of a remote branch, whoever has pushed to it meanwhile', instead: LEASE,
      match: ['git push --force', 'git push origin main -f', 'git push origin +main', 'git push -uf origin x', 'git push --force-with-lease --force'], pass: ['git push', 'git push -u origin x', 'git push --force-with-lease', 'git push --dry-run --force'],
    }),
    rule('core.git/push-mirror', {
      when: [{ sub: ['push|send-pack'], options: ['--mirror|--prune'], without: ['-n|--dry-run'] }],
      reason: 'makes the remote lose every branch and tag that is not here', instead: { command: 'git push --all', text: 'pushes the branches that are here and takes none away' },
      match: ['git push --mirror origin', 'git push --prune origin'], pass: ['git push --all', 'git push --tags', 'git fetch --prune'],
    }),
    rule('core.git/push-delete', {
      when: [{ sub: ['push'], options: ['-d|--delete'], without: ['-n|--dry-run'] }, { sub: ['push'], operand: '^:[^/]', without: ['-n|--dry-run'] }],
      reason: 'deletes a branch or tag of the remote', instead: { command: 'git ls-remote --heads origin', text: 'shows what is there; deleting on the remote is for the human' },
      match: ['git push origin --delete topic', 'git push -d origin topic', 'git push origin :topic'], pass: ['git push origin topic', 'git push origin HEAD:main'],
    }),
    rule('core.git/branch-delete', {
      when: [{ sub: ['branch'], options: ['-D'] }, { sub: ['branch'], options: ['-d|--delete', '-f|--force'] }],
      reason: 'deletes a branch whether or not its commits are merged', instead: { command: 'git branch -d topic', text: 'deletes it only where its commits are kept elsewhere' },
      match: ['git branch -D topic', 'git branch -d -f topic', 'git branch --delete --force topic', 'git branch -fd topic'], pass: ['git branch -d topic', 'git branch', 'git branch -M main', 'git branch --show-current'],
    }),
    rule('core.git/tag-delete', {
      when: [{ sub: ['tag'], options: ['-d|--delete'] }],
      reason: 'deletes a tag, which no reflog brings back', instead: { command: 'git tag -l', text: 'shows the tags' },
      match: ['git tag -d v1', 'git tag --delete v1 v2'], pass: ['git tag v1', 'git tag -a v1 -m "x"', 'git tag -l "v*"'],
    }),
    rule('core.git/stash-drop', {
      when: [{ sub: ['stash', 'clear|drop'] }],
      reason: 'deletes work that was put aside', instead: { command: 'git stash list', text: 'shows what is put aside; git stash branch makes a branch of it' },
      match: ['git stash clear', 'git stash drop', 'git stash drop stash@{1}'], pass: ['git stash', 'git stash pop', 'git stash list', 'git stash apply', 'git stash push -m "drop later"'],
    }),
    rule('core.git/history-expire', {
      when: [
        { sub: ['reflog', 'expire|delete'], without: ['-n|--dry-run'] },
        { sub: ['gc'], value: { '--prune': '^(?:now|all)' } }, { sub: ['gc'], value: { '-c': '(?:reflogexpire|pruneexpire)\\w*=(?:now|all|0)' } }, { sub: ['gc'], value: { '-c': '(?:reflogExpire|pruneExpire)\\w*=(?:now|all|0)' } },
        { sub: ['prune'], without: ['-n|--dry-run'] },
      ],
      reason: 'deletes commits that only the reflog still holds', instead: { command: 'git gc', text: 'cleans up and keeps what is recent' },
      match: ['git reflog expire --expire=now --all', 'git reflog delete HEAD@{1}', 'git gc --prune=now', 'git gc --aggressive --prune=all', 'git prune'], pass: ['git gc', 'git gc --auto', 'git reflog', 'git remote prune origin', 'git worktree prune', 'git prune -n'],
    }),
    rule('core.git/filter-history', {
      when: [{ sub: ['filter-branch|filter-repo'], without: ['--analyze', '--dry-run', '-h'] }],
      reason: 'rewrites the whole history', instead: { command: 'git revert HEAD', text: 'undoes a commit by a new one' },
      match: ['git filter-branch -f --tree-filter "rm x" HEAD', 'git filter-repo --path src --force'], pass: ['git log', 'git filter-repo --analyze'],
    }),
    rule('core.git/filter-history-tool', {
      when: [{ atLeast: 1 }], reason: 'rewrites the whole history', instead: { command: 'git revert HEAD', text: 'undoes a commit by a new one' },
      match: ['git-filter-repo --path x --invert-paths y', 'bfg --delete-files id_rsa repo.git'], pass: ['bfg --help'],
    }, ['git-filter-repo', 'bfg']),
    rule('core.git/rm-force', {
      local: true, when: [{ sub: ['rm'], options: ['-f|--force'], without: ['-n|--dry-run', '--cached'] }, { sub: ['rm'], options: ['-r'], operand: '^(?:\\.|\\./|\\*|:/|\\./\\*)$', without: ['-n|--dry-run', '--cached'] }],
      reason: 'deletes files together with changes that are not committed', instead: { command: 'git rm --cached ./old.txt', text: 'takes the file out of git and leaves it on the disk' },
      match: ['git rm -rf .', 'git rm -f a.txt', 'git rm -r .', 'git rm --force -r src'], pass: ['git rm a.txt', 'git rm -r old', 'git rm --cached -f a', 'git rm -rn .', 'git rm -nrf .'],
    }),
    rule('core.git/worktree-remove', {
      when: [{ sub: ['worktree', 'remove'], options: ['-f|--force'] }],
      reason: 'deletes a work tree with changes that are not committed', instead: { command: 'git worktree remove ../tree', text: 'removes it only when it is clean' },
      match: ['git worktree remove --force ../x', 'git worktree remove -f x'], pass: ['git worktree remove ../x', 'git worktree list', 'git worktree add -f ../x'],
    }),
    rule('core.git/ref-delete', {
      when: [{ sub: ['update-ref'], options: ['-d'] }, { sub: ['update-ref'], options: ['--stdin'] }, { sub: ['symbolic-ref'], options: ['-d|--delete'] }, { sub: ['replace'], options: ['-d|--delete'] }],
      reason: 'deletes a reference without asking whether its commits are kept', instead: { command: 'git branch -d topic', text: 'deletes a branch only where its commits are kept elsewhere' },
      match: ['git update-ref -d refs/heads/x', 'git update-ref -d HEAD'], pass: ['git update-ref refs/heads/x HEAD', 'git show-ref'],
    }),
    rule('core.git/submodule-deinit', {
      local: true, when: [{ sub: ['submodule', 'deinit'], options: ['-f|--force'] }],
      reason: 'deletes the work tree of a submodule with its changes', instead: { command: 'git submodule deinit lib', text: 'refuses where there are changes' },
      match: ['git submodule deinit -f lib', 'git submodule deinit --all --force'], pass: ['git submodule deinit lib', 'git submodule update --init'],
    }),
  ],
}

export const GIT_STRICT: Pack = {
  name: 'git.strict',
  title: 'Every rewriting of history, also the careful ways',
  rules: [
    rule('git.strict/push-lease', {
      when: [{ sub: ['push'], options: ['--force-with-lease|--force-if-includes'], without: ['-n|--dry-run'] }],
      reason: 'rewrites a remote branch', instead: { command: 'git push', text: 'adds to the branch' }, match: ['git push --force-with-lease'], pass: ['git push'],
    }),
    rule('git.strict/rebase', {
      when: [{ sub: ['rebase'], without: ['--abort|--continue|--skip|--quit|--edit-todo|--show-current-patch'] }, { sub: ['commit'], options: ['--amend'] }],
      reason: 'rewrites commits', instead: { command: 'git merge main', text: 'keeps the commits as they are' }, match: ['git rebase main', 'git commit --amend'], pass: ['git rebase --continue', 'git commit -m x'],
    }),
    rule('git.strict/abort', {
      when: [{ sub: ['rebase|merge|cherry-pick|am|revert'], options: ['--abort|--quit'] }],
      reason: 'throws away the conflicts that were resolved so far', instead: { command: 'git status', text: 'shows what is left to resolve' }, match: ['git rebase --abort', 'git merge --abort'], pass: ['git merge main'],
    }),
    rule('git.strict/branch-force', {
      when: [{ sub: ['branch'], options: ['-f|--force|-M|-C'] }, { sub: ['checkout'], options: ['-B'] }, { sub: ['switch'], options: ['-C|--force-create'] }, { sub: ['reset'], operand: '^(?:HEAD|@)[~^]' }],
      reason: 'moves a branch away from its commits', instead: { command: 'git branch topic-2', text: 'makes a branch of its own' }, match: ['git branch -f main HEAD~1', 'git checkout -B main', 'git reset --soft HEAD~1'], pass: ['git branch x', 'git reset'],
    }),
  ],
}
