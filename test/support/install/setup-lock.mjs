/**
 * One set-up at a time: a lock file that names its holder. A lock whose holder is gone is taken over.
 */
import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'

const POLL_MS = 200

function readHolder(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function isAlive(holder) {
  const pid = Number.parseInt(holder, 10)
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Removes a dead holder's lock; renamed first, so that a lock taken meanwhile is not the one removed. */
function takeAway(path, holder) {
  const aside = `${path}.${process.pid}.stale`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (readHolder(aside) !== holder) renameSync(aside, path)
  else rmSync(aside, { force: true })
}

/**
 * Runs `work` while holding the lock.
 * @param {string} path of the lock file; its folder exists.
 * @param {() => Promise<T> | T} work
 * @param {() => void} [onWait] called once when another process holds the lock.
 * @template T
 * @returns {Promise<T>}
 */
export async function withLock(path, work, onWait = () => {}) {
  const me = `${process.pid} ${Math.random().toString(36).slice(2)}`
  let told = false
  for (;;) {
    try {
      const fd = openSync(path, 'wx')
      writeSync(fd, me)
      closeSync(fd)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = readHolder(path)
    // An empty file belongs to a process between creating and writing it.
    if (holder !== null && holder !== '' && !isAlive(holder)) {
      takeAway(path, holder)
      continue
    }
    if (!told) {
      told = true
      onWait()
    }
    await new Promise(resolve => { setTimeout(resolve, POLL_MS) })
  }
  try {
    return await work()
  } finally {
    if (readHolder(path) === me) rmSync(path, { force: true })
  }
}
