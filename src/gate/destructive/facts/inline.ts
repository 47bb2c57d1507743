/**
 * What a program in another language, given in the call, removes with all that is below: the first argument of each
 * call of that language's recursive delete. No parser: literals, homes, folders of the program and names that were
 * given a literal are understood, everything else is not known.
 */
import type { CallReading, ShellCommand, ShellWord } from '../../../shell/reading.ts'
import { inputText } from './input.ts'

const INTERPRETER = /^(?:python[\d.]*|pypy\d*|ipython\d*|node|nodejs|deno|bun|tsx|ts-node|perl|ruby|php|lua|luajit|julia|pwsh|powershell|osascript)$/
const PROGRAM_OPTION = /^-(?:-eval|-print|-command|Command|command|[a-zA-Z]*[ceErpBn]|ne|pe)$/
const MAX_TEXT = 131_072
const MAX_CALLS = 50

/** Recursive deletes; the argument follows. */
const TREE_CALL = /\b(?:shutil\s*\.\s*rmtree|rmtree|remove_tree|FileUtils\s*\.\s*(?:rm_rf|rm_r|remove_dir|remove_entry(?:_secure)?|rmtree|remove_entry)|rm_rf|rimraf(?:\.sync|Sync)?|fse?(?:\.promises)?\s*\.\s*(?:rm|rmdir|remove|emptyDir)(?:Sync)?|(?:rm|rmdir|remove|emptyDir)Sync|Deno\s*\.\s*remove(?:Sync)?|del(?:ete)?(?:Sync)?|promises\s*\.\s*rm|Files\.walk|rm)\s*[( ]\s*/g
const NEEDS_RECURSIVE = /^(?:fse?(?:\.promises)?\s*\.\s*(?:rm|rmdir)(?:Sync)?|(?:rm|rmdir)Sync|Deno\s*\.\s*remove(?:Sync)?|promises\s*\.\s*rm|rm)\b/
const POWERSHELL_CALL = /(?:^|[;|{&\n(])\s*(?:Remove-Item|ri|rm|rd|rmdir|del|erase)\s+([^;|}\n]*)/gi

const HOME = /^(?:os\.path\.expanduser\s*\(\s*(["'])~\1\s*\)|(?:pathlib\.)?Path\.home\s*\(\s*\)|os\.(?:environ\s*\[\s*(["'])HOME\2\s*\]|getenv\s*\(\s*(["'])HOME\3\s*\)|environ\.get\s*\(\s*(["'])HOME\4\s*\)|homedir\s*\(\s*\))|process\.env\.HOME|require\s*\(\s*["'](?:node:)?os["']\s*\)\.homedir\s*\(\s*\)|homedir\s*\(\s*\)|Dir\.home|ENV\s*\[\s*(["'])HOME\5\s*\]|ENV\.fetch\s*\(\s*(["'])HOME\6\s*\)|\$ENV\s*\{\s*["']?HOME["']?\s*\}|getenv\s*\(\s*(["'])HOME\7\s*\)|\$env:(?:HOME|USERPROFILE)|\$HOME\b|File\.expand_path\s*\(\s*(["'])~\8\s*\))/
const HERE = /^(?:__dirname|process\.cwd\s*\(\s*\)|import\.meta\.dirname|os\.getcwd\s*\(\s*\)|Path\.cwd\s*\(\s*\)|Dir\.pwd|getcwd\s*\(\s*\)|\$PWD|\$pwd|(?:os\.path\.dirname|__dir__)\b[^,+)]*\)?)/
const TEMP = /^(?:tempfile\.\w+\s*\([^)]*\)|os\.tmpdir\s*\(\s*\)|tmpdir\s*\(\s*\)|Dir\.(?:tmpdir|mktmpdir)|fs\.mkdtempSync\s*\([^)]*\)+|sys_get_temp_dir\s*\(\s*\))/
const LITERAL = /^[rbuf]?(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`([^`$]*)`)/
const OPENING = /^(?:(?:os\.path|path|posixpath|File|pathlib)\s*\.\s*)?(?:join|resolve|abspath|realpath|normpath|expanduser|expand_path|Path|PurePath|str|String)\s*\(\s*/

/** @returns the targets; null when the command is no such program. */
export function inlineTargets(command: ShellCommand, reading: CallReading): readonly ShellWord[] | null {
  if (!INTERPRETER.test(command.program ?? '')) return null
  const text = programText(command, reading)
  if (text === null) return null
  const program = text.slice(0, MAX_TEXT)
  const found: ShellWord[] = []
  if (/^(?:pwsh|powershell)$/.test(command.program ?? '')) {
    for (const [, rest = ''] of [...program.matchAll(POWERSHELL_CALL)].slice(0, MAX_CALLS)) {
      if (/\s-r(?:e\w*)?\b|\s\/s\b/i.test(` ${rest}`)) found.push(...rest.split(/[\s,]+/).filter(word => word !== '' && !word.startsWith('-') && !/^(?:force|silentlycontinue|\$true|\$null)$/i.test(word)).map(word => argumentWord(word, program)))
    }
    return found
  }
  for (const match of [...program.matchAll(TREE_CALL)].slice(0, MAX_CALLS)) {
    const rest = program.slice(match.index + match[0].length, match.index + match[0].length + 2_000)
    if (/^\s*[;,=]|^import\b|^from\b/.test(rest) || (NEEDS_RECURSIVE.test(match[0]) && !/^[^;\n]{0,400}recursive["']?\s*(?::|=>?)\s*true/i.test(rest))) continue
    if (isMention(program, match.index)) continue
    found.push(argumentWord(rest, program))
  }
  return found
}

function programText(command: ShellCommand, reading: CallReading): string | null {
  const at = command.args.findIndex(arg => arg !== null && PROGRAM_OPTION.test(arg))
  if (at >= 0) return command.args[at + 1] ?? null
  return inputText(command, reading)
}

/** The name stands inside a text, as in `print('rmtree(x)')`, or behind `import`. */
function isMention(program: string, at: number): boolean {
  const line = program.slice(program.lastIndexOf('\n', at - 1) + 1, at)
  if (/\b(?:import|from|def|function)\s[^;]*$/.test(line) || /^\s*(?:#|\/\/)/.test(line)) return true
  const quotes = [...line.replace(/\\./g, '').matchAll(/(["'`])(?:(?!\1)[^\n])*(?:\1|$)/g)].at(-1)
  return quotes !== undefined && (quotes[0].length === 1 || quotes[0].at(-1) !== quotes[1]) && quotes.index + quotes[0].length === line.replace(/\\./g, '').length
}

