/**
 * Files of a workspace through the host's own file service, so that a remote or sandboxed workspace is
 * the one that guards see. The service is looked up at each use: it may come after the plugin.
 */
import { isAbsolute, resolve } from 'node:path'
import type { Context } from '@deepseek-ai/cordis'
import { GuardError } from '../../errors.ts'
import type { FilesPort, SessionRef } from '../../types.ts'

type Kind = 'file' | 'directory' | 'other'

/** The part of the service that is used; a host without one of these counts as without the service. */
interface FileService {
  resolve(path: string, options: { cwd: string }): Promise<object>
  processPath(target: object): string
  stat(target: object): Promise<{ readonly type: Kind, readonly size?: number } | undefined>
  readBytes(target: object, signal: undefined, maxBytes: number): Promise<Uint8Array>
  listDir(target: object): Promise<readonly { readonly name: string, readonly type: Kind }[]>
  writeText(target: object, text: string): Promise<unknown>
}

interface Found {
  readonly at: object
  readonly type: Kind
  readonly size?: number
}

const METHODS: readonly (keyof FileService)[] = ['resolve', 'processPath', 'stat', 'readBytes', 'listDir', 'writeText']

/** @param local used while the host has no file service, and for what the service cannot do. */
export function createFiles(ctx: Context, local: FilesPort): FilesPort {
  const service = (): FileService | null => {
    const found = ctx.get('fs') as Partial<FileService> | undefined
    return found !== undefined && METHODS.every(method => typeof found[method] === 'function') ? found as FileService : null
  }
  const target = (files: FileService, session: SessionRef, path: string): Promise<object> => files.resolve(path, { cwd: session.cwd })

  /** Below a file there is nothing; the service throws there instead of finding nothing. */
  const find = async (files: FileService, session: SessionRef, path: string): Promise<Found | null> => {
    try {
      const at = await target(files, session, path)
      const stat = await files.stat(at)
      return stat === undefined ? null : { at, ...stat }
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'FS_NOT_FOUND') return null
      throw error
    }
  }

  return {
    async read(session, path, maxBytes) {
      const files = service()
      if (files === null) return await local.read(session, path, maxBytes)
      const found = await find(files, session, path)
      if (found === null) return null
      // The service refuses to cut a file, so a large one is not read at all.
      if ((found.size ?? 0) > maxBytes) return { bytes: new Uint8Array(0), truncated: true }
      return { bytes: await files.readBytes(found.at, undefined, maxBytes), truncated: false }
    },
    async stat(session, path) {
      const files = service()
      if (files === null) return await local.stat(session, path)
      const found = await find(files, session, path)
      if (found === null) return null
      // The service has no time of change; a workspace on this machine does.
      const here = await local.stat(session, files.processPath(found.at)).catch(() => null)
      return { kind: found.type, size: found.size ?? 0, mtimeMs: here?.mtimeMs ?? 0 }
    },
    async list(session, path) {
      const files = service()
      if (files === null) return await local.list(session, path)
      return (await files.listDir(await target(files, session, path))).map(entry => ({ name: entry.name, kind: entry.type }))
    },
    async realpath(session, path) {
      const files = service()
      if (files === null) return await local.realpath(session, path)
      const found = await find(files, session, path)
      return found === null ? null : files.processPath(found.at)
    },
    async write(session, path, text) {
      const files = service()
      if (files === null) await local.write(session, path, text)
      else await files.writeText(await target(files, session, path), text)
    },
    async remove(session, path) {
      const files = service()
      if (files === null) return await local.remove(session, path)
      // The path itself and not what it resolves to: removing a link must leave its target alone.
      const at = isAbsolute(path) ? path : resolve(session.cwd, path)
      if (await local.stat(session, at).catch(() => null) === null) {
        throw new GuardError('UNAVAILABLE', 'the file service of this profile cannot delete files')
      }
      await local.remove(session, at)
    },
  }
}
