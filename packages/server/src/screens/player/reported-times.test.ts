import { contract } from '@vitrine/contract'
import { routesOf } from '@vitrine/contract/route'
import { describe, expect, it } from 'vitest'
import { makeGroup } from '#test/content.ts'
import { refused, useServer } from '#test/harness.ts'
import { entityOf, fill } from '#test/paths.ts'
import { TestScreen } from '#test/screen.ts'

/** JSON numbers that no database accepts as an instant. */
const NO_INSTANTS = [1e300, -1e300, 1e16]

describe('impossible instants', () => {
  const server = useServer()

  it.each(NO_INSTANTS)('a report with %s does not block other reports', async (instant) => {
    const [ours, theirs] = [await server().organization(), await server().organization()]
    const hostile = await TestScreen.claim(server(), theirs)
    const screen = await TestScreen.claim(server(), ours)
    const none = { group: '', device: '' }
    const shownAt = { group: instant, device: instant }
    await hostile.report(none, { shownAt }).catch(() => undefined)
    await screen.report(none)
    await server().services.reports.flush()
    const { database } = server().services
    const written = await database
      .selectFrom('device_states')
      .select('id')
      .where('id', '=', screen.deviceId)
      .execute()
    expect(written).toEqual([{ id: screen.deviceId }])
  })

  it.each(NO_INSTANTS)('a screenshot with %s does not block other screenshots', async (takenAt) => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const other = await TestScreen.claim(server(), await server().organization())
    const picture = { width: 1, height: 1, mimetype: 'image/jpeg', image: 'AAAA', partial: false } as const
    const hostile = other.api.player.picture({ body: { ...picture, takenAt } }).catch(() => undefined)
    await screen.api.player.picture({ body: { ...picture, takenAt: server().clock.now() } })
    await hostile
  })

  const filtered = routesOf(contract).filter(({ route }) => 'from' in (route.query?.shape ?? {}))
  it.each(filtered.map(({ route }) => [route.path, route] as const))(
    '%s refuses to filter by one',
    async (_path, route) => {
      const admin = await server().organization()
      const { id: group } = await makeGroup(admin)
      const { deviceId } = await TestScreen.claim(server(), admin, { deviceGroupId: group })
      const path = fill(route, entityOf(route) === 'deviceGroups' ? group : deviceId)
      for (const from of ['1.5', '1e300', '-1e300', 'Infinity']) {
        const { status, body } = await admin.call('GET', `${path}?from=${from}&to=${from}`)
        expect([status, body], from).toMatchObject([400, { errors: { from: expect.any(String) } }])
      }
      expect((await admin.call('GET', `${path}?from=0&to=${server().clock.now()}`)).status).toBe(200)
    },
  )

  it('are refused with an error to the screen', async () => {
    const screen = await TestScreen.claim(server(), await server().organization())
    const none = { group: '', device: '' }
    const report = screen.report(none, { shownAt: { group: 1e300, device: null } })
    expect((await refused(report)).status).toBe(400)
  })
})
