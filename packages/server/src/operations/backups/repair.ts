import { damagedFiles, noteRepaired } from '#base/storage/damaged-files.ts'
import { StartError } from '#lib/env.ts'
import type { Publisher } from '#playback/publisher.ts'
import { isReachable } from '#screens/devices/queries.ts'
import type { CheckParts } from './check.ts'
import { screensOf } from './damage.ts'
import { fetchFromBackup, isSound } from './restore.ts'
import { backupPlace, openTarget } from './target.ts'

/** Restores damaged files from the backup location if it has the right bytes. */
export async function repairFromBackups({ database, blobs, settings, clock, log }: CheckParts) {
  let repaired = 0
  const waiting = await damagedFiles(database)
  if (waiting.length === 0) return { repaired, left: 0 }
  try {
    const target = await openTarget(backupPlace(settings), settings, 'read')
    for (const { id } of waiting) {
      const from = (await isSound(blobs, id))
        ? 'upload'
        : (await fetchFromBackup(target, blobs, id))
          ? 'backup'
          : undefined
      if (from === undefined) continue
      await noteRepaired(database, id, from, clock.now())
      repaired++
    }
    await target.close()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    log.warn({ err: error }, 'Looking for damaged files in backups failed')
  }
  return { repaired, left: waiting.length - repaired }
}

/** Screens to ask for one file before moving on to the next. */
const ASKED = 5

/**
 * Asks screens that play a damaged file to send their copy, which `POST /player/files/…` accepts if the bytes are
 * right. Returns how many screens started sending.
 */
export async function requestFilesFromScreens({
  database,
  publisher,
  clock,
}: Pick<CheckParts, 'database' | 'clock'> & { publisher: Publisher }) {
  const waiting = await damagedFiles(database)
  const screens = await screensOf(
    database,
    waiting.map(({ id }) => id),
  )
  let sending = 0
  for (const { id: sha256 } of waiting) {
    let asked = 0
    for (const { id } of screens.get(sha256) ?? []) {
      const { streams } = publisher
      if (asked >= ASKED || !(await isReachable(database, id, { streams, now: clock.now() }))) continue
      asked++
      const { state } = await publisher.commands.send(id, { kind: 'send-file', sha256 })
      if (state !== 'done') continue
      sending++
      break
    }
  }
  return sending
}
