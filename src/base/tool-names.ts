/** What a tool's name says of it. Names are the host's own and the usual ones of other tool sets and MCP servers. */
import { compilePatterns } from './pattern.ts'

/** In patterns of `tools`: every shell tool, whatever its name. */
export const SHELL_GROUP = 'shell'

const SHELL_TOOL = new RegExp(`(?:^|[._-])(?:${[
  'bash', 'sh', 'zsh', 'shell', 'local_shell', 'terminal', 'ssh', 'exec', 'execute', 'exec_command', 'execute_command', 'run_command', 'run_shell_command', 'execute_bash', 'run_bash',
  'run_terminal_cmd', 'run_in_terminal', 'run_terminal_command', 'start_process', 'interact_with_process', 'write_stdin', 'send_keys', '(?:bash|shell|terminal)_(?:session|send|input|write|run|exec|execute|start|command)',
].join('|')})$`, 'i')
const POWERSHELL_TOOL = /(?:^|[._-])(?:pwsh|powershell)(?:_(?:session|send|run|exec|command))?$/i

export function isPowershellTool(name: string): boolean {
  return POWERSHELL_TOOL.test(name)
}

/** A tool that runs what it is given as text in a shell, or types it into one. */
export function isShellTool(name: string): boolean {
  return SHELL_TOOL.test(name) || POWERSHELL_TOOL.test(name)
}

/** @param patterns of a guard's `tools`; null: every tool. @throws GuardError CONFIG_INVALID for what is no glob. */
export function compileTools(patterns: readonly string[] | null): (name: string) => boolean {
  if (patterns === null) return () => true
  const matches = compilePatterns(patterns)
  const shells = patterns.includes(SHELL_GROUP)
  return name => matches(name) || (shells && isShellTool(name))
}
