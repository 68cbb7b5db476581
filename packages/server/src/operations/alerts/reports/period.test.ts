import { DAY } from '@vitrine/contract/schedule/time-zone'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lastPeriod, periodText } from './period.ts'

const at = (text: string) => Date.parse(text)

describe('the period of a report', () => {
  it.each([
    // Monday, before and after 7 AM in Berlin, which is at UTC+1 then.
    ['week', 'Europe/Berlin', '2026-11-23T05:59:59Z', '2026-11-09', '2026-11-15', 'Nov 9 – 15, 2026'],
    ['week', 'Europe/Berlin', '2026-11-23T06:00:00Z', '2026-11-16', '2026-11-22', 'Nov 16 – 22, 2026'],
    ['week', 'Etc/GMT', '2027-01-03T12:00:00Z', '2026-12-21', '2026-12-27', 'Dec 21 – 27, 2026'],
    ['week', 'Etc/GMT', '2027-01-04T12:00:00Z', '2026-12-28', '2027-01-03', 'Dec 28, 2026 – Jan 3, 2027'],
    ['day', 'America/New_York', '2026-11-02T12:00:00Z', '2026-11-01', '2026-11-01', 'Nov 1, 2026'],
    ['month', 'Asia/Tokyo', '2026-03-01T00:00:00Z', '2026-02-01', '2026-02-28', 'February 2026'],
    ['month', 'Asia/Tokyo', '2026-02-28T21:59:59Z', '2026-01-01', '2026-01-31', 'January 2026'],
  ] as const)('%s in %s at %s: %s to %s', (every, timezone, now, firstDay, lastDay, words) => {
    const period = lastPeriod({ every, timezone }, at(now))
    expect(period).toMatchObject({ firstDay, lastDay })
    expect(periodText(every, period).replace(/\s/g, ' ')).toBe(words)
  })

  it('has days of 23 and 25 hours where clocks change', () => {
    const hours = (now: string) => {
      const { from, to } = lastPeriod({ every: 'day', timezone: 'Europe/Berlin' }, at(now))
      return (to - from) / 3_600_000
    }
    expect(hours('2026-03-30T12:00:00Z')).toBe(23)
    expect(hours('2026-10-26T12:00:00Z')).toBe(25)
  })

  it('has ended when its report is due, and periods follow each other without a gap', () => {
    const zones = fc.constantFrom(
      'Etc/GMT',
      'Europe/Berlin',
      'America/St_Johns',
      'Pacific/Apia',
      'Asia/Kathmandu',
    )
    const every = fc.constantFrom('day', 'week', 'month')
    const instant = fc.integer({ min: at('2011-01-01'), max: at('2040-01-01') })
    fc.assert(
      fc.property(zones, every, instant, (timezone, every, now) => {
        const report = { timezone, every } as const
        const { from, to, due } = lastPeriod(report, now)
        expect(from).toBeLessThan(to)
        expect(to).toBeLessThan(due)
        expect(due).toBeLessThanOrEqual(now)
        expect(now - to).toBeLessThan(33 * DAY)
        expect(lastPeriod(report, due - 1).to).toBe(from)
      }),
      { numRuns: 500 },
    )
  })
})
