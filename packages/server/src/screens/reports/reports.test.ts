import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { isPostgres } from '#db/database.ts'
import { newId } from '#lib/ids.ts'
import { createLog } from '#lib/log.ts'
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
    // At least one in between: how many depends on the machine.
    expect(turns).toBeGreaterThanOrEqual(2)
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

  it('are in lists, counts, and the screen itself when consoles hear of them, and not before', async () => {
    // The screens above have used up what may be claimed in some minutes.
    server().clock.advance(900_000)
    const admin = await server().organization()
    const { deviceGroup } = await admin.api.deviceGroups.create({ body: { name: 'Hall' } })
    const settings = { deviceGroupId: deviceGroup.id }
    const [screen] = await claimScreens(server(), admin, ['Door'], settings)
    if (!screen) throw new Error('No screen')
    const { reports, publisher } = server().services
    const params = { id: screen.deviceId }
    const found = async () => {
      const [{ devices }, { device }, { devicesGroups }, { states }, { report }] = await Promise.all([
        admin.api.devices.list(),
        admin.api.devices.get({ params }),
        admin.api.deviceGroups.list(),
        admin.api.devices.states(),
        admin.api.devices.report({ params }),
      ])
      const online = [devices[0]?.connection === 'online', device.connection === 'online']
      return [...online, devicesGroups[0]?.delivery.online === 1, states.never === 0, report !== null]
    }
    const { promise: heard, resolve } = Promise.withResolvers<void>()
    const stop = publisher.onNews((news) => {
      if (news.some(({ devices }) => devices?.includes(screen.deviceId))) resolve()
    })
    const flush = vi.spyOn(reports, 'flush').mockResolvedValue()
    await screen.report({ group: '', device: '' })
    expect(await found()).toEqual([false, false, false, false, false])
    flush.mockRestore()
    void reports.flush()
    await heard
    expect(await found()).toEqual([true, true, true, true, true])
    stop()
  })

  it('of many screens that only play another page make no console load its lists again', async () => {
    const heard: Report[] = []
    const { database, clock } = server().services
    const reports = new Reports({
      database,
      clock,
      log: createLog('silent'),
      onWritten: (some) => heard.push(...some),
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
      lastSeenAt: clock.now(),
      reportedAt: clock.now(),
      takeoverId: null,
      shownGroupAt: null,
      shownDeviceAt: null,
      detail: '{}',
      ...more,
    })
    const news = async (count: number, more: Partial<Report>) => {
      heard.length = 0
      for (let n = 0; n < count; n++) reports.add(report(n, more))
      await reports.flush()
      return newsOfReports(heard)
    }
    expect(await news(150, {})).toEqual([{ organizationId: 'o', topics: ['devices'] }])
    expect(await news(150, {})).toEqual([])
    expect(await news(150, { playing: '{"pageId":"1"}' })).toEqual([])
    expect(await news(2, { playing: '{"pageId":"2"}' })).toEqual([
      { organizationId: 'o', devices: [], playing: ['screen 0', 'screen 1'] },
    ])
    expect(await news(150, { playing: '{"pageId":"3"}', errors: '["broken"]' })).toEqual([
      { organizationId: 'o', topics: ['devices'] },
    ])
    expect(await news(150, { playing: '{"pageId":"3","failing":{"why":"it is black"}}' })).toEqual([
      { organizationId: 'o', topics: ['devices'] },
    ])
    for (let n = 0; n < 150; n++) reports.forget(`screen ${n}`)
    return reports.close()
  })
})
