import { randomUUID } from 'node:crypto'
import { contract } from '@vitrine/contract'
import { routesOf } from '@vitrine/contract/route'
import { timeOfMinutes } from '@vitrine/contract/rules'
import Sqlite from 'better-sqlite3'
import type { DatabaseConnection } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { isList } from '#app/mount/list-parts.ts'
import type { Services } from '#app/services.ts'
import { makeGroup, makeStoryboard } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { callOf } from '#test/laws/scale/calls.ts'
import { growOrganization } from '#test/laws/scale/grow.ts'
import { seedWorld, type World } from '#test/laws/scale/seed.ts'
import { StatementCounter } from '#test/laws/scale/statements.ts'

const ROWS = 1100
/** Of a part. */
const PART_ROWS = 500
const lists = routesOf(contract).filter(({ route }) => isList(route))

/** Lists whose rows have names that can be in any order: their tables, and the order to list them in. */
const TABLES: Record<string, [table: string, order: string]> = {
  'buildings.list': ['buildings', 'name'],
  'media.list': ['media', 'name'],
  'layouts.list': ['pages', 'name'],
  'storyboards.list': ['storyboards', 'name'],
  'devices.list': ['devices', 'name'],
  'deviceGroups.list': ['device_groups', '-name'],
}

const connectionsOf = async ({ database, reader }: Pick<Services, 'database' | 'reader'>) => {
  const found: DatabaseConnection[] = []
  for (const each of [database, reader])
    await each.getExecutor().provideConnection(async (connection) => void found.push(connection))
  return found
}

/** Runs the change after the first part's rows were read. */
function onPart(connections: readonly DatabaseConnection[], table: string, change: () => void) {
  let parts = 0
  const kept = connections.map((connection) => {
    const execute = connection.executeQuery
    connection.executeQuery = async (query) => {
      const result = await execute.call(connection, query)
      const isPart = query.sql.includes(`"${table}"."id" in (select value from json_each`)
      if (isPart && parts++ === 0) change()
      return result as never
    }
    return () => {
      connection.executeQuery = execute
    }
  })
  return {
    stop() {
      for (const restore of kept) restore()
      return parts
    },
  }
}

/** Reverses the names, deletes rows at the end, and adds some everywhere. */
function change(file: string, table: string, listed: readonly string[]): void {
  const database = new Sqlite(file)
  database.pragma('busy_timeout = 10000')
  database.pragma('foreign_keys = off')
  const columns = database.pragma(`table_info(${table})`) as { name: string }[]
  const others = columns.filter(({ name }) => !['id', 'name', 'nameKey'].includes(name))
  const kept = others.map(({ name }) => `"${name}"`).join()
  database.transaction(() => {
    const rename = database.prepare(`update ${table} set "nameKey" = ? where id = ?`)
    for (const [place, id] of listed.entries()) rename.run(`n${String(99_999 - place)}`, id)
    for (const id of listed.slice(-20)) database.prepare(`delete from ${table} where id = ?`).run(id)
    const add = database.prepare(
      `insert into ${table} (id, name, "nameKey", ${kept}) select ?, ?, ?, ${kept} from ${table} where id = ?`,
    )
    for (const [place, id] of listed.slice(0, 5).entries())
      add.run(randomUUID(), `Added ${place}`, place % 2 ? `a${place}` : `z${place}`, id)
  })()
  database.close()
}

/** The ids of an answer's list, in its order. */
function idsIn(answer: unknown): string[] {
  for (const field of Object.values(answer ?? {})) {
    if (Array.isArray(field)) return field.map(({ id }) => String(id))
    const { media } = (field ?? {}) as { media?: { id: string }[] }
    if (media) return media.map(({ id }) => id)
  }
  return []
}

