import { existsSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import type { StoredFiles } from '#blobs/blob-store.ts'
import { openPostgres } from '#db/database.ts'
import { ageOf, olderSchema } from '#db/start/migrate.ts'
import { type Settings, StartError } from '#lib/env.ts'
import type { Log } from '#lib/log.ts'
import { type Origin, originOf } from '#operations/backups/sqlite-file.ts'
import { emptyDatabase, refuseOtherStorage } from './install.ts'
import { refuseWrongKey } from './secret-key.ts'
import { newerDatabase, VERSION_MARK } from './versions.ts'

const NO_ORIGIN: Origin = { tables: 0, migrations: [], secrets: new Map(), marks: new Map() }

/**
 * Throws a StartError if the database, the files, or the key can't be used together or by this version. Changes none of
 * them: whatever a wrong setting points to stays as it is. The data folder must be locked.
 */
export async function refuseWrongStores(settings: Settings, files: StoredFiles, log: Log): Promise<void> {
  const origin = settings.DATABASE_URL
    ? await originInPostgres(settings.DATABASE_URL, log)
    : originInFolder(settings.DATA_DIR)
  if (origin.migrations.length === 0) {
    if (origin.tables > 0 && !settings.DATABASE_URL)
      throw new StartError(
        `The database ${path.join(settings.DATA_DIR, 'vitrine.db')} belongs to another program. Choose another DATA_DIR.`,
      )
    if (!files.isEmpty) throw emptyDatabase()
    return
  }
  const age = ageOf(origin.migrations)
  if (age === 'older') throw olderSchema('The database')
  if (age === 'newer') throw await newerDatabase(origin.marks.get(VERSION_MARK), settings)
  const [storage, mark] = [origin.secrets.get('storage'), origin.secrets.get('key-fingerprint')]
  if (storage !== undefined) refuseOtherStorage(storage, files.id)
  if (mark !== undefined) refuseWrongKey(settings, mark)
}

function originInFolder(folder: string): Origin {
  const file = path.join(folder, 'vitrine.db')
  const found = statSync(file, { throwIfNoEntry: false })
  if (found?.isDirectory())
    throw new StartError(`${file} can't be opened: there is a folder where Vitrine needs a file.`)
  if (!found) return NO_ORIGIN
  const left = ['-shm', '-wal'].map((ending) => file + ending).filter((each) => !existsSync(each))
  try {
    return originOf(file)
  } finally {
    // SQLite creates them for a reader that can't remove them. A log with content would be another process's.
    for (const each of left)
      if (each.endsWith('-shm') || statSync(each, { throwIfNoEntry: false })?.size === 0)
        rmSync(each, { force: true })
  }
}

async function originInPostgres(url: string, log: Log): Promise<Origin> {
  const database = openPostgres(url, log)
  try {
    const exists = async (table: string) =>
      (await sql<{ yes: boolean }>`select to_regclass(${table}) is not null as yes`.execute(database)).rows[0]
        ?.yes
    if (!(await exists('kysely_migration')) || !(await exists('secrets'))) return NO_ORIGIN
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(database)
    const secrets = await database.selectFrom('secrets').selectAll().execute()
    const marks = (await exists('server_marks'))
      ? await database.selectFrom('server_marks').select(['id', 'text']).execute()
      : []
    return {
      tables: 2,
      migrations: rows.map(({ name }) => name),
      secrets: new Map(secrets.map(({ name, value }) => [name, value])),
      marks: new Map(marks.map(({ id, text }) => [id, text ?? ''])),
    }
  } finally {
    await database.destroy()
  }
}
