/** `destructive`: what its shape does not say, and its settings. The names of packs are here, the packs themselves are the gate's. */
import { nearest } from '../base/nearest.ts'
import type { DestructiveException, DestructiveSettings } from '../types.ts'
import { checkGlobs } from './guard-entries.ts'
import { keyPath, shown, unexpected, type ConfigIssue, type KeyPath } from './issue.ts'
import type { DestructiveConfig } from './shape.ts'

export const DEFAULT_PACK_NAMES = [
  'core.filesystem', 'core.git', 'system.disk', 'system.permissions', 'system.process', 'exec.remote', 'database', 'containers', 'kubernetes', 'infrastructure', 'cloud', 'platform',
] as const
export const FURTHER_PACK_NAMES = [
  'git.strict', 'services', 'publish', 'secrets', 'backup', 'remote', 'dns', 'cdn', 'messaging', 'search', 'monitoring', 'featureflags', 'payment', 'email',
] as const

const NAMES: readonly string[] = ['default', 'all', ...DEFAULT_PACK_NAMES, ...FURTHER_PACK_NAMES]
const EXCEPTION_KEYS = ['rule', 'command', 'workspaces', 'until']
const RULE = /^[\w.-]+\/(?:[\w.-]+|\*)$/

export function checkDestructive(config: DestructiveConfig, path: KeyPath, issues: ConfigIssue[]): void {
  for (const [index, name] of (config.packs ?? []).entries()) if (name !== undefined) checkPack(name, [...path, 'packs', index], issues)
  for (const [index, exception] of (config.except ?? []).entries()) checkException(exception, [...path, 'except', index], issues)
  checkGlobs(config.trusted ?? [], [...path, 'trusted'], issues)
}

/** `core` stands for `core.git` and `core.filesystem`. */
export function isPackName(name: string): boolean {
  const plain = name.replace(/^-/, '')
  return NAMES.some(one => one === plain || one.startsWith(`${plain}.`)) && plain !== ''
}

function checkPack(name: string, path: KeyPath, issues: ConfigIssue[]): void {
  if (/\.ya?ml$/i.test(name) && !name.startsWith('-')) return
  if (isPackName(name)) return
  const near = nearest(name.replace(/^-/, ''), NAMES)
  issues.push(unexpected(path, name, near === null ? `the name of a pack (${NAMES.join(', ')}), a name with - in front, or a file ./name.yml` : `the name of a pack (did you mean ${near}?)`))
}

function checkException(exception: unknown, path: KeyPath, issues: ConfigIssue[]): void {
  if (typeof exception === 'string') return checkRule(exception, path, issues)
  if (typeof exception !== 'object' || exception === null || Array.isArray(exception)) {
    issues.push(unexpected(path, exception, 'the id of a rule, such as core.git/tag-delete, or { rule, command, workspaces, until }'))
    return
  }
  const entry = exception as Readonly<Record<string, unknown>>
  for (const key of Object.keys(entry)) {
    if (EXCEPTION_KEYS.includes(key)) continue
    const near = nearest(key, EXCEPTION_KEYS)
    issues.push({ message: `${keyPath([...path, key])} is not a known key; ${near === null ? `expected one of ${EXCEPTION_KEYS.join(', ')}` : `did you mean ${near}?`}`, path: [...path, key] })
  }
  checkRule(entry.rule, [...path, 'rule'], issues)
  if (entry.command != null && (typeof entry.command !== 'string' || entry.command.trim() === '')) issues.push(unexpected([...path, 'command'], entry.command, 'the part of a call that is let through; * stands for any text'))
  if (entry.workspaces != null) {
    if (!Array.isArray(entry.workspaces) || entry.workspaces.some(one => typeof one !== 'string')) issues.push(unexpected([...path, 'workspaces'], entry.workspaces, 'a list of globs on folders'))
    else checkGlobs(entry.workspaces as string[], [...path, 'workspaces'], issues)
  }
  if (entry.until != null && endOf(entry.until) === null) issues.push(unexpected([...path, 'until'], entry.until, 'a day such as 2027-01-31, or a time such as 2027-01-31T12:00:00Z'))
}

function checkRule(rule: unknown, path: KeyPath, issues: ConfigIssue[]): void {
  if (typeof rule === 'string' && RULE.test(rule)) return
  issues.push({ message: `${keyPath(path)} is ${shown(rule)}; expected the id of a rule, such as core.git/tag-delete, or core.git/*`, path })
}

/** A day lasts until its end. @returns null for what is no date. */
function endOf(until: unknown): number | null {
  if (until instanceof Date) return Number.isNaN(until.getTime()) ? null : until.getTime() + (until.toISOString().endsWith('T00:00:00.000Z') ? 86_400_000 : 0)
  if (typeof until !== 'string' || !/^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/.test(until)) return null
  const time = Date.parse(until)
  if (Number.isNaN(time)) return null
  return until.length === 10 ? time + 86_400_000 : time
}

/** @param config what passed the checks. */
export function destructiveSettings(config: DestructiveConfig): DestructiveSettings {
  return {
    action: config.action ?? 'deny', packs: config.packs ?? ['default'], trusted: config.trusted ?? [],
    except: (config.except ?? []).map(exceptionOf),
  }
}

function exceptionOf(exception: unknown): DestructiveException {
  if (typeof exception === 'string') return { rule: exception, command: null, workspaces: null, until: null }
  const entry = exception as { readonly rule: string, readonly command?: string | null, readonly workspaces?: readonly string[] | null, readonly until?: unknown }
  return { rule: entry.rule, command: entry.command ?? null, workspaces: entry.workspaces ?? null, until: entry.until == null ? null : endOf(entry.until) }
}
