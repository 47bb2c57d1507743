/**
 * Installs what the tests need beside this package: a Node that the host accepts, pnpm, the hosts.
 * Everything goes into the git-ignored `.cache/`. Each part has a stamp that is written last, so an
 * interrupted install is started over and a finished one costs nothing.
 *
 * Owns `.cache/` except for what the test fixture caches there. Does not decide when to install.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { BRIDGE, HOSTS, NODE, PNPM, hostAcceptsNode, hostManifest, hostPnpmfile } from './host-pins.mjs'

const windows = process.platform === 'win32'

/** Runs a command, quiet unless it fails. */
export function runStep(what, command, args, options = {}) {
  const result = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'], ...options })
  if (result.status === 0) return result.stdout
  const lines = `${result.stdout ?? ''}\n${result.stderr ?? ''}`.trim().split('\n')
  // npm says what is wrong first, compilers and pnpm say it last.
  const output = (lines.length <= 60 ? lines : [...lines.slice(0, 20), '…', ...lines.slice(-40)]).join('\n')
  throw new Error(`${what} failed (${result.error?.message ?? `exit ${result.status ?? result.signal}`}): ${command} ${args.join(' ')}\n${output}`)
}

/** The npm that runs this script, or the one on PATH. */
export function npm(what, args, options) {
  const script = process.env.npm_execpath
  if (script !== undefined && /npm-cli\.[cm]?js$/.test(script)) return runStep(what, process.execPath, [script, ...args], options)
  return runStep(what, windows ? 'npm.cmd' : 'npm', args, { shell: windows, ...options })
}

function digest(content) {
  return createHash('sha256').update(content).digest('hex')
}

/** Whether this very thing was installed there, to the end. */
function isInstalled(dir, content) {
  const stamp = join(dir, '.installed')
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digest(content)
}

/** Does `work` in a fresh folder unless its result is there. */
function once(dir, content, log, what, work) {
  if (isInstalled(dir, content)) return
  log(`installing ${what} …`)
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  work()
  writeFileSync(join(dir, '.installed'), digest(content))
}

function npmPackage(dir, specs, log) {
  const named = specs.join(' ')
  once(dir, named, log, named, () => {
    writeFileSync(join(dir, 'package.json'), '{"private": true}\n')
    npm(`installing ${named}`, ['install', '--prefix', dir, '--no-save', '--no-package-lock', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', ...specs], { cwd: dir })
  })
}

/** Path of the module of the host's bridge for command hooks, which takes what it imports from the host. */
export function installBridge(cache, modules, log) {
  const dir = join(cache, 'bridge')
  npmPackage(dir, BRIDGE, log)
  const scope = join(dir, 'node_modules', '@deepseek-ai')
  for (const name of ['dsh-llm', 'cordis']) {
    if (!existsSync(join(scope, name))) symlinkSync(join(modules, '@deepseek-ai', name), join(scope, name), 'junction')
  }
  return join(scope, 'dsh-hooks-claude-code', 'lib', 'index.js')
}

/** Path of a Node binary that the host accepts. */
function installNode(cache, log) {
  return hostAcceptsNode(process.versions.node) ? process.execPath : installNodeOf(cache, NODE, log)
}

/** Path of the binary of this very version. */
export function installNodeOf(cache, version, log) {
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`
  const dir = join(cache, `node-${version}`)
  npmPackage(dir, [`${name}@${version}`], log)
  const binary = join(dir, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node')
  if (!existsSync(binary)) throw new Error(`${name}@${version} carries no Node for this machine; install Node ${version} and run again`)
  return binary
}

/** Path of a folder with `pnpm` in it, and of pnpm's script. */
function installPnpm(cache, log) {
  const dir = join(cache, `pnpm-${PNPM}`)
  npmPackage(dir, [`pnpm@${PNPM}`], log)
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

function installHost(cache, host, tools, log) {
  const { dir, manifest, pnpmfile, content } = hostFiles(cache, host)
  once(dir, content, log, `the host, dsh ${host.version}`, () => {
    writeFileSync(join(dir, 'package.json'), manifest)
    writeFileSync(join(dir, '.pnpmfile.cjs'), pnpmfile)
    runStep(`installing dsh ${host.version}`, tools.node, [
      tools.pnpm.script, 'install', '--no-frozen-lockfile', '--ignore-workspace', '--store-dir', join(cache, 'pnpm-store'),
    ], { cwd: dir, env: { ...process.env, PATH: tools.path } })
  })
  const bin = join(dir, 'node_modules', '@deepseek-ai', 'dsh', 'lib', 'bin.js')
  if (!existsSync(bin)) throw new Error(`dsh ${host.version} was installed without ${bin}; remove ${dir} and run again`)
  // pnpm links every package of the tree here, whoever asked for it.
  return { version: host.version, bin, modules: join(dir, 'node_modules', '.pnpm', 'node_modules') }
}

/**
 * Installs what is missing and writes `.cache/installed.json`, from which the fixture reads.
 * @param {string} cache absolute path of `.cache`.
 * @param {{ all: boolean, log: (line: string) => void }} options `all`: every host, else the main one.
 */
export function installHosts(cache, { all, log }) {
  mkdirSync(cache, { recursive: true })
  const node = installNode(cache, log)
  const pnpm = installPnpm(cache, log)
  const nodeBin = nodeOnPath(cache, node)
  const path = [pnpm.bin, nodeBin, process.env.PATH ?? ''].join(delimiter)
  const wanted = HOSTS.filter((host, index) => {
    const { dir, content } = hostFiles(cache, host)
    return all || index === 0 || isInstalled(dir, content)
  })
  const hosts = wanted.map(host => installHost(cache, host, { node, pnpm, path }, log))
  const installed = { node, bins: [pnpm.bin, nodeBin], pnpmStore: join(cache, 'pnpm-store'), hosts }
  const file = join(cache, 'installed.json')
  writeFileSync(`${file}.new`, `${JSON.stringify(installed, null, 2)}\n`)
  renameSync(`${file}.new`, file)
  return installed
}
