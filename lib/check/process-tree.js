/** Ends a child and everything it started. Knows how each platform names a tree; keeps nothing. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
/**
 * Never throws. On POSIX the child leads a process group and the group is killed; a grandchild that
 * made a session of its own escapes. On Windows `taskkill /T` follows the parents' ids.
 */
export function killTree(child, platform, system = realSystem()) {
    const pid = child.pid;
    if (pid === undefined)
        return;
    const killOne = () => { child.kill('SIGKILL'); };
    if (platform === 'win32') {
        // After its end there is no parent left to follow, and the id may be another's already.
        if (child.exitCode !== null || child.signalCode !== null)
            return;
        system.runProgram(join(system.windowsRoot, 'System32', 'taskkill.exe'), ['/pid', String(pid), '/t', '/f'], killOne);
        return;
    }
    try {
        system.signalGroup(pid);
    }
    catch {
        // No such group any more, or not yet: the child itself is all that can be left.
        killOne();
    }
}
function realSystem() {
    return {
        windowsRoot: process.env['SystemRoot'] ?? 'C:\\Windows',
        signalGroup(groupId) { process.kill(-groupId, 'SIGKILL'); },
        runProgram(program, args, onFailure) {
            const killer = spawn(program, [...args], { stdio: 'ignore', windowsHide: true });
            killer.on('error', onFailure);
            killer.on('exit', (code) => { if (code !== 0)
                onFailure(); });
            killer.unref();
        },
    };
}
