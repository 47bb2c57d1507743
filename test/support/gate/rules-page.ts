/** The page of all rules, made from the data: `node test/support/gate/rules-page.ts` writes it, a test says whether it is current. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ALL_PACKS, DEFAULT_PACKS } from '../../../src/gate/destructive/packs/all.ts'
import type { Pack, Rule } from '../../../src/gate/destructive/rule.ts'

export const RULES_PAGE = new URL('../../../docs/rules.md', import.meta.url)

const HEAD = `# Rules about destructive commands

This page is generated from the packs in \`src/gate/destructive/packs\`; \`node test/support/gate/rules-page.ts\` writes it again.
Rules look at what a call would run, after quotes, variables, wrappers, pipes and \`-c\` are read, never at its text. What stays inside the workspace, in a temp folder or in \`destructive.trusted\` may be deleted.

## A pack of your own

\`destructive.packs: [default, ./team.yml]\` reads \`team.yml\` of the workspace, else of \`<dsh home>/guards\`; \`team.yml\` that of \`<dsh home>/guards\`; an absolute path is itself.

\`\`\`yaml
pack: team
rules:
  - id: no-prod
    programs: [deploy]                 # base names; * stands for any part
    when: [{ sub: [prod] }]            # any of these; all keys of one have to hold
    unless: [{ options: ['--plan'] }]  # none of these
    reason: deploys to production      # the sentence goes on after the command
    instead: { command: deploy staging, text: deploys where nobody is hurt }
    match: [deploy prod]               # must be refused
    pass: [deploy staging]             # must pass
\`\`\`

Keys of \`when\`: \`sub\` (first operands: \`a|b\`, \`*\` one, \`**\` any number), \`options\` and \`without\` (\`-f|--force\`; order, clusters, abbreviations and \`=value\` do not matter), \`operand\`, \`noOperand\`, \`word\` (regular expressions),
\`value\` (option and expression), \`env\`, \`atLeast\`, \`atMost\`, \`unknownOperand\`, \`operandExists\`, \`writes\` (expression on a path), \`deletes\`, \`removes\`, \`moves\`, \`changesTree\`, \`changes\`, \`operandIn\` (places: root, home, system, workspace, git, outside, unknown, inside, temp, trusted, rebuilt), \`reads\`, \`via\`.
The cases and the advice are put through the rule when the pack is read; a rule that does not keep them is not in force, and \`guard_status\` names file and rule.

A project adds packs and rules in \`.shooty/destructive.yml\` (\`packs: [services]\`, \`rules: […]\` as above). It can take nothing away.
`

export function rulesPage(): string {
  return `${[HEAD, ...ALL_PACKS.map(packText)].join('\n')}\n`
}

function packText(pack: Pack): string {
  return `## ${pack.name}${DEFAULT_PACKS.includes(pack) ? '' : ' (off by default)'}\n\n${pack.title}.\n\n${pack.rules.map(ruleText).join('\n')}`
}

function ruleText(rule: Rule): string {
  const list = (commands: readonly string[]): string => commands.map(command => code(command.replace(/\n/g, '⏎'))).join(', ')
  return [
    `### ${rule.id}`, '', `${rule.action === 'ask' ? 'Asks' : 'Refuses'} what ${rule.reason}.${rule.local === true ? ' Not in a linked work tree.' : ''} Instead: ${code(rule.instead.command)} ${rule.instead.text}.`, '',
    ...rule.match.length === 0 ? [] : [`- refused: ${list(rule.match)}`], `- passes: ${list(rule.pass)}`, '',
  ].join('\n')
}

function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(RULES_PAGE, rulesPage())
