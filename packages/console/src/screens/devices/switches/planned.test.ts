import type { PlannedSwitch } from '@vitrine/contract/api/screens/manual-switches'
import { expect, test } from 'vitest'
import { plansOf } from './planned.tsx'

const AT = Date.parse('2026-06-01T18:00:00Z')
const planned = (id: string, more: Partial<PlannedSwitch> = {}): PlannedSwitch => ({
  ...{ id, deviceId: `screen ${id}`, deviceName: id, deviceGroupId: null },
  ...{ storyboardId: 'evening', storyboardName: 'Evening', by: 'Ada', since: AT },
  ...{ end: 'time' as const, until: AT + 3_600_000 },
  ...more,
})
const ids = (list: readonly PlannedSwitch[]) =>
  plansOf(list).map((plan) => plan.map(({ id }) => id).join(' '))

test('switches planned together for several screens form one plan, sorted by start', () => {
  const later = planned('d', { since: AT + 1 })
  const list = [later, planned('a'), planned('b'), planned('c', { storyboardId: 'lunch' })]
  expect(ids(list)).toEqual(['a b', 'c', 'd'])
  expect(ids([planned('a'), planned('b', { by: 'Ben' }), planned('c', { until: AT + 1 })])).toEqual([
    'a',
    'b',
    'c',
  ])
})

test('groups whose schedules change at different times still form one plan', () => {
  const untilChange = (id: string, until: number) => planned(id, { end: 'next-slot', until })
  expect(ids([untilChange('a', AT + 1), untilChange('b', AT + 2)])).toEqual(['a b'])
})
