import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { openPostgres } from '#db/database.ts'
import { openSqlite } from '#db/embedded/sqlite.ts'
import { isSearchTable } from '#db/lists/name-search.ts'
import { StartError } from '#lib/env.ts'
import { createLog } from '#lib/log.ts'
import { createDatabase } from '#test/databases.ts'
import { schemaLines } from '#test/schema-dump.ts'
import { MIGRATIONS, migrate } from './migrate.ts'

/** The demo's database as versions with a step for each change left it; the number is the last step's. */
const [OLDER, LAST_STEP] = ['schema-080.db.gz', 'schema-700.db.gz']

/** Tables whose rows are in `references` now. */
const USES = ['action_uses', 'media_uses', 'page_uses', 'schedule_uses', 'source_uses', 'storyboard_uses']

const postgres = process.env.TEST_DATABASE_URL
const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-migrate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
const freshFile = () => path.join(folder, `${++made}.db`)
const unpacked = (name: string) =>
  gunzipSync(readFileSync(new URL(`../../../test/fixtures/${name}`, import.meta.url)))
function fixture(name: string): string {
  const file = freshFile()
  writeFileSync(file, unpacked(name))
  return file
}
async function migrated(file: string): Promise<void> {
  const database = openSqlite(file)
  try {
    await migrate(database)
  } finally {
    await database.destroy()
  }
}
function look<T>(file: string, read: (database: Sqlite.Database) => T): T {
  const database = new Sqlite(file, { readonly: true })
  try {
    return read(database)
  } finally {
    database.close()
  }
}
/** Every table, index, and trigger, sorted. */
const schemaOf = (file: string) =>
  look(file, (database) =>
    database
      .prepare(
        "select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite_stat%'",
      )
      .all()
      .map((row) => JSON.stringify(row).replace(/\s+/g, ' '))
      .sort(),
  )
const wholeOf = (file: string) =>
  look(file, (database) => ({
    integrity: database.pragma('integrity_check', { simple: true }),
    foreign: database.pragma('foreign_key_check'),
  }))
const WHOLE = { integrity: 'ok', foreign: [] }
const countsOf = (file: string) =>
  look(file, (database) => {
    const names = database
      .prepare("select name from sqlite_master where type = 'table' and name not like 'kysely%'")
      .pluck()
      .all() as string[]
    const kept = names.filter((name) => !/^(device_states|sqlite_)/.test(name) && !isSearchTable(name))
    return Object.fromEntries(
      kept.map((name) => [name, database.prepare(`select count(*) from "${name}"`).pluck().get()]),
    )
  })

describe('data of another version', () => {
  it('UPG-01: a database with every step is migrated completely, with nothing lost', async () => {
    const file = fixture(LAST_STEP)
    const before = countsOf(file)
    await migrated(file)
    expect(wholeOf(file)).toEqual(WHOLE)
    const { references, ...after } = countsOf(file)
    const uses = Object.keys(before).filter((name) => !(name in after))
    expect(uses.sort()).toEqual(USES)
    expect(after).toMatchObject(
      Object.fromEntries(Object.entries(before).filter(([name]) => !uses.includes(name))),
    )
    expect(references).toBe(uses.reduce((sum, name) => sum + Number(before[name]), 0))
    const migrations = 'select name from kysely_migration order by name'
    expect(look(file, (database) => database.prepare(migrations).pluck().all())).toEqual(
      Object.keys(MIGRATIONS),
    )
  })

  it('UPG-02: a database with every step ends with the tables of a new installation', async () => {
    const [old, fresh] = [fixture(LAST_STEP), freshFile()]
    await Promise.all([migrated(old), migrated(fresh)])
    expect(schemaOf(old)).toEqual(schemaOf(fresh))
  })

  it('UPG-05: the baseline makes the tables that the steps made', async () => {
    const [old, fresh] = [openSqlite(fixture(LAST_STEP)), openSqlite(freshFile())]
    try {
      await migrate(fresh, { upTo: '700-baseline' })
      expect(await schemaLines(fresh)).toEqual(await schemaLines(old))
    } finally {
      await Promise.all([old.destroy(), fresh.destroy()])
    }
  })

  it.runIf(postgres)('UPG-05: the baseline makes the tables that the steps made, on PostgreSQL', async () => {
    const { url, drop } = await createDatabase(postgres ?? '')
    const fresh = openPostgres(url, createLog('silent'))
    try {
      await migrate(fresh, { upTo: '700-baseline' })
      const stored = unpacked('schema-700-postgres.txt.gz').toString().trim().split('\n')
      expect(await schemaLines(fresh)).toEqual(stored.sort())
    } finally {
      await fresh.destroy()
      await drop()
    }
  })

  it('UPG-06: a database without every step is refused with one sentence, and stays untouched', async () => {
    const file = fixture(OLDER)
    const before = [schemaOf(file), countsOf(file)]
    await expect(migrated(file)).rejects.toThrow(StartError)
    await expect(migrated(file)).rejects.toThrow(/before 0\.3\.0.*open it with version 0\.3\.0/)
    expect([schemaOf(file), countsOf(file)]).toEqual(before)
  })

  it('UPG-03: a disk that fills up at any step keeps the existing data, and the next start finishes', async () => {
    const whole = freshFile()
    await migrated(whole)
    const pages = look(whole, (database) => Number(database.pragma('page_count', { simple: true })))
    const file = freshFile()
    let failures = 0
    for (let most = 2; most < pages; most += 7) {
      const database = openSqlite(file)
      await sql`pragma max_page_count = ${sql.lit(most)}`.execute(database)
      failures += await migrate(database).then(
        () => 0,
        () => 1,
      )
      await database.destroy()
      expect(wholeOf(file)).toEqual(WHOLE)
    }
    expect(failures).toBeGreaterThan(5)
    await migrated(file)
    expect(schemaOf(file)).toEqual(schemaOf(whole))
  })

  it("UPG-04: a newer version's data is refused with one sentence, and stays untouched", async () => {
    const file = freshFile()
    await migrated(file)
    const writable = new Sqlite(file)
    writable.exec(
      "insert into kysely_migration (name, timestamp) values ('999-future', '2030'); create table future (id text)",
    )
    writable.close()
    const before = [schemaOf(file), countsOf(file)]
    await expect(migrated(file)).rejects.toThrow(StartError)
    await expect(migrated(file)).rejects.toThrow(/newer version/)
    expect([schemaOf(file), countsOf(file)]).toEqual(before)
  })
})
