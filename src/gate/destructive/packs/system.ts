/** system.disk, system.permissions, system.process, services: the machine itself. */
import type { Pack } from '../rule.ts'

/** Everything in /dev but what swallows, makes up or shows data. */
const DEVICE = '^/dev/(?!(?:null|zero|full|random|urandom|stdin|stdout|stderr|console|tty\\w*|pts/.*|ptmx|fd/.*|shm/.*|tcp/.*|udp/.*|log|mqueue/.*|dsp|snd/.*|ptyp\\w*|cu\\..*)$)'
const IMAGE = { command: 'dd if=/dev/zero of=./disk.img bs=1M count=16', text: 'writes an image file in the workspace' }
const LIST = { command: 'lsblk', text: 'shows the devices and what is on them' }
const SYSTEM = ['root', 'home', 'system'] as const

export const DISK: Pack = {
  name: 'system.disk',
  title: 'Writing to devices, making file systems, partition tables, volumes',
  rules: [
    {
      id: 'system.disk/dd-device', programs: ['dd', 'gdd', 'dcfldd', 'dc3dd', 'ddrescue'], when: [{ word: `^of=${DEVICE.slice(1)}` }, { word: DEVICE.replace('^', '^(?:of=)?'), without: ['--help'], operand: `${DEVICE}`, atLeast: 2 }],
      unless: [{ word: '^of=(?!/dev/)' }],
      reason: 'overwrites a device', instead: IMAGE, match: ['dd if=/dev/zero of=/dev/sda', 'dd of=/dev/nvme0n1 if=x.img bs=4M', 'dcfldd if=x of=/dev/sdb'],
      pass: ['dd if=/dev/zero of=disk.img', 'dd if=x of=/dev/null', 'dd if=/dev/sda of=backup.img', 'dd if=x of=/dev/stdout'],
    },
    {
      id: 'system.disk/write-device', programs: ['*'], when: [{ writes: DEVICE }], unless: [{ writes: '^/dev/(?:null|zero)$', word: '^$' }],
      reason: 'overwrites a device', instead: IMAGE, match: ['cat x.img > /dev/sda', 'cp x.img /dev/sdb', 'tee /dev/sdc < x.img', 'echo x > /dev/nvme0n1'], pass: ['echo x > /dev/null', 'echo x > /dev/stderr', 'cat x | tee /dev/tty', 'cat < /dev/tcp/h/1'],
    },
    {
      id: 'system.disk/mkfs', programs: ['mkfs', 'mkfs.*', 'mke2fs', 'mkntfs', 'mkdosfs', 'mkswap', 'newfs', 'newfs_*', 'mkreiserfs', 'format.com', 'mkudffs', 'mkexfatfs'],
      when: [{ operand: '^/dev/(?!null$|shm/)' }, { operand: '^\\\\\\\\\\.\\\\' }, { unknownOperand: true }],
      reason: 'makes a new file system where there may be one', instead: { command: 'mkfs.ext4 ./disk.img', text: 'makes it in an image file' },
      match: ['mkfs -t ext4 /dev/sdb', 'mkfs.xfs -f /dev/vdb1', 'mke2fs /dev/sdc', 'mkswap /dev/sda2'], pass: ['mkfs.ext4 disk.img', 'mkfs --help', 'mkfs.vfat -C boot.img 1024'],
    },
    {
      id: 'system.disk/wipe', programs: ['wipefs', 'blkdiscard', 'badblocks', 'shred', 'hdparm', 'nvme', 'sg_format', 'scrub'],
      when: [
        { options: ['-a|--all|-o|--offset'], operand: '^/dev/', without: ['-n|--no-act'] }, { operand: '^/dev/(?!null)', word: '^(?:-[a-z]*w[a-z]*|--write|--security-erase.*|--trim-sector.*|--yes-i-know.*|format|sanitize|write-zeroes|--format)$' },
      ],
      reason: 'erases a device', instead: LIST, match: ['wipefs -a /dev/sdb', 'wipefs --all --force /dev/sdb1', 'badblocks -w /dev/sdb', 'nvme format /dev/nvme0n1', 'hdparm --security-erase p /dev/sda'],
      pass: ['wipefs /dev/sdb', 'wipefs -n -a /dev/sdb', 'badblocks -sv /dev/sdb', 'nvme list', 'hdparm -I /dev/sda'],
    },
    {
      id: 'system.disk/discard', programs: ['blkdiscard'], when: [{ operand: '^/dev/(?!null|shm/)' }],
      reason: 'erases a device', instead: LIST, match: ['blkdiscard /dev/sdb', 'blkdiscard -f /dev/nvme0n1'], pass: ['blkdiscard --help'],
    },
    {
      id: 'system.disk/partition', programs: ['fdisk', 'cfdisk', 'gdisk', 'cgdisk', 'sfdisk', 'sgdisk', 'parted', 'partx', 'gparted', 'growpart'],
      when: [{ operand: '^/dev/', without: ['-l|--list|-d|--dump|-J|--json|-p|--print|-v|--verify|-i|--info|-V|--version|-s|--show|--script-list|-x|--list-details'] }, { operand: '^(?:mklabel|mktable|mkpart|rm|resizepart|mkpartfs|set|rescue|name|toggle)$' }, { options: ['-Z|--zap-all|-z|--zap|-o|--clear'], operand: '^/dev/' }],
      unless: [{ sub: ['**', 'print|unit|help'], noOperand: '^(?:mklabel|mktable|mkpart|rm|resizepart)$' }],
      reason: 'changes the partitions of a device', instead: LIST, match: ['fdisk /dev/sda', 'parted /dev/sda mklabel gpt', 'parted -s /dev/sdb rm 1', 'sgdisk --zap-all /dev/sda', 'sfdisk /dev/sdb < table'], pass: ['fdisk -l', 'fdisk -l /dev/sda', 'parted -l', 'parted /dev/sda print', 'sfdisk -d /dev/sda', 'sgdisk -p /dev/sda'],
    },
    {
      id: 'system.disk/volumes', programs: ['lvremove', 'vgremove', 'pvremove', 'lvreduce', 'vgreduce', 'vgcfgrestore', 'thin_delta'], when: [{ atLeast: 1, without: ['-t|--test'] }],
      reason: 'removes or shrinks a volume with what is on it', instead: { command: 'lvs', text: 'shows the volumes' }, match: ['lvremove -f vg/data', 'vgremove vg0', 'pvremove /dev/sdb', 'lvreduce -L 5G vg/x'], pass: ['lvs', 'vgdisplay', 'lvremove --test vg/x'],
    },
    {
      id: 'system.disk/zfs', programs: ['zfs', 'zpool'], when: [{ sub: ['destroy|labelclear|rollback|detach|remove|export'], without: ['-n'] }], unless: [{ sub: ['export|remove|detach'] }],
      reason: 'destroys a pool, a file system or what came after a snapshot', instead: { command: 'zfs list -t all', text: 'shows what there is' }, match: ['zfs destroy -r tank/data', 'zpool destroy tank', 'zfs rollback -r tank@a', 'zpool labelclear -f /dev/sdb'], pass: ['zfs list', 'zpool status', 'zfs snapshot tank@a', 'zfs destroy -n tank/x'],
    },
    {
      id: 'system.disk/btrfs', programs: ['btrfs'], when: [{ sub: ['su*', 'd*'], noOperand: '^$' }, { sub: ['device', 'delete|remove'] }, { sub: ['rescue|check'], options: ['--repair|--init-extent-tree|--init-csum-tree'] }],
      reason: 'deletes a subvolume or takes a device out', instead: { command: 'btrfs subvolume list /', text: 'shows the subvolumes' }, match: ['btrfs subvolume delete /mnt/x', 'btrfs sub del /x', 'btrfs device remove /dev/sdb /mnt', 'btrfs check --repair /dev/sdb'], pass: ['btrfs subvolume list /', 'btrfs subvolume create /x', 'btrfs filesystem df /'],
    },
    {
      id: 'system.disk/raid', programs: ['mdadm'], when: [{ options: ['--zero-superblock|-S|--stop|--remove|-r|--fail|-f|--create|-C|--build|--grow'], without: ['--detail|-D|--examine|-E'] }],
      reason: 'takes an array apart, or makes one over what is there', instead: { command: 'mdadm --detail /dev/md0', text: 'shows the array' }, match: ['mdadm --stop /dev/md0', 'mdadm --zero-superblock /dev/sdb', 'mdadm /dev/md0 --remove /dev/sdb1', 'mdadm --create /dev/md0 --level=1 /dev/sda /dev/sdb'], pass: ['mdadm --detail /dev/md0', 'mdadm -E /dev/sda', 'mdadm --monitor --scan'],
    },
    {
      id: 'system.disk/mapper', programs: ['dmsetup'], when: [{ sub: ['remove|remove_all|wipe_table|clear|suspend|load|reload'] }], unless: [{ sub: ['suspend|load|reload'] }],
      reason: 'takes mapped devices away from under what uses them', instead: { command: 'dmsetup ls', text: 'shows them' }, match: ['dmsetup remove_all', 'dmsetup remove --force x', 'dmsetup wipe_table x'], pass: ['dmsetup ls', 'dmsetup info', 'dmsetup table'],
    },
    {
      id: 'system.disk/crypt', programs: ['cryptsetup'], when: [{ sub: ['luksFormat|luksErase|erase|luksKillSlot|luksRemoveKey|reencrypt|luksHeaderRestore'] }],
      reason: 'makes encrypted data unreadable', instead: { command: 'cryptsetup luksDump /dev/sdb', text: 'shows the header' }, match: ['cryptsetup luksFormat /dev/sdb', 'cryptsetup -q luksErase /dev/sdb', 'cryptsetup erase /dev/sdb'], pass: ['cryptsetup luksDump /dev/sdb', 'cryptsetup status x', 'cryptsetup luksOpen /dev/sdb x'],
    },
    {
      id: 'system.disk/diskutil', programs: ['diskutil'], when: [{ sub: ['eraseDisk|eraseVolume|eraseOptical|partitionDisk|zeroDisk|randomDisk|secureErase|reformat|splitPartition|mergePartitions'] }, { sub: ['apfs|cs|coreStorage|appleRAID', 'delete*|erase*'] }],
      reason: 'erases a disk or a volume', instead: { command: 'diskutil list', text: 'shows the disks' }, match: ['diskutil eraseDisk JHFS+ X disk2', 'diskutil apfs deleteContainer disk1', 'diskutil secureErase 0 disk2'], pass: ['diskutil list', 'diskutil info disk0', 'diskutil unmount disk2'],
    },
    {
      id: 'system.disk/windows', programs: ['format', 'diskpart', 'clean-disk', 'Clear-Disk', 'Format-Volume', 'Initialize-Disk', 'Remove-Partition', 'vssadmin', 'cipher'], when: [{ operand: '^[a-zA-Z]:\\\\?$' }, { word: '^(?:/s|/w:.*|-Number|-DriveLetter|-DiskNumber)$' }, { sub: ['delete|Delete', 'shadows'] }],
      reason: 'erases a drive or its shadow copies', instead: { command: 'mountvol', text: 'shows the volumes' }, match: ['format c: /q', 'diskpart /s wipe.txt', 'vssadmin delete shadows /all'], pass: ['format --help', 'vssadmin list shadows'],
    },
    {
      id: 'system.disk/nbd', programs: ['nbd-client', 'qemu-nbd'], when: [{ options: ['-d|--disconnect'] }],
      reason: 'takes a device away from under what uses it', instead: LIST, match: ['nbd-client -d /dev/nbd0', 'qemu-nbd --disconnect /dev/nbd0'], pass: ['nbd-client -l host', 'qemu-nbd --list'],
    },
  ],
}

