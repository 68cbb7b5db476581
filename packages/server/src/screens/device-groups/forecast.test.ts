import { describe, expect, it } from 'vitest'
import { makeGroup, makeLayout, makeStoryboard } from '#test/content.ts'
import { useServer } from '#test/harness.ts'
import { claimScreens } from '#test/screens.ts'

describe('the forecast', () => {
  const server = useServer()
  const DAY = 86_400_000
  const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)

  it('names screens that will have nothing to show, content that will be replaced, and content that ends soon', async () => {
    const admin = await server().organization()
    const now = server().clock.now()
    const layout = await makeLayout(admin)
    const dated = async (days: number) => {
      const made = await makeStoryboard(admin, { layoutIds: [layout.id] })
      const params = { id: made.id }
      const items = [{ layoutId: layout.id, duration: 5, showUntil: dayOf(now + days * DAY) }]
      await admin.api.storyboards.update({ params, body: { name: made.name, type: 'designed', items } })
      await admin.api.storyboards.setStatus({ params: { ...params, status: 'approved' } })
      return made
    }
    const [soon, later, always] = [await dated(1), await dated(5), await makeStoryboard(admin)]
    const [ending, replaced, safe, empty] = [
      await makeGroup(admin, soon.id),
      await makeGroup(admin, always.id),
      await makeGroup(admin, always.id),
      await makeGroup(admin, soon.id),
    ]
    const slots = [{ from: '09:00 AM', to: '10:00 AM', storyboardId: later.id }]
    const schedule = { timezone: 'Etc/GMT', slots }
    const params = { id: replaced.id }
    await admin.api.deviceGroups.update({ params, body: { name: replaced.name, schedule } })
    for (const { id } of [ending, replaced, safe])
      await claimScreens(server(), admin, [id], { deviceGroupId: id })
    server().clock.advance(61_000)

    const forecast = await admin.api.deviceGroups.forecast()
    expect(forecast.gaps).toMatchObject([
      {
        kind: 'nothing',
        group: { id: ending.id },
        ...{ screens: 1, storyboard: { id: soon.id }, until: null, times: 1 },
        // The end of the day in the time zone of new groups, two hours ahead of UTC.
        from: Date.parse(dayOf(now + 2 * DAY)) - 2 * 3_600_000,
      },
      { kind: 'replaced', group: { id: replaced.id }, storyboard: { id: later.id }, times: 9 },
    ])
    expect(forecast.gaps.some(({ group }) => group.id === empty.id || group.id === safe.id)).toBe(false)
    expect(forecast.ending).toMatchObject([
      {
        storyboard: { id: soon.id },
        page: { id: layout.id },
        media: 0,
        to: Date.parse(dayOf(now + 2 * DAY)),
      },
    ])
    const other = await server().organization()
    expect(await other.api.deviceGroups.forecast()).toEqual({ gaps: [], ending: [] })
  })
})
