import { damagedFiles } from '#base/storage/damaged-files.ts'
import { StartError } from '#lib/env.ts'
import { type CheckParts, check } from '#operations/backups/check.ts'
import { nextNight, nextSunday } from '#operations/backups/nights.ts'
import { repairFromBackups, requestFilesFromScreens } from '#operations/backups/repair.ts'
import { type BackupParts, takeBackup } from '#operations/backups/take.ts'
import type { Job } from '#operations/jobs/runner.ts'
import type { Publisher } from '#playback/publisher.ts'
import { drill } from './drill.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

export const backupJob = (parts: BackupParts): Job => ({
  name: 'backup',
  every: DAY,
  isLong: true,
  nextAt: (now) => nextNight(parts.settings.BACKUP_AT, now),
  run: async ({ signal, byHand }) => {
    const { name, manifest } = await takeBackup(parts, { kind: byHand ? 'manual' : 'nightly', signal })
    const { missing, files, database } = manifest
    if (missing.count > 0)
      throw new Error(
        missing.why === 'no-room'
          ? `${missing.count} files didn't fit in the backup ${name}`
          : `${missing.count} files are missing or damaged and not in the backup ${name}`,
      )
    return { files: files.count, bytes: files.bytes + database.size, added: manifest.addedBytes }
  },
})

/** Local time of the nightly check, its bytes per second, and its maximum milliseconds. */
const CHECK_AT = '03:30'
const SLOW = 20e6
const CHECK_FOR = 4 * 60 * MINUTE

export const checkJob = (parts: CheckParts): Job => ({
  name: 'check',
  every: DAY,
  isLong: true,
  nextAt: (now) => nextNight(CHECK_AT, now),
  run: async ({ signal, byHand }) => {
    const pace = byHand ? { signal } : { signal, bytesPerSecond: SLOW, atMost: CHECK_FOR }
    const { files, databaseProblems, damaged, repaired } = await check(parts, pace)
    if (databaseProblems.length) throw new Error(`The database is damaged: ${databaseProblems[0]}`)
    return { files, damaged, repaired }
  },
})

/** Local time of the weekly drill: after the night's backup and check. */
const DRILL_AT = '05:30'

export const drillJob = (parts: BackupParts): Job => ({
  name: 'restore-drill',
  every: 7 * DAY,
  isLong: true,
  nextAt: (now) => nextSunday(DRILL_AT, now),
  run: async ({ signal, byHand }) => {
    const drilled = await drill(parts, { signal, bytesPerSecond: byHand ? Number.POSITIVE_INFINITY : SLOW })
    if (!drilled && byHand) throw new StartError('There is no backup to restore yet.')
    return drilled ?? {}
  },
})

/** Retries repairs between two checks, because a backup or a screen may become reachable. */
export const repairJob = (parts: CheckParts & { publisher: Publisher }): Job => ({
  name: 'repair-files',
  every: 10 * MINUTE,
  isLong: true,
  run: async () => {
    if ((await damagedFiles(parts.database)).length === 0) return { repaired: 0 }
    const { repaired, left } = await repairFromBackups(parts)
    return { repaired, left, sending: left ? await requestFilesFromScreens(parts) : 0 }
  },
})
