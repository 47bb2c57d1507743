/** Takes away what a program sends to a terminal and not to a reader: colours, titles, cursor moves, overwritten lines. */

/** An operating system command ends with BEL or ST; without an end it takes the rest of the line. */
const OSC = /(?:\u001b\]|\u009d)[^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)?/g
const CSI = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?/g
const OTHER_ESCAPE = /\u001b[ -/]*[0-~]?/g
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g

export function stripTerminal(text: string): string {
  return text.replace(OSC, '').replace(CSI, '').replace(OTHER_ESCAPE, '').replace(/\r(?!\n)/g, '\n').replace(CONTROL, '')
}
