/** Text that is shown to people or to the model: bounded, on one line, without secrets. */

/**
 * At most `max` UTF-16 units; what is missing is counted in a marker at the end. A surrogate pair
 * is never split.
 */
export function cut(text: string, max: number): string {
  return cutWith(text, max, 0)
}

/** @param beyond units that are missing already, behind the end of `text`. */
function cutWith(text: string, max: number, beyond: number): string {
  if (text.length <= max && beyond === 0) return text
  const marker = (missing: number): string => `… [${missing} more]`
  const keep = max - marker(text.length + beyond).length
  if (keep <= 0) return wholePairs(text, max)
  const kept = wholePairs(text, keep)
  return kept + marker(text.length - kept.length + beyond)
}

function wholePairs(text: string, end: number): string {
  const last = text.charCodeAt(end - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end)
}

/** Control characters and line breaks become single spaces; bounded like `cut`. */
export function oneLine(text: string, max: number): string {
  // Cut first: a reason may be megabytes long, and only its head can be shown.
  const head = wholePairs(text, max * 4)
  return cutWith(head.replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim(), max, text.length - head.length)
}

/** A path or a name as somebody can copy it: quoted like a JSON text where a character of it could be taken for something else. */
export function exactName(name: string): string {
  const plain = /^[^\s"'`\\\u0000-\u001f\u007f-\u009f\u2028\u2029]+$/.test(name)
  return plain ? name : escapeControls(JSON.stringify(name))
}

/** Control characters, line breaks and what turns the direction of text become visible escapes; everything else stays. */
export function escapeControls(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const SECRETS: readonly RegExp[] = [
  /\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/g,
  /\bAKIA[0-9A-Z]{16}\b/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
]
const NAMED = /\b([A-Za-z0-9_]*(?:password|passwd|secret|token|api[_-]?key|access[_-]?key)[A-Za-z0-9_]*["']?\s*[:=]\s*)(["']?)[^\s"',;]{4,}\2/gi
const BEARER = /\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi
const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{1,100}:)[^\s@/]{1,200}@/gi

/** Replaces what looks like a key, a token or a password by `***`. A net with holes, not a proof. */
export function maskSecrets(text: string): string {
  let masked = text
  for (const pattern of SECRETS) masked = masked.replace(pattern, '***')
  return masked.replace(NAMED, '$1***').replace(BEARER, '$1 ***').replace(URL_PASSWORD, '$1***@')
}
