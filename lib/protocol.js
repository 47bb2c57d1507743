/** Largest frame that a runner may send, bytes of JSON. */
export const MAX_FRAME_FROM_RUNNER = 1 << 20;
/** Largest frame that the host sends, bytes of JSON; a larger input is a fault of the run. */
export const MAX_FRAME_TO_RUNNER = 16 << 20;
/** Longest string that a script may hand over, UTF-16 units. */
export const MAX_SCRIPT_STRING = 65_536;
