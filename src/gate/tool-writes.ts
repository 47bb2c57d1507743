/**
 * What kind of tool a call is, and which paths its arguments name. Names of tools and arguments are
 * the host's own (`write`, `edit`, `str_replace_editor`, `bash`, `terminal_send`) and the usual ones of
 * other tool sets.
 */
import { isJsonObject } from '../base/json.ts'
import { isPowershellTool, isShellTool } from '../base/tool-names.ts'
import type { CommandView, JsonObject, JsonValue } from '../types.ts'
import { patchedFiles } from '../shell/patch-text.ts'

export type ShellCall =
  | { readonly kind: 'shell', readonly command: string | readonly string[], readonly folder: string | null }
  | { readonly kind: 'powershell', readonly text: string, readonly folder: string | null }
  /** The arguments are not what the tool takes; the raw text is all there is. */
  | { readonly kind: 'raw', readonly text: string }

const WRITING_TOOL = /(?:^|[^a-z])(?:write|edit|multi_?edit|create|append|patch|delete|remove|move|rename|replace|insert|update|save|upload|copy)(?:$|[^a-z])|(?:write|edit|create|append|patch|delete|remove|move|rename|replace|insert|save|copy)(?:file|path|text|content)|str_replace/i

const TEXT_ARGUMENTS = ['command', 'cmd', 'script', 'text', 'input', 'code']
const FOLDER_ARGUMENTS = ['workdir', 'cwd', 'working_directory', 'workingDirectory', 'directory', 'dir']
const PATH_ARGUMENTS = new Set([
  'path', 'paths', 'file', 'files', 'file_path', 'filePath', 'filepath', 'filename', 'file_name', 'fileName', 'target', 'target_file', 'targetFile', 'target_path', 'targetPath', 'notebook_path',
  'notebookPath', 'destination', 'destination_path', 'dest', 'source', 'source_path', 'old_path', 'new_path', 'oldPath', 'newPath', 'from', 'to', 'uri', 'absolute_path', 'relative_path', 'rel_path', 'output_path', 'file_paths', 'filePaths', 'edits', 'changes', 'operations',
])
const PATCH_ARGUMENTS = ['patch', 'diff', 'input', 'patch_text']
const MAX_PATHS = 500

/** A tool whose name says that it changes files. Used where every tool counts, not only `protectedTools`. */
export function isWritingTool(name: string): boolean {
  return WRITING_TOOL.test(name)
}

/** @returns null for a tool that runs no shell text. */
export function shellCallOf(command: CommandView): ShellCall | null {
  if (!isShellTool(command.name)) return null
  const { args } = command
  if (typeof args === 'string') return { kind: 'raw', text: args }
  if (!isJsonObject(args)) return null
  const value = TEXT_ARGUMENTS.map(name => args[name]).find(item => typeof item === 'string' || Array.isArray(item))
  const folder = FOLDER_ARGUMENTS.map(name => args[name]).find(item => typeof item === 'string') ?? null
  const words = Array.isArray(value) ? value.filter(item => typeof item === 'string') : null
  if (isPowershellTool(command.name)) return { kind: 'powershell', text: words?.join(' ') ?? (typeof value === 'string' ? value : ''), folder }
  if (words !== null) return { kind: 'shell', command: words, folder }
  return typeof value === 'string' ? { kind: 'shell', command: value, folder } : null
}

/** Paths that a file tool is told to write, as spelled; the raw text's words when the arguments are no object. */
export function fileToolPaths(command: CommandView): readonly string[] {
  const { args } = command
  if (typeof args === 'string') return patchedFiles(args).flatMap(withoutPrefix)
  if (!isJsonObject(args)) return []
  // The editor's `view` reads.
  if (args['command'] === 'view') return []
  const paths = new Set<string>()
  collect(args, paths, 0)
  for (const name of PATCH_ARGUMENTS) {
    const text = args[name]
    if (typeof text === 'string') patchedFiles(text).flatMap(withoutPrefix).forEach(path => paths.add(path))
  }
  return [...paths].slice(0, MAX_PATHS)
}

function collect(args: JsonObject, paths: Set<string>, depth: number): void {
  for (const [name, value] of Object.entries(args)) {
    if (PATH_ARGUMENTS.has(name)) collectValue(value, paths, depth)
  }
}

function collectValue(value: JsonValue, paths: Set<string>, depth: number): void {
  if (depth > 2 || paths.size >= MAX_PATHS) return
  if (typeof value === 'string') paths.add(fromUri(value))
  else if (Array.isArray(value)) value.forEach(item => collectValue(item, paths, depth + 1))
  else if (isJsonObject(value)) collect(value, paths, depth + 1)
}

function fromUri(value: string): string {
  if (!value.startsWith('file://')) return value
  try {
    return decodeURIComponent(new URL(value).pathname)
  } catch {
    return value.slice('file://'.length)
  }
}

/** Patch headers name `a/x` and `b/x`; apply-patch blocks name `x`. */
function withoutPrefix(path: string): string[] {
  return /^[ab]\//.test(path) ? [path, path.slice(2)] : [path]
}
