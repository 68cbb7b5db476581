import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { isPostgres } from '#db/database.ts'
import { newId } from '#lib/ids.ts'
import { createLog } from '#lib/log.ts'
import { listDevices } from '#screens/devices/list.ts'
import { interrupted } from '#test/databases.ts'
import { useServer } from '#test/harness.ts'
import { StatementCounter } from '#test/laws/scale/statements.ts'
import { claimScreens } from '#test/screens.ts'
import { newsOfReports } from './news-of-reports.ts'
import type { Report } from './report.ts'
import { Reports } from './reports.ts'

const later = (row: Report, by: number): Report => ({
  ...row,
  lastSeenAt: row.lastSeenAt + by,
  reportedAt: row.reportedAt + by,
})

describe("screens' reports", () => {
  const server = useServer()
  const open = (written: Report[] = []) => {
    const { database, clock } = server().services
    return new Reports({
      database,
      clock,
      log: createLog('silent'),
      onNew: () => {},
      onWritten: (some) => written.push(...some),
    })
  }
  const names = Array.from({ length: 40 }, (_, n) => `Screen ${n}`)
  const stored = () =>
    server().services.database.selectFrom('device_states').selectAll().orderBy('id').execute()
  const reported = async (count = names.length) => {
    const admin = await server().organization()
    for (const screen of await claimScreens(server(), admin, names.slice(0, count)))
      await screen.report({ group: '', device: '' })
    await server().services.reports.flush()
    return (await stored()).filter(({ organizationId }) => organizationId === admin.organizationId)
  }

  it('reach the database from two servers at the same time, in any order', async () => {
    const rows = await reported()
    const [one, two] = [open(), open()]
    for (let round = 1; round <= 20; round++) {
      const next = rows.map((row) => ({ ...later(row, round), shownGroup: `${round}` }))
      for (const row of next) one.add({ ...row })
      for (const row of next.toReversed()) two.add({ ...row })
      await Promise.all([one.flush(), two.flush()])
      expect(one.unwritten().size + two.unwritten().size).toBe(0)
    }
    await Promise.all([one.close(), two.close()])
    const shown = (await stored()).filter(({ id }) => rows.some((row) => row.id === id))
    expect(new Set(shown.map(({ shownGroup }) => shownGroup))).toEqual(new Set(['20']))
  })

  const copiesOf = async (row: Report, count: number): Promise<Report[]> => {
    const { database } = server().services
    const device = await database
      .selectFrom('devices')
      .selectAll()
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow()
    const ids = Array.from({ length: count }, () => newId())
    for (const [n, id] of ids.entries())
      await database
        .insertInto('devices')
        .values({ ...device, id, name: `Copy ${n}`, nameKey: `copy ${n}`, tokenHash: id })
        .execute()
    return ids.map((id) => ({ ...row, id }))
  }

  it('are written in pieces, between which other calls run', async () => {
    const [row] = await reported()
    if (!row) throw new Error('No report')
    const reports = open()
    for (const each of await copiesOf(row, 1000)) reports.add(each)
    let turns = 0
    let isWritten = false
    const turn = () => {
      turns += 1
      if (!isWritten) setImmediate(turn)
    }
    setImmediate(turn)
    await reports.flush()
    isWritten = true
    expect(turns).toBeGreaterThanOrEqual(4)
    await reports.close()
  })

  it('are written by statements of at most 50 rows, because SQLite keeps each text prepared', async () => {
    const { services } = server()
    // The counter watches the one connection of an embedded database.
    if (isPostgres(services.database)) return
    const [row] = await reported()
    if (!row) throw new Error('No report')
    const reports = open()
    for (const copy of await copiesOf(row, 60)) reports.add(copy)
    const counter = await StatementCounter.of(services)
    const { statements } = await counter.during(() => reports.close())
    const inserts = statements.filter((text) => text.startsWith('insert into "device_states"'))
    expect(inserts.map((text) => text.split('), (').length)).toEqual([50, 10])
  })

  it('never replace a later one that another server has saved', async () => {
    const [row] = await reported()
    if (!row) throw new Error('No report')
    const [one, two] = [open(), open()]
    one.add({ ...later(row, 2000), shownGroup: 'later' })
    two.add({ ...later(row, 1000), shownGroup: 'earlier' })
    await one.close()
    await two.close()
    const found = (await stored()).find(({ id }) => id === row.id)
    expect(found).toMatchObject({ shownGroup: 'later', lastSeenAt: row.lastSeenAt + 2000 })
  })

  it('are saved with the next ones when the database failed, and told as written only then', async () => {
    const rows = await reported()
    const { database } = server().services
    const written: Report[] = []
    const reports = open(written)
    for (const row of rows) reports.add({ ...later(row, 1), shownGroup: 'kept' })
    await sql`alter table device_states rename to device_states_away`.execute(database)
    try {
      await reports.flush()
    } finally {
      await sql`alter table device_states_away rename to device_states`.execute(database)
    }
    expect(reports.unwritten().size).toBe(rows.length)
    expect(written).toEqual([])
    const [first] = rows
    if (!first) throw new Error('No report')
    reports.add({ ...later(first, 2), shownGroup: 'newer' })
    await reports.close()
    expect(new Set(written.map(({ id }) => id)).size).toBe(rows.length)
    const shown = (await stored()).filter(({ id }) => rows.some((row) => row.id === id))
    expect(shown.find(({ id }) => id === first.id)?.shownGroup).toBe('newer')
    expect(shown.filter(({ shownGroup }) => shownGroup === 'kept')).toHaveLength(rows.length - 1)
  })

  it('are in a list of screens that began to read before they were written', async () => {
    // The screens above have used up what may be claimed in some minutes.
    server().clock.advance(900_000)
    const rows = await reported(3)
    const { reader } = server().services
    const reports = open()
    for (const row of rows) reports.add({ ...later(row, 1000), ip: '192.0.2.7' })
    const listed = async (during: () => Promise<void>) => {
      const slow = interrupted(reader, 'ip', during)
      const { devices } = await listDevices(slow, {}, { reports, now: server().clock.now() })
      const mine = devices.filter(({ id }) => rows.some((row) => row.id === id))
      expect(mine).toHaveLength(rows.length)
      return new Set(mine.map(({ ip }) => ip))
    }
    expect(await listed(() => reports.flush())).toEqual(new Set(['192.0.2.7']))
    expect(reports.unwritten().size).toBe(0)

    // A later report that another server has saved counts.
    const other = open()
    for (const row of rows) other.add({ ...later(row, 2000), ip: '192.0.2.8' })
    await other.close()
    expect(await listed(async () => {})).toEqual(new Set(['192.0.2.8']))

    // They are dropped with the next flush, and for a screen whose reports are deleted.
    const [row] = rows
    if (!row) throw new Error('No report')
    reports.add({ ...later(row, 3000), ip: '192.0.2.9' })
    await reports.flush()
    expect(reports.laterThan(row.id, row.reportedAt)?.ip).toBe('192.0.2.9')
    expect(rows.slice(1).flatMap(({ id }) => reports.laterThan(id, 0) ?? [])).toEqual([])
    reports.forget(row.id)
    expect(reports.laterThan(row.id, row.reportedAt)).toBeUndefined()
    await reports.close()
  })

  it('of many screens that only play another page make no console load its lists again', () => {
    const heard: Report[] = []
    const { database, clock } = server().services
    const reports = new Reports({
      database,
      clock,
      log: createLog('silent'),
      onNew: (some) => heard.push(...some),
      onWritten: () => {},
    })
    const report = (n: number, more: Partial<Report>): Report => ({
      id: `screen ${n}`,
      organizationId: 'o',
      ip: '',
      screen: '{}',
      playing: null,
      heldGroup: '',
      heldDevice: '',
      shownGroup: '',
      shownDevice: '',
      download: '{}',
      errors: '[]',
      lastSeenAt: 1000,
      reportedAt: 1000,
      takeoverId: null,
      shownGroupAt: null,
      shownDeviceAt: null,
      detail: '{}',
      ...more,
    })
    const news = (count: number, more: Partial<Report>) => {
      heard.length = 0
      for (let n = 0; n < count; n++) reports.add(report(n, more))
      return newsOfReports(heard)
    }
    expect(news(150, {})).toEqual([{ organizationId: 'o', topics: ['devices'] }])
    expect(news(150, {})).toEqual([])
    expect(news(150, { playing: '{"pageId":"1"}' })).toEqual([])
    expect(news(2, { playing: '{"pageId":"2"}' })).toEqual([
      { organizationId: 'o', devices: [], playing: ['screen 0', 'screen 1'] },
    ])
    expect(news(150, { playing: '{"pageId":"3"}', errors: '["broken"]' })).toEqual([
      { organizationId: 'o', topics: ['devices'] },
    ])
    expect(news(150, { playing: '{"pageId":"3","failing":{"why":"it is black"}}' })).toEqual([
      { organizationId: 'o', topics: ['devices'] },
    ])
    for (let n = 0; n < 150; n++) reports.forget(`screen ${n}`)
    return reports.close()
  })
})
