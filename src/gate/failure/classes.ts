/** The classes of failure and what to do differently for each: the one table of the gate's advice. */

export type FailureClass =
  | 'unknown-tool' | 'arguments' | 'not-found' | 'permission' | 'refused' | 'edit-mismatch' | 'unsuitable'
  | 'syntax' | 'test-failed' | 'timeout' | 'infrastructure' | 'command-failed' | 'other'

export interface Advice {
  /** The class in words. */
  readonly label: string
  /** What is different from what just failed. */
  readonly advice: string
  /** The instruction to change something. */
  readonly change: string
}

const CHANGE = 'Change something before the next call: the same step will end the same way.'

export const ADVICE: Readonly<Record<FailureClass, Advice>> = {
  'unknown-tool': {
    label: 'unknown tool',
    advice: 'No tool of that name can be called. Take one from the list of tools that you were given, or do the step with a tool that has worked.',
    change: CHANGE,
  },
  arguments: {
    label: 'bad arguments',
    advice: 'The arguments do not fit the tool. Read its description again and send exactly the fields and types that it asks for.',
    change: CHANGE,
  },
  'not-found': {
    label: 'not found',
    advice: 'What you name is not there. List the folder or search for the name first, and go on from what you find instead of guessing another spelling.',
    change: CHANGE,
  },
  permission: {
    label: 'no permission',
    advice: 'The rights of this session do not reach that far. Work in a place that you may use, or tell the user which right or key is missing.',
    change: CHANGE,
  },
  refused: {
    label: 'refused',
    advice: 'The class of action is refused, not this one wording: do not try variants of it. Take a way that the refusal itself offers, or leave the step out and tell the user what was refused.',
    change: 'Change the plan, not the wording.',
  },
  'edit-mismatch': {
    label: 'edit does not match the file',
    advice: 'Your picture of the file is out of date. Read the file again and copy the text to be replaced from what you read, with enough lines around it to be unique.',
    change: CHANGE,
  },
  unsuitable: {
    label: 'target not suitable',
    advice: 'This tool cannot handle that target as it is. Take a smaller part of it, or a tool that is made for this kind of file.',
    change: CHANGE,
  },
  syntax: {
    label: 'syntax error',
    advice: 'The text does not parse. Go to the place that the message names, correct it there, and run it again only after the text has changed.',
    change: CHANGE,
  },
  'test-failed': {
    label: 'test failed',
    advice: 'The same test fails for the same reason. Read its assertion and the code under test, change one of the two, and run only that test until it passes.',
    change: CHANGE,
  },
  timeout: {
    label: 'timed out',
    advice: 'The step needs more time than it gets. Make it smaller, run it in the background, or give it a longer limit.',
    change: CHANGE,
  },
  infrastructure: {
    label: 'rate limit, overload or network fault',
    advice: 'The call itself may be fine: a service is limited, overloaded or out of reach. Wait before you try again, longer each time, or do work meanwhile that does not need the service.',
    change: 'Change the time of the next try, not its wording.',
  },
  'command-failed': {
    label: 'command failed',
    advice: 'Read the first error in the output, check what the command takes for granted (folder, versions, files), and change the command or its surroundings.',
    change: CHANGE,
  },
  other: {
    label: 'failure of no known kind',
    advice: 'Read the message as it stands and work out what it rules out; then take another tool, other arguments, or a smaller step that shows where it breaks.',
    change: CHANGE,
  },
}
