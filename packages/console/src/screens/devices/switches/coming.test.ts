import { expect, test } from 'vitest'
import { comingChanges } from './coming.ts'

const NOON = Date.parse('2026-06-01T12:00:00Z')
const HOUR = 3_600_000
const schedule = {
  timezone: 'Etc/UTC',
  defaultStoryboardId: 'day',
  slots: [{ from: '03:00 PM', to: '05:00 PM', storyboardId: 'tea' }],
}
const until = (end: number | null) => ({ storyboardId: 'sent', since: NOON - HOUR, until: end })

test('the next changes of a screen begin with the end of its manual switch', () => {
  const changes = (override: ReturnType<typeof until> | null) =>
    comingChanges({ schedule, override }, NOON, 2).map(({ at, storyboardId }) => [
      (at - NOON) / HOUR,
      storyboardId,
    ])
  expect(changes(null)).toEqual([
    [3, 'tea'],
    [5, 'day'],
  ])
  expect(changes(until(NOON + 4 * HOUR))).toEqual([
    [4, 'tea'],
    [5, 'day'],
  ])
  expect(changes(until(null))).toEqual([])
})

test('planned switches are among the next changes of a screen', () => {
  const planned = [
    { storyboardId: 'evening', since: NOON + HOUR, until: NOON + 4 * HOUR },
    { storyboardId: 'late', since: NOON + 20 * HOUR },
  ]
  const changes = comingChanges({ schedule, override: until(null), planned }, NOON, 4)
  expect(changes.map(({ at, storyboardId }) => [(at - NOON) / HOUR, storyboardId])).toEqual([
    [1, 'evening'],
    [4, 'tea'],
    [5, 'day'],
    [20, 'late'],
  ])
})
