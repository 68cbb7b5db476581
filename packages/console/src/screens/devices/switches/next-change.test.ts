import type { Slot } from '@vitrine/contract/api/playback/manifest'
import { expect, test } from 'vitest'
import { nextChange } from './next-change.ts'

const NOON = Date.parse('2026-06-01T12:00:00Z')
const HOUR = 3_600_000
const group = (id: string, slots: Slot[] = [], activateAt: number | null = null) => ({
  id,
  schedule: { timezone: 'Etc/UTC', defaultStoryboardId: 'day', slots },
  delivery: {
    ...{ activateAt, screens: 0, online: 0, held: 0, shown: 0 },
    ...{ right: 0, differs: 0, unknown: 0 },
  },
})
const tea: Slot = { from: '03:00 PM', to: '05:00 PM', storyboardId: 'tea' }
const on = (deviceGroupId: string | null, tags: string[] = []) => ({
  deviceGroupId,
  traits: { tags, places: [] },
})
const hours = (
  ...[screens, groups, start = NOON]: [Parameters<typeof nextChange>[0], ReturnType<typeof group>[], number?]
) => {
  const { first, last, isOpen } = nextChange(screens, groups, start)
  const hour = (at: number | null) => (at === null ? null : (at - NOON) / HOUR)
  return [hour(first), hour(last), isOpen]
}

test('the next change is the start of a slot, or the end of the one that plays', () => {
  expect(hours([on('a')], [group('a', [tea])])).toEqual([3, 3, false])
  expect(hours([on('a')], [group('a', [tea])], NOON + 4 * HOUR)).toEqual([5, 5, false])
})

test('screens of several groups have a first and a last change, and some have none', () => {
  const late = group('b', [{ ...tea, from: '08:00 PM', to: '09:00 PM' }])
  expect(hours([on('a'), on('b')], [group('a', [tea]), late])).toEqual([3, 8, false])
  expect(hours([on('a'), on(null)], [group('a', [tea])])).toEqual([3, 3, true])
  expect(hours([on('a')], [group('a')])).toEqual([null, null, true])
})

test('a slot counts where its rule holds, and a schedule saved a moment ago ends the switch as it begins', () => {
  const ruled = group('a', [{ ...tea, screens: { anyTags: ['bar'] } }])
  const changes = [on('a', ['bar']), on('a', ['hall'])].map((screen) => hours([screen], [ruled])[0])
  expect(changes).toEqual([3, null])
  expect(hours([on('a')], [group('a', [tea], NOON + HOUR)])).toEqual([1, 1, false])
})
