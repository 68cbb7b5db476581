import { expect, test } from 'vitest'
import { daysLeft, licenceState } from './licence-state.ts'

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
