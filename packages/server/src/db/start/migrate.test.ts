import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { openSqlite } from '#db/embedded/sqlite.ts'
import { StartError } from '#lib/env.ts'
import { migrate } from './migrate.ts'

/** The demo's database as each version that changed the tables left it; the number is its last migration's. */
const FIXTURES = ['schema-080.db.gz']

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-migrate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
const freshFile = () => path.join(folder, `${++made}.db`)
function fixture(name: string): string {
  const file = freshFile()
  writeFileSync(file, gunzipSync(readFileSync(new URL(`../../../test/fixtures/${name}`, import.meta.url))))
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
    const kept = names.filter((name) => !/^(device_states|media_names|sqlite_)/.test(name))
    return Object.fromEntries(
      kept.map((name) => [name, database.prepare(`select count(*) from "${name}"`).pluck().get()]),
    )
  })

describe('data of another version', () => {
  it.each(FIXTURES)('UPG-01: %s is migrated completely, with nothing lost', async (name) => {
    const file = fixture(name)
    const before = countsOf(file)
    await migrated(file)
    expect(wholeOf(file)).toEqual(WHOLE)
    expect(countsOf(file)).toMatchObject(before)
    // States of deleted screens don't count as data.
    const orphans = 'select count(*) from device_states where id not in (select id from devices)'
    expect(look(file, (database) => database.prepare(orphans).pluck().get())).toBe(0)
  })

  it.each(FIXTURES)('UPG-02: %s ends with the tables of a new installation', async (name) => {
    const [old, fresh] = [fixture(name), freshFile()]
    await Promise.all([migrated(old), migrated(fresh)])
    expect(schemaOf(old)).toEqual(schemaOf(fresh))
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
