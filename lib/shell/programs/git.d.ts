/**
 * git: the subcommands whose effect on the working tree can be read from the command. What a branch,
 * a merge or a stash brings along is in the repository, not in the command, and is not read.
 */
import { type Program } from '../call.ts';
export declare const git: Program;
