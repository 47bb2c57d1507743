/** Syntax of YAML: any number of documents, unknown tags are fine, a repeated `<<` is fine. */
import type * as Yaml from 'yaml'
import type { Diagnostic } from '../../types.ts'

export function yamlProblems(yaml: typeof Yaml, text: string): Diagnostic[] {
  if (isTemplate(text)) return []
  const lines = new yaml.LineCounter()
  const documents = yaml.parseAllDocuments(text, {
    prettyErrors: false,
    logLevel: 'silent',
    lineCounter: lines,
    uniqueKeys: (a, b) => a === b || (yaml.isScalar(a) && yaml.isScalar(b) && a.value === b.value && a.value !== '<<'),
  })
  return documents.flatMap(document => document.errors).map((error) => {
    const place = lines.linePos(error.pos[0])
    return { message: error.message, line: place.line, column: place.col }
  })
}

/** Helm and Jinja write YAML with statements between its lines; no YAML parser reads that. */
function isTemplate(text: string): boolean {
  return /^[ \t]*(?:- +)?(?:\{\{|\{%)/m.test(text)
}
