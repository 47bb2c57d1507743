/** What only the human may change: guards in use, the configuration that loads them, Shooty's own code and files. */
import { join } from 'node:path'
import type { ProtectedFiles } from '../gate/tamper-protection.ts'
import type { GuardTextStore } from '../guard/texts.ts'
import type { SessionRef, Settings } from '../types.ts'
import type { Home } from '../config/home.ts'

/** Files of a profile that decide which plugins load and how. */
const PROFILE_FILES = ['cordis.patch.yml', 'cordis.yml', 'package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml']
const HOME_FILES = ['cordis.patch.yml', 'cordis.yml']
/** Of the package: what runs. The rest of a linked checkout is its developer's to change. */
const PACKAGE_FOLDERS = ['lib', 'guards']
const PACKAGE_FILES = ['package.json', 'cordis.patch.yml']

/** @param packageRoot absolute folder of this package, as it is installed. @param skillFiles files of the guards that the session's skills brought. */
export function protectedFiles(settings: Settings, home: Home, packageRoot: string, texts: GuardTextStore, skillFiles: (session: SessionRef) => readonly string[]): (session: SessionRef) => ProtectedFiles {
  const folders = [home.guards, ...settings.guardDirs, home.own, ...PACKAGE_FOLDERS.map(name => join(packageRoot, name))]
  const fixed = [
    ...HOME_FILES.map(name => join(home.dsh, name)),
    ...PACKAGE_FILES.map(name => join(packageRoot, name)),
    ...typeof settings.audit === 'string' ? [settings.audit] : [],
  ]
  const globs = PROFILE_FILES.map(name => ({ base: join(home.dsh, 'profiles'), glob: `*/${name}` }))
  return (session) => {
    // A workspace script counts from its first use; asking for it pins it before the agent, or another guard, can write it.
    for (const guard of settings.guards) texts.textOf(guard, session)
    return { files: [...fixed, ...texts.files(session), ...skillFiles(session)], folders, globs }
  }
}
