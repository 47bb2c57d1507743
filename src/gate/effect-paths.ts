/**
 * From words to paths: asks the file system which files a write really touches. Owns folders as
 * targets (`cp a folder`), patterns, links made by the same command, symlinks and `..` behind them.
 */
import type { PlatformPath } from 'node:path'
import type { SessionRef } from '../types.ts'
import { splitGlob } from '../base/glob.ts'
import type { PathIdentity } from './path-identity.ts'
import { flavourOf, hasParentStep, resolveText } from './paths.ts'
import { lastSegment, type Field } from '../shell/field.ts'
import type { RawWrite, WriteKind, WriteVia } from '../shell/raw-write.ts'

/** Names of one file by links of the same call. */
const MAX_NAMES = 64

/** Devices that keep nothing of what is written to them. */
const NO_FILE = /^\/dev\/(?:null|zero|full|u?random|std(?:in|out|err)|console|tty\w*|pts\/.*|ptmx|fd\/.*|(?:tcp|udp)\/.*)$/

export interface WriteEffect {
  /** As the call spells it. */
  readonly path: string
  /** Resolved as text against the folder in force. */
  readonly absolute: string
  /** Symlinks resolved, also those of parents when the file does not exist yet. */
  readonly real: string
  readonly via: WriteVia
  readonly kind: WriteKind
  readonly exists: boolean
  /** The path itself is touched; false when it is only the folder of a pattern. */
  readonly self: boolean
  /** Files below `real` that are touched as well, as a picomatch pattern; null: none. */
  readonly below: string | null
  /** The directory entry is replaced or removed; a symlink there is not followed. */
  readonly entry: boolean
  /** With `below`: only files that also exist below this folder (a tree that is laid over). */
  readonly overlay: string | null
  /** Index of the command that does it; null for a redirection or a file tool. */
  readonly command: number | null
}

/** One target before symlinks: a spelling, and what below it counts. */
interface Target {
  readonly spelled: string
  readonly self: boolean
  readonly below: string | null
  readonly overlay: string | null
}

export async function resolveWrite(raw: RawWrite, session: SessionRef, identity: PathIdentity): Promise<WriteEffect[]> {
  const flavour = flavourOf(session.cwd)
  const targets = await targetsOf(raw, session, identity, flavour)
  const effects: WriteEffect[] = []
  for (const target of targets) {
    for (const absolute of await absolutesOf(raw, target, session, identity, flavour)) {
      const effect = await effectAt(raw, target, absolute, session, identity)
      if (effect !== null && !effects.some(other => other.real === effect.real && other.below === effect.below && other.self === effect.self)) effects.push(effect)
    }
  }
  return effects
}

async function effectAt(raw: RawWrite, target: Target, absolute: string, session: SessionRef, identity: PathIdentity): Promise<WriteEffect | null> {
  // Replacing or removing an entry leaves what a symlink leads to alone.
  const real = raw.entry && target.self ? await identity.entry(session, absolute) : await identity.real(session, absolute)
  const kind = await identity.kind(session, absolute)
  if (raw.ifExists && kind === null) return null
  const { self, below } = target
  // `find root -name x -delete` touches the root only where the root is such a file itself.
  const whole = self && (raw.only === null || kind === 'file')
  return { path: target.spelled, absolute, real, via: raw.via, kind: raw.kind, exists: kind !== null, self: whole, below, entry: raw.entry, overlay: target.overlay, command: raw.command }
}

async function absolutesOf(raw: RawWrite, target: Target, session: SessionRef, identity: PathIdentity, flavour: PlatformPath): Promise<string[]> {
  const { spelled } = target
  const rooted = flavour.isAbsolute(spelled)
  if (!rooted && raw.cwd === null) return []
  const cwd = raw.cwd ?? session.cwd
  const absolutes = new Set([resolveText(flavour, cwd, spelled)])
  if (hasParentStep(spelled)) absolutes.add(await identity.physical(session, cwd, spelled))
  for (const link of raw.links) {
    // Links that lead to each other multiply.
    for (const absolute of [...absolutes].slice(0, MAX_NAMES)) {
      if (absolute === link.name || absolute.startsWith(link.name + flavour.sep)) absolutes.add(link.target + absolute.slice(link.name.length))
    }
  }
  return [...absolutes].filter(absolute => !NO_FILE.test(absolute))
}

