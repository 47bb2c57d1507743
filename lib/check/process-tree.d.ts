import type { ChildProcess } from 'node:child_process';
/** What is needed of the system; passed in, so that the other platform's way can be tested. */
export interface TreeSystem {
    signalGroup(groupId: number): void;
    runProgram(program: string, args: readonly string[], onFailure: () => void): void;
    readonly windowsRoot: string;
}
/**
 * Never throws. On POSIX the child leads a process group and the group is killed; a grandchild that
 * made a session of its own escapes. On Windows `taskkill /T` follows the parents' ids.
 */
export declare function killTree(child: ChildProcess, platform: NodeJS.Platform, system?: TreeSystem): void;
