/**
 * The host's calls, decisions and results as values: read into Shooty's own views, and folded onto
 * what came back from other plugins. Pure; knows nothing of guards or queues.
 */
import type { UserMessage } from '@deepseek-ai/dsh-session';
import type { PostToolDecision, PreToolDecision, ToolExecution, ToolExecutionResult } from '@deepseek-ai/dsh-tools';
import type { CommandView, ResultView } from '../types.ts';
export declare function commandOf(exec: Pick<ToolExecution, 'name' | 'arguments' | 'callId'>): CommandView;
/**
 * The host runs a call whose refusal has no reason, and one whose answer it does not know. Whatever
 * does not plainly allow gets words, which makes every host refuse it.
 */
export declare function speaking(decision: PreToolDecision): PreToolDecision;
/** @param decision what the listeners behind ours made of the result. */
export declare function viewOf(result: Readonly<ToolExecutionResult>, decision: PostToolDecision, durationMs: number): ResultView;
/** What others decided, with our feedback and notices in it; theirs is never replaced. */
export declare function foldResult(decision: PostToolDecision, result: Readonly<ToolExecutionResult>, feedback: string | null, notices: readonly UserMessage[]): PostToolDecision;
/** The refusal as a result, where a decision comes too late to keep the call from being dispatched. */
export declare function refusedResult(reason: string): ToolExecutionResult;