export const PERMISSIONS: Pack = {
  name: 'system.permissions',
  title: 'Owner, mode and attributes of the root, of system folders and of homes',
  rules: [
    {
      id: 'system.permissions/recursive', programs: ['chmod', 'chown', 'chgrp', 'setfacl', 'chattr', 'chflags'], when: [{ changesTree: SYSTEM }],
      reason: 'changes who may use the system, or a whole home', instead: { command: 'chmod -R u+rw ./build', text: 'changes a folder of the workspace' },
      match: ['chmod -R 777 /', 'chmod -R 000 /etc', 'chown -R me /usr', 'chown -R me:me ~', 'setfacl -R -m u:x:rwx /etc', 'chattr -R +i /', 'chgrp -R x /var', 'chmod --recursive a+rwx /*'], pass: ['chmod -R u+rwX .', 'chmod 644 a.txt', 'chown -R me ./src', 'chmod +x run.sh', 'chown -R www-data /var/www/app'],
    },
    {
      id: 'system.permissions/open', programs: ['chmod', 'chown'], when: [{ changes: ['root', 'system'], operand: '^(?:0?0?[0-7]{0,1}(?:777|666|000)|(?:[ugoa]*\\+[rwx]*w[rwx]*)|a?=|a-[rwx]+|-rwx|(?:nobody|nogroup)(?::.*)?)$' }],
      unless: [{ operand: '^u\\+' }],
      reason: 'opens a part of the system to everybody, or closes it to everybody', instead: { command: 'ls -ld /etc', text: 'shows who may do what' },
      match: ['chmod 777 /etc/passwd', 'chmod 000 /usr/bin', 'chmod a+w /etc/shadow', 'chmod 777 /'], pass: ['chmod 644 /etc/nginx/nginx.conf', 'chmod +x /usr/local/bin/tool', 'chmod 777 ./x'],
    },
  ],
}

