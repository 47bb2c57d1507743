/** Whether a text is a template of a file, or a dialect of its language, rather than the file itself: its parser has nothing to say then. */
import { LINE_BREAK } from './source-text.ts'

/** `{{ name }}`, `{{ name | filter }}`, `{% if x %}`, `<% … %>`, `{# … #}`. */
const TAG = /\{\{-?\s*[A-Za-z_][\w.]*(?:\s*\|[^{}\n]*)?\s*-?\}\}|\{%-?\s*\w[^\n]*?%\}|<%[-=]?[^\n]*?%>|\{#[^\n]*?#\}/
const FOLDER = /(?:^|[\\/])(?:[^\\/]*cookiecutter[^\\/]*|[^\\/]*(?:templates?|scaffolds?|skeletons?|boilerplates?)|_templates|generators?|[^\\/]*\{%[^\\/]*)[\\/]/i
/** IPython and Databricks: `%magic`, `%%cell`, `!shell`, `x = !ls`, `name?`. */
const MAGIC = /^\s*(?:%{1,2}[A-Za-z]|![\w./~$]|\?{1,2}[A-Za-z_]|[A-Za-z_][\w.]*\?{1,2}\s*$|[A-Za-z_][\w., ]*=\s*[%!][A-Za-z./])/

/** @param relative path in the workspace. */
export function isTemplate(relative: string, text: string): boolean {
  return FOLDER.test(relative) && TAG.test(text)
}

/** Whether the parser stopped at something that is not of its language. @param line 1-based; null: unknown. */
export function isForeignLine(text: string, line: number | null, language: string): boolean {
  const words = line === null ? '' : text.split(LINE_BREAK)[line - 1] ?? ''
  return TAG.test(words) || (language === 'Python' && MAGIC.test(words))
}
