import { expect, it } from 'vitest'
import { createNotes } from '../../../src/state/notes.ts'

it('a note is news once, and again when its text is another one', () => {
  const notes = createNotes()
  expect([notes.put('a', 'one'), notes.put('a', 'one'), notes.put('a', 'two'), notes.put('b', 'three')]).toEqual([true, false, true, true])
  expect(notes.all()).toEqual(['two', 'three'])
})

it('a hundred notes are kept, the next is left out, and known ones can still change', () => {
  const notes = createNotes()
  for (let number = 0; number < 100; number += 1) expect(notes.put(`${number}`, 'text')).toBe(true)
  expect(notes.put('one more', 'text')).toBe(false)
  expect(notes.put('7', 'changed')).toBe(true)
  expect(notes.all()).toHaveLength(100)
})
