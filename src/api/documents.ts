/**
 * `vance.documents`: text files of the session's workspace. Owns the bounds, the rights and what an
 * observing guard does not do; where a path leads is document-path.ts, how bytes travel is FilesPort.
 */
import { oneLine } from '../base/text.ts'
import { GuardError, describeThrown } from '../errors.ts'
import type { Capability, FilesPort, JsonValue, RunContext, SessionRef } from '../types.ts'
import { badArgument, textArgument } from './arguments.ts'
import { refuseDanglingLink, resolveDocument } from './document-path.ts'
import type { DocumentPath } from './document-path.ts'

/** Bytes of a file that can be read. */
export const MAX_DOCUMENT = 262_144
/** UTF-16 units of a text that can be written: the longest that a script can hand over. */
export const MAX_WRITTEN = 65_536
/** Entries of a folder that can be listed. */
export const MAX_ENTRIES = 5_000

export interface DocumentsDeps {
  readonly files: FilesPort
  /** Whether only the human may change the file: guards in use, patch files, Shooty's own files. */
  readonly isProtected: (session: SessionRef, realPath: string) => boolean | Promise<boolean>
}

export function createDocumentsCapability(deps: DocumentsDeps): Capability {
  type Step = (files: FilesPort, path: DocumentPath, run: RunContext, method: string, args: readonly JsonValue[]) => Promise<JsonValue>
  const call = (method: string, step: Step) =>
    async (args: readonly JsonValue[], run: RunContext): Promise<JsonValue> => {
      const path = textArgument(method, 'path', args[0])
      return await withFiles(method, async () => await step(deps.files, await resolveDocument(deps.files, run.session, method, path), run, method, args))
    }
  return {
    calls: {
      'documents.read': call('documents.read', read),
      'documents.exists': call('documents.exists', async (_files, path) => Promise.resolve(path.exists)),
      'documents.list': call('documents.list', list),
      'documents.meta': call('documents.meta', meta),
      'documents.write': (args, run) => {
        requireRight('documents.write', run)
        return call('documents.write', (files, path) => write(deps, files, path, run, args))(args, run)
      },
      'documents.delete': (args, run) => {
        requireRight('documents.delete', run)
        return call('documents.delete', (files, path) => remove(deps, files, path, run))(args, run)
      },
    },
  }
}

async function read(files: FilesPort, path: DocumentPath, run: RunContext, method: string): Promise<string> {
  const { size } = await statFile(files, path, run, method)
  const tooLarge = (bytes: number): GuardError =>
    new GuardError('TOO_LARGE', `${method}: ${JSON.stringify(path.given)} has ${bytes === size ? '' : 'more than '}${bytes} bytes, at most ${MAX_DOCUMENT} can be read`)
  if (size > MAX_DOCUMENT) throw tooLarge(size)
  const content = await files.read(run.session, path.real, MAX_DOCUMENT)
  if (content === null) throw missing(method, path)
  // It can grow between the two calls, and some files do not say how large they are.
  if (content.truncated || content.bytes.length > MAX_DOCUMENT) throw tooLarge(MAX_DOCUMENT)
  return decode(method, path, content.bytes)
}

function decode(method: string, path: DocumentPath, bytes: Uint8Array): string {
  const notText = (cause?: unknown): GuardError => new GuardError('NOT_TEXT', `${method}: ${JSON.stringify(path.given)} is not UTF-8 text`, { cause })
  if (bytes.includes(0)) throw notText()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw notText(error)
  }
}

async function list(files: FilesPort, path: DocumentPath, run: RunContext, method: string): Promise<JsonValue> {
  const stat = path.exists ? await files.stat(run.session, path.real) : null
  if (stat === null) throw missing(method, path)
  if (stat.kind !== 'directory') throw badArgument(method, 'path', `a folder, but ${JSON.stringify(path.given)} is a file`)
  const entries = await files.list(run.session, path.real)
  if (entries.length > MAX_ENTRIES) throw new GuardError('TOO_LARGE', `${method}: ${JSON.stringify(path.given)} has ${entries.length} entries, at most ${MAX_ENTRIES} can be listed`)
  return entries
    .toSorted((left, right) => left.name < right.name ? -1 : 1)
    .map(({ name, kind }) => ({ name, kind }))
}

async function meta(files: FilesPort, path: DocumentPath, run: RunContext, method: string): Promise<JsonValue> {
  const stat = path.exists ? await files.stat(run.session, path.real) : null
  if (stat === null) throw missing(method, path)
  return { kind: stat.kind, size: stat.size, mtimeMs: stat.mtimeMs }
}

async function write(deps: DocumentsDeps, files: FilesPort, path: DocumentPath, run: RunContext, args: readonly JsonValue[]): Promise<JsonValue> {
  const method = 'documents.write'
  const text = textArgument(method, 'text', args[1], { max: MAX_WRITTEN })
  if (path.exists) await statFile(files, path, run, method)
  else await refuseDanglingLink(files, run.session, method, path)
  await refuseProtected(deps, path, run, method)
  if (run.observe) return null
  refuseWhenOver(run, method)
  await files.write(run.session, path.real, text)
  return null
}

async function remove(deps: DocumentsDeps, files: FilesPort, path: DocumentPath, run: RunContext): Promise<JsonValue> {
  const method = 'documents.delete'
  await statFile(files, path, run, method)
  await refuseProtected(deps, path, run, method)
  if (run.observe) return null
  refuseWhenOver(run, method)
  // Of a link the link itself, as everywhere.
  await files.remove(run.session, path.entry)
  return null
}

async function statFile(files: FilesPort, path: DocumentPath, run: RunContext, method: string): Promise<{ readonly size: number }> {
  const stat = path.exists ? await files.stat(run.session, path.real) : null
  if (stat === null) throw missing(method, path)
  if (stat.kind === 'directory') throw badArgument(method, 'path', `a file, but ${JSON.stringify(path.given)} is a folder`)
  // Reading a pipe or a device may never end.
  if (stat.kind !== 'file') throw new GuardError('NOT_TEXT', `${method}: ${JSON.stringify(path.given)} is not a regular file`)
  return stat
}

function requireRight(method: string, run: RunContext): void {
  if (!run.guard.allowTools) throw new GuardError('NOT_ALLOWED', `${method}: the guard ${run.guard.name} may only read; set allowTools: true in its entry to let it change files`)
}

async function refuseProtected(deps: DocumentsDeps, path: DocumentPath, run: RunContext, method: string): Promise<void> {
  if (await deps.isProtected(run.session, path.real) || await deps.isProtected(run.session, path.entry)) {
    throw new GuardError('NOT_ALLOWED', `${method}: ${JSON.stringify(path.given)} belongs to the guard system; only a human changes it`)
  }
}

/** An effect after the run's end would come from nowhere. */
function refuseWhenOver(run: RunContext, method: string): void {
  if (run.signal.aborted) throw new GuardError('CANCELLED', `${method}: the guard run has ended`)
}

function missing(method: string, path: DocumentPath): GuardError {
  return new GuardError('NOT_FOUND', `${method}: there is no ${JSON.stringify(path.given)} in the workspace; ask documents.exists first`)
}

/** A fault of the file service becomes an error with a code. */
async function withFiles<T>(method: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof GuardError) throw error
    throw new GuardError('UNAVAILABLE', `${method}: the file service failed: ${oneLine(describeThrown(error), 300)}`, { cause: error })
  }
}
