/** Every built-in pack, and which of them are on by default. */
import type { Pack } from '../rule.ts'
import { CLOUD } from './cloud.ts'
import { CONTAINERS } from './containers.ts'
import { DATABASE } from './database.ts'
import { FILESYSTEM } from './filesystem.ts'
import { GIT, GIT_STRICT } from './git.ts'
import { INFRASTRUCTURE } from './infrastructure.ts'
import { KUBERNETES } from './kubernetes.ts'
import { BACKUP, PLATFORM, PUBLISH, REMOTE, SECRETS } from './platform.ts'
import { REMOTE_EXEC } from './remote.ts'
import { SERVICE_PACKS } from './services.ts'
import { DISK, PERMISSIONS, PROCESS, SERVICES } from './system.ts'

export const DEFAULT_PACKS: readonly Pack[] = [FILESYSTEM, GIT, DISK, PERMISSIONS, PROCESS, REMOTE_EXEC, DATABASE, CONTAINERS, KUBERNETES, INFRASTRUCTURE, CLOUD, PLATFORM]

export const FURTHER_PACKS: readonly Pack[] = [GIT_STRICT, SERVICES, PUBLISH, SECRETS, BACKUP, REMOTE, ...SERVICE_PACKS]

export const ALL_PACKS: readonly Pack[] = [...DEFAULT_PACKS, ...FURTHER_PACKS]
