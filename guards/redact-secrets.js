// @ts-check
/// <reference path="../types/vance.d.ts" />
//
// Keys, tokens, passwords and private keys in what a tool printed are replaced before the model reads them.
// Trigger: result. No model is asked. See redact-secrets.md.

/** Formats that say what they are: a prefix of the issuer and a body of known letters. */
const FORMS = [
  ['private-key', /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]{0,20000}?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g],
  ['aws-key', /\b(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g],
  ['github-token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{60,255})\b/g],
  ['gitlab-token', /\b(?:gl(?:pat|dt|ft|rt|oas|soat|ptt|agent|imt|ffct|cbt)-[A-Za-z0-9_.-]{20,300}|GR1348941[\w-]{20})/g],
  ['slack-token', /\bxox(?:[abeoprs]|e\.xox[bp])-[A-Za-z0-9-]{10,250}|\bxapp-\d-[A-Za-z0-9-]{20,200}/g],
  ['webhook', /\bhttps:\/\/(?:hooks\.slack\.com\/(?:services|workflows|triggers)|discord(?:app)?\.com\/api\/webhooks|[a-z0-9-]{1,60}\.webhook\.office\.com\/webhookb2)\/[^\s"'<>]{20,400}/g],
  ['google-key', /\bAIza[\w-]{35}(?![\w-])|\bya29\.[\w-]{20,400}|\bGOCSPX-[\w-]{20,60}/g],
  ['ai-key', /\bsk-(?:ant-|proj-|svcacct-|admin-|or-v1-)?[A-Za-z0-9_-]{20,300}|\b(?:hf|gsk|r8|xai)[_-][A-Za-z0-9]{30,100}\b|\bpplx-[A-Za-z0-9]{40,60}\b/g],
  ['payment-key', /\b(?:[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,200}|whsec_[A-Za-z0-9+/=]{20,100}|sq0(?:atp|csp)-[\w-]{22,60}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32})/g],
  ['package-token', /\b(?:npm_[A-Za-z0-9]{36}|pypi-AgE[\w-]{50,1000}|rubygems_[a-f0-9]{48}|dckr_(?:pat|oat)_[\w-]{20,60}|oy2[a-z0-9]{43}|CLOJARS_[a-z0-9]{60})\b/g],
  ['cloud-token', /\b(?:do[opr]_v1_[a-f0-9]{64}|dapi[a-f0-9]{32}|hv[bsr]\.[\w-]{24,300}|[a-zA-Z0-9]{14}\.atlasv1\.[\w=-]{60,70}|HRKU-AA[\w-]{58}|f(?:o1|m1[ar]|m2)_[\w+/=-]{40,400}|AKCp[A-Za-z0-9]{69}|pscale_(?:tkn|pw|oauth)_[\w=.-]{32,64}|LTAI[A-Za-z0-9]{12,24}|pul-[a-f0-9]{40}|sha256~[\w-]{43}|nfp_[A-Za-z0-9]{36}|tskey-[a-z]+-[\w-]{20,80})/g],
  ['service-token', /\b(?:SG\.[\w-]{16,32}\.[\w-]{32,64}|key-[a-f0-9]{32}|xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}|lin_api_[A-Za-z0-9]{40}|PMAK-[a-f0-9]{24}-[a-f0-9]{34}|sntry[su]_[\w+/=]{40,400}|gl(?:sa|c)_[A-Za-z0-9+/=_]{32,400}|NRAK-[A-Z0-9]{27}|dt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{64}|ntn_[A-Za-z0-9]{40,50}|secret_[A-Za-z0-9]{43}|figd_[\w-]{40,60}|SK[0-9a-f]{32}|\d{8,10}:AA[\w-]{33}|dp\.(?:pt|st|ct)\.[A-Za-z0-9.]{40,60}|AGE-SECRET-KEY-1[A-Z0-9]{58})(?![\w])/g],
  ['jwt', /\beyJ[\w-]{10,4000}\.eyJ[\w-]{10,8000}\.[\w-]{10,2000}/g],
]

/** `DB_PASSWORD=…` at the beginning of a line, behind the line number or file name that a tool puts there. */
const ENVIRONMENT = /^([ \t]{0,20}(?:[^\n='"]{0,200}[:|\t+→-] ?)?(?:export |set |\$env:)?[A-Za-z0-9_]{0,60}(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIALS?)[A-Z0-9_]{0,20} ?= ?)(["']?)([^\s"']{4,2000})\2/gm
/** `"clientSecret": "…"`, `password: '…'` in JSON, YAML and code: the value is quoted. */
const QUOTED = /((?:pass(?:word|wd|phrase)|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|auth)[\w-]{0,20}["']?\s{0,5}(?:[:=]|=>)\s{0,5})(["'`])([^\s"'`]{8,2000})\2/gi
const HEADER = /(\b(?:authorization|proxy-authorization|x-api-key|api-key|private-token|x-auth-token)["']?\s{0,3}[:=]\s{0,3}["']?(?:(?:bearer|basic|token|apikey)\s{1,3})?)([A-Za-z0-9._~+/=-]{8,4000})/gi
const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{0,100}:)([^\s@/]{3,200})(?=@)/gi
/** What stands for a value: variables, placeholders, stars, references and calls of code. */
const PLACEHOLDER = /^(?:[$%<{[(*.]|x{4,}|your|my[_-]|example|changeme|placeholder|dummy|undefined|null|true|false|none|redacted|todo|process\.|os\.|env\.|config\.|vault:|arn:|!)|[({[]|\.\.\.|^[\w.]+\(|^(?:string|number|boolean|required|optional)[;,]?$/i

/** Longest text that can be put in place of a result. */
const MAX_TEXT = 262_144

const { guard, params } = vance
const kinds = new Set()
const names = Array.isArray(params.except) ? params.except : []

/** @param {string} kind */
const mark = (kind) => {
  kinds.add(kind)
  return `[redacted: ${kind}]`
}

/** A word of a language, or a name with no digit in it, is hardly a secret. @param {string} value */
const looksSecret = value => !PLACEHOLDER.test(value) && value.length >= 8 && /[0-9]/.test(value) && /[A-Za-z]/.test(value) && !/^(?:[a-z]+[A-Z]?[a-z]*[./_-]){2}/.test(value)

/** @param {string} text */
function redact(text) {
  let clean = text
  for (const [kind, pattern] of FORMS) {
    if (!names.includes(kind)) clean = clean.replace(/** @type {RegExp} */ (pattern), () => mark(String(kind)))
  }
  if (names.includes('password')) return clean
  return clean
    .replace(HEADER, (all, before, value) => PLACEHOLDER.test(value) || value === '[redacted' ? all : before + mark('password'))
    .replace(URL_PASSWORD, (all, before, value) => PLACEHOLDER.test(value) ? all : before + mark('password'))
    .replace(ENVIRONMENT, (all, before, quote, value) => PLACEHOLDER.test(value) ? all : before + quote + mark('password') + quote)
    .replace(QUOTED, (all, before, quote, value) => looksSecret(value) ? before + quote + mark('password') + quote : all)
}

const text = guard.result === null ? '' : guard.result.text
const clean = redact(text)
if (clean !== text) {
  guard.replace(clean.length <= MAX_TEXT ? clean : `${clean.slice(0, MAX_TEXT - 100)}\n[the rest was cut by redact-secrets: ${clean.length - MAX_TEXT + 100} characters]`)
  guard.notice(`Values in the last result were replaced (${[...kinds].join(', ')}). Work with their names; do not try to read them another way.`)
}
