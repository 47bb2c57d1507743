/**
 * Classes by the words of a failure, for tools that give no code. In order: the first that fits.
 * Every pattern is linear; the text is bounded by the caller.
 */
import type { FailureClass } from './classes.ts'
import { isInfrastructure } from './infrastructure.ts'

type Test = RegExp | ((text: string) => boolean)

const REFUSED: Test = /\[sandbox: file access denied|\bthe user rejected\b|\brequires approval, but\b|\b(?:denied|blocked|refused|forbidden|not allowed|disallowed|prohibited|rejected) by (?:the )?(?:guard|hook|policy|user|administrator|sandbox|permission)|\b(?:violates|against) (?:the )?policy\b|^(?:Error: )?Refused\b/i
const TESTS: Test = /\b[1-9]\d{0,8} (?:tests? |examples?, \d{1,9} )?fail(?:ed|ures?|ing)\b(?! to )|\bTests?:[^\n]{0,80}\bfailed\b|\bfailures?[:=] ?[1-9]|^(?:--- FAIL|FAILED|FAIL|not ok)\b|\bAssertionError\b|\bassertion [^\n]{0,40}failed\b|\bpanicked at\b[^\n]{0,200}\bassert/im
const TIMEOUT: Test = /\btimed? ?out\b|\btimeout\b|\bdeadline exceeded\b/i
const SYNTAX: Test = /\b(?:SyntaxError|IndentationError|TabError|ParseError|ParserError|YAMLException|JSONDecodeError)\b|\bsyntax error\b|\bparse error\b|\bunexpected (?:token|end of (?:input|file|JSON)|EOF|character)\b|\bfailed to parse\b|\bunterminated string\b|\berror TS1\d{3}\b|\bcannot parse\b|\binvalid (?:regex|regular expression|JSON|YAML)\b/i
const ARGUMENTS: Test = /\binvalid (?:arguments?|params?|parameters?|option|input|value|request|command|description|timeoutMs)\b|-32602\b|\b(?:missing|required|unexpected|unknown|unrecogni[sz]ed) (?:required )?(?:argument|parameter|option|property|field|flag)\b|\bis required\b|\bmust be (?:a|an|one of|of type|provided)\b|\bvalidation (?:error|failed)\b|\busage: /i
const UNKNOWN_TOOL: Test = /\bunknown tool\b|\bno such tool\b|\btool [^\n]{0,80}(?:not found|does not exist|is not (?:available|registered))|-32601\b/i
const PERMISSION: Test = /\bpermission denied\b|\boperation not permitted\b|\baccess (?:is )?denied\b|\b(?:EACCES|EPERM)\b|\bread-only file system\b|\bunauthori[sz]ed\b|\bforbidden\b|\b(?:HTTP|status(?: code)?|code)[ :=(]{1,3}40[13]\b|\bmust be (?:root|superuser)\b|\bauthentication (?:failed|required)\b|\bincorrect api key\b|\binvalid (?:api key|credentials?|token)\b/i
const EDIT: Test = /\bold_str(?:ing)?\b[^\n]{0,80}(?:not found|not appear|did not match|no match|multiple|matched)|\bno match found\b|\bstring to replace not found\b|\bhunk(?:s)? (?:#?\d{1,6} )?failed\b|\bpatch (?:failed|does not apply)\b|\bfile (?:has )?changed since\b|\bwithout reading it first\b|\brequires reading\b/i
const NOT_FOUND: Test = /\bno such (?:file|directory|table|column|host|container|image|branch|remote|process)\b|\b(?:ENOENT|ENOTDIR)\b|\bnot found\b|\bcommand not found\b|\bdoes(?: not|n't) exist\b|\bcannot find\b|\bcan't (?:find|open file)\b|\bcould not (?:find|locate)\b|\b(?:Module|File)NotFoundError\b|\bNo module named\b|\bpathspec\b[^\n]{0,120}\bdid not match\b|\bunknown revision\b|\b(?:HTTP|status(?: code)?|code)[ :=(]{1,3}404\b/i
const UNSUITABLE: Test = /\bbinary file\b|\btoo large\b|\bnot a regular file\b|\bis a directory\b|\bEISDIR\b|\bexceeds the\b[^\n]{0,60}\blimit\b|\bnot a text\b|\binvalid UTF-8\b/i

/** What a command printed: its tests come first, since their output quotes every other kind of error. */
const OF_COMMAND: readonly (readonly [FailureClass, Test])[] = [
  ['refused', /\[sandbox: file access denied/],
  ['test-failed', TESTS], ['infrastructure', isInfrastructure], ['syntax', SYNTAX], ['permission', PERMISSION], ['not-found', NOT_FOUND],
]

/** What a tool says of itself. */
const OF_TOOL: readonly (readonly [FailureClass, Test])[] = [
  ['refused', REFUSED], ['unknown-tool', UNKNOWN_TOOL], ['edit-mismatch', EDIT], ['infrastructure', isInfrastructure], ['arguments', ARGUMENTS],
  ['timeout', TIMEOUT], ['syntax', SYNTAX], ['test-failed', TESTS], ['unsuitable', UNSUITABLE], ['permission', PERMISSION], ['not-found', NOT_FOUND],
]

export function classOfCommandText(text: string): FailureClass {
  return firstOf(OF_COMMAND, text) ?? 'command-failed'
}

export function classOfToolText(text: string): FailureClass {
  return firstOf(OF_TOOL, text) ?? 'other'
}

function firstOf(table: readonly (readonly [FailureClass, Test])[], text: string): FailureClass | null {
  return table.find(([, test]) => typeof test === 'function' ? test(text) : test.test(text))?.[0] ?? null
}
