/** What Shooty reads of the host's object for one call. Total, like shapes: a member that a host does not have is absent. */
import type { ToolExecution } from '@deepseek-ai/dsh-tools'

const NEVER = new AbortController().signal

/** The signal of the call; one that never aborts where the host gives none. */
export function signalOf(exec: Readonly<ToolExecution>): AbortSignal {
  return (exec as { readonly signal?: AbortSignal }).signal ?? NEVER
}

/** What notices of the call go by: the outermost call's id. null where the host gives none. */
export function callKeyOf(exec: Readonly<ToolExecution>): string | null {
  const { rootCallId, callId } = exec as { readonly rootCallId?: string, readonly callId?: string }
  return rootCallId ?? callId ?? null
}
