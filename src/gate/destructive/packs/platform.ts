/** platform, and the further packs of work with others: publishing, secrets, backup, remote machines. */
import type { Pack } from '../rule.ts'

export const PLATFORM: Pack = {
  name: 'platform',
  title: 'Repositories, releases and packages that others use; secrets engines',
  rules: [
    {
      id: 'platform/github', programs: ['gh'],
      when: [{ sub: ['repo', 'delete'], without: ['--help|-h'] }, { sub: ['release', 'delete|delete-asset'], without: ['--help|-h'] }, { sub: ['secret|variable|ssh-key|gpg-key|gist|environment|ruleset|project|codespace|label|run|workflow|issue|org|app|deploy-key', 'delete|remove'], without: ['--help|-h'] }, { sub: ['repo', 'deploy-key', 'delete'] }, { sub: ['api'], value: { '-X|--method': '^(?:DELETE|delete)$' } }, { sub: ['repo', 'archive'] }],
      unless: [{ sub: ['codespace|label|project', 'remove'] }],
      reason: 'deletes something that others use on GitHub', instead: { command: 'gh repo view', text: 'shows what is there' }, match: ['gh repo delete o/r --yes', 'gh release delete v1 -y', 'gh api -X DELETE /repos/o/r', 'gh api repos/o/r --method DELETE', 'gh secret delete X', 'gh repo archive o/r'], pass: ['gh repo view', 'gh pr create --body "delete it"', 'gh api repos/o/r', 'gh release list', 'gh cache delete 1', 'gh repo delete --help'],
    },
    {
      id: 'platform/gitlab', programs: ['glab', 'tea', 'hub', 'bb'], when: [{ sub: ['repo|project|repos|org', 'delete|rm'] }, { sub: ['release|variable|ssh-key|issue|mr|snippet|label|deploy-key|schedule|token', 'delete|remove|rm'] }, { sub: ['api'], value: { '-X|--method': '^(?:DELETE|delete)$' } }, { sub: ['delete'] }],
      reason: 'deletes something that others use', instead: { command: 'glab repo view', text: 'shows what is there' }, match: ['glab repo delete g/r --yes', 'glab api -X DELETE projects/1', 'hub delete o/r'], pass: ['glab repo view', 'glab mr list', 'hub sync'],
    },
    {
      id: 'platform/unpublish', programs: ['npm', 'pnpm', 'yarn', 'bun'], when: [{ sub: ['unpublish'], without: ['--dry-run'] }, { sub: ['npm', 'unpublish'] }, { sub: ['owner|access|team|org', 'rm|revoke|destroy'] }, { sub: ['dist-tag', 'rm'] }],
      reason: 'takes a published package away from everybody who uses it', instead: { command: 'npm deprecate my-package@1.0.0 "use 1.0.1"', text: 'warns and takes nothing away' }, match: ['npm unpublish pkg@1.0.0', 'npm unpublish pkg --force', 'pnpm unpublish x'], pass: ['npm uninstall x', 'npm ci', 'npm unpublish x --dry-run', 'npm view x'],
    },
    {
      id: 'platform/yank', programs: ['cargo', 'gem', 'twine', 'nuget', 'dotnet', 'mix'], when: [{ sub: ['yank'], without: ['--undo'] }, { sub: ['owner'], options: ['--remove|-r'] }, { sub: ['nuget', 'delete'] }, { sub: ['hex.publish'], options: ['--revert'] }],
      reason: 'takes a published package away from everybody who uses it', instead: { command: 'cargo search my-crate', text: 'shows what is published' }, match: ['cargo yank --version 1.0.0', 'gem yank x -v 1.0', 'dotnet nuget delete x 1.0 -k k'], pass: ['cargo build', 'gem list', 'dotnet nuget list source', 'cargo yank --undo --version 1'],
    },
    {
      id: 'platform/vault', programs: ['vault', 'bao'], when: [{ sub: ['secrets|auth|audit', 'disable'] }, { sub: ['kv', 'destroy'] }, { sub: ['kv', 'metadata', 'delete'] }, { sub: ['lease', 'revoke'], options: ['-prefix|-force'] }, { sub: ['namespace|policy', 'delete'] }, { sub: ['operator', 'seal|raft|rekey'], noOperand: '^(?:list-peers|snapshot)$' }],
      reason: 'deletes secrets for good', instead: { command: 'vault secrets list', text: 'shows the engines' }, match: ['vault secrets disable kv', 'vault kv destroy -versions=1 a', 'vault kv metadata delete a', 'vault auth disable github'], pass: ['vault secrets list', 'vault kv get a', 'vault status', 'vault secrets enable kv'],
    },
  ],
}

