import { realpathSync } from 'node:fs'
import path from 'node:path'
import { configuredKeyFor } from '#app/start/secret-key.ts'
import { inFolder, openFiles } from '#app/start/stores.ts'
import { systemClock } from '#lib/clock.ts'
import { createDataFolder, inspectDataFolder } from '#lib/disk/data-folder.ts'
import { lockDataFolder } from '#lib/disk/data-lock.ts'
import { readSettings, type Settings, StartError } from '#lib/env.ts'
import { createLog } from '#lib/log.ts'
import { chooseBackup } from '#operations/backups/format.ts'
import { applyRestore, stageRestore } from '#operations/backups/restore.ts'
import { BACKUP_NAME, backupPlace, openTarget } from '#operations/backups/target.ts'
import { type Command, count, DONE, placeOf } from './command.ts'

export const restore: Command = {
  usage: '[FROM] [--into FOLDER] [--incomplete]',
  summary: 'Restore a backup over the current data, or into another folder',
  help: `FROM is a backup location (restores its newest complete backup), a backup in it (LOCATION/NAME), or just
a NAME. The default is the newest backup in BACKUP_TO or DATA_DIR/backups. Everything is verified before
anything changes. The previous database is kept next to the new one, with the date in its name.
  --into FOLDER   make a separate copy in this folder: its database, its files, and its key. The data in
                  DATA_DIR, DATABASE_URL, and S3_BUCKET isn't touched, and its server may be running
  --incomplete    continue even if files are missing from both the backup and the data folder
Without --into, the server must be stopped.`,
  options: { into: { type: 'string' }, incomplete: { type: 'boolean' } },
  most: 1,
  async run({ positionals: [from], flags, say }) {
    const present = readSettings(process.env)
    const into = typeof flags.into === 'string' ? placeOf(flags.into) : undefined
    const settings = into === undefined ? present : copySettings(present, into)
    const { DATA_DIR, DATABASE_URL } = settings
    const [place, name] = splitFrom(from, backupPlace(present))
    const target = await openTarget(place, present, 'read')
    const undo: (() => void | Promise<void>)[] = [() => target.close()]
    try {
      const backup = await chooseBackup(target, name)
      const { manifest } = backup
      inspectDataFolder(settings)
      createDataFolder(DATA_DIR)
      undo.push(lockDataFolder(DATA_DIR))
      say(
        `Restoring ${backup.name}, taken ${manifest.createdAt}, into ${DATABASE_URL ? 'PostgreSQL' : DATA_DIR}.`,
      )
      const blobs = await openFiles(settings, { freshId: manifest.storage })
      const { files, missing, hasKey } = await stageRestore({
        settings,
        target,
        backup,
        blobs,
        now: systemClock.now(),
        incomplete: flags.incomplete === true,
        ...(into !== undefined && { keyOf: (mark) => configuredKeyFor(present, mark) }),
      })
      const applied = await applyRestore(settings, createLog('error'))
      say(`Done: the database and ${count(files, 'file')} are in place and verified.`)
      if (missing.length)
        say(`${count(missing.length, 'file')} couldn't be restored. Run check to see which.`)
      if (applied?.aside) say(`The previous data is kept in ${applied.aside}.`)
      for (const line of into === undefined
        ? ['Start Vitrine. Screens reconnect automatically.']
        : nextSteps(present, into, hasKey))
        say(line)
      return DONE
    } finally {
      for (const step of undo) await step()
    }
  },
}

/** A copy owns all its stores. Throws a StartError for the installation's own folder, whose key would be replaced. */
function copySettings(present: Settings, into: string): Settings {
  if (realPath(into) === realPath(present.DATA_DIR) && (present.DATABASE_URL || present.S3_BUCKET))
    throw new StartError(
      `${into} is the DATA_DIR of this installation. Choose another folder for a copy, or leave out --into to restore over the current data.`,
    )
  return inFolder(present, into)
}

/** Follows links, for a path that may not exist yet. */
function realPath(place: string): string {
  try {
    return realpathSync(place)
  } catch {
    const parent = path.dirname(place)
    return parent === place ? place : path.join(realPath(parent), path.basename(place))
  }
}

/** How to start a copy without touching the installation that it is a copy of. */
function nextSteps(present: Settings, into: string, hasKey: boolean): string[] {
  const others = (['DATABASE_URL', 'S3_BUCKET', 'CLICKHOUSE_URL'] as const).filter((name) => present[name])
  const keys = (['SECRET_KEY', 'SECRET_KEY_FILE'] as const).filter((name) => present[name])
  const without = [...others, ...(hasKey ? keys : [])]
  return [
    `Start the copy with DATA_DIR=${into}${without.length ? `, and without ${without.join(', ')}` : ''}.`,
    ...(hasKey
      ? []
      : ['Neither the backup nor the settings have its key: set SECRET_KEY to the key of its installation.']),
  ]
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
