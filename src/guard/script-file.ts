/**
 * Reads a script from disk: bounded, as UTF-8, with symbolic links followed. Never throws and never
 * waits: what is not a plain file is not read.
 */
import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync, type BigIntStats } from 'node:fs'
import { describeThrown } from '../errors.ts'

/** Largest script file, bytes. */
export const MAX_FILE = 1 << 20

export type ScriptFile =
  | { readonly kind: 'read', readonly file: string, readonly text: string, readonly hash: string, readonly stamp: string }
  | { readonly kind: 'missing' }
  /** It is there and cannot be used; `hash` where it could be read at all. */
  | { readonly kind: 'unusable', readonly file: string, readonly reason: string, readonly hash: string | null, readonly stamp: string | null }

/** @returns `missing` only if nothing is there: what cannot be read must not make way for another file. */
export function readScriptFile(file: string): ScriptFile {
  let descriptor: number
  try {
    // Not blocking: opening a pipe would wait for somebody who writes into it.
    descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    return cannotOpen(file, error)
  }
  try {
    const stats = fstatSync(descriptor, { bigint: true })
    if (!stats.isFile()) return { kind: 'unusable', file, reason: stats.isDirectory() ? 'is a folder' : 'is not a regular file', hash: null, stamp: null }
    const bytes = readBounded(descriptor)
    return decode(file, bytes, stampOf(stats))
  } catch (error) {
    return { kind: 'unusable', file, reason: `cannot be read: ${describeThrown(error)}`, hash: null, stamp: null }
  } finally {
    closeSync(descriptor)
  }
}

/** What tells one state of a file from another without reading it; null when it is not there. */
export function fileStamp(file: string): string | null {
  try {
    return stampOf(statSync(file, { bigint: true }))
  } catch {
    return null
  }
}

/** SHA-256, hex; of a file it is what `sha256sum` prints. */
export function hashOf(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}

function readBounded(descriptor: number): Buffer {
  // One byte more than allowed tells a file that is too large, also one that is growing.
  const buffer = Buffer.alloc(MAX_FILE + 1)
  let length = 0
  while (length < buffer.length) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, null)
    if (count === 0) break
    length += count
  }
  return buffer.subarray(0, length)
}

function decode(file: string, bytes: Buffer, stamp: string): ScriptFile {
  if (bytes.length > MAX_FILE) return { kind: 'unusable', file, reason: `is larger than ${MAX_FILE} bytes`, hash: null, stamp }
  const hash = hashOf(bytes)
  try {
    return { kind: 'read', file, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), hash, stamp }
  } catch {
    const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
    return { kind: 'unusable', file, reason: isWide ? 'is UTF-16 text: save it as UTF-8' : 'is not UTF-8 text: save it as UTF-8', hash, stamp }
  }
}

function cannotOpen(file: string, error: unknown): ScriptFile {
  const code = error instanceof Error && 'code' in error ? error.code : null
  const unusable = (reason: string): ScriptFile => ({ kind: 'unusable', file, reason, hash: null, stamp: null })
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR': return isDangling(file) ? unusable('is a symbolic link to a file that is not there') : { kind: 'missing' }
    case 'EACCES':
    case 'EPERM': return unusable('may not be read: permission denied')
    case 'EISDIR': return unusable('is a folder')
    case 'ELOOP': return unusable('is a symbolic link that leads to itself')
    default: return unusable(`cannot be opened: ${describeThrown(error)}`)
  }
}

function isDangling(file: string): boolean {
  try {
    return lstatSync(file).isSymbolicLink()
  } catch {
    return false
  }
}

function stampOf(stats: BigIntStats): string {
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(':')
}
