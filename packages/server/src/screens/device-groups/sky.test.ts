import type { ScheduleInput } from '@vitrine/contract/api/screens/device-groups'
import { describe, expect, it } from 'vitest'
import { makeGroup, makeStoryboard } from '#test/content.ts'
import { refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'

const CAIRO = { name: 'Cairo', latitude: 30.06, longitude: 31.25, method: 5 }

describe('slots that follow the sun', () => {
  const server = useServer()
  const mosque = async () => {
    const admin = await server().organization()
    const [day, prayer] = [await makeStoryboard(admin), await makeStoryboard(admin)]
    const group = await makeGroup(admin, day.id)
    const save = (schedule: Partial<ScheduleInput>, query = {}) =>
      admin.api.deviceGroups.update({
        params: { id: group.id },
        query,
        body: { name: group.name, schedule: { timezone: 'Africa/Cairo', slots: [], ...schedule } },
      })
    const slot = {
      ...{ from: '06:00 PM', to: '07:30 PM', storyboardId: prayer.id },
      fromSky: { event: 'maghrib', minutes: -10 },
      toSky: { event: 'isha' },
    } as const
    return { admin, group, day, save, slot }
  }

  it('reach screens with their place, and keep what an older player plays', async () => {
    const { admin, group, day, save, slot } = await mosque()
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const slots = [slot, { ...slot, hijri: { from: '09-01', to: '09-30' } }]
    const { deviceGroup } = await save({ defaultStoryboardId: day.id, sky: CAIRO, hijriShift: 1, slots })
    const schedule = { timezone: 'Africa/Cairo', sky: CAIRO, hijriShift: 1, slots }
    expect(deviceGroup.schedule).toMatchObject(schedule)
    expect((await screen.manifest()).group.next?.programme).toMatchObject(schedule)
    // Nothing changes for a name, and the place goes with a schedule that doesn't have it.
    const body = { name: 'Mosque' }
    await admin.api.deviceGroups.update({ params: { id: group.id }, body })
    expect(
      (await admin.api.deviceGroups.get({ params: { id: group.id } })).deviceGroup.schedule,
    ).toMatchObject(schedule)
    const { deviceGroup: plain } = await save({ defaultStoryboardId: day.id })
    expect(Object.keys(plain.schedule).toSorted()).toEqual(['defaultStoryboardId', 'slots', 'timezone'])
  })

  it('are refused without a place, and where they overlap on a day of the year', async () => {
    const { day, save, slot } = await mosque()
    const fixed = { from: '05:15 PM', to: '06:00 PM', storyboardId: day.id }
    const errorsOf = async (schedule: Partial<ScheduleInput>) => (await refused(save(schedule))).body.errors
    expect(await errorsOf({ slots: [slot] })).toEqual({ 'schedule.sky': 'Sky is required' })
    expect(await errorsOf({ sky: CAIRO, slots: [slot, fixed] })).toEqual({
      'schedule.slots.1.from': 'This overlaps another time slot',
    })
    const { impact } = await save({ sky: CAIRO, slots: [slot] }, { dryRun: 'true' })
    expect(impact).toMatchObject({ screens: 0 })
  })

  it('are part of the forecast', async () => {
    const { admin, group, save, slot } = await mosque()
    await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    await save({ defaultStoryboardId: null, sky: CAIRO, slots: [slot] })
    server().clock.advance(61_000)
    const { gaps } = await admin.api.deviceGroups.forecast()
    // Between isha and the next maghrib, nothing plays.
    expect(gaps).toMatchObject([{ kind: 'nothing', group: { id: group.id } }])
    expect(gaps[0]?.times).toBeGreaterThan(12)
  })
})
