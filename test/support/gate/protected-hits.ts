/** Which protected files a call would change, in a small workspace under `/ws` with `src/core/**` protected. */
import { criticalTargets } from '../../../src/gate/critical-targets.ts'
import { compileRules } from '../../../src/gate/critical-rules.ts'
import { createEffectReader } from '../../../src/gate/effects.ts'
import { openWorkspace } from '../../../src/gate/workspace.ts'
import type { FilesPort, JsonValue, SessionRef } from '../../../src/types.ts'
import { memoryFiles, type MemoryNode } from '../files/memory-files.ts'

export const WORKSPACE: Readonly<Record<string, MemoryNode>> = {
  '/ws/.git/HEAD': 'ref',
  '/ws/a.txt': 'a',
  '/ws/list.txt': 'src/core/x.ts',
  '/ws/src/app.ts': 'app',
  '/ws/src/core/x.ts': 'x',
  '/ws/src/core/y.ts': 'y',
  '/ws/src/core/deep/z.ts': 'z',
  '/ws/src/core/x.spec.lean': 'spec',
  '/ws/new/x.ts': 'new x',
  '/ws/new/other.ts': 'new other',
  '/ws/alias': { link: 'src/core' },
  '/ws/link.ts': { link: '/ws/src/core/x.ts' },
  '/ws/core': 'a file of that name',
  '/home/u/keep.txt': 'k',
  '/tmp/t': 't',
}

export const SESSION: SessionRef = { sessionId: 's1', agentId: 'a1', rootSessionId: 's1', cwd: '/ws', isSubagent: false }

export interface HitOptions {
  readonly files?: FilesPort
  readonly session?: SessionRef
  readonly rules?: readonly string[]
  readonly tool?: string
  readonly home?: string | null
  readonly variables?: Readonly<Record<string, string>>
}

export interface Hits {
  /** Relative to the workspace, sorted. */
  readonly files: readonly string[]
  readonly unreadable: string | null
}

export async function protectedHits(args: JsonValue, options: HitOptions = {}): Promise<Hits> {
  const files = options.files ?? memoryFiles(WORKSPACE)
  const session = options.session ?? SESSION
  const reader = createEffectReader({
    files, protectedTools: ['write', 'edit', 'str_replace_editor'], home: options.home === undefined ? '/home/u' : options.home, variables: options.variables ?? {},
    // What is asserted here is what is read, not how fast this machine is at the moment.
    budgetMs: 10_000,
  })
  const { effects, unreadable } = await reader.effectsOf({ name: options.tool ?? 'bash', callId: 'c1', args }, session)
  const workspace = await openWorkspace(session, reader.identity)
  const { targets, cut } = await criticalTargets(effects, workspace, { files, identity: reader.identity, rules: compileRules(options.rules ?? ['src/core/**']) })
  return { files: targets.map(target => target.relative).sort(), unreadable: unreadable ?? (cut === null ? null : `${cut.folder} was cut`) }
}

export async function shellHits(command: string, options: HitOptions = {}): Promise<readonly string[]> {
  return (await protectedHits({ command }, options)).files
}
