import { rm } from 'node:fs/promises'
import path from 'node:path'
import { isMoved, type Moved, move as moveAll, openSource, type Source } from '#app/maintenance/move.ts'
import { openFiles, ownIncoming, requireDatabase } from '#app/start/stores.ts'
import { inspectPostgres } from '#db/start/inspect-postgres.ts'
import { startErrorOf } from '#db/start/start-errors.ts'
import { lockDataFolder } from '#lib/disk/data-lock.ts'
import { readSettings, type Settings, StartError } from '#lib/env.ts'
import { createLog } from '#lib/log.ts'
import { type Command, count, DONE } from './command.ts'

/** Milliseconds between progress lines about files, and rows from which a table gets its own line. */
const SAY_MS = 5000
const MANY_ROWS = 10_000

export const move: Command = {
  usage: '[--incomplete]',
  summary: 'Move an installation from DATA_DIR to PostgreSQL and an S3 bucket',
  help: `Set DATABASE_URL, S3_BUCKET and the other S3_ settings to the new database and bucket, both empty, and leave
DATA_DIR as it is. Copies every file, then the database, and compares each file and each row with the original.
Nothing in DATA_DIR is changed. If the command stops halfway, run it again: it continues, and files that are
already there aren't sent again. A database or bucket that has other data is refused.
  --incomplete    continue even if files are missing or damaged in DATA_DIR
The server must be stopped.`,
  options: { incomplete: { type: 'boolean' } },
  most: 0,
  async run({ flags, say }) {
    const settings = readSettings(process.env)
    const { DATABASE_URL, S3_BUCKET, DATA_DIR } = settings
    if (!DATABASE_URL || !S3_BUCKET)
      throw new StartError('Set DATABASE_URL and S3_BUCKET to the database and the bucket to move to.')
    const { DATABASE_URL: _url, S3_BUCKET: _bucket, ...embedded } = settings
    requireDatabase(embedded)
    const unlock = lockDataFolder(DATA_DIR)
    const incoming = ownIncoming()
    try {
      say(`Checking ${DATA_DIR}.`)
      const source = await openSource(settings)
      await inspectPostgres(DATABASE_URL, createLog('silent'))
      const again = await isMoved(source, DATABASE_URL)
      const from = await openFiles(embedded, incoming)
      const to = await openFiles(settings, { ...incoming, freshId: source.storage })
      const moved = await moveAll({
        source,
        from,
        to,
        url: DATABASE_URL,
        again,
        incomplete: flags.incomplete === true,
        onFile: inTime((done, total) =>
          say(`  ${done.toLocaleString('en')} of ${count(total, 'file')} copied and compared`),
        ),
        onTable: (table, rows) => {
          if (rows >= MANY_ROWS) say(`  ${table}: ${count(rows, 'row')}`)
        },
      })
      for (const line of report(moved, source, { ...settings, again })) say(line)
      return DONE
    } catch (error) {
      throw startErrorOf(error, settings)
    } finally {
      await rm(path.join(DATA_DIR, 'files', incoming.incoming), { recursive: true, force: true })
      unlock()
    }
  },
}

/** Throttles `tell` to one call every few seconds, plus the last one. */
function inTime(report: (done: number, total: number) => void) {
  let next = performance.now() + SAY_MS
  return (done: number, total: number) => {
    if (done < total && performance.now() < next) return
    next = performance.now() + SAY_MS
    report(done, total)
  }
}

function report(
  { files, kept, missing }: Moved,
  { keyFile }: Source,
  { S3_BUCKET, DATA_DIR, again }: Settings & { again: boolean },
): string[] {
  return [
    again
      ? 'The database was already moved, and every row is the same.'
      : 'The database was moved, and every row is the same.',
    `${count(files, 'file')} in the bucket ${S3_BUCKET} have the right bytes; ${count(kept, 'file')} of them were already there.`,
    ...missing.map((sha256) => `Missing: ${sha256}`),
    '',
    'Next:',
    keyFile
      ? `  1. Give each server the same settings as this command, and a copy of ${keyFile} with SECRET_KEY_FILE set to its path.`
      : '  1. Give each server the same settings as this command, with the same SECRET_KEY.',
    '  2. Give each server an empty DATA_DIR, and start it. Everyone stays logged in, and screens reconnect.',
    `  3. Keep ${DATA_DIR} until you have a backup of the new installation, but start no server on it without these settings.`,
  ]
}
