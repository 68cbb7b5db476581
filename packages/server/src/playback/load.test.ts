import { connect } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { useServer } from '#test/harness.ts'
import { StatementCounter } from '#test/laws/scale/statements.ts'
import { claimScreens } from '#test/screens.ts'
import { loadDevices } from './states.ts'

/** Rows written so far; 0 on PostgreSQL, which doesn't count them for a connection. */
async function rowsWritten(database: Db): Promise<number> {
  if (isPostgres(database)) return 0
  const { rows } = await sql<{ rows: number }>`select total_changes() as rows`.execute(database)
  return rows[0]?.rows ?? 0
}

describe('many screens', () => {
  const server = useServer()
  const names = Array.from({ length: 20 }, (_, n) => `Screen ${n}`)

  it('LOAD-05 P0: check in with less than one small write each, all of them together', async () => {
    const admin = await server().organization()
    const screens = await claimScreens(server(), admin, names)
    await server().services.reports.flush()
    const { database } = server().services
    const before = await rowsWritten(database)
    for (let round = 0; round < 10; round++)
      await Promise.all(screens.map((screen) => screen.send({ group: `${round}`, device: '' })))
    await server().services.reports.flush()
    const rows = await database.selectFrom('device_states').select('shownGroup').execute()
    expect(rows.filter(({ shownGroup }) => shownGroup === '9')).toHaveLength(screens.length)
    // For two hundred reports.
    expect((await rowsWritten(database)) - before).toBeLessThan(100)
  })

  it('LOAD-03 P0: of one group share one computation of their content', async () => {
    const admin = await server().organization()
    const layout = await makeLayout(admin)
    const group = await makeGroup(admin, (await makeStoryboard(admin, { layoutIds: [layout.id] })).id)
    const screens = await claimScreens(server(), admin, names.slice(0, 8), { deviceGroupId: group.id })
    await Promise.all(screens.map((screen) => screen.open()))
    await admin.api.layouts.update({ params: { id: layout.id }, body: { ...page('New'), name: layout.name } })
    const told = await Promise.all(screens.map((screen) => screen.next(({ name }) => name === 'group')))
    expect(new Set(told.map(({ data }) => `${data.version} ${data.hash}`)).size).toBe(1)
    const { manifestVersion } = await server()
      .services.database.selectFrom('device_groups')
      .select('manifestVersion')
      .where('id', '=', group.id)
      .executeTakeFirstOrThrow()
    expect(manifestVersion).toBe(told[0]?.data.version)
    for (const screen of screens) screen.hangUp()
  })

  it('that each show something else cost as few statements as one of them', async () => {
    const { services } = server()
    if (isPostgres(services.database)) return
    const admin = await server().organization()
    const screens = await claimScreens(server(), admin, names.slice(0, 6))
    for (const { deviceId } of screens) {
      const layout = await makeLayout(admin)
      const { id: storyboardId } = await makeStoryboard(admin, { layoutIds: [layout.id] })
      await admin.api.devices.switchStory({ params: { id: deviceId }, body: { storyboardId } })
    }
    await services.publisher.idle()
    const ids = screens.map(({ deviceId }) => deviceId)
    const counter = await StatementCounter.of(services)
    const one = await counter.during(() => loadDevices(services, ids.slice(0, 1)))
    const all = await counter.during(() => loadDevices(services, ids))
    expect([...all.answer.values()].map(({ dependsOn }) => dependsOn?.size)).toEqual(ids.map(() => 2))
    expect(all.statements).toHaveLength(one.statements.length)
  })

  it('LOAD-09 P1: one that never reads is disconnected before it costs much memory', async () => {
    const admin = await server().organization()
    const layout = await makeLayout(admin)
    const group = await makeGroup(admin, (await makeStoryboard(admin, { layoutIds: [layout.id] })).id)
    const [screen] = await claimScreens(server(), admin, ['Deaf'], { deviceGroupId: group.id })
    const { publisher } = server().services
    const url = new URL(server().origins.player)
    const socket = connect({ host: url.hostname, port: Number(url.port) })
    socket.on('error', () => {})
    socket.pause()
    socket.write(
      `GET /api/player/stream HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${screen?.token}\r\n\r\n`,
    )
    const lines = () => publisher.streams.of(screen?.deviceId ?? '')
    await expect.poll(() => lines().length).toBe(1)
    const [line] = lines()
    const piece = Buffer.from(`: ${'x'.repeat(100_000)}\n\n`)
    for (let n = 0; n < 400 && lines().length > 0; n++) {
      line?.events.write(piece)
      await new Promise(setImmediate)
    }
    await expect.poll(() => lines().length).toBe(0)
    socket.destroy()
  })
})
