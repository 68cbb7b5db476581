import { describe, expect, test } from 'vitest'
import { daysLeft, licenceState, nextToExpire } from './licence-state.ts'

const NOW = Date.parse('2026-11-21T23:59:00Z')

test.each([
  ['2026-11-21', 0],
  ['2026-11-22', 1],
  ['2026-11-20', -1],
  ['2027-11-21', 365],
  [null, null],
])('%s is %s days away', (day, days) => {
  expect(daysLeft(day, NOW)).toBe(days)
})

test.each([
  ['2026-11-20', 0, 'expired'],
  ['2026-11-21', 0, 'expiring'],
  ['2026-12-21', 0, 'expiring'],
  ['2026-12-22', 0, 'active'],
  ['2026-11-21', 5, 'full'],
  ['2026-11-20', 5, 'expired'],
  [null, 4, 'active'],
] as const)('until %s with %i of 5 seats taken it is %s', (expiresAt, usedDevices, state) => {
  expect(licenceState({ expiresAt, usedDevices, devicesCount: 5 }, NOW)).toBe(state)
})

describe('the banner before a licence expires', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const licence = (expiresAt: string | null) => ({ expiresAt })

  test.each([
    ['2026-12-22', undefined],
    ['2026-12-21', 'month'],
    ['2026-11-28', 'week'],
    ['2026-11-22', 'last'],
    ['2026-11-21', 'last'],
    ['2026-11-01', 'last'],
    [null, undefined],
  ])('%s: %s', (expiresAt, urgency) => {
    expect(nextToExpire([licence(expiresAt)], now)?.urgency).toBe(urgency)
  })

  test('names the licence that expires first', () => {
    const found = nextToExpire([licence(null), licence('2026-12-01'), licence('2026-11-25')], now)
    expect(found).toMatchObject({ left: 4, licence: { expiresAt: '2026-11-25' } })
  })
})
