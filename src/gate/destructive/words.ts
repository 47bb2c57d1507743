/** What the model reads of a refusal: the rule, the part, a way that passes, and who can allow it. */
import { oneLine } from '../../base/text.ts'
import type { Finding } from './judge.ts'

const MAX_PART = 200

export function refusalText(finding: Finding): string {
  return `Refused by the gate destructive, rule ${finding.rule.id}: ${partText(finding)} ${finding.rule.reason}. ${adviceText(finding)} `
    + 'The same deed in another spelling, by another program or from a script is judged the same. If exactly this is needed, ask the human: /guard log shows them a code for this call, and '
    + `/guard allow with that code lets it pass once; ${finding.rule.id} under destructive.except in the profile's cordis.patch.yml takes the rule out.`
}

export function questionText(finding: Finding): string {
  return `The gate destructive, rule ${finding.rule.id}, asks: ${partText(finding)} ${finding.rule.reason}. Let it run? ${adviceText(finding)}`
}

function partText({ part, detail }: Finding): string {
  const shown = oneLine(part, MAX_PART)
  return detail === null || shown.includes(detail) ? `"${shown}"` : `"${shown}" (${oneLine(detail, MAX_PART)})`
}

function adviceText({ rule }: Finding): string {
  return `What passes: \`${rule.instead.command}\` ${rule.instead.text}.`
}