/** @param rest what follows the opening parenthesis. */
function argumentWord(rest: string, program: string, depth = 0): ShellWord {
  let text = rest.replace(OPENING, '').replace(OPENING, '').trimStart()
  const home = HOME.exec(text)
  if (home !== null) return joined('~', text.slice(home[0].length))
  const temp = TEMP.exec(text)
  if (temp !== null) return below('/tmp/')
  const here = HERE.exec(text)
  if (here !== null) return joined('.', text.slice(here[0].length))
  const literal = LITERAL.exec(text)
  if (literal !== null) return joined((literal[1] ?? literal[2] ?? literal[3] ?? '').replace(/\\(.)/g, '$1'), text.slice(literal[0].length))
  const name = /^[$@%]?[A-Za-z_]\w*(?!\s*[.([\w])/.exec(text)?.[0]
  if (name !== undefined && depth < 4) {
    const value = new RegExp(`(?:^|[;\\n{(\\s])(?:const |let |var |my |local )?${name.replace(/[$@%]/g, '\\$&')}\\s*=(?![=>])\\s*`).exec(program)
    if (value !== null) return argumentWord(program.slice(value.index + value[0].length, value.index + value[0].length + 2_000), program, depth + 1)
  }
  text = text.split(/[\s,;)]/)[0] ?? ''
  const bare = /^[\w.:\\/~*-]*[\\/~][\w.:\\/~*-]*$/.test(text)
  return bare ? exactWord(text) : { text: null, prefix: '', pattern: null }
}

/** What is joined to a beginning by `+`, `,` or `/`. */
function joined(base: string, rest: string): ShellWord {
  const more = /^\s*\)?\s*(?:\+|\/(?!\/)|,|\.\s*join(?:path)?\s*\(|\.\s*)\s*[rbuf]?(?:"([^"\\]*)"|'([^'\\]*)')/.exec(rest)
  if (more !== null && !/^\s*,\s*\w+\s*[:=]/.test(rest)) {
    const next = more[1] ?? more[2] ?? ''
    return exactWord(/^\s*\)?\s*\+/.test(rest) || base.endsWith('/') ? base + next : next.startsWith('/') ? next : `${base}/${next}`)
  }
  return /^\s*\)?\s*(?:\+|\/(?!\/))\s*\w/.test(rest) ? below(base.endsWith('/') ? base : `${base}/`) : exactWord(base)
}

function exactWord(text: string): ShellWord {
  return /[*?[]/.test(text) ? { text: null, prefix: text.replace(/[*?[].*$/, ''), pattern: text } : { text, prefix: text, pattern: null }
}

function below(folder: string): ShellWord {
  return { text: null, prefix: folder, pattern: null }
}