export const PUBLISH: Pack = {
  name: 'publish',
  title: 'Publishing packages and releases; removal of system packages',
  rules: [
    {
      id: 'publish/package', programs: ['npm', 'pnpm', 'yarn', 'bun', 'cargo', 'gem', 'twine', 'poetry', 'uv', 'hatch', 'flit', 'dotnet', 'nuget', 'mvn', 'gradle', 'gradlew', 'lerna', 'changeset', 'jsr', 'helm', 'vsce', 'goreleaser', 'semantic-release', 'release-it', 'np'],
      when: [{ sub: ['publish|upload|push|deploy|publishPlugins'], without: ['--dry-run|-n', '--help|-h'] }, { sub: ['nuget', 'push'] }, { sub: ['release'], without: ['--snapshot', '--dry-run'] }],
      reason: 'publishes something that cannot be taken back', instead: { command: 'npm publish --dry-run', text: 'shows what would be published' }, match: ['npm publish', 'cargo publish', 'twine upload dist/x', 'gem push x.gem'], pass: ['npm publish --dry-run', 'npm pack', 'cargo build', 'npm run publish-docs'],
    },
    {
      id: 'publish/release', programs: ['gh', 'glab'], when: [{ sub: ['release', 'create|upload|edit'] }], reason: 'publishes a release', instead: { command: 'gh release list', text: 'shows the releases' }, match: ['gh release create v1'], pass: ['gh release list', 'gh release view v1'],
    },
    {
      id: 'publish/system-packages', programs: ['apt', 'apt-get', 'yum', 'dnf', 'zypper', 'pacman', 'apk', 'brew', 'snap', 'flatpak', 'choco', 'winget', 'scoop', 'dpkg', 'rpm', 'port', 'emerge', 'nix-env', 'nix-collect-garbage'],
      when: [{ sub: ['remove|purge|autoremove|uninstall|erase|del|rm'], without: ['-s|--simulate|--dry-run|--just-print', '--help|-h'] }, { options: ['-r|--remove|-P|--purge|-e|--erase|-R|-Rns|-Rs|-C|--unmerge|--uninstall'], without: ['--dry-run|--test'] }],
      reason: 'removes software of the system', instead: { command: 'apt-get -s remove nginx', text: 'shows what would go' }, match: ['apt remove nginx', 'apt-get purge -y x', 'pacman -Rns x', 'brew uninstall x'], pass: ['apt install nginx', 'brew list', 'apt-get -s remove nginx'],
    },
  ],
}

export const SECRETS: Pack = {
  name: 'secrets',
  title: 'Deletes in stores of secrets',
  rules: [
    {
      id: 'secrets/stores', programs: ['vault', 'bao', 'doppler', 'op', 'infisical', 'bw', 'pass', 'gopass', 'chamber', 'akeyless', 'keeper', 'lpass', 'security', 'sops', 'gpg'],
      when: [{ sub: ['**', 'delete|destroy|rm|remove|revoke|delete-generic-password|delete-keychain|purge'] }, { options: ['--delete-secret-keys|--delete-keys|--delete-secret-and-public-key'] }],
      reason: 'deletes a secret', instead: { command: 'vault kv get a', text: 'reads it' }, match: ['vault kv delete a', 'doppler secrets delete X', 'op item delete x', 'pass rm x', 'gpg --delete-secret-keys me'], pass: ['vault kv get a', 'op item list', 'pass show x'],
    },
  ],
}

export const BACKUP: Pack = {
  name: 'backup',
  title: 'Deletes of backups, and restores over what is there',
  rules: [
    {
      id: 'backup/tools', programs: ['borg', 'restic', 'velero', 'duplicity', 'kopia', 'duplicati-cli', 'rdiff-backup', 'bup', 'tmutil', 'pgbackrest', 'barman', 'wal-g', 'rsnapshot', 'timeshift'],
      when: [{ sub: ['delete|prune|forget|compact|rmlist|remove-all-but-n-full|remove-older-than|cleanup|expire|deletelocalsnapshots|stanza-delete|gc'], without: ['-n|--dry-run', '--help|-h'] }, { sub: ['**', 'delete'], without: ['-n|--dry-run', '--help|-h'] }, { options: ['--remove-older-than|--delete|--delete-all'], without: ['--dry-run'] }],
      reason: 'deletes backups', instead: { command: 'restic snapshots', text: 'shows them' }, match: ['borg delete repo::a', 'restic forget --prune --keep-last 1', 'velero backup delete x', 'tmutil delete /x'], pass: ['borg list', 'restic backup src', 'restic forget --dry-run --keep-last 1', 'velero backup get'],
    },
    {
      id: 'backup/restore', programs: ['pg_restore'], when: [{ options: ['-c|--clean'] }], reason: 'drops objects before it puts the copy in', instead: { command: 'pg_restore -l dump', text: 'lists what is in the copy' }, match: ['pg_restore -c -d app dump', 'pg_restore --clean dump'], pass: ['pg_restore -l dump', 'pg_restore -d app dump'],
    },
  ],
}

export const REMOTE: Pack = {
  name: 'remote',
  title: 'What is changed on other machines',
  rules: [
    {
      id: 'remote/rsync-delete', programs: ['rsync'], when: [{ options: ['--delete|--delete-before|--delete-after|--delete-during|--delete-excluded|--del'], operand: '^[^/]*:', without: ['-n|--dry-run'] }],
      reason: 'deletes on another machine what is not here', instead: { command: 'rsync -an --delete ./dist/ host:/srv/app/', text: 'shows what would go' }, match: ['rsync -a --delete dist/ host:/srv/app/'], pass: ['rsync -an --delete dist/ host:/srv/app/', 'rsync -a dist/ host:/srv/app/'],
    },
    {
      id: 'remote/copy-system', programs: ['scp', 'rsync', 'sftp'], when: [{ operand: ':/(?:etc|boot|usr|bin|sbin|lib)(?:/|$)' }],
      reason: 'changes the system of another machine', instead: { command: 'scp ./app.conf host:/tmp/app.conf', text: 'puts the file where it can be looked at' }, match: ['scp a host:/etc/passwd', 'rsync a h:/usr/bin/x'], pass: ['scp a host:/tmp/a', 'scp a host:b'],
    },
    {
      id: 'remote/ssh-delete', programs: ['rm'], when: [{ options: ['-r|-R|--recursive'], via: ['ssh'] }], reason: 'deletes folders on another machine', instead: { command: 'ssh host ls /srv/app', text: 'shows what is there' }, match: ['ssh host "rm -rf /srv/app"'], pass: ['ssh host ls', 'ssh host "rm a.txt"'],
    },
  ],
}