export const PROCESS: Pack = {
  name: 'system.process',
  title: 'What takes the machine down: fork bombs, kill of everything, sysrq; crontab -r',
  rules: [
    {
      id: 'system.process/kill-all', programs: ['kill'],
      when: [{ operand: '^-?1$' }, { word: '^-1$', atMost: 0 }],
      unless: [{ options: ['-l|-0|--list'] }],
      reason: 'ends every process that the user may end', instead: { command: 'kill 12345', text: 'ends one process' }, match: ['kill -9 -1', 'kill -KILL -1', 'kill -s KILL -1', 'kill -- -1', 'kill -1', 'kill -9 1'], pass: ['kill 12345', 'kill -9 12345', 'kill -1 12345', 'kill %1', 'kill -l', 'kill -0 12345'],
    },
    {
      id: 'system.process/killall5', programs: ['killall5'], when: [{}], reason: 'ends every process', instead: { command: 'pkill -f my-server', text: 'ends the processes of one name' }, match: ['killall5 -9', 'killall5'], pass: ['killall node', 'killall5 --help'],
    },
    {
      id: 'system.process/killall', programs: ['pkill', 'killall', 'skill', 'slay'],
      when: [{ operand: '^(?:\\.|\\.\\*|\\*|\\^|init|systemd|sshd|launchd|Xorg|WindowServer)$' }, { options: ['-u|-U|--user|--euid|--uid'], atMost: 0 }, { options: ['-u|--user'], operand: '^(?:root|\\$USER)$', atMost: 1 }],
      unless: [{ options: ['-l|--list|-0'] }],
      reason: 'ends every process that the user may end', instead: { command: 'pkill -f my-server', text: 'ends the processes of one name' }, match: ['pkill -9 .', 'pkill -u root', 'killall -9 -u root', 'pkill -KILL ".*"'], pass: ['pkill -f vite', 'killall node', 'pgrep -u root'],
    },
    {
      id: 'system.process/crontab', programs: ['crontab'], when: [{ options: ['-r'] }, { word: '^-\\w*r' }],
      reason: 'deletes all scheduled jobs of a user', instead: { command: 'crontab -l', text: 'shows them' }, match: ['crontab -r', 'crontab -u me -r', 'crontab -ri'], pass: ['crontab -l', 'crontab jobs.txt', 'crontab -e'],
    },
    {
      id: 'system.process/sysrq', programs: ['*'], when: [{ writes: '^/proc/(?:sysrq-trigger|sys/kernel/sysrq)$' }],
      reason: 'restarts or stops the machine at once', instead: { command: 'cat /proc/sys/kernel/sysrq', text: 'shows the setting' }, match: ['echo b > /proc/sysrq-trigger', 'echo c | tee /proc/sysrq-trigger'], pass: ['cat /proc/sysrq-trigger', 'cat /proc/sys/kernel/sysrq'],
    },
    {
      id: 'system.process/fork-bomb', programs: ['fork-bomb'], when: [{}],
      reason: 'starts itself again and again until the machine stands still', instead: { command: 'seq 1 3', text: 'counts' }, match: [':(){ :|:& };:', 'b() { b | b & }; b'], pass: ['f() { echo x; }; f', 'f() { [ "$1" = 0 ] || f $(($1 - 1)); }; f 3'],
    },
  ],
}

