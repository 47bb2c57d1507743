/** core.filesystem: what is deleted, moved or emptied, by where it lies. */
import type { Pack } from '../rule.ts'

const BELOW = { command: 'rm -rf ./build', text: 'deletes something below the workspace, named by its path' }

export const FILESYSTEM: Pack = {
  name: 'core.filesystem',
  title: 'Deletes of the root, of homes, of system folders, of anything outside the workspace, of the workspace itself and of .git',
  rules: [
    {
      id: 'core.filesystem/delete-root', programs: ['*'], when: [{ deletes: ['root'] }, { removes: ['root'] }],
      reason: 'deletes the root of the file system', instead: BELOW,
      match: ['rm -rf /', 'rm --recursive /*', 'find / -delete', 'rsync -a --delete empty/ /'], pass: ['rm -rf ./x', 'ls /', 'find / -name x'],
    },
    {
      id: 'core.filesystem/delete-home', programs: ['*'], when: [{ deletes: ['home'] }, { removes: ['home'] }],
      reason: 'deletes a home folder or all that is in it', instead: BELOW,
      match: ['rm -rf ~', 'rm -r "$HOME"', 'rm -rf ~/*', 'rm -f ~/*', 'find ~ -type f -delete'], pass: ['ls ~', 'rm -f ~/notes.txt'],
    },
    {
      id: 'core.filesystem/delete-system', programs: ['*'], when: [{ deletes: ['system'] }, { removes: ['system'] }],
      reason: 'deletes part of the system', instead: { command: 'ls -la /etc', text: 'shows what is there; the system\'s own package manager removes what it installed' },
      match: ['rm -rf /etc/nginx', 'rm -f /etc/passwd', 'find /usr -name x -exec rm {} +', 'sudo rm -r /var/lib'], pass: ['cat /etc/passwd', 'ls /usr'],
    },
    {
      id: 'core.filesystem/delete-workspace', programs: ['*'], when: [{ deletes: ['workspace'] }],
      reason: 'deletes the workspace itself, or a folder that holds it, with everything that is not committed', instead: BELOW,
      match: ['rm -rf .', 'rm -rf ./*', 'rm -rf *', 'rm -rf "$PWD"', 'find . -delete', 'find . -type f -exec rm {} +'],
      pass: ['rm -rf build dist', 'rm *.log', 'find . -name "*.pyc" -delete', 'find build -delete'],
    },
    {
      id: 'core.filesystem/delete-git', programs: ['*'], when: [{ deletes: ['git'] }, { removes: ['git'] }],
      unless: [{ operand: '\\.lock$' }],
      reason: 'deletes part of a repository\'s history', instead: { command: 'git status', text: 'shows what state the repository is in; git\'s own commands end a merge or a rebase' },
      match: ['rm -rf .git', 'rm -rf ./.git/objects', 'rm .git/HEAD', 'find .git -type f -delete'], pass: ['rm -f .git/index.lock', 'rm -rf .github', 'rm .gitignore'],
    },
    {
      id: 'core.filesystem/delete-outside', programs: ['*'], when: [{ deletes: ['outside'] }],
      reason: 'deletes a folder outside the workspace', instead: BELOW,
      match: ['rm -rf ../other', 'rm -rf ~/projects', 'rm -r /data', 'find ~/work -name "*.bak" -delete', 'rsync -a --delete src/ /backup/'],
      pass: ['rm -rf /tmp/x', 'rm -rf src/x', 'rm -f ../x.txt', 'rsync -a src/ /backup/'],
    },
    {
      id: 'core.filesystem/delete-unknown', programs: ['*'], when: [{ deletes: ['unknown'] }],
      reason: 'deletes folders whose names cannot be known before it runs', instead: { command: 'rm -rf ./build', text: 'names what is deleted' },
      match: ['rm -rf "$(cat targets)"', 'cat list | xargs rm -rf', 'rm -rf "$UNSET_DIR"'], pass: ['D=build; rm -rf "$D"', 'rm -rf "build/$(uname -m)"', 'd=$(mktemp -d); rm -rf "$d"'],
    },
    {
      id: 'core.filesystem/move-away', programs: ['mv', 'gmv'], when: [{ moves: ['root', 'home', 'system', 'workspace', 'git'] }],
      reason: 'moves a folder away that the machine, the user or the session stands on', instead: { command: 'mv ./old ./new', text: 'moves something below the workspace' },
      match: ['mv / /x', 'mv ~ /tmp/home', 'mv .git /tmp/g', 'mv ../* /tmp'], pass: ['mv a b', 'mv ./src ./lib'],
    },
    {
      id: 'core.filesystem/move-to-null', programs: ['mv', 'gmv'], when: [{ operand: '^/dev/(?:null|zero)$' }],
      reason: 'moves files to where nothing is kept', instead: { command: 'mv ./old /tmp/old', text: 'puts them where they can be fetched back' },
      match: ['mv notes.txt /dev/null'], pass: ['echo x > /dev/null', 'mv a.txt b.txt'],
    },
    {
      id: 'core.filesystem/system-file', programs: ['*'],
      when: [{ writes: '^/(?:etc/(?:passwd|shadow|group|gshadow|sudoers|fstab|crypttab|inittab|mtab|ld\\.so\\.preload)$|boot/|s?bin/|usr/s?bin/|lib(?:32|64)?/|usr/lib(?:32|64)?/|vmlinuz)' }],
      reason: 'overwrites a file that the system needs to start or to let its users in', instead: { command: 'cp /etc/passwd ./passwd.copy', text: 'makes a copy to work on; putting it in place is for the human' },
      match: ['echo x > /etc/passwd', 'cp x /etc/shadow', 'truncate -s 0 /etc/fstab', 'cp x /usr/bin/ls'], pass: ['cat /etc/passwd', 'cp /etc/passwd .', 'echo x > etc/passwd'],
    },
    {
      id: 'core.filesystem/shred', programs: ['shred', 'srm', 'wipe'], when: [{ operandIn: ['inside', 'outside', 'home', 'system', 'workspace', 'git', 'root', 'rebuilt', 'unknown'] }],
      reason: 'overwrites files so that nothing brings them back', instead: { command: 'rm -f ./secret.txt', text: 'deletes the file' },
      match: ['shred -u notes.txt', 'shred --remove ~/key'], pass: ['shred -u /tmp/x', 'shred --help'],
    },
  ],
}
