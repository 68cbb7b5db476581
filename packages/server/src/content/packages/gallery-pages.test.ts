import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'

const FOLDER = path.resolve(import.meta.dirname, '../../../../console/gallery')
const load = (file: string) => import(pathToFileURL(path.join(FOLDER, file)).href)

describe('opening hours', async () => {
  const { statusAt, hoursOn, weekOf } = await load('hours/week.js')
  const model = {
    hours: [
      { days: '1-5', from: '9:00', until: '12:00' },
      { days: '1-5', from: '13:00', until: '18:00' },
      { days: '6', from: '20:00', until: '02:00' },
    ],
    exceptions: [{ date: '2026-11-27', name: 'Inventory', from: '', until: '' }],
  }

  test.each([
    ['2026-11-26', '08:59', false, '2026-11-26 09:00'],
    ['2026-11-26', '09:00', true, '2026-11-26 12:00'],
    ['2026-11-26', '12:30', false, '2026-11-26 13:00'],
    // Friday is closed, Saturday evening ends on Sunday, and Monday is next.
    ['2026-11-26', '18:00', false, '2026-11-28 20:00'],
    ['2026-11-28', '23:00', true, '2026-11-29 02:00'],
    ['2026-11-29', '01:00', true, '2026-11-29 02:00'],
    ['2026-11-29', '03:00', false, '2026-11-30 09:00'],
  ])('on %s at %s it is open: %s, until %s', (date, time, isOpen, change) => {
    const status = statusAt(model, date, time)
    expect([status.isOpen, `${status.change.date} ${status.change.time}`]).toEqual([isOpen, change])
  })

  test('is never closed around the clock, and never open without hours', () => {
    const always = { hours: [{ days: 'all', from: '00:00', until: '24:00' }], exceptions: [] }
    expect(statusAt(always, '2026-11-26', '23:59')).toEqual({ isOpen: true, change: undefined })
    const never = { hours: [{ days: 'all', from: 'nine', until: '' }], exceptions: [] }
    expect(statusAt(never, '2026-11-26', '12:00')).toEqual({ isOpen: false, change: undefined })
  })

  test('names the day that differs, and starts the week as the language does', () => {
    expect(hoursOn(model, '2026-11-27')).toEqual({ spans: [], name: 'Inventory' })
    expect(weekOf('2026-11-26', 1)[0]).toBe('2026-11-23')
    expect(weekOf('2026-11-26', 7)[0]).toBe('2026-11-22')
    expect(weekOf('2026-11-26', 6)[0]).toBe('2026-11-21')
  })
})

describe('the countdown', async () => {
  const { instantOf } = await load('countdown/instant.js')
  const iso = (...given: string[]) => new Date(instantOf(...given)).toISOString()

  test('ends by the clocks of the screen, also when they change', () => {
    expect(iso('2026-12-31', '18:30', 'Europe/Berlin')).toBe('2026-12-31T17:30:00.000Z')
    expect(iso('2026-07-01', '', 'America/New_York')).toBe('2026-07-01T04:00:00.000Z')
    expect(iso('2027-03-28', '04:00', 'Europe/Berlin')).toBe('2027-03-28T02:00:00.000Z')
    expect(iso('2026-10-25', '00:30', 'Europe/Berlin')).toBe('2026-10-24T22:30:00.000Z')
  })

  test.each([
    ['soon', '00:00'],
    ['2026-13-01', '00:00'],
    ['2026-12-01', '25:00'],
    ['2026-12-01', 'noon'],
  ])('knows that %s %s is no moment', (date, time) => {
    expect(instantOf(date, time, 'Etc/GMT')).toBeUndefined()
  })
})
