/** The options that make a Node child able to read some folders and to do nothing else. The name of the first one depends on the version. */
import type { CheckLimits, SyntaxOutcome } from './checker.ts'
import type { ChildDeps } from './child.ts'
import { processFailure, unreadable } from './process-outcome.ts'

/** First major version that has the option without `experimental` in its name. */
const STABLE_MAJOR = 24

/**
 * @param folders real paths, folders or files.
 * @returns the options, or the failure to learn the version.
 */
export async function permissionFlags(deps: ChildDeps, folders: readonly string[], limits: CheckLimits): Promise<readonly string[] | SyntaxOutcome> {
  const result = await deps.processes.run([deps.node, '--version'], {
    cwd: deps.folder, env: deps.environment, timeoutMs: limits.timeoutMs, signal: limits.signal, maxOutputBytes: 4_096,
  })
  const failure = processFailure('node --version', result, limits.timeoutMs)
  if (failure !== null) return failure
  const version = /^v(\d+)\./.exec(result.stdout)
  if (version?.[1] === undefined) return unreadable('node --version', result)
  const option = Number(version[1]) >= STABLE_MAJOR ? '--permission' : '--experimental-permission'
  return [option, ...folders.map(folder => `--allow-fs-read=${folder}`)]
}
