/**
 * Worlds, web hosts and in-process hosts that end with the test that made them.
 */
import { onTestFinished } from 'vitest'
import { mountHost } from './mount.ts'
import type { MountOptions, MountedHost } from './mount.ts'
import { startWeb } from './web.ts'
import type { WebHost } from './web.ts'
import { createWorld } from './world.ts'
import type { World, WorldOptions } from './world.ts'

export async function testWorld(options: WorldOptions = {}): Promise<World> {
  const world = await createWorld(options)
  onTestFinished(() => world.remove())
  return world
}

/** `dsh web` in the world; call after `testWorld`, so that it is stopped before the world goes. */
export async function testWeb(world: World, options: Parameters<typeof startWeb>[1] = {}): Promise<WebHost> {
  const web = await startWeb(world, options)
  onTestFinished(async () => { await web.stop('SIGKILL') })
  return web
}

export async function testHost(options: MountOptions = {}): Promise<MountedHost> {
  const host = await mountHost(options)
  onTestFinished(() => host.dispose())
  return host
}
