/** Things that the human should know while the plugin runs, by key, so that each is said once. */
export interface Notes {
  /** @returns true when this is news. */
  put(key: string, text: string): boolean
  all(): readonly string[]
}

/** Distinct notes that are kept; later ones are left out. */
const MAX_NOTES = 100

export function createNotes(): Notes {
  const notes = new Map<string, string>()
  return {
    put(key, text) {
      if (notes.get(key) === text) return false
      if (!notes.has(key) && notes.size >= MAX_NOTES) return false
      notes.set(key, text)
      return true
    },
    all: () => [...notes.values()],
  }
}
