import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { StoryboardInput, StoryboardItem } from '@vitrine/contract/api/content/storyboards'
import { describe, expect, test } from 'vitest'
import { STORED, type StoredKey, type TextStore } from '#lib/browser/storage.ts'
import { pageIdOf } from '#queries/pages.ts'
import { reviewedStoryboardQuery } from '#queries/storyboards.ts'
import { pendingBeside } from './approval/pending-beside.ts'
import { type Draft, dataOf, dropDraft, loadDraft, saveDraft } from './form/draft.ts'
import { editorSearch, storyboardsView } from './list-view.ts'
import { durationText } from './timeline/duration.ts'
import {
  admitted,
  type Item,
  itemOf,
  loopSeconds,
  placeAfter,
  refusal,
  sizeOf,
  withPage,
} from './timeline/timeline.ts'

const page = (id: string, width = 1920, height = 1080, organizationId = 'own') => ({
  id,
  width,
  height,
  organizationId,
})

describe('the timeline', () => {
  test('loops in the sum of its durations, with the default for empty ones', () => {
    expect(loopSeconds([])).toBe(0)
    expect(
      loopSeconds([{ cardId: 'a', duration: 12 }, { cardId: 'b' }, { cardId: 'c', duration: 0.5 }]),
    ).toBe(17.5)
    expect(loopSeconds([{ cardId: 'a', duration: '-' as never }])).toBe(0)
  })

  test('E-024: is 1920x1080 when standard, and the size of its first known layout when designed', () => {
    const pages = { tall: page('tall', 1080, 1920), wide: page('wide') }
    expect(sizeOf('standard', [], pages)).toEqual({ width: 1920, height: 1080 })
    expect(sizeOf('designed', [], pages)).toBeUndefined()
    expect(sizeOf('designed', [itemOf('designed', 'gone'), itemOf('designed', 'tall')], pages)).toMatchObject(
      {
        width: 1080,
        height: 1920,
      },
    )
  })

  test('accepts pages of one size and one organization, and returns the accepted and rejected ones', () => {
    const offered = [page('a', 1080, 1920), page('b'), page('c', 1080, 1920), page('d', 1080, 1920, 'other')]
    for (const size of [undefined, { width: 1920, height: 1080 }, { width: 3840, height: 1080 }]) {
      const { taken, refused, size: common } = admitted(offered, size, 'own')
      expect([...taken, ...refused.map((one) => one.page)].map(({ id }) => id).sort()).toEqual([
        'a',
        'b',
        'c',
        'd',
      ])
      for (const one of taken) expect(refusal(one, common, 'own')).toBeUndefined()
      for (const { page: one, reason } of refused) expect(refusal(one, common, 'own')).toBe(reason)
    }
    expect(admitted(offered, undefined, 'own').taken.map(({ id }) => id)).toEqual(['a', 'c'])
  })

  test('replacing a page keeps what is set for it, and nothing of a storyboard', () => {
    const slot = { id: 'slot', name: 'Offers', kinds: ['picture' as const] }
    const set = { slot, transition: 'fade' as const, showFrom: '2026-01-01', weight: 2 }
    expect(withPage({ ...set, layoutId: 'old', duration: 7 }, 'designed', 'new')).toEqual({
      ...set,
      layoutId: 'new',
      duration: 7,
    })
    const story = { storyboardId: 'inner', perRound: 2, random: true as const, perHour: 4 }
    expect(withPage(story, 'standard', 'new')).toEqual({ cardId: 'new', duration: 5, perHour: 4 })
  })

  test.each(['standard', 'designed'] as const)('creates items that a %s storyboard accepts', (type) => {
    const item = itemOf(type, 'page')
    expect(pageIdOf(item)).toBe('page')
    expect(item.duration).toBe(5)
    const id = '018f0000-0000-7000-8000-000000000000'
    expect(StoryboardInput.safeParse({ name: 'S', type, items: [itemOf(type, id)] }).success).toBe(true)
  })

  test('moves items by keys within its ends, and back', () => {
    const count = 4
    for (let index = 0; index < count; index++) {
      for (const [there, back] of [
        ['ArrowRight', 'ArrowLeft'],
        ['ArrowUp', 'ArrowDown'],
      ] as const) {
        const to = placeAfter(there, index, count)
        if (to === undefined) expect(index).toBe(there === 'ArrowUp' ? 0 : count - 1)
        else expect(placeAfter(back, to, count)).toBe(index)
      }
      expect(placeAfter('Home', index, count)).toBe(index === 0 ? undefined : 0)
      expect(placeAfter('End', index, count)).toBe(index === 3 ? undefined : 3)
      expect(placeAfter('x', index, count)).toBeUndefined()
    }
  })
})

test('formats a duration in hours, minutes and seconds', () => {
  expect(durationText(0)).toBe('0 sec')
  expect(durationText(80)).toBe('1 min 20 sec')
  expect(durationText(3600)).toBe('1 hr')
  expect(durationText(7.5)).toBe('7.5 sec')
})