async function targetsOf(raw: RawWrite, session: SessionRef, identity: PathIdentity, flavour: PlatformPath): Promise<Target[]> {
  // Unknown parts are left out: a variable that is set nowhere is empty, and the rest may be the whole path.
  if (raw.target.text === '' && raw.target.glob === null) return []
  const plain = fieldTargets(raw.target, raw.deep, raw.only)
  if (raw.into.length === 0) return plain
  if (raw.target.glob !== null) return [...plain, ...raw.into.flatMap(source => joinGlob(raw.target, source, raw.tree))]
  const folder = !raw.plain && await kindOf(raw, raw.target.text, session, identity, flavour) === 'directory'
  if (!folder && !raw.intoOnly) return overlayTargets(raw, raw.target.text, raw.into[0] as Field, session, identity, flavour)
  const inside: Target[] = []
  for (const source of raw.into) inside.push(...await insideTargets(raw, source, session, identity, flavour))
  return inside
}

/** A field as target: exact, or the folder of a pattern and what matches below it. */
function fieldTargets(field: Field, deep: boolean, only: string | null): Target[] {
  if (field.glob === null) return [{ spelled: field.text, self: true, below: deep ? only ?? '**' : null, overlay: null }]
  const { base, below } = splitGlob(field.glob)
  // What the pattern matches may itself be the file that the name test is about.
  const patterns = only !== null ? [below, `${below}/${only}`] : deep ? [below, `${below}/**`] : [below]
  return patterns.map(pattern => ({ spelled: base === '' ? '.' : base, self: false, below: pattern, overlay: null }))
}

function joinGlob(target: Field, source: Field, tree: boolean): Target[] {
  const { base, below } = splitGlob(target.glob ?? '')
  const name = source.glob === null ? lastSegment(source.text) : lastSegment(source.glob)
  const patterns = tree ? [`${below}/${name}`, `${below}/${name}/**`] : [`${below}/${name}`]
  return patterns.map(pattern => ({ spelled: base === '' ? '.' : base, self: false, below: pattern, overlay: null }))
}

/** What one source becomes inside the target folder. */
async function insideTargets(raw: RawWrite, source: Field, session: SessionRef, identity: PathIdentity, flavour: PlatformPath): Promise<Target[]> {
  const folder = raw.target.text
  // A name that cannot be read may be any name; that is a limit, not a write to everything.
  if (!source.known) return []
  if (source.glob !== null) {
    const split = splitGlob(source.glob)
    const name = lastSegment(split.below)
    const overlay = split.below.includes('/') ? null : absoluteOf(raw, split.base === '' ? '.' : split.base, session, flavour)
    return [name, ...raw.tree ? [`${name}/**`] : []].map(below => ({ spelled: folder, self: false, below, overlay }))
  }
  const name = lastSegment(source.text)
  if (name === '' || name === '.' || name === '..') return [{ spelled: folder, self: false, below: '**', overlay: absoluteOf(raw, source.text, session, flavour) }]
  return overlayTargets(raw, `${folder.replace(/[\\/]+$/, '')}/${name}`, source, session, identity, flavour)
}

/** The path itself; when the source is a folder, also what the source holds, laid over the path. */
async function overlayTargets(raw: RawWrite, spelled: string, source: Field, session: SessionRef, identity: PathIdentity, flavour: PlatformPath): Promise<Target[]> {
  const isTree = raw.tree && source.known && source.glob === null && await kindOf(raw, source.text, session, identity, flavour) === 'directory'
  return [{ spelled, self: true, below: isTree ? '**' : null, overlay: isTree ? absoluteOf(raw, source.text, session, flavour) : null }]
}

function absoluteOf(raw: RawWrite, spelled: string, session: SessionRef, flavour: PlatformPath): string | null {
  if (flavour.isAbsolute(spelled)) return resolveText(flavour, session.cwd, spelled)
  return raw.cwd === null ? null : resolveText(flavour, raw.cwd, spelled)
}

async function kindOf(raw: RawWrite, spelled: string, session: SessionRef, identity: PathIdentity, flavour: PlatformPath): Promise<'file' | 'directory' | 'other' | null> {
  const absolute = absoluteOf(raw, spelled, session, flavour)
  if (absolute === null) return null
  // A link made by this very command is not on disk yet; what it leads to is.
  const linked = raw.links.find(link => absolute === link.name)
  return identity.kind(session, linked === undefined ? absolute : linked.target)
}
