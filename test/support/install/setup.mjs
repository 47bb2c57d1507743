/**
 * Makes a fresh clone ready: dependencies, `lib/`, and with `--host` or `--hosts` the real host.
 * Runs before anything is installed, so it uses Node alone. A second run has nothing to do.
 *
 *   node test/support/install/setup.mjs [--host | --hosts] [--exec <script> [arguments…]]
 *
 * `--host` installs the main host, `--hosts` every host under test. `--exec` then runs a script
 * with the Node that the host accepts; a bare name is looked up among the installed commands.
 * `SHOOTY_TEST_HOST`, the begin of a version such as `0.2`, names the host that the tests run on.
 * Without a host, `SHOOTY_TEST_NODE=20`, `22` or `24` installs that Node and runs the script with it.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OWN_NODES } from './host-pins.mjs'
import { installHosts, installNodeOf } from './install-host.mjs'
import { npm, runStep } from './run-step.mjs'
import { withLock } from './setup-lock.mjs'

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
const cache = join(root, '.cache')

function log(line) {
  process.stderr.write(`setup: ${line}\n`)
}

/** Packages that a lock file asks for on every machine: path → version. */
function lockedVersions(path) {
  const { packages } = JSON.parse(readFileSync(path, 'utf8'))
  return new Map(Object.entries(packages)
    .filter(([name, entry]) => name !== '' && !entry.optional && !entry.devOptional && !entry.peer && !entry.link)
    .map(([name, entry]) => [name, entry.version]))
}

/** Whether `node_modules` holds what the lock file says. */
function dependenciesAreCurrent() {
  const installedLock = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installedLock)) return false
  const installed = lockedVersions(installedLock)
  return [...lockedVersions(join(root, 'package-lock.json'))].every(([name, version]) => installed.get(name) === version)
}

function installDependencies() {
  if (dependenciesAreCurrent()) return
  log('installing dependencies (npm ci) …')
  npm('npm ci', ['ci', '--include=dev', '--no-audit', '--no-fund'], { cwd: root })
}

function listFiles(dir) {
  if (!existsSync(dir)) return []
  return readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

/** Changes whenever a source, the compiler's settings or a built file does. */
function buildFingerprint() {
  const files = [
    ...listFiles(join(root, 'src')), ...listFiles(join(root, 'lib')), ...listFiles(join(cache, 'modules')),
    join(root, 'tsconfig.json'), join(root, '.ci', 'build.mjs'), join(root, 'package-lock.json'),
  ]
  const hash = createHash('sha256')
  for (const file of files) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

function build() {
  const stamp = join(cache, 'built')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === buildFingerprint()) return
  log('building lib …')
  runStep('the build', process.execPath, [join(root, '.ci', 'build.mjs')], { cwd: root })
  writeFileSync(stamp, buildFingerprint())
}

/** The script behind a command of the installed dependencies, or the path itself. */
function resolveScript(name) {
  if (name.includes('/') || name.includes('\\')) return name
  const manifest = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'))
  const bin = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[name]
  return join(root, 'node_modules', name, bin)
}

/** What stands in for the host where only a Node was asked for; null: the running one. */
async function ownNode() {
  const asked = process.env.SHOOTY_TEST_NODE ?? ''
  if (asked === '') return null
  if (OWN_NODES[asked] === undefined) throw new Error(`SHOOTY_TEST_NODE is ${asked}; it can be ${Object.keys(OWN_NODES).join(', ')}`)
  const node = await installNodeOf(cache, OWN_NODES[asked], log)
  return { node, bins: [dirname(node)] }
}

function execute(installed, [script, ...args]) {
  const env = { ...process.env }
  if (installed !== null) env.PATH = [...installed.bins, process.env.PATH ?? ''].join(delimiter)
  const child = spawn(installed?.node ?? process.execPath, [resolveScript(script), ...args], { cwd: root, stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => { child.kill(signal) })
  child.on('error', (error) => {
    log(`cannot start ${script}: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => { process.exitCode = code ?? (signal === null ? 1 : 128) })
}

async function main(args) {
  const at = args.indexOf('--exec')
  const flags = at < 0 ? args : args.slice(0, at)
  const unknown = flags.find(flag => flag !== '--host' && flag !== '--hosts')
  if (unknown !== undefined) throw new Error(`unknown argument ${unknown}`)
  mkdirSync(cache, { recursive: true })
  const installed = await withLock(join(cache, 'setup.lock'), () => {
    installDependencies()
    build()
    return flags.length === 0 ? ownNode() : installHosts(cache, { all: flags.includes('--hosts'), also: process.env.SHOOTY_TEST_HOST, log })
  }, () => { log('another set-up is running, waiting for it …') })
  if (at >= 0) execute(installed, args.slice(at + 1))
}

main(process.argv.slice(2)).catch((error) => {
  log(error.message)
  process.exitCode = 1
})
