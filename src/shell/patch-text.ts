/** The files that a patch changes, by the names in its headers. Owns the two usual forms, nothing else. */

/** Headers read of one patch. */
const MAX_FILES = 500
const MAX_LINE = 4_096

/** @returns names as written, `a/` and `b/` included; `/dev/null` is left out. */
export function patchedFiles(text: string): string[] {
  const names = new Set<string>()
  for (const line of text.split('\n')) {
    if (names.size >= MAX_FILES) break
    if (line.length > MAX_LINE) continue
    const unified = /^(?:---|\+\+\+|\*\*\*) ("?)([^\t\n]+?)\1(?:\t.*)?\r?$/.exec(line)
    const git = /^(?:rename from|rename to|copy to|copy from) (.+?)\r?$/.exec(line)
    const diff = /^diff --git (?:"?)(?:a\/)(.+?)"? "?b\/(.+?)"?\r?$/.exec(line)
    const block = /^\*\*\* (?:Update File|Add File|Delete File|Move to): (.+?)\r?$/.exec(line)
    if (block !== null) names.add((block[1] as string).trim())
    else if (git !== null) names.add(`b/${git[1] as string}`)
    else if (diff !== null) names.add(`a/${diff[1] as string}`).add(`b/${diff[2] as string}`)
    else if (unified !== null && !/^\/dev\/null|^\*+$|^(?:Begin|End) Patch/.test(unified[2] as string)) names.add((unified[2] as string).replace(/ \d{4}-\d\d-\d\d.*$/, '').trim())
  }
  return [...names]
}
