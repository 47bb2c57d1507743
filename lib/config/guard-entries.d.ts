import type { GuardSettings, Point, Trigger } from '../types.ts';
import { type ConfigIssue, type KeyPath } from './issue.ts';
import type { GuardEntryConfig } from './shape.ts';
/** The built-in gates; their names are taken. */
export declare const GATE_NAMES: readonly ["repeated-failure", "critical-paths", "post-write-syntax", "tamper-protection"];
/** Longest name, UTF-16 units. */
export declare const MAX_NAME = 100;
/** Largest `params`, bytes of JSON. */
export declare const MAX_PARAMS: number;
/** What a Point-less trigger word stands for. */
export declare function pointsOf(trigger: Trigger): readonly Point[];
/** Checks one entry whose shape is right already; `taken` has the names in use and who has them. */
export declare function checkEntry(entry: GuardEntryConfig, path: KeyPath, taken: Map<string, string>, issues: ConfigIssue[]): void;
/** One issue per pattern that is no glob. */
export declare function checkGlobs(globs: readonly (string | undefined)[], path: KeyPath, issues: ConfigIssue[]): void;
/** The names that nobody else may have: gates first. */
export declare function gateNames(): Map<string, string>;
/**
 * Settings of one entry that passed the checks.
 * @param taken names in use; a derived name that is in it gets a number, and is added to it.
 */
export declare function entrySettings(entry: GuardEntryConfig, taken: Map<string, string>): GuardSettings;
