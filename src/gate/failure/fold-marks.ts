/**
 * Folds everything volatile that is no path: times, ids, hashes, numbers. Two tables, applied in
 * order: what holds slashes and is no path goes before the paths, the rest behind them, since paths
 * hold dates, hashes and numbers themselves. Decisions about numbers: up to five digits stay (exit
 * codes, statuses, ports of services, SQL states, error numbers), six and more go; positions in a
 * file go with it; a number that names an attempt, a process or a job goes.
 */

interface Fold {
  readonly pattern: RegExp
  readonly by: string | ((match: string, ...groups: string[]) => string)
}

const TIME = '<time>'
const ID = '<id>'
const NUMBER = '<n>'
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}'
const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?[AaPp]\.?[Mm]\b\.?)?`
const ZONE = String.raw`(?: ?(?:Z\b|UTC\b|GMT\b|[+-]\d{2}:?\d{2}\b))?`

/** With slashes, and no path. */
const BEFORE_PATHS: readonly Fold[] = [
  // A file's URL is a path.
  { pattern: /\bfile:\/\/(?:\/(?=[a-z]:)|(?=\/))/gi, by: '' },
  // The query and the fragment of an URL, and a password in it; host and path stay.
  { pattern: /\b([a-z][a-z0-9+.-]{1,15}:\/\/)([^\s"'<>?#]{1,512})(?:[?#][^\s"'<>]{0,2048})?/gi, by: (_whole, scheme, rest) => `${scheme.toLowerCase()}${rest.replace(/^[^@/]{1,256}@/, '')}` },
  // Dates with or without a clock.
  { pattern: new RegExp(String.raw`(?<![\w/.-])\d{4}([-/.])\d{1,2}\1\d{1,2}(?:[T _]${CLOCK})?${ZONE}(?![/\w])`, 'g'), by: TIME },
  { pattern: new RegExp(String.raw`(?<![\w/.-])\d{1,2}[/.]\d{1,2}[/.]\d{4}(?:,? ${CLOCK})?${ZONE}(?![/\w])`, 'g'), by: TIME },
  { pattern: /\bsha(?:1|256|384|512)-[A-Za-z0-9+/]{20,128}={0,2}/g, by: ID },
]

const AFTER_PATHS: readonly Fold[] = [
  { pattern: new RegExp(String.raw`\b\d{4}-\d{2}-\d{2}(?:[T _]${CLOCK})?${ZONE}`, 'g'), by: TIME },
  { pattern: new RegExp(String.raw`\b(?:[A-Z][a-z]{2,8},? )?(?:\d{1,2}[ -]${MONTH}|${MONTH} {1,2}\d{1,2})(?:,?[ -]\d{4})?(?:,? (?:at )?${CLOCK})?(?: \d{4})?${ZONE}`, 'g'), by: TIME },
  { pattern: new RegExp(String.raw`(?<![\d.:])\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?(?: ?[AaPp]\.?[Mm]\b)?${ZONE}(?![\d:])`, 'g'), by: TIME },
  { pattern: /(?<![\d.:])\d{1,2}:\d{2} ?[AaPp]\.?[Mm]\b/g, by: TIME },
  // Ids.
  { pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, by: ID },
  { pattern: /\b0x[0-9a-f]{1,64}\b/gi, by: foldHexNumber },
  { pattern: /(?<![A-Za-z0-9])[0-9a-f]{7,256}(?![A-Za-z0-9])/g, by: foldHash },
  { pattern: /(?<![A-Za-z0-9])[0-9A-F]{8,256}(?![A-Za-z0-9])/g, by: foldHash },
  { pattern: /(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{20,256}(?![A-Za-z0-9_-])/g, by: foldToken },
  // Names that programs make up: mktemp, Python's tempfile, a process id behind a name.
  { pattern: /\btmp[._-][A-Za-z0-9]{3,32}\b/gi, by: '<tmp>' },
  { pattern: /\btmp(?=[a-z_]{0,15}\d)[a-z0-9_]{6,16}\b/g, by: '<tmp>' },
  { pattern: /([a-z])[-._](\d{5,20})(?=[-._\s"'`:,)\]]|$)/g, by: `$1-${NUMBER}` },
  // Times that something took, and sizes.
  { pattern: /(?<![\w.])\d{1,12}(?:[.,]\d{1,12})?\s?(?:ns|µs|μs|us|ms|msecs?|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?)\b(?:\s?\d{1,6}(?:\.\d{1,6})?(?:ms|s|m)\b){0,3}/g, by: TIME },
  { pattern: /(?<![\w.])\d{1,15}(?:[.,]\d{1,12})?\s?(?:[KMGT]i?B|[kKMGT]b|bytes?|B)\b/g, by: '<size>' },
  { pattern: /(?<![\w.])\d{1,3}(?:\.\d{1,6})?\s?%/g, by: '<percent>' },
  // Positions in a text.
  { pattern: /\b(lines?|col|cols|columns?|char|character|position|offset|pos|at index)([ :=#(]{1,3})\d{1,12}(?:\s?[-–:,]\s?\d{1,12})?/gi, by: `$1$2${NUMBER}` },
  // Numbers that only count.
  { pattern: /\b(attempts?|try|tries|retry|retries|pid|tid|process|thread|worker|job|task|port)([ :=#(]{1,3})\d{1,20}(?:\s?(?:\/|of)\s?\d{1,6})?\b/gi, by: foldCounted },
  // Addresses of other machines, with their ports: which of them did not answer is no other failure. What this machine's own ports are for is a cause.
  { pattern: /(?<![\w.])(?!127\.|0\.0\.0\.0)(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?(?![\w.:]*\.\d|\w)/g, by: '<address>' },
  { pattern: /\[(?!::1\])[0-9a-f:.]{2,45}\](?::\d{1,5})?(?!\w)/gi, by: foldIPv6 },
  { pattern: /(?<=:)(?:3[2-9]|[4-6]\d)\d{3}\b(?![\w.:])/g, by: '<port>' },
  { pattern: /\b\d{6,40}\b/g, by: NUMBER },
  { pattern: /(?<!\b0x)\d{8,40}/gi, by: NUMBER },
  { pattern: /\b(\d{1,6})\.\d{4,40}\b/g, by: NUMBER },
]

/** URLs, dates with slashes, hashes with slashes. */
export function foldAddresses(text: string): string {
  return foldBy(BEFORE_PATHS, text)
}

export function foldMarks(text: string): string {
  return foldBy(AFTER_PATHS, text)
}

function foldBy(folds: readonly Fold[], text: string): string {
  let folded = text
  for (const { pattern, by } of folds) folded = typeof by === 'string' ? folded.replace(pattern, by) : folded.replace(pattern, by)
  return folded
}

/** Windows results (0x80070005, 0xC0000005) are causes; short ones are codes; the rest are addresses. */
function foldHexNumber(match: string): string {
  return match.length <= 7 || /^0x[8c][0-9a-f]{7}$/i.test(match) ? match.toLowerCase() : ID
}

/** A word of the letters a to f is no hash, and a number is dealt with as one. */
function foldHash(match: string): string {
  return /\d/.test(match) && /[a-f]/i.test(match) ? ID : match
}

/** Keys and generated names: both cases and several digits. A test's long name has few digits. */
function foldToken(match: string): string {
  const digits = match.replace(/\D/g, '').length
  return digits >= 4 && /[a-z]/.test(match) && /[A-Z]/.test(match) ? ID : match
}

/** In brackets, with two colons at least. */
function foldIPv6(match: string): string {
  return (match.slice(0, match.indexOf(']')).match(/:/g) ?? []).length >= 2 ? '<address>' : match
}

/** A service's own port is a cause; a port that the system picked is not. */
function foldCounted(match: string, word: string, gap: string): string {
  if (word.toLowerCase() !== 'port') return `${word}${gap}${NUMBER}`
  return /(?:3[2-9]|[4-6]\d)\d{3}$/.test(match) ? `${word}${gap}<port>` : match
}
