/**
 * The host that is published for Python: its wheel, fetched by the machine's own pip or, without one, from
 * the index that PIP_INDEX_URL names; checked against its pinned hash; unpacked. A wheel is a zip archive, so Python need not be here.
 *
 * Does not decide what happens where it cannot be had.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, createWriteStream, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { RUNTIME } from './host-pins.mjs'
import { runStep } from './run-step.mjs'

const FETCH_MS = 600_000

function wheelHere() {
  const machine = `${process.platform}-${process.arch}`
  const wheel = RUNTIME.wheels[machine]
  if (wheel === undefined) throw new Error(`${RUNTIME.package} is not published for ${machine}`)
  const [tag, sha256, program] = wheel
  return { file: `${RUNTIME.package.replaceAll('-', '_')}-${RUNTIME.release}-py3-none-${tag}.whl`, sha256, program }
}

/** Absolute path of the program of the unpacked wheel. @throws Error when it is not there. */
export function runtimeProgram(dir) {
  const path = join(dir, 'deepseek_harness_runtime', 'runtime', `deepseek-harness-sdk-runtime-${wheelHere().program}`)
  if (!existsSync(path)) throw new Error(`${RUNTIME.package} was installed without ${path}; remove ${dir} and run again`)
  return path
}

/** A Python that has pip, or null. */
function pythonWithPip() {
  return ['python3', 'python'].find(python => spawnSync(python, ['-m', 'pip', '--version'], { stdio: 'ignore' }).status === 0) ?? null
}

function downloadWithPip(python, dir, { sha256 }) {
  const wanted = join(dir, 'wanted.txt')
  writeFileSync(wanted, `${RUNTIME.package}==${RUNTIME.release} --hash=sha256:${sha256}\n`)
  runStep(`downloading ${RUNTIME.package}`, python, [
    '-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary', ':all:', '--require-hashes', '--dest', dir, '-r', wanted,
  ], { timeout: FETCH_MS })
}

async function request(what, url, headers = {}) {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(FETCH_MS) })
  if (!response.ok) throw new Error(`${what} failed: HTTP ${response.status} from ${new URL(url).host}`)
  return response
}

async function downloadFromIndex(dir, { file }) {
  const index = process.env.PIP_INDEX_URL?.replace(/\/$/, '')
  if (index === undefined) throw new Error('there is no pip here, and PIP_INDEX_URL names no index to fetch the wheel from')
  const page = `${index}/${RUNTIME.package}/`
  const { files } = await (await request(`looking up ${RUNTIME.package}`, page, { accept: 'application/vnd.pypi.simple.v1+json' })).json()
  const found = files.find(({ filename }) => filename === file)
  if (found === undefined) throw new Error(`the registry does not list ${file}`)
  const wheel = await request(`downloading ${file}`, new URL(found.url, page).href)
  await pipeline(wheel.body, createWriteStream(join(dir, file)))
}

async function unpack(archive, dir) {
  // Not there before the dependencies are installed, when this module is already loaded.
  const { openPromise } = (await import('yauzl')).default
  const zip = await openPromise(archive)
  for await (const entry of zip.eachEntry()) {
    const path = resolve(dir, entry.fileName)
    if (!path.startsWith(dir + sep)) throw new Error(`${archive} holds a file outside of its folder: ${entry.fileName}`)
    if (entry.fileName.endsWith('/')) continue
    mkdirSync(dirname(path), { recursive: true })
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path))
    // The upper half of the attributes holds the mode of the file where the archive was made.
    if ((entry.externalFileAttributes >>> 16 & 0o111) !== 0) chmodSync(path, 0o755)
  }
}

/** Downloads, checks and unpacks into an empty folder. */
export async function installRuntime(dir) {
  const wheel = wheelHere()
  const download = join(dir, 'download')
  mkdirSync(download)
  const python = pythonWithPip()
  if (python === null) await downloadFromIndex(download, wheel)
  else downloadWithPip(python, download, wheel)
  const archive = join(download, wheel.file)
  if (!existsSync(archive)) throw new Error(`the download brought ${readdirSync(download).join(', ')}, not ${wheel.file}`)
  const sha256 = createHash('sha256').update(readFileSync(archive)).digest('hex')
  if (sha256 !== wheel.sha256) throw new Error(`${wheel.file} has the hash ${sha256}, not ${wheel.sha256}`)
  await unpack(archive, dir)
  rmSync(download, { recursive: true })
  runtimeProgram(dir)
}
