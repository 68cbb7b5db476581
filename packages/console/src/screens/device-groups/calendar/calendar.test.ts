import type { Slot } from '@vitrine/contract/api/playback/manifest'
import { ScheduleInput } from '@vitrine/contract/api/screens/device-groups'
import { describe, expect, it } from 'vitest'
import { blockCommand, placingCommand } from './block-keys.ts'
import { calendarSearch } from './calendar-search.ts'
import { daysOf, nextDate } from './days.ts'
import { dropped, overlapOf } from './edit.ts'
import { overlaysOf, overlaysOn } from './overlays.ts'

const MONDAY = '2026-11-30'
const lunch: Slot = { from: '11:30 AM', to: '02:00 PM', storyboardId: 'lunch' }
const NO_KEYS = { altKey: false, shiftKey: false, ctrlKey: false, metaKey: false }
const days = Array.from({ length: 7 }, (_, n) => `2026-12-0${n + 1}`)

describe('the calendar of groups', () => {
  it('shows the whole week or month of a date, and the ones around it', () => {
    expect(daysOf(undefined, '2026-12-02')).toHaveLength(7)
    expect(daysOf(undefined, '2026-12-02')).toContain('2026-12-02')
    for (const [date, length] of [
      ['2028-02-11', 29],
      ['2026-02-28', 28],
      ['2026-11-30', 30],
      ['2026-12-31', 31],
    ] as const) {
      expect(daysOf('month', date)).toHaveLength(length)
      expect(daysOf('month', nextDate('month', date, 1))[0]?.slice(0, 7)).not.toBe(date.slice(0, 7))
      expect(nextDate('month', nextDate('month', date, 1), -1)).toBe(`${date.slice(0, 7)}-01`)
      expect(nextDate(undefined, nextDate(undefined, date, 1), -1)).toBe(date)
    }
    expect(nextDate('month', '2026-12-31', 1)).toBe('2027-01-01')
    expect(nextDate('month', '2026-01-31', -1)).toBe('2025-12-01')
  })

  it.each([
    [{}, {}],
    [
      { view: 'month', date: '2026-12-02' },
      { view: 'month', date: '2026-12-02' },
    ],
    [{ view: 'year', date: '2026-23-02' }, {}],
    [{ date: '9999-01-01' }, {}],
    [{ date: ['2026-12-02'] }, {}],
  ])('reads %j from the URL as %j', (raw, search) => {
    expect(calendarSearch(raw)).toEqual(search)
  })

  it('drops a storyboard as an hour of that weekday, within the day, as a valid slot', () => {
    for (let minute = -60; minute < 1500; minute += 7) {
      const edit = dropped([], { groupId: 'g', storyboardId: 's', day: MONDAY, minute })
      const slot = edit.slots[0]
      expect(slot?.days).toEqual([1])
      const schedule = { timezone: 'Europe/Berlin', defaultStoryboardId: null, slots: edit.slots }
      expect(ScheduleInput.safeParse(schedule).error).toBeUndefined()
    }
    expect(dropped([], { groupId: 'g', storyboardId: 's', day: MONDAY, minute: 691 }).slots).toEqual([
      { from: '11:30 AM', to: '12:30 PM', storyboardId: 's', days: [1] },
    ])
  })

  it('refuses a block that overlaps another of its layer, whichever comes first', () => {
    const other = { ...lunch, from: '01:00 PM', to: '03:00 PM' }
    for (const slots of [
      [lunch, other],
      [other, lunch],
    ])
      for (const index of [0, 1])
        expect(overlapOf({ slots, index }, { timezone: 'Etc/GMT' })).toBe(slots[1 - index])
    const off = { ...other, days: [1], startDate: MONDAY, endDate: MONDAY }
    expect(overlapOf({ slots: [lunch, off], index: 1 }, { timezone: 'Etc/GMT' })).toBeUndefined()
    const skipped: Slot = { ...off, except: [MONDAY] }
    expect(overlapOf({ slots: [off, skipped], index: 1 }, { timezone: 'Etc/GMT' })).toBeUndefined()
  })

  it('moves blocks down with time and across with days, mirrored from right to left', () => {
    const at = { slot: lunch, day: '2026-12-02', days, isRtl: false, editable: true }
    const press = (key: string, more: object = {}, on: object = {}) =>
      blockCommand({ ...NO_KEYS, key, ...more }, { ...at, ...on })
    expect(press('ArrowDown', { altKey: true })).toMatchObject({ slot: { from: '11:45 AM', to: '02:15 PM' } })
    expect(press('ArrowUp', { shiftKey: true })).toMatchObject({ slot: { from: '11:30 AM', to: '01:45 PM' } })
    expect(press('ArrowRight', { altKey: true })).toMatchObject({ day: '2026-12-03' })
    expect(press('ArrowRight', { altKey: true }, { isRtl: true })).toMatchObject({ day: '2026-12-01' })
    expect(press('ArrowDown')).toEqual({ kind: 'focus', by: 1, rows: false })
    expect(press('ArrowRight')).toEqual({ kind: 'focus', by: 1, rows: true })
    expect(press('Delete', {}, { editable: false })).toBeUndefined()
    expect(press('ArrowDown', { altKey: true }, { editable: false })).toBeUndefined()
  })

  it('places a storyboard by keyboard', () => {
    const slot = { ...lunch, days: [3] }
    const press = (key: string, more: object = {}, isRtl = false) =>
      placingCommand({ ...NO_KEYS, key, ...more }, { slot, day: '2026-12-02', days, isRtl })
    expect(press('ArrowUp')).toMatchObject({ slot: { from: '11:15 AM' }, day: '2026-12-02' })
    expect(press('ArrowRight')).toMatchObject({ slot: { days: [4] }, day: '2026-12-03' })
    expect(press('ArrowLeft', {}, true)).toMatchObject({ day: '2026-12-03' })
    expect(press('ArrowDown', { shiftKey: true })).toMatchObject({ slot: { to: '02:15 PM' } })
    expect(press('PageDown')).toEqual({ kind: 'group', by: 1 })
    expect([press('Enter'), press(' '), press('Escape')]).toEqual([
      { kind: 'place' },
      { kind: 'place' },
      { kind: 'cancel' },
    ])
    expect(press('a')).toBeUndefined()
  })

  it('shows switches of the same kind as one, and takeovers on the screens that they reach', () => {
    const group = { id: 'g', organizationId: 'o', devices: ['a', 'b'] }
    const since = Date.parse('2026-12-02T08:00:00Z')
    const on = (deviceId: string, more: object = {}) => ({
      ...{ deviceId, deviceName: deviceId, deviceGroupId: 'g', storyboardId: 's', storyboardName: 'S' },
      ...{ by: null, since, end: 'time' as const, until: since + 3_600_000, ...more },
    })
    const takeover = {
      id: 't',
      organizationId: 'o',
      title: 'Fire',
      isActive: true,
      storyboardId: null,
    } as never
    const targets = (kind: string, ids?: string[]) => ({
      ...(takeover as object),
      targets: { kind, ids },
      startedAt: new Date(since).toISOString(),
      endsAt: since + 60_000,
    })
    const found = overlaysOf(group, {
      switches: [on('a'), on('b', { since: since - 5 }), on('c', { deviceGroupId: 'other' })],
      planned: [on('a', { since: since + 1 })],
      takeovers: [
        targets('all'),
        targets('devices'),
        targets('groups', ['other']),
        { ...targets('all'), isActive: false },
        { ...targets('all'), organizationId: 'other' },
      ] as never,
    })
    expect(found.map(({ kind, screens, isAll }) => [kind, screens, isAll])).toEqual([
      ['switch', 2, true],
      ['planned', 1, false],
      ['takeover', 2, true],
    ])
    expect(found[0]?.since).toBe(since - 5)
    expect(overlaysOn(found.slice(0, 1), 'Europe/Berlin', '2026-12-02')).toMatchObject([
      { from: 539, to: 600 },
    ])
    expect(overlaysOn(found, 'Europe/Berlin', '2026-12-05')).toEqual([])
  })
})