export const SERVICES: Pack = {
  name: 'services',
  title: 'Shutting down the machine, stopping its services',
  rules: [
    {
      id: 'services/shutdown', programs: ['shutdown', 'reboot', 'halt', 'poweroff', 'Stop-Computer', 'Restart-Computer'], when: [{}], unless: [{ options: ['-c|--show'] }],
      reason: 'stops or restarts the machine', instead: { command: 'uptime', text: 'shows how long it has been running' }, match: ['shutdown -h now', 'sudo reboot', 'poweroff'], pass: ['shutdown -c', 'reboot --help', 'echo reboot'],
    },
    {
      id: 'services/init', programs: ['init', 'telinit'], when: [{ sub: ['0|6|1'] }], reason: 'stops or restarts the machine', instead: { command: 'uptime', text: 'shows how long it has been running' }, match: ['init 0', 'telinit 6'], pass: ['init --version'],
    },
    {
      id: 'services/systemctl', programs: ['systemctl'], when: [{ sub: ['stop|disable|mask|kill|reboot|poweroff|halt|isolate|rescue|emergency|kexec'] }],
      reason: 'stops a service, or the machine', instead: { command: 'systemctl status nginx', text: 'shows its state' }, match: ['systemctl stop nginx', 'systemctl disable --now x', 'systemctl reboot'], pass: ['systemctl status x', 'systemctl restart x', 'systemctl list-units'],
    },
    {
      id: 'services/service', programs: ['service', 'rc-service', 'launchctl', 'sc', 'net', 'sv'], when: [{ sub: ['*', 'stop'] }, { sub: ['stop|unload|bootout|remove|delete'] }],
      reason: 'stops a service', instead: { command: 'service nginx status', text: 'shows its state' }, match: ['service nginx stop', 'launchctl unload x.plist', 'sc delete x'], pass: ['service nginx status', 'launchctl list'],
    },
  ],
}
