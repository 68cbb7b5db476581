import { expect, it } from 'vitest'
import { eachHour, HOUR, hourOf, itemId, playKey } from './keys.ts'

// Stored rows have these values: a change would count old plays again, or under another item.
it('keys of plays are what stored rows have', () => {
  const item = { organizationId: 'o', kind: 'media', storyboardId: 's', pageId: 'p', mediaId: 'm' }
  expect([playKey('a'), playKey('01a2164b-bb2d-7882-b7a4-008d99c9ab10')]).toEqual([
    82014566009371, 9538376087618,
  ])
  expect([itemId(item), itemId({ ...item, mediaId: null })]).toEqual([
    '3o12CadQNTjr6GBaXQcqgI',
    'KK4sgKF-c8HSrIjLbo3Vb-',
  ])
})

it('a play counts in every hour that it overlaps, by milliseconds', () => {
  const spans: [from: number, to: number, parts: [hour: number, milliseconds: number][]][] = [
    [0, HOUR, [[0, HOUR]]],
    [
      0,
      HOUR + 1,
      [
        [0, HOUR],
        [1, 1],
      ],
    ],
    [HOUR - 1, HOUR, [[0, 1]]],
    [
      HOUR - 1,
      3 * HOUR,
      [
        [0, 1],
        [1, HOUR],
        [2, HOUR],
      ],
    ],
    [HOUR, HOUR, []],
  ]
  for (const [from, to, parts] of spans) {
    const found: [number, number][] = []
    eachHour(from, to, (hour, milliseconds) => found.push([hour, milliseconds]))
    expect(found, `${from} to ${to}`).toEqual(parts)
  }
  expect([HOUR - 1, HOUR].map(hourOf)).toEqual([0, 1])
})
