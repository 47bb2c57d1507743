/** Whether a command gets all containers, images or volumes that there are, from a listing in the same call. */
import type { CallReading, ShellCommand } from '../../../shell/reading.ts'

const ENGINE = /^(?:docker|podman|nerdctl)$/

/** @returns the listing, in words; null: none, or one with a filter. */
export function everythingListed(command: ShellCommand, reading: CallReading): string | null {
  const at = reading.commands.indexOf(command)
  const unknown = command.via === 'xargs' || command.words.some(word => word.text === null)
  if (!unknown) return null
  const listing = reading.commands.slice(0, at).findLast(one => ENGINE.test(one.program ?? '') && one.args.some(arg => /^(?:ps|ls|images|list)$/.test(arg ?? '')))
  if (listing === undefined || listing.args.some(arg => /^(?:-f|--filter)/.test(arg ?? ''))) return null
  return `everything that ${listing.source} lists`
}
