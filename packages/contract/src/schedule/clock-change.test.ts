import { expect, it } from 'vitest'
import { clockChangeOn } from './clock-change.ts'

it.each([
  ['Europe/Berlin', '2027-03-28', { kind: 'skipped', from: 120, to: 180 }],
  ['Europe/Berlin', '2026-10-25', { kind: 'repeated', from: 120, to: 180 }],
  ['Africa/Cairo', '2026-04-23', undefined],
  ['Africa/Cairo', '2026-04-24', { kind: 'skipped', from: 0, to: 60 }],
  ['Africa/Cairo', '2026-10-29', { kind: 'repeated', from: 1380, to: 1440 }],
  ['Africa/Cairo', '2026-10-30', undefined],
  ['Australia/Lord_Howe', '2026-10-04', { kind: 'skipped', from: 120, to: 150 }],
  ['Etc/GMT-2', '2026-10-25', undefined],
])('says what the clocks of %s skip or repeat on %s', (zone, date, change) => {
  expect(clockChangeOn(zone, date)).toEqual(change)
})