describe('E-031: the draft', () => {
  const memory = (): TextStore & { values: Map<StoredKey, string> } => {
    const values = new Map<StoredKey, string>()
    return {
      values,
      get: (key) => values.get(key) ?? null,
      set: (key, value) => void (value === null ? values.delete(key) : values.set(key, value)),
    }
  }
  const items: Item[] = [{ cardId: 'a', duration: 7 }, { cardId: 'b' }]
  const draft: Draft = {
    userId: 'u1',
    type: 'standard',
    data: { name: 'Lobby', mode: 'AUTO', items },
    savedAt: 1000,
  }

  test('is restored for the same user and type only', () => {
    const store = memory()
    saveDraft(store, draft)
    expect(loadDraft(store, 'u1', 'standard')).toEqual(draft)
    expect(loadDraft(store, 'u2', 'standard')).toBeUndefined()
    expect(loadDraft(store, 'u1', 'designed')).toBeUndefined()
    expect([...store.values.keys()]).toEqual([STORED.storyboardDraft])
    dropDraft(store)
    expect(loadDraft(store, 'u1', 'standard')).toBeUndefined()
  })

  test('stores everything that a storyboard page has', () => {
    const page: Item = {
      cardId: 'a',
      layoutId: 'b',
      storyboardId: 'c',
      weight: 3,
      tied: true,
      perRound: 2,
      perHour: 4,
      random: true,
      slot: { id: 'd', name: 'Offers', kinds: ['picture'], entries: 2 },
      duration: 7,
      transition: 'fade',
      idleSeconds: 30,
      showFrom: '2026-12-01',
      showUntil: '2026-12-24',
      screens: { anyTags: ['window'], noTags: ['kitchen'] },
      when: { tests: [{ of: 'source', from: 'Queue', field: 'Length', is: 'above', value: 5 }] },
    }
    expect(Object.keys(page).sort()).toEqual(Object.keys(StoryboardItem.shape).sort())
    const store = memory()
    saveDraft(store, { ...draft, data: dataOf({ name: 'Lobby', items: [page] }) })
    expect(loadDraft(store, 'u1', 'standard')?.data.items).toEqual([page])
    // While it is chosen, a rule can be one that no screen matches.
    const contrary = { ...page, screens: { anyTags: ['window'], noTags: ['window'] } }
    saveDraft(store, { ...draft, data: dataOf({ name: 'Lobby', items: [contrary] }) })
    expect(loadDraft(store, 'u1', 'standard')?.data.items).toEqual([contrary])
  })

  test('is a single one: the last write wins', () => {
    const store = memory()
    saveDraft(store, draft)
    saveDraft(store, { ...draft, type: 'designed' })
    expect(loadDraft(store, 'u1', 'standard')).toBeUndefined()
    expect(loadDraft(store, 'u1', 'designed')).toBeDefined()
  })

  test('is deleted when emptied, but a blank form never deletes another user’s draft', () => {
    const store = memory()
    const blank: Draft = { ...draft, data: { name: ' ', items: [] } }
    saveDraft(store, draft)
    saveDraft(store, { ...blank, type: 'designed' })
    expect(loadDraft(store, 'u1', 'standard')).toEqual(draft)
    saveDraft(store, blank)
    expect(store.values.size).toBe(0)
  })

  test.each([
    '',
    '{',
    '[]',
    '{"userId":"u1"}',
    '{"userId":"u1","type":"standard","savedAt":1,"data":{"items":3}}',
  ])('is absent when %j is stored', (text) => {
    const store = memory()
    store.set(STORED.storyboardDraft, text)
    expect(loadDraft(store, 'u1', 'standard')).toBeUndefined()
  })
})

test('the URL keeps a valid tab and review', () => {
  expect(storyboardsView({ status: 'pending', review: 'x', q: 'a', page: 2 })).toEqual({
    status: 'pending',
    review: 'x',
    q: 'a',
    page: 2,
  })
  expect(storyboardsView({ status: 'all', review: 3 })).toEqual({})
  expect(editorSearch({ version: 7 })).toEqual({ version: 7 })
  expect(editorSearch({ version: '7; drop' })).toEqual({})
})

test('a review keeps showing the opened version through refetches, until the user asks for the newer one', async () => {
  const client = new QueryClient()
  let version = 0
  const queryFn = async () => ({ version: ++version }) as never
  const observer = new QueryObserver(client, { ...reviewedStoryboardQuery('s'), queryFn })
  const stop = observer.subscribe(() => {})
  await expect.poll(() => version).toBe(1)
  await client.invalidateQueries()
  expect(version).toBe(1)
  await observer.refetch()
  expect(observer.getCurrentResult().data).toEqual({ version: 2 })
  stop()
})

describe('navigating between pending storyboards', () => {
  const pending = ['a', 'b', 'c'].map((id) => ({ id }))

  test('wraps around in both directions', () => {
    expect(pendingBeside(pending, 'a', 1)).toBe('b')
    expect(pendingBeside(pending, 'c', 1)).toBe('a')
    expect(pendingBeside(pending, 'a', -1)).toBe('c')
  })

  test('ends with the last one, and restarts after one that isn’t pending anymore', () => {
    expect(pendingBeside([{ id: 'a' }], 'a', 1)).toBeUndefined()
    expect(pendingBeside(pending, 'decided', 1)).toBe('a')
    expect(pendingBeside([], 'decided', 1)).toBeUndefined()
  })
})
