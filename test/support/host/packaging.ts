/**
 * The host that is one program lacks files where it asks for them and has them elsewhere. Rows that show it where; with
 * them its web page and old sessions can be tested. Owns nothing that a user needs: docs/hosts.md says what they miss.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cacheDir } from '../install/installed.ts'

/** Where the program unpacks parts of itself in tests. */
export const UNPACKED = join(cacheDir, 'unpacked')

/** Its page shows no workspaces and no sessions without this. */
export const WEB_ROWS = `- id: workspace-controller
  disabled: !!js >-
    !process.getBuiltinModule('node:module').registerHooks({ resolve: (name, context, next) => next(name, name === '@deepseek-ai/dsh-host-directory-picker'
    ? { ...context, parentURL: 'file:///snapshot/node/node_modules/@deepseek-ai/dsh/node_modules/@deepseek-ai/dsh-host-directory-picker-browse/lib/index.js' } : context) })
`

/** It cannot convert sessions of older hosts without this: the thread that does so is not found inside of the program. */
export function oldSessionRows(): string {
  const [parts = ''] = readdirSync(join(UNPACKED, 'pkg')).filter(name => readdirSync(join(UNPACKED, 'pkg', name)).includes('@deepseek-ai'))
  const worker = join(UNPACKED, 'pkg', parts, '@deepseek-ai', 'dsh-session-persistence-jsonl', 'lib', 'worker.cjs')
  return `- id: session-persistence-jsonl
  config:
    root: !!js >-
      (() => { const threads = process.getBuiltinModule('node:worker_threads'); const { Worker } = threads;
      threads.Worker = class extends Worker { constructor(file, options) { super(String(file).endsWith('persistence-jsonl/lib/worker.cjs') ? ${JSON.stringify(worker)} : file, options) } };
      process.getBuiltinModule('node:module').syncBuiltinESMExports(); return dshHomePath('sessions') })()
`
}
