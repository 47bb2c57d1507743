/** Distinct notes that are kept; later ones are left out. */
const MAX_NOTES = 100;
export function createNotes() {
    const notes = new Map();
    return {
        put(key, text) {
            if (notes.get(key) === text)
                return false;
            if (!notes.has(key) && notes.size >= MAX_NOTES)
                return false;
            notes.set(key, text);
            return true;
        },
        drop(key) { notes.delete(key); },
        all: () => [...notes.values()],
    };
}
