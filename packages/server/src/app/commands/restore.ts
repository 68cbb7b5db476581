import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { openFiles } from '#app/start/stores.ts'
import { BACKUP_NAME, chooseBackup } from '#features/backups/format.ts'
import { applyRestore, stageRestore } from '#features/backups/restore.ts'
import { backupPlace, openTarget } from '#features/backups/target.ts'
import { systemClock } from '#lib/clock.ts'
import { lockDataFolder } from '#lib/disk/data-lock.ts'
import { readSettings } from '#lib/env.ts'
import { createLog } from '#lib/log.ts'
import { type Command, count, DONE, placeOf } from './command.ts'

export const restore: Command = {
  usage: '[FROM] [--into FOLDER] [--incomplete]',
  summary: 'Restore a backup over the current data, or into another folder',
  help: `FROM is a backup location (restores its newest complete backup), a backup in it (LOCATION/NAME), or just
a NAME. The default is the newest backup in BACKUP_TO or DATA_DIR/backups. Everything is verified before
anything changes. The previous database is kept next to the new one, with the date in its name.
  --into FOLDER   restore into this folder instead of DATA_DIR
  --incomplete    continue even if files are missing from both the backup and the data folder
The server must be stopped.`,
  options: { into: { type: 'string' }, incomplete: { type: 'boolean' } },
  most: 1,
  async run({ positionals: [from], flags, say }) {
    const present = readSettings(process.env)
    const DATA_DIR = typeof flags.into === 'string' ? placeOf(flags.into) : present.DATA_DIR
    const settings = { ...present, DATA_DIR }
    const [place, name] = splitFrom(from, backupPlace(present))
    if (!existsSync(DATA_DIR)) mkdirSync(DATA_DIR, { recursive: true })
    const unlock = lockDataFolder(DATA_DIR)
    const target = await openTarget(place, present, 'read')
    try {
      const backup = await chooseBackup(target, name)
      const { manifest } = backup
      say(
        `Restoring ${backup.name}, taken ${manifest.createdAt}, into ${settings.DATABASE_URL ? 'PostgreSQL' : DATA_DIR}.`,
      )
      const blobs = await openFiles(settings, { freshId: manifest.storage })
      const { files, missing } = await stageRestore({
        settings,
        target,
        backup,
        blobs,
        now: systemClock.now(),
        incomplete: flags.incomplete === true,
      })
      const applied = await applyRestore(settings, createLog('error'))
      say(`Done: the database and ${count(files, 'file')} are in place and verified.`)
      if (missing.length)
        say(`${count(missing.length, 'file')} couldn't be restored. Run check to see which.`)
      if (applied?.aside) say(`The previous data is kept in ${applied.aside}.`)
      say('Start Vitrine. Screens reconnect automatically.')
      return DONE
    } finally {
      await target.close()
      unlock()
    }
  },
}

/** `LOCATION`, `LOCATION/NAME`, `LOCATION/snapshots/NAME` or `NAME`. */
function splitFrom(from: string | undefined, usual: string): [place: string, name?: string] {
  if (from === undefined) return [usual]
  if (BACKUP_NAME.test(from)) return [usual, from]
  const last = path.basename(from)
  if (!BACKUP_NAME.test(last)) return [placeOf(from)]
  const folder = path.dirname(from)
  const place = path.basename(folder) === 'snapshots' ? path.dirname(folder) : folder
  // path.dirname may drop the second slash of s3://.
  return [placeOf(place.replace(/^s3:\/(?!\/)/, 's3://')), last]
}
