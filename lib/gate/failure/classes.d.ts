/** The classes of failure and what to do differently for each: the one table of the gate's advice. */
export type FailureClass = 'unknown-tool' | 'arguments' | 'not-found' | 'permission' | 'refused' | 'edit-mismatch' | 'unsuitable' | 'syntax' | 'test-failed' | 'timeout' | 'infrastructure' | 'command-failed' | 'other';
export interface Advice {
    /** The class in words. */
    readonly label: string;
    /** What is different from what just failed. */
    readonly advice: string;
    /** The instruction to change something. */
    readonly change: string;
}
export declare const ADVICE: Readonly<Record<FailureClass, Advice>>;
