// @ts-check
/// <reference path="../types/vance.d.ts" />
//
// Puts a skill into the conversation when a text mentions it, once per session. See activate-skill.md.

const { guard, params } = vance
const { match, skill } = params
const args = typeof params.args === 'string' ? params.args : ''
if (typeof skill !== 'string' || skill === '') throw new Error('activate-skill.js needs params.skill, the name of a skill')
if (match === undefined) throw new Error('activate-skill.js needs params.match, a regular expression or a list of words')

const key = `activate-skill:${skill}:${args}`
if (!guard.sessionValues.has(key) && mentions(textAtPoint())) {
  if (guard.activateSkill(skill, args)) {
    guard.sessionValues.set(key, true)
  } else {
    vance.log.warn(`there is no skill "${skill}"`)
    vance.process.notify(`there is no skill "${skill}"; params.skill must name one of this workspace or profile`, 'warn')
  }
}

function textAtPoint() {
  switch (guard.point) {
    case 'start': return guard.task
    case 'command': return `${guard.command?.name} ${JSON.stringify(guard.command?.args)}`
    case 'result': return guard.result?.text ?? ''
    default: return guard.output
  }
}

/** @param {string} text */
function mentions(text) {
  if (typeof match === 'string') return new RegExp(match, 'iu').test(text)
  if (!Array.isArray(match)) throw new Error('activate-skill.js: params.match must be a regular expression as a text, or a list of words')
  return match.some(word => wordPattern(String(word)).test(text))
}

/** Whole words, in any case. Words that do not begin or end with a Latin letter or a digit match anywhere. @param {string} word */
function wordPattern(word) {
  const before = /^\w/.test(word) ? '(?<!\\w)' : ''
  const after = /\w$/.test(word) ? '(?!\\w)' : ''
  return new RegExp(before + word.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&') + after, 'iu')
}
