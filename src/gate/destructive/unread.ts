/** Destructive words in a part of a call that could not be read. */
import type { CallReading } from '../../shell/reading.ts'

const WORDS = [
  /\brm\b[^\n;|&]{0,80}\s-{1,2}\w*[rR]\w*[^\n;|&]{0,60}/, /\bmkfs(?:\.\w+)?\b[^\n;|&]{0,60}/, /\bdd\b[^\n;|&]{0,80}\bof=\/dev\/[^\n;|&]{0,40}/, /\bgit\b[^\n;|&]{0,60}\b(?:reset\s+--hard|clean\s+-\w*f|push\b[^\n;|&]{0,60}\s(?:-f\b|--force\b))/,
  /\bfind\b[^\n;|&]{0,120}\s-delete\b/, /\b(?:shutil\.rmtree|rmSync|rm_rf|rmtree|removeSync|rimraf)\b[^\n]{0,60}/, /\b(?:DROP\s+(?:DATABASE|TABLE|SCHEMA)|TRUNCATE\s+TABLE)\b[^\n;]{0,60}/i,
  /\b(?:terraform|tofu|pulumi)\s+destroy\b/, /\bkubectl\s+delete\s+(?:ns|namespace|all)\b[^\n;|&]{0,40}/, /\b(?:curl|wget)\b[^\n;&]{0,200}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/, /\b(?:wipefs|blkdiscard)\b[^\n;|&]{0,60}/, />\s*\/dev\/(?:sd|nvme|vd|hd|disk)\w*/,
]

/** @returns the word with what stands around it. */
export function destructiveWord(reading: CallReading): string | null {
  for (const text of reading.unread ?? []) {
    for (const word of WORDS) {
      const found = word.exec(text)?.[0]
      if (found !== undefined) return found.trim()
    }
  }
  return null
}
