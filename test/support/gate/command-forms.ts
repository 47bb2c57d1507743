/** The commands of `test/fixtures/shell`: forms with commands of their own put in. */
import { readFileSync } from 'node:fs'

interface Forms {
  readonly payloads: readonly string[]
  /** Only for forms that put nothing around the command that reads quotes. */
  readonly quoted: readonly string[]
  readonly forms: Readonly<Record<string, readonly string[]>>
}

/** Forms that hand words over, where a redirection belongs to the outer command, or quotes would end too early. */
const FRAGILE = /"\$@"|xargs|-exec|node -e|`/

export function commandForms(): readonly { readonly group: string, readonly command: string }[] {
  const { payloads, quoted, forms } = JSON.parse(readFileSync(new URL('../../fixtures/shell/forms.json', import.meta.url), 'utf8')) as Forms
  return Object.entries(forms).flatMap(([group, templates]) => templates.flatMap((template) => {
    const fitting = FRAGILE.test(template) ? payloads.filter(payload => !payload.includes('>')) : [...payloads, ...quoted]
    return fitting.map(payload => ({ group, command: template.replace(/(?<!%)%s/, () => payload).replaceAll('%%', '%') }))
  }))
}
