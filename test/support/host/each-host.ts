/**
 * The same tests on several hosts. A host that could not be installed here shows as skipped, with the reason.
 */
import { describe } from 'vitest'
import { HOSTS, RUNTIME } from '../install/host-pins.mjs'
import { hostOf, readInstalled } from '../install/installed.ts'
import type { InstalledHost } from '../install/installed.ts'

/** Defines tests for each of these versions; with `SHOOTY_TEST_HOST` for that one alone. */
function onHosts(versions: readonly string[], define: (host: InstalledHost) => void): void {
  const installed = readInstalled()
  for (const version of process.env.SHOOTY_TEST_HOST === undefined ? versions : [hostOf(installed).version]) {
    const host = installed.hosts.find(one => one.version === version)
    if (host !== undefined) {
      describe(`on dsh ${version}`, () => { define(host) })
      continue
    }
    const why = installed.missing.find(one => one.version === version)?.why ?? 'the set-up did not install it'
    describe.skip(`on dsh ${version} (not run: ${why})`, () => { define({ version, command: [''], modules: null, resumeOption: null, codeMode: '' }) })
  }
}

/** Tests on the main host and on the one that is one program. @param define the version goes into `testWorld`. */
export function onEachHost(define: (host: InstalledHost) => void): void {
  onHosts([HOSTS[0]?.version ?? '', RUNTIME.version], define)
}

/** Tests on every host, the older ones too. */
export function onEveryHost(define: (host: InstalledHost) => void): void {
  onHosts([...HOSTS.map(host => host.version), RUNTIME.version], define)
}
