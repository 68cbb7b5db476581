import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import { describe, expect, test } from 'vitest'
import type { Item } from '#content/storyboards/timeline/timeline.ts'
import { contentsOf, innerOf, roundLength, stepsOf } from './sequence.ts'

const page = (id: string, duration = 5, more: Partial<Item> = {}): Item => ({
  layoutId: id,
  duration,
  ...more,
})
const story = (id: string, items: Item[]) =>
  ({ id, name: id, type: 'designed', shuffle: false, items }) as Storyboard

const offers = story('offers', [page('x', 2), page('y', 3), page('z', 4)])
const all = story('all', [{ storyboardId: 'offers', duration: 5 }, page('w', 1)])
const stories = [offers, all]
const nested = (items: Item[]) => ({ type: 'designed' as const, items, stories })

describe('the pages of storyboards inside one', () => {
  test('are of storyboards at any depth, each once', () => {
    const names = (items: Item[]) => innerOf(items, stories).map(({ id }) => id)
    expect(names([page('a')])).toEqual([])
    const twice = [
      { storyboardId: 'all', duration: 5 },
      { storyboardId: 'offers', duration: 5 },
    ]
    expect(names(twice)).toEqual(['all', 'offers'])
    expect(names([{ storyboardId: 'gone', duration: 5 }])).toEqual([])
  })

  test('play in the preview, as items of the outermost one', () => {
    const steps = stepsOf(nested([page('a'), { storyboardId: 'offers', duration: 5, perRound: 2 }]))
    expect(
      steps
        .slice(0, 6)
        .map(({ pageId }) => pageId)
        .join(''),
    ).toBe('axyazx')
    expect(steps.slice(0, 3)).toMatchObject([
      { item: 0, seconds: 5 },
      { item: 1, seconds: 2 },
      { item: 1, seconds: 3 },
    ])
    const deep = stepsOf(nested([{ storyboardId: 'all', duration: 5 }]))
    expect(deep.slice(0, 4).map(({ item, pageId }) => `${item}${pageId}`)).toEqual(['0x', '0y', '0z', '0w'])
  })

  test('play in one round of the preview if all rounds are the same', () => {
    const limited = [{ ...page('a'), perHour: 4 }, page('b')]
    expect(stepsOf(nested(limited)).map(({ pageId }) => pageId)).toEqual(['a', 'b'])
  })

  test('count in the length of a round, as often as they play', () => {
    expect(
      roundLength(nested([page('a', 7, { weight: 3 }), { storyboardId: 'offers', duration: 5 }])),
    ).toEqual({
      pages: 6,
      seconds: 30,
    })
    expect(roundLength(nested([page('a', 7), page('b', 1)]))).toEqual({ pages: 2, seconds: 8 })
    expect(contentsOf(all, stories)).toEqual({
      ...{ pageIds: ['x', 'y', 'z', 'w'], lengths: [2, 3, 4, 1] },
      seconds: 10,
    })
  })

  test('stay one after another without an order, also while a duration is typed', () => {
    const steps = stepsOf(nested([page('a', Number.NaN), page('b', 2)]))
    expect(steps).toEqual([
      { item: 0, pageId: 'a', seconds: 0 },
      { item: 1, pageId: 'b', seconds: 2 },
    ])
  })
})
