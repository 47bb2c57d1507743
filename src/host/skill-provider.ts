/**
 * The package's own skills in the host's registry: the manual for an agent that drafts a guard. The human gives it
 * (`/writing-guards`), or a guard does; it is not in the model's catalog, where it would cost every session its line.
 */
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Context } from '@deepseek-ai/cordis'

/** As the host ranks what packages bring: below the project's and the user's own. */
const BUNDLED_RANK = 600
const PROVIDER = 'shooty'
const NAME = 'writing-guards'
const DESCRIPTION = 'How to draft a Shooty guard for the human, and where the human puts it'

interface Registry { registerProvider?(create: () => object): unknown }

/** @param folder the `skills` folder of the package. The registry may come after this plugin, or not at all. */
export function provideSkills(ctx: Context, folder: string, report: (text: string) => void): void {
  const path = join(folder, NAME, 'SKILL.md')
  const summary = {
    name: NAME, description: DESCRIPTION, invocation: { modelInvocable: false, userInvocable: true },
    provider: PROVIDER, source: 'bundled', resourceBase: { kind: 'directory', path: dirname(path) }, path,
  }
  const provider = {
    name: PROVIDER,
    list: () => Promise.resolve([{ ...summary, rank: BUNDLED_RANK, locator: path }]),
    get: async () => ({ ...summary, content: withoutFrontmatter(await readFile(path, 'utf8')) }),
  }
  ctx.inject(['skills'], (inner) => {
    try {
      (inner.get('skills') as Registry | undefined)?.registerProvider?.(() => provider)
    } catch (error) {
      report(`the skill ${NAME} is not there: ${String(error)}`)
    }
  })
}

function withoutFrontmatter(text: string): string {
  return text.replace(/^---\n[^]*?\n---\n/, '')
}
