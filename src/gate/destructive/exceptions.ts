/** What the human has taken out of the rules: by id, command, workspace and end. */
import { matchesFolder } from './folders.ts'
import type { DestructiveException } from '../../types.ts'
import type { Finding } from './judge.ts'

export function isExcepted(finding: Finding, exceptions: readonly DestructiveException[], folder: string, home: string | null, now: number): boolean {
  return exceptions.some(one => (one.until === null || now < one.until)
    && (one.rule === finding.rule.id || (one.rule.endsWith('/*') && finding.rule.id.startsWith(one.rule.slice(0, -1))))
    && (one.command === null || matchesCommand(one.command, finding.part))
    && (one.workspaces === null || matchesFolder(one.workspaces, folder, home)))
}

/** Exceptions that have ended, or name no rule. */
export function idleExceptions(exceptions: readonly DestructiveException[], ids: ReadonlySet<string>, now: number): string[] {
  return exceptions.flatMap((one) => {
    if (one.until !== null && now >= one.until) return [`destructive.except: the exception for ${one.rule} ended on ${new Date(one.until - 1).toISOString().slice(0, 10)}`]
    const known = one.rule.endsWith('/*') ? [...ids].some(id => id.startsWith(one.rule.slice(0, -1))) : ids.has(one.rule)
    return known ? [] : [`destructive.except: no rule in force is named ${one.rule}`]
  })
}

function matchesCommand(pattern: string, part: string): boolean {
  const plain = (text: string): string => text.trim().replace(/\s+/g, ' ')
  const expression = plain(pattern).split('*').map(text => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('[^;&|]*')
  return new RegExp(`^${expression}$`, 's').test(plain(part))
}
