/** Skills of the profile and the workspace, as the host resolves them for this agent. */
import { isAbsolute, relative, sep } from 'node:path'
import type { Context } from '@deepseek-ai/cordis'
import type { SkillsPort } from '../../types.ts'
import type { AgentBook } from '../agents.ts'

interface Skill {
  readonly name: string
  readonly content: string
  readonly source?: string
  readonly resourceBase?: { readonly kind: string, readonly path?: string, readonly url?: string, readonly description?: string }
}
interface SkillService { get(name: string, lookup: { cwd: string, scope?: object }): Promise<Skill | undefined> }

export function createSkillsPort(ctx: Context, agents: AgentBook): SkillsPort {
  return {
    async get(session, name) {
      const service = ctx.get('skills') as SkillService | undefined
      const agent = agents.byId(session.sessionId)
      const skill = await service?.get(name, { cwd: session.cwd, ...agent === undefined ? {} : { scope: agent } })
      if (skill === undefined) return null
      const base = skill.resourceBase?.path ?? skill.resourceBase?.url ?? skill.resourceBase?.description
      const folder = skill.resourceBase?.kind === 'directory' ? skill.resourceBase.path : undefined
      return {
        name: skill.name, ...folder === undefined ? {} : { folder, origin: originOf(skill.source ?? '', folder, session.cwd) },
        text: base === undefined ? skill.content : `Files of the skill: ${base}\n\n${skill.content}`,
      }
    },
  }
}

/** The host names the workspace's own skills and the user's; of others, where they lie tells. */
function originOf(source: string, folder: string, cwd: string): 'user' | 'workspace' {
  if (/^project/.test(source)) return 'workspace'
  if (/^(?:user|bundled)/.test(source)) return 'user'
  const way = relative(cwd, folder)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way) ? 'workspace' : 'user'
}
