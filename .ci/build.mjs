/**
 * Builds `lib/`: the compiler turns `src/` into modules below `.cache/modules`, the bundler joins them into
 * a handful of readable files, one bundle for each program that runs by itself, and one page of types.
 * What is loaded on first need becomes a file of its own. Dependencies stay outside: they are installed.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, '.cache', 'modules')
const lib = join(root, 'lib')

/** Name in `lib/` → the module where it begins. A runner is one file: it may read nothing besides. */
const PROGRAMS = {
  index: 'index.js',
  runner: 'runner/entry.js',
  'runner-thread': 'runner/thread-entry.js',
  'syntax-child': 'check/syntax/child-entry.js',
  cli: 'cli/main.js',
}

const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const external = id => id.startsWith('node:') || id.startsWith('@deepseek-ai/') || Object.keys(dependencies).some(name => id === name || id.startsWith(`${name}/`))

function compile() {
  rmSync(modules, { recursive: true, force: true })
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.json'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** @param names programs that share what both need. */
async function bundle(names, plugins, extension) {
  const built = await rollup({
    input: Object.fromEntries(names.map(name => [name, join(modules, PROGRAMS[name].replace(/\.js$/, extension))])),
    external, plugins, treeshake: { moduleSideEffects: 'no-external' },
    onwarn(warning) { throw new Error(`the bundler warns: ${warning.message}`) },
  })
  await built.write({
    dir: lib, format: 'esm', generatedCode: 'es2015', externalLiveBindings: false, hoistTransitiveImports: false,
    entryFileNames: `[name]${extension}`,
    // What is loaded on first need is named after what loads it; the rest is what the programs share.
    chunkFileNames: ({ name, isDynamicEntry, moduleIds }) => `${isDynamicEntry || moduleIds.length < 50 ? name : 'shooty'}${extension}`,
  })
  await built.close()
}

compile()
rmSync(lib, { recursive: true, force: true })
for (const names of [['index', 'cli'], ['runner'], ['runner-thread'], ['syntax-child']]) await bundle(names, [], '.js')
await bundle(['index'], [dts()], '.d.ts')
