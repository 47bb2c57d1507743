/**
 * Runs the commands of the set-up. Owns what a reader sees of a failed one.
 */
import { spawnSync } from 'node:child_process'

const windows = process.platform === 'win32'

/** Runs a command, quiet unless it fails. */
export function runStep(what, command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'], ...options })
  if (result.status === 0) return result.stdout
  const lines = `${result.stdout ?? ''}\n${result.stderr ?? ''}`.trim().split('\n')
  // npm says what is wrong first, compilers and pnpm say it last.
  const output = (lines.length <= 60 ? lines : [...lines.slice(0, 20), '…', ...lines.slice(-40)]).join('\n')
  throw new Error(`${what} failed (${result.error?.message ?? `exit ${result.status ?? result.signal}`}): ${command} ${args.join(' ')}\n${output}`)
}

/** The npm that runs this script, or the one on PATH. */
export function npm(what, args, options) {
  const script = process.env.npm_execpath
  if (script !== undefined && /npm-cli\.[cm]?js$/.test(script)) return runStep(what, process.execPath, [script, ...args], options)
  return runStep(what, windows ? 'npm.cmd' : 'npm', args, { shell: windows, ...options })
}
