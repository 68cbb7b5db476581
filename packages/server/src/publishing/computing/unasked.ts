import type { Db } from '#db/schema.ts'
import type { Clock } from '#lib/clock.ts'
import type { Seal } from '#lib/security/seal.ts'
import { loadDevices, loadGroup } from '#publishing/states.ts'
import { whoMayPlay } from './who-may-play.ts'

interface Parts {
  database: Db
  clock: Clock
  seal: Seal
}

/** Whether this process keeps a manifest up to date anyway. */
interface Asked {
  group: (id: string) => boolean
  device: (id: string) => boolean
}

/**
 * Computes the manifests that no screen of this process asks for, and doesn't keep them: consoles compare what screens
 * last reported with the stored hash, also while all screens of a group are off.
 */
export async function publishUnasked(
  parts: Parts,
  content: readonly string[],
  isAsked: Asked,
  signal: AbortSignal,
): Promise<void> {
  const { groups, devices } = await whoMayPlay(parts.database, content)
  const switched = devices.filter((id) => !isAsked.device(id))
  if (switched.length) await loadDevices(parts, switched)
  for (const id of groups) {
    if (signal.aborted) return
    if (isAsked.group(id)) continue
    await loadGroup(parts, id)
    // An embedded database answers without a pause.
    await new Promise(setImmediate)
  }
}
