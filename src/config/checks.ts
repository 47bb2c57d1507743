/** What a configuration must fulfil beyond its shape, guards aside. Pure. */
import { isAbsolute } from 'node:path'
import { checkDestructive } from './destructive.ts'
import { checkEntry, checkGlobs, gateNames } from './guard-entries.ts'
import { keyPath, unexpected, type ConfigIssue, type KeyPath } from './issue.ts'
import type { ShootyConfig } from './shape.ts'

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

/** @param config what `walk` left of the configuration: every value has its type. */
export function checkConfig(config: ShootyConfig, issues: ConfigIssue[]): void {
  const taken = gateNames()
  for (const [index, entry] of (config.guard ?? []).entries()) {
    // An entry that is no entry at all is undefined here, and reported already.
    if (entry !== undefined) checkEntry(entry, ['guard', index], taken, issues)
  }
  checkGlobs(config.criticalPaths ?? [], ['criticalPaths'], issues)
  checkGlobs(config.lockedPaths ?? [], ['lockedPaths'], issues)
  checkWords(config.protectedTools ?? [], ['protectedTools'], 'the name of a tool', issues)
  for (const [index, folder] of (config.guardDirs ?? []).entries()) checkAbsolute(folder, ['guardDirs', index], issues)
  checkAbsolute(config.sandbox?.nodePath, ['sandbox', 'nodePath'], issues)
  if (typeof config.audit === 'string') checkAbsolute(config.audit, ['audit'], issues)
  checkAbsolute(config.leanPath, ['leanPath'], issues)
  checkSpecChecker(config.specChecker, issues)
  checkDestructive(config.destructive ?? {}, ['destructive'], issues)
  checkModels(config, issues)
}

function checkWords(words: readonly (string | undefined)[], path: KeyPath, expected: string, issues: ConfigIssue[]): void {
  for (const [index, word] of words.entries()) checkWord(word, [...path, index], expected, issues)
}

function checkWord(word: string | undefined, path: KeyPath, expected: string, issues: ConfigIssue[]): void {
  if (word !== undefined && (word.trim() === '' || CONTROL.test(word))) issues.push(unexpected(path, word, expected))
}

function checkAbsolute(file: string | undefined, path: KeyPath, issues: ConfigIssue[]): void {
  if (file === undefined || (isAbsolute(file) && !file.includes('\0'))) return
  // Relative to what? The row does not know where its profile is, and dsh runs in any folder.
  issues.push(unexpected(path, file, 'an absolute path (in the profile\'s patch, !!js dshHomePath("…") makes one; ~ is not expanded)'))
}

function checkSpecChecker(checker: ShootyConfig['specChecker'], issues: ConfigIssue[]): void {
  if (!Array.isArray(checker)) return
  const path = ['specChecker']
  // Words of the wrong type were reported already.
  if (checker.includes(undefined as never)) return
  if (checker[0] === undefined || checker[0].trim() === '') issues.push(unexpected(path, checker, 'a program and its arguments'))
  else if (!checker.slice(1).some(word => word.includes('{path}'))) issues.push(unexpected(path, checker, 'an argument that holds {path}, the file to check'))
  for (const [index, word] of checker.entries()) {
    if (word.includes('\0')) issues.push(unexpected([...path, index], word, 'text without NUL'))
  }
}

function checkModels(config: ShootyConfig, issues: ConfigIssue[]): void {
  const llm = config.llm ?? {}
  checkWord(llm.provider, ['llm', 'provider'], 'the name of a provider', issues)
  checkWord(llm.model, ['llm', 'model'], 'the name of a model', issues)
  for (const [name, recipe] of Object.entries(llm.recipes ?? {})) {
    const path = ['llm', 'recipes', name]
    // As a key of an object, `__proto__` would change the object instead.
    if (name.trim() === '' || name === '__proto__' || CONTROL.test(name)) issues.push({ message: `${keyPath(path)} is no name for a recipe; expected a word`, path })
    if (recipe.system?.trim() === '') issues.push(unexpected([...path, 'system'], recipe.system, 'the system text of the recipe'))
    checkWord(recipe.provider, [...path, 'provider'], 'the name of a provider', issues)
    checkWord(recipe.model, [...path, 'model'], 'the name of a model', issues)
  }
}
