import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { openPostgres } from '#db/database.ts'
import { openSqlite } from '#db/embedded/sqlite.ts'
import type { Db } from '#db/schema.ts'
import { createLog } from '#lib/log.ts'
import { SqlPlayStore } from '#screens/plays/store/sql/sql-play-store.ts'
import { createDatabase } from '#test/databases.ts'
import { migrate } from './migrate.ts'

const HOUR = 3_600_000
const START = Date.parse('2026-11-20T12:50:00Z')
const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-plays-'))
const drops: (() => Promise<void>)[] = []
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  for (const drop of drops) await drop()
})

async function former(): Promise<Db> {
  const postgres = process.env.TEST_DATABASE_URL
  const own = postgres ? await createDatabase(postgres) : undefined
  const db = own
    ? openPostgres(own.url, createLog('silent'), { patient: true })
    : openSqlite(path.join(folder, 'former.db'))
  drops.unshift(() => db.destroy())
  if (own) drops.push(own.drop)
  await migrate(db, '147-storyboard-reviews')
  return db
}

describe('plays of an earlier version', () => {
  it('keep every play, have totals, and are known when a screen reports them again', async () => {
    const db = await former()
    // biome-ignore lint/suspicious/noExplicitAny: tables as they were
    const bare = db as unknown as Kysely<any>
    await sql`insert into organizations (id, name, "nameKey", "isHome", unconfirmed, version, "createdAt", "updatedAt")
      values ('o', 'Acme', 'acme', 0, 0, 1, '', '')`.execute(db)
    const of = { organizationId: 'o', deviceId: 'd', storyboardId: 's', pageId: 'p' }
    const plays = Array.from({ length: 2500 }, (_, n) => ({
      id: `play-${String(n).padStart(6, '0')}`,
      ...of,
      kind: n % 2 ? ('media' as const) : ('page' as const),
      mediaId: n % 2 ? 'm' : null,
      name: n % 2 ? 'Film' : 'Welcome',
      from: START + n * 60_000,
      to: START + n * 60_000 + 120_000,
    }))
    for (let at = 0; at < plays.length; at += 500)
      await bare
        .insertInto('plays')
        .values(
          plays.slice(at, at + 500).map(({ from, to, id, ...play }) => ({
            ...play,
            id: `d.${id}`,
            deviceName: 'Lobby',
            startedAt: from,
            endedAt: to,
          })),
        )
        .execute()
    await migrate(db)
    const clock = { now: () => START + 48 * HOUR, monotonic: () => 0 }
    const store = new SqlPlayStore({ database: db, reader: db, clock, settings: { PLAYS_KEEP_DAYS: 400 } })
    const before = await store.report(db, {})
    expect(before).toMatchObject({ plays: 2500, seconds: 2500 * 120, screensCount: 1 })
    // This play spans the end of the hour.
    expect(before.hours[0]).toEqual([START / HOUR - ((START / HOUR) % 1), 10, 9 * 120 + 60 + 60 - 60])
    const { plays: page, total } = await store.list(db, { page: 1, pageSize: 1 })
    expect([total, page[0]]).toMatchObject([2500, { deviceName: 'Lobby', name: 'Film', seconds: 120 }])
    await store.save(plays.slice(0, 700))
    expect(await store.report(db, {})).toEqual(before)
    await store.save(plays.slice(0, 1).map((play) => ({ ...play, to: START + 121_000 })))
    expect(await store.report(db, {})).toMatchObject({ plays: 2500, seconds: 2500 * 120 + 1 })
  })
})
