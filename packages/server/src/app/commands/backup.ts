import { requireDatabase, withFiles } from '#app/start/stores.ts'
import { systemClock } from '#lib/clock.ts'
import { readSettings } from '#lib/env.ts'
import { createLog } from '#lib/log.ts'
import { takeBackup } from '#operations/backups/take.ts'
import { backupPlace } from '#operations/backups/target.ts'
import { bytesText, type Command, count, DONE, FAILED, placeOf } from './command.ts'

export const backup: Command = {
  usage: '[FOLDER | s3://BUCKET/PREFIX]',
  summary: 'Back up the database and all files, whether the server is running or not',
  help: `Copies a snapshot of the database and every file it refers to. Files that are already in the
backup location aren't copied again. The default location is BACKUP_TO, or DATA_DIR/backups.
The last BACKUP_KEEP (7) backups of each type are kept.`,
  options: {},
  most: 1,
  async run({ positionals: [where], say }) {
    const settings = readSettings(process.env)
    const place = where === undefined ? backupPlace(settings) : placeOf(where)
    requireDatabase(settings)
    const log = createLog('warn')
    const { name, manifest } = await withFiles(settings, (blobs) =>
      takeBackup({ settings, blobs, clock: systemClock, log }, { kind: 'manual', where: place }),
    )
    const { files, database, missing } = manifest
    say(`Backup ${name} is in ${place}.`)
    say(
      `It contains the database (${bytesText(database.size)}) and ${count(files.count, 'file')} (${bytesText(files.bytes)}); ${bytesText(manifest.addedBytes)} were added.`,
    )
    if (settings.CLICKHOUSE_URL)
      say("It doesn't contain the plays in ClickHouse: back those up with ClickHouse's own tools.")
    if (missing.count === 0) return DONE
    say(
      missing.why === 'no-room'
        ? `${count(missing.count, 'file')} didn't fit and aren't in the backup. Use a larger disk.`
        : `${count(missing.count, 'file')} are damaged or missing and aren't in the backup. Run: npm run vitrine -- check`,
    )
    return FAILED
  },
}
