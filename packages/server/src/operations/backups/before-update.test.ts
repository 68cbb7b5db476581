import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStores } from '#app/start/open-stores.ts'
import { openPostgres } from '#db/database.ts'
import { openSqlite } from '#db/embedded/sqlite.ts'
import type { Db } from '#db/schema.ts'
import { migrate } from '#db/start/migrate.ts'
import { systemClock } from '#lib/clock.ts'
import { readSettings, type Settings, StartError } from '#lib/env.ts'
import { createLog } from '#lib/log.ts'
import { createDatabase } from '#test/databases.ts'
import { everyRow } from '#test/rows.ts'
import { chooseBackup, keyInBackup, listBackups } from './format.ts'
import { databaseAddress } from './take.ts'
import { openTarget } from './target.ts'

/** The last of the steps that the baseline replaces. */
const OLD = '700-job-names'
const log = createLog('silent')
const postgres = process.env.TEST_DATABASE_URL

describe('a start that updates the database', () => {
  let folder = ''
  let env: Record<string, string>
  let drop: (() => Promise<void>) | undefined
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vitrine-update-'))
    const own = postgres ? await createDatabase(postgres) : undefined
    drop = own?.drop
    env = { DATA_DIR: path.join(folder, 'data'), DISK_RESERVE_MB: '0', ...(own && { DATABASE_URL: own.url }) }
    await mkdir(env.DATA_DIR ?? '')
  })
  afterEach(async () => {
    await drop?.()
    await rm(folder, { recursive: true, force: true })
  })

  const read = (more: Record<string, string> = {}) => readSettings({ ...env, ...more })
  const withDatabase = async <T>(settings: Settings, work: (db: Db) => Promise<T>) => {
    const address = databaseAddress(settings)
    const db = 'file' in address ? openSqlite(address.file) : openPostgres(address.url, log)
    return work(db).finally(() => db.destroy())
  }
  /** A database of an earlier version with an organization in it. */
  const makeOld = (settings: Settings) =>
    withDatabase(settings, async (db) => {
      await migrate(db, { upTo: OLD })
      for (const name of ['001-accounts', OLD])
        await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026')`.execute(db)
      await sql`delete from kysely_migration where name = '700-baseline'`.execute(db)
      const now = '2026-01-01T00:00:00.000Z'
      const organization = {
        id: 'o1',
        name: 'Harbor',
        nameKey: 'harbor',
        isHome: 1,
        createdAt: now,
        updatedAt: now,
      }
      await db
        .insertInto('organizations')
        .values(organization as never)
        .execute()
    })
  const lastMigration = (settings: Settings) =>
    withDatabase(settings, async (db) => {
      const rows = await db
        .selectFrom('kysely_migration' as never)
        .selectAll()
        .execute()
      return (rows as { name: string }[])
        .map(({ name }) => name)
        .sort()
        .at(-1)
    })
  const start = async (settings: Settings) => {
    const stores = await openStores(settings, systemClock, log)
    await stores.database.destroy()
    stores.disk.close()
    stores.unlock()
  }
  const backups = async (settings: Settings, where = path.join(settings.DATA_DIR, 'backups')) => {
    const target = await openTarget(where, settings, 'read')
    return { target, all: await listBackups(target) }
  }

  it('backs it up unchanged, before the first migration', async () => {
    const settings = read()
    await makeOld(settings)
    const before = await everyRow(databaseAddress(settings))
    await start(settings)
    expect(await lastMigration(settings)).not.toBe(OLD)
    const { target, all } = await backups(settings)
    expect(all.map(({ manifest: { kind, schema } }) => [kind, schema])).toEqual([['before-update', OLD]])
    const { name } = await chooseBackup(target, undefined)
    const file = path.join(folder, 'copy.db')
    await copyFile(path.join(target.name, ...keyInBackup(name, 'database.db').split('/')), file)
    expect(await everyRow({ file })).toEqual(before)
    expect(new Sqlite(file, { readonly: true }).pragma('integrity_check', { simple: true })).toBe('ok')
  })

  it('takes no backup when there is nothing to update', async () => {
    const settings = read()
    await start(settings)
    await start(settings)
    expect((await backups(settings)).all).toEqual([])
  })

  it('is refused with a sentence, and changes nothing, when the backup fails', async () => {
    const blocked = path.join(folder, 'blocked')
    await writeFile(blocked, 'a file where the folder should be')
    const settings = read({ BACKUP_TO: blocked })
    await makeOld(settings)
    const before = await everyRow(databaseAddress(settings))
    const error = await start(settings).catch((thrown: Error) => thrown)
    expect(error).toBeInstanceOf(StartError)
    expect((error as Error).message).toMatch(/backing it up first failed.*BACKUP_AT=never/)
    expect(await everyRow(databaseAddress(settings))).toEqual(before)
    await start(read({ BACKUP_TO: blocked, BACKUP_AT: 'never' }))
    expect(await lastMigration(settings)).not.toBe(OLD)
  })
})
