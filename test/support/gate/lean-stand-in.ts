/**
 * An executable that speaks Lean's output format and exit codes, for machines without Lean. What it
 * finds is written in the specification itself, so that one run can show several outcomes.
 */
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { readInstalled } from '../install/installed.ts'

/** One word in a comment of a specification each. */
const SCRIPT = `#!/bin/sh
if [ "$1" = --version ]; then
  echo 'Lean (version 4.33.1, x86_64-unknown-linux-gnu, commit 0d7b4f1d2c3a, Release)'
  exit 0
fi
sorry=warning
for file; do
  if [ "$file" = -DwarningAsError=true ]; then sorry=error; fi
done
if grep -q HANG "$file"; then sleep 300 & sleep 300; fi
if grep -q CRASH "$file"; then echo 'INTERNAL PANIC: out of memory' >&2; exit 134; fi
if grep -q FLOOD "$file"; then exec yes '#eval says the same again and again'; fi
awk -v file="$file" -v sorry="$sorry" '
  function message(severity, kind, column, data) {
    printf "{\\"severity\\":\\"%s\\",\\"pos\\":{\\"line\\":%d,\\"column\\":%d},\\"kind\\":\\"%s\\",\\"keepFullRange\\":false,\\"isSilent\\":false,\\"fileName\\":\\"%s\\",\\"endPos\\":null,\\"data\\":\\"%s\\",\\"caption\\":\\"\\"}\\n", severity, NR, column, kind, file, data
  }
  /unknown_word/ { message("error", "[anonymous]", 4, "unknown identifier unknown_word"); bad = 1 }
  /long_words/ { pad = sprintf("%60s", ""); gsub(/ /, "long ", pad); message("error", "[anonymous]", 0, "this goal is not solved " pad); bad = 1 }
  /sorry/ { message(sorry, "hasSorry", 8, "declaration uses sorry"); if (sorry == "error") bad = 1 }
  END { exit bad }
' "$file"
`

export const GOOD_SPEC = 'theorem total_is_kept (a b : Nat) : a + b = b + a := Nat.add_comm a b\n'
export const WRONG_SPEC = 'theorem total_is_kept (a b : Nat) : a + b = b + a :=\n    unknown_word a b\n'
/** As many long diagnostics as lines. */
export const LONG_SPEC = `theorem total_is_kept (a b : Nat) : a + b = b + a :=\n${'    long_words\n'.repeat(40)}`
export const SORRY_SPEC = 'theorem total_is_kept (a b : Nat) : a + b = b + a := sorry\n'

/** A specification at which the checker itself fails. */
export function troubleSpec(trouble: 'HANG' | 'CRASH' | 'FLOOD'): string {
  return `-- ${trouble}\n${GOOD_SPEC}`
}

/** Writes the executable `lean` into `folder`; its path is the result. */
export async function writeLean(folder: string, script = SCRIPT): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'lean')
  await writeFile(path, script)
  await chmod(path, 0o755)
  return path
}

/** PATH of a host under test with `folders` in front. */
export function pathWith(...folders: readonly string[]): string {
  return [...folders, ...readInstalled().bins, process.env.PATH ?? ''].join(delimiter)
}
