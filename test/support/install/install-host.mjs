/**
 * Installs what the tests need beside this package: a Node that the host accepts, pnpm, the hosts.
 * Everything goes into the git-ignored `.cache/`. Each part has a stamp that is written last, so an
 * interrupted install is started over and a finished one costs nothing.
 *
 * Owns `.cache/` except for what the test fixture caches there. Does not decide when to install.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { BRIDGE, HOSTS, NODE, PNPM, RUNTIME, hostAcceptsNode, hostManifest, hostPnpmfile } from './host-pins.mjs'
import { installRuntime, runtimeProgram } from './install-runtime.mjs'
import { npm, runStep } from './run-step.mjs'

const windows = process.platform === 'win32'

function digest(content) {
  return createHash('sha256').update(content).digest('hex')
}

/** Whether this very thing was installed there, to the end. */
function isInstalled(dir, content) {
  const stamp = join(dir, '.installed')
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digest(content)
}

/** Does `work` in a fresh folder unless its result is there. */
async function once(dir, content, log, what, work) {
  if (isInstalled(dir, content)) return
  log(`installing ${what} …`)
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  await work()
  writeFileSync(join(dir, '.installed'), digest(content))
}

async function npmPackage(dir, specs, log) {
  const named = specs.join(' ')
  await once(dir, named, log, named, () => {
    writeFileSync(join(dir, 'package.json'), '{"private": true}\n')
    npm(`installing ${named}`, ['install', '--prefix', dir, '--no-save', '--no-package-lock', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', ...specs], { cwd: dir })
  })
}

/** Path of the module of the host's bridge for command hooks, which takes what it imports from the host. */
export async function installBridge(cache, modules, log) {
  const dir = join(cache, 'bridge')
  await npmPackage(dir, BRIDGE, log)
  const scope = join(dir, 'node_modules', '@deepseek-ai')
  for (const name of ['dsh-llm', 'cordis']) {
    if (!existsSync(join(scope, name))) symlinkSync(join(modules, '@deepseek-ai', name), join(scope, name), 'junction')
  }
  return join(scope, 'dsh-hooks-claude-code', 'lib', 'index.js')
}

/** Path of a Node binary that the host accepts. */
async function installNode(cache, log) {
  return hostAcceptsNode(process.versions.node) ? process.execPath : installNodeOf(cache, NODE, log)
}

/** Path of the binary of this very version. */
export async function installNodeOf(cache, version, log) {
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`
  const dir = join(cache, `node-${version}`)
  await npmPackage(dir, [`${name}@${version}`], log)
  const binary = join(dir, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node')
  if (!existsSync(binary)) throw new Error(`${name}@${version} carries no Node for this machine; install Node ${version} and run again`)
  return binary
}

/** Path of a folder with `pnpm` in it, and of pnpm's script. */
async function installPnpm(cache, log) {
  const dir = join(cache, `pnpm-${PNPM}`)
  await npmPackage(dir, [`pnpm@${PNPM}`], log)
  return { bin: join(dir, 'node_modules', '.bin'), script: join(dir, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs') }
}

/** A folder whose only entry is `node`, to go first on PATH. */
function nodeOnPath(cache, node) {
  if (windows) return dirname(node)
  // One folder per binary: a set-up under another Node must not change a running test's PATH.
  const dir = join(cache, 'bin', digest(node).slice(0, 12))
  mkdirSync(dir, { recursive: true })
  if (!existsSync(join(dir, 'node'))) symlinkSync(node, join(dir, 'node'))
  return dir
}

/** Where one host goes, and what is written there before its install. */
function hostFiles(cache, host) {
  const manifest = `${JSON.stringify(hostManifest(host), null, 2)}\n`
  const pnpmfile = hostPnpmfile(host)
  return { dir: join(cache, `dsh-${host.version}`), manifest, pnpmfile, content: manifest + pnpmfile }
}

async function installHost(cache, host, tools, log) {
  const { dir, manifest, pnpmfile, content } = hostFiles(cache, host)
  await once(dir, content, log, `the host, dsh ${host.version}`, () => {
    writeFileSync(join(dir, 'package.json'), manifest)
    writeFileSync(join(dir, '.pnpmfile.cjs'), pnpmfile)
    runStep(`installing dsh ${host.version}`, tools.node, [
      tools.pnpm.script, 'install', '--no-frozen-lockfile', '--ignore-workspace', '--store-dir', join(cache, 'pnpm-store'),
    ], { cwd: dir, env: { ...process.env, PATH: tools.path } })
  })
  const bin = join(dir, 'node_modules', '@deepseek-ai', 'dsh', 'lib', 'bin.js')
  if (!existsSync(bin)) throw new Error(`dsh ${host.version} was installed without ${bin}; remove ${dir} and run again`)
  // pnpm links every package of the tree here, whoever asked for it.
  return { version: host.version, command: [tools.node, bin], modules: join(dir, 'node_modules', '.pnpm', 'node_modules'), resumeOption: null, codeMode: 'code' }
}

/** The host of the Python registry; where it cannot be had, why. In CI that is a failure. */
async function tryRuntime(cache, log) {
  const dir = join(cache, `dsh-${RUNTIME.version}`)
  try {
    await once(dir, JSON.stringify(RUNTIME), log, `the host, dsh ${RUNTIME.version}`, () => installRuntime(dir))
    const { version, resumeOption, codeMode } = RUNTIME
    return { host: { version, command: [runtimeProgram(dir)], modules: null, resumeOption, codeMode } }
  } catch (error) {
    if (process.env.CI !== undefined) throw error
    log(`dsh ${RUNTIME.version} is not here, the tests on it are skipped: ${error.message}`)
    return { missing: { version: RUNTIME.version, why: error.message.split('\n')[0] } }
  }
}

/**
 * Installs what is missing and writes `.cache/installed.json`, from which the fixture reads.
 * @param {string} cache absolute path of `.cache`.
 * @param {{ all: boolean, also?: string, log: (line: string) => void }} options `all`: every host, else the main one
 *   and the one whose version begins with `also`.
 */
export async function installHosts(cache, { all, also = '', log }) {
  mkdirSync(cache, { recursive: true })
  const node = await installNode(cache, log)
  const pnpm = await installPnpm(cache, log)
  const nodeBin = nodeOnPath(cache, node)
  const path = [pnpm.bin, nodeBin, process.env.PATH ?? ''].join(delimiter)
  const isAsked = version => all || also !== '' && version.startsWith(also)
  const hosts = []
  for (const [index, host] of HOSTS.entries()) {
    const { dir, content } = hostFiles(cache, host)
    if (index === 0 || isAsked(host.version) || isInstalled(dir, content)) hosts.push(await installHost(cache, host, { node, pnpm, path }, log))
  }
  const runtime = isAsked(RUNTIME.version) || isInstalled(join(cache, `dsh-${RUNTIME.version}`), JSON.stringify(RUNTIME))
    ? await tryRuntime(cache, log)
    : { missing: { version: RUNTIME.version, why: 'it was not asked for' } }
  if (runtime.host !== undefined) hosts.push(runtime.host)
  const missing = runtime.missing === undefined ? [] : [runtime.missing]
  const installed = { node, bins: [pnpm.bin, nodeBin], pnpmStore: join(cache, 'pnpm-store'), hosts, missing }
  const file = join(cache, 'installed.json')
  writeFileSync(`${file}.new`, `${JSON.stringify(installed, null, 2)}\n`)
  renameSync(`${file}.new`, file)
  return installed
}
