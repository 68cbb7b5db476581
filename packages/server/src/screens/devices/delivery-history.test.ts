import { describe, expect, it } from 'vitest'
import { makeGroup, makeStoryboard } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import type { TestScreen } from '#test/screen.ts'
import { claimScreens } from '#test/screens.ts'
import { forgetDeliveries, noteDeliveries } from './delivery-history.ts'

const SECOND = 1000
const DAY = 86_400_000

describe('deliveries over time', () => {
  const server = useServer()
  const note = () => noteDeliveries(server().services.database, server().clock.now())

  const publish = async (admin: Caller, id: string) => {
    server().clock.advance(SECOND)
    const { id: storyboardId } = await makeStoryboard(admin)
    const body = {
      name: 'Lobby',
      schedule: { timezone: 'Etc/GMT-2', defaultStoryboardId: storyboardId, slots: [] },
    }
    await admin.api.deviceGroups.update({ params: { id }, body })
    const row = await server()
      .services.database.selectFrom('device_groups')
      .select('manifestAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return Number(row.manifestAt)
  }
  const shows = async (screen: TestScreen | undefined, at: number) => {
    const { raw } = (await screen?.manifest()) ?? {}
    const now = { group: raw?.group.hash ?? '', device: raw?.device.hash ?? '' }
    await screen?.report(now, { held: now, shownAt: { group: at, device: at } })
    await server().services.reports.flush()
  }

  it('counts how many screens showed each change and how fast, and stays when the next one comes', async () => {
    const admin = await server().organization()
    const other = await server().organization()
    const { id } = await makeGroup(admin, (await makeStoryboard(admin)).id)
    const [one, two, three] = await claimScreens(server(), admin, ['A', 'B', 'C'], { deviceGroupId: id })
    const first = await publish(admin, id)
    await shows(one, first + 4 * SECOND)
    await note()
    await shows(two, first + 40 * SECOND)
    await note()
    await note()
    const hours = async (caller: Caller, query = {}) =>
      (await caller.api.devices.deliveryHistory({ query })).hours
    const sums = async (caller: Caller, query = {}) =>
      (await hours(caller, query)).map(([, ...counts]) => counts)
    const since = { from: first }
    expect(await sums(admin, since)).toEqual([[1, 3, 2, 1, 2, 2]])
    const second = await publish(admin, id)
    await shows(three, second + 700 * SECOND)
    await note()
    expect(await sums(admin, since)).toEqual([[2, 6, 3, 1, 2, 2]])
    expect(await sums(admin, { from: second })).toEqual([[1, 3, 1, 0, 0, 0]])
    expect(await sums(admin, { ...since, deviceGroupId: other.organizationId })).toEqual([])
    expect(await hours(other)).toEqual([])
    const { raw } = await admin.call('GET', `/devices/deliveries/export?from=${first}`).then((answer) => ({
      raw: String(answer.body),
    }))
    const lines = raw.trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[2]).toContain('Lobby,3,2,1,2,2,40,40,')
    expect(
      String((await other.call('GET', '/devices/deliveries/export')).body)
        .trim()
        .split('\r\n'),
    ).toHaveLength(1)
  })

  it('keeps deliveries for 90 days, up to a maximum per organization', async () => {
    const admin = await server().organization()
    const { id } = await makeGroup(admin, (await makeStoryboard(admin)).id)
    await claimScreens(server(), admin, ['A'], { deviceGroupId: id })
    for (let n = 0; n < 4; n += 1) {
      await publish(admin, id)
      await note()
    }
    const { database, clock } = server().services
    const count = async () =>
      (
        await database
          .selectFrom('deliveries')
          .select('id')
          .where('organizationId', '=', admin.organizationId)
          .execute()
      ).length
    expect(await count()).toBe(4)
    await forgetDeliveries(database, clock.now(), 2)
    expect(await count()).toBe(2)
    await forgetDeliveries(database, clock.now() + 91 * DAY)
    expect(await count()).toBe(0)
  })
})
