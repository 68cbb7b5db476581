import { describe, expect, it } from 'vitest'
import { periodOf, playsSearch } from './plays-search.ts'
import { duration, stepOf, sumsOf, weekOf } from './report-sums.ts'

const HOUR = 3_600_000
const local = (text: string) => new Date(text).getTime()
const hourAt = (text: string) => Math.floor(local(text) / HOUR)

describe('sums of a report', () => {
  it('have a bar for every day of the period, in local time', () => {
    const period = periodOf({ first: '2026-11-20', last: '2026-11-23' }, 0)
    const sums = sumsOf(
      [
        [hourAt('2026-11-20T00:00'), 1, 10],
        [hourAt('2026-11-20T23:00'), 2, 20],
        [hourAt('2026-11-22T12:00'), 4, 40],
      ],
      period,
    )
    expect(sums).toEqual([
      { at: local('2026-11-20T00:00'), plays: 3, seconds: 30 },
      { at: local('2026-11-21T00:00'), plays: 0, seconds: 0 },
      { at: local('2026-11-22T00:00'), plays: 4, seconds: 40 },
      { at: local('2026-11-23T00:00'), plays: 0, seconds: 0 },
    ])
  })

  it('have hours for a day, and weeks for a year', () => {
    const day = periodOf({ days: 1 }, local('2026-11-20T10:20'))
    expect(day).toEqual({ from: local('2026-11-19T11:00'), to: local('2026-11-20T11:00') })
    expect(sumsOf([[hourAt('2026-11-20T10:00'), 5, 1]], day).map(({ plays }) => plays)).toEqual([
      ...Array(23).fill(0),
      5,
    ])
    const year = periodOf({ first: '2026-01-01', last: '2026-12-31' }, 0)
    expect([stepOf(year.from, year.to), sumsOf([], year).length]).toEqual(['week', 53])
  })

  it('add up by weekday and hour', () => {
    const week = weekOf([
      [hourAt('2026-11-20T09:00'), 1, 0],
      [hourAt('2026-11-27T09:00'), 2, 0],
    ])
    expect(week[5]?.[9]).toBe(3)
    expect(week.flat().reduce((sum, plays) => sum + plays, 0)).toBe(3)
  })

  it('are requested for whole days, and not for an end before the start', () => {
    const { from, to } = periodOf({ first: '2026-02-01', last: '2026-02-01' }, 0)
    expect([from, to]).toEqual([local('2026-02-01T00:00'), local('2026-02-02T00:00')])
    expect(playsSearch({ first: '2026-02-02', last: '2026-02-01' })).toEqual({})
    expect(playsSearch({ first: '2026-02-31', last: 'x', building: 'b1' })).toEqual({ building: 'b1' })
  })

  it('format durations', () => {
    expect([duration(59), duration(3661), duration(360_000)]).toEqual(['0:00:59', '1:01:01', '100:00:00'])
  })
})
