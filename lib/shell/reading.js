/**
 * What a call would run and write, as far as it can be read: the answer of this room. Types only. What a
 * guard is shown of it is in CONTRACT terms `{ commands, gaps }` and `writes`; the rest is for the gates.
 */
export {};
