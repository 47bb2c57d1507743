import { describe, expect, it } from 'vitest'
import { shellHits } from '../../support/gate/protected-hits.ts'
import { AROUND, GIT, HARMLESS, INTERPRETERS, PROGRAMS, REDIRECTIONS, WORDS } from '../../support/gate/shell-corpus.ts'

describe('a shell command is judged by what it does to the files', () => {
  describe.each([
    ['redirections', REDIRECTIONS], ['programs', PROGRAMS], ['git', GIT], ['what stands around a command', AROUND], ['spellings of a word', WORDS], ['inline programs', INTERPRETERS],
  ] as const)('%s', (_group, rows) => {
    it.each(rows)('%j touches %j', async (command, files) => {
      expect(await shellHits(command)).toEqual([...files].sort())
    })
  })

  it.each(HARMLESS)('%j touches no protected file', async (command) => {
    expect(await shellHits(command)).toEqual([])
  })
})