// In tables that grow through a second connection to the file of SQLite.
describe.skipIf(process.env.TEST_DATABASE_URL)('a list of 1,100 rows', () => {
  const server = useServer()
  let world: World
  let counter: StatementCounter

  beforeAll(async () => {
    world = await seedWorld(server(), await server().signIn())
    growOrganization(`${server().folder}/vitrine.db`, world.organizationId, { from: 1, to: ROWS, shared: 10 })
    counter = await StatementCounter.of(server().services)
  }, 120_000)

  it.each(lists)(
    '$name has the rows of its pages, and no statement reads more than a part',
    async ({ name, route }) => {
      const call = await callOf(name, route, world, 1)
      const ask = async (query: Record<string, string>) => {
        const { answer, rows } = await counter.during(async () => server().inject({ ...call, query }))
        expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
        return { answer: answer.json(), rows: Math.max(0, ...rows) }
      }
      const whole = await ask({})
      const paged: string[] = []
      for (let page = 1; ; page++) {
        const { answer } = await ask({ page: String(page), pageSize: '200' })
        paged.push(...idsIn(answer))
        if (idsIn(answer).length < 200) break
      }
      if (idsIn(whole.answer).length > 50 || paged.length <= 50) expect(idsIn(whole.answer)).toEqual(paged)
      // What belongs to the rows of a part, such as their tags, is read with them.
      // A building here has up to three screens.
      expect(whole.rows).toBeLessThanOrEqual((name === 'buildings.list' ? 3 : 2) * PART_ROWS)
    },
  )

  it.each(Object.entries(TABLES))(
    '%s has each row that exists throughout once, whatever is added, renamed, and deleted between its parts',
    async (name, [table, order]) => {
      const found = lists.find((each) => each.name === name)
      if (!found) throw new Error(`There is no list ${name}`)
      const call = await callOf(name, found.route, world, 1)
      const file = `${server().folder}/vitrine.db`
      const idsNow = async () => {
        const whole = await server().inject({ ...call, query: { sort: order } })
        return idsIn(whole.json())
      }
      const before = await idsNow()
      const changes = onPart(await connectionsOf(server().services), table, () => change(file, table, before))
      const between = await idsNow()
      expect(changes.stop()).toBeGreaterThan(1)
      const after = new Set(await idsNow())
      expect(before.slice(-100).some((id) => !after.has(id))).toBe(true)
      const throughout = before.filter((id) => after.has(id))
      expect(between.filter((id) => after.has(id) && before.includes(id)).sort()).toEqual(throughout.sort())
      expect(new Set(between).size).toBe(between.length)
    },
  )
})

describe('a list of groups with the largest schedules', () => {
  const server = useServer()
  let admin: Caller
  const GROUPS = 40

  beforeAll(async () => {
    admin = await server().organization()
    const { id: storyboardId } = await makeStoryboard(admin)
    const { id } = await makeGroup(admin, storyboardId)
    const slots = Array.from({ length: 500 }, (_, n) => ({
      ...{ from: timeOfMinutes(2 * n), to: timeOfMinutes(2 * n + 2), storyboardId },
      ...{ startDate: '2026-01-01', endDate: '2030-12-31', event: 'ü'.repeat(100) },
    }))
    const schedule = { timezone: 'Etc/GMT-2', defaultStoryboardId: storyboardId, slots }
    await admin.api.deviceGroups.update({ params: { id }, body: { name: 'Group 0', schedule } })
    const { database } = server().services
    const row = await database
      .selectFrom('device_groups')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    for (let n = 1; n < GROUPS; n++)
      await database
        .insertInto('device_groups')
        .values({
          ...row,
          id: `${id.slice(0, -4)}${String(n).padStart(4, '0')}`,
          name: `Group ${n}`,
          nameKey: `group ${n}`,
        })
        .execute()
  })

  const ask = async (query: string) =>
    fetch(`${server().origins.console}/api/device-groups${query}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })

  it.each(['', '?page=1&pageSize=200', '?page=2&pageSize=15'])('%s is complete', async (query) => {
    const { devicesGroups, total } = (await (await ask(query)).json()) as {
      devicesGroups: { id: string; schedule: { slots: unknown[] } }[]
      total?: number
    }
    const count = query.includes('page=2') ? 15 : GROUPS
    expect(new Set(devicesGroups.map(({ id }) => id)).size).toBe(count)
    expect(devicesGroups.every(({ schedule }) => schedule.slots.length === 500)).toBe(true)
    expect(total).toBe(query ? GROUPS : undefined)
  })

  it('is read while it is sent: of 48 unread answers, each has a few megabytes in memory', async () => {
    let read = 0
    const parse = JSON.parse
    JSON.parse = (text: string, ...rest) => {
      if (text.startsWith('{"timezone"')) read += text.length
      return parse(text, ...rest)
    }
    try {
      const answers = await Promise.all(Array.from({ length: 48 }, () => ask('')))
      await expect.poll(() => read, { interval: 500 }).toBe(read)
      expect(read / answers.length).toBeLessThan(5 * 2 ** 20)
      for (const answer of answers) await answer.body?.cancel()
    } finally {
      JSON.parse = parse
    }
  }, 60_000)
})
