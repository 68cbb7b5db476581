import type { Slot } from '@vitrine/contract/api/playback/manifest'
import { ScheduleInput } from '@vitrine/contract/api/screens/device-groups'
import { describe, expect, it } from 'vitest'
import { copied, copiedBeside, drawn, moved, resized, timesOf } from './slot-change.ts'

const THURSDAY = '2026-12-24'
const FRIDAY = '2026-12-25'
const same = { was: THURSDAY, now: THURSDAY }
const later = { was: THURSDAY, now: FRIDAY }
const lunch: Slot = { from: '11:30 AM', to: '02:00 PM', storyboardId: 's1' }
const night: Slot = { from: '10:00 PM', to: '02:00 AM', overnight: true, storyboardId: 's1' }

describe('a slot in the week', () => {
  it('moves in steps, keeps its length, and ends the next day if it passes midnight', () => {
    expect(moved(lunch, 12 * 60 + 7, same)).toEqual({ ...lunch, from: '12:00 PM', to: '02:30 PM' })
    expect(moved(lunch, 22 * 60, same)).toEqual({
      ...lunch,
      from: '10:00 PM',
      to: '12:30 AM',
      overnight: true,
    })
    expect(moved(night, 8 * 60, same)).toEqual({ from: '08:00 AM', to: '12:00 PM', storyboardId: 's1' })
    expect(moved(lunch, 21.5 * 60, same)).toEqual({ ...lunch, from: '09:30 PM', to: '12:00 AM' })
    expect(moved(lunch, -60, same).from).toBe('12:00 AM')
  })

  it('moves from one weekday or date to another; a daily slot stays daily', () => {
    const { from } = timesOf(lunch)
    expect(moved({ ...lunch, days: [1, 4] }, from, later).days).toEqual([1, 5])
    expect(moved({ ...lunch, days: [4, 5] }, from, later).days).toEqual([5])
    expect(moved(lunch, from, later)).toEqual(lunch)
    const eve = { ...lunch, startDate: THURSDAY, endDate: THURSDAY, event: 'Eve' }
    expect(moved(eve, from, later)).toEqual({ ...eve, startDate: FRIDAY, endDate: FRIDAY })
  })

  it('is copied with its weekdays, or to one other day alone', () => {
    const weekly = { ...lunch, days: [1, 4] }
    expect(copied(weekly, 16 * 60, same)).toEqual({ ...weekly, from: '04:00 PM', to: '06:30 PM' })
    expect(copied(lunch, 11.5 * 60, later)).toEqual({ ...lunch, days: [5] })
    expect(copiedBeside(lunch)).toEqual({ ...lunch, from: '02:00 PM', to: '04:30 PM' })
    expect(copiedBeside(night)).toMatchObject({ from: '06:00 PM', to: '10:00 PM' })
  })

  it('is resized at both ends, to between one step and just under a day', () => {
    expect(resized(lunch, 'to', 15 * 60).to).toBe('03:00 PM')
    expect(resized(lunch, 'to', 0).to).toBe('11:45 AM')
    expect(resized(lunch, 'to', 26 * 60)).toEqual({ ...lunch, to: '02:00 AM', overnight: true })
    expect(resized(lunch, 'from', 9 * 60).from).toBe('09:00 AM')
    expect(resized(lunch, 'from', 20 * 60).from).toBe('01:45 PM')
    expect(timesOf(resized(lunch, 'to', 99 * 60)).length).toBe(1425)
  })

  it('is drawn between two minutes of a weekday', () => {
    const slot = { from: '09:00 AM', to: '10:30 AM', storyboardId: '', days: [4] }
    expect(drawn(THURSDAY, 9 * 60, 10.5 * 60)).toEqual(slot)
    expect(drawn(THURSDAY, 10.5 * 60, 9 * 60)).toEqual(slot)
  })

  it('is valid after each of these changes', () => {
    for (const slot of [lunch, night, { ...lunch, days: [4] }])
      for (let minute = -100; minute < 1600; minute += 37)
        for (const days of [same, later])
          for (const next of [
            moved(slot, minute, days),
            copied(slot, minute, days),
            copiedBeside(slot),
            resized(slot, 'from', minute),
            resized(slot, 'to', minute),
            { ...drawn(THURSDAY, minute, 700), storyboardId: 's1' },
          ]) {
            const schedule = { timezone: 'Europe/Berlin', defaultStoryboardId: null, slots: [next] }
            expect(ScheduleInput.safeParse(schedule).error, JSON.stringify(next)).toBeUndefined()
          }
  })
})

describe('a slot that follows the sun', () => {
  const dusk: Slot = { ...lunch, from: '05:03 PM', to: '08:00 PM', fromSky: { event: 'sunset' } }

  it('keeps following it when it is moved or resized, earlier or later by steps', () => {
    const { from } = timesOf(dusk)
    expect(moved(dusk, from + 14, { was: '2026-11-29', now: '2026-11-29' })).toMatchObject({
      ...{ from: '05:18 PM', to: '08:15 PM', fromSky: { event: 'sunset', minutes: 15 } },
    })
    expect(resized(dusk, 'from', from - 31).fromSky).toEqual({ event: 'sunset', minutes: -30 })
    expect(resized(dusk, 'to', 21 * 60)).toMatchObject({ to: '09:00 PM', fromSky: { event: 'sunset' } })
    expect(resized(resized(dusk, 'from', 0), 'from', 0).fromSky?.minutes).toBe(-360)
  })
})
