import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comingPlays } from '#player/coming-plays.ts'
import { expand, type StoredStoryboard } from './expand-storyboard.ts'
import { allowedEntries, LOCAL_ENTRIES_MAX, type LocalFill, localParts } from './local-slot.ts'
import { isShowDate, shownAt, spanOf } from './show-dates.ts'

const BUILDINGS = ['b1', 'b2'] as const
const FLOORS = { f1: 'b1', f2: 'b1', f3: 'b2' } as const
const PLACES = [...BUILDINGS, ...(Object.keys(FLOORS) as (keyof typeof FLOORS)[])]
type Place = (typeof PLACES)[number]

type Item = StoredStoryboard['items'][number]
const day = (date: number) => `2026-11-${String(date).padStart(2, '0')}`

const dates = fc.record({
  showFrom: fc.option(fc.integer({ min: 1, max: 12 }).map(day), { nil: undefined }),
  showUntil: fc.option(fc.integer({ min: 8, max: 20 }).map(day), { nil: undefined }),
})
const entry = fc.tuple(fc.integer({ min: 1, max: 20 }), dates)
const limits = fc.record({
  entries: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  each: fc.option(fc.integer({ min: 5, max: 20 }), { nil: undefined }),
  seconds: fc.option(fc.integer({ min: 5, max: 40 }), { nil: undefined }),
})
const world = fc.record({
  limits,
  fallback: fc.boolean(),
  slotDates: dates,
  filled: fc.dictionary(fc.constantFrom(...PLACES), fc.array(entry, { maxLength: 4 }), { maxKeys: 5 }),
  at: fc.constantFrom('f1', 'f2', 'f3', 'nowhere'),
  now: fc.integer({ min: 0, max: 25 * 24 }),
})

/** A second way to find what a screen plays: place by place, with a clock. */
function expected(
  { limits: own, fallback, slotDates, filled, at }: Parameters<typeof boardOf>[0] & { at: string },
  now: number,
): string[] {
  const shows = (each: { showFrom?: string | undefined; showUntil?: string | undefined }) => {
    const { from, to } = spanOf(each)
    return (from === null || now >= from) && (to === null || now < to)
  }
  const building = at === 'nowhere' ? undefined : FLOORS[at as keyof typeof FLOORS]
  const place = [at, building].find(
    (each) => each && allowedEntries(itemsOf(each as Place, filled[each as Place] ?? []), own).length > 0,
  ) as Place | undefined
  const local = place ? allowedEntries(itemsOf(place, filled[place] ?? []), own).filter(shows) : []
  const inSlot = local.length > 0 ? local.map(({ pageId }) => pageId) : fallback ? ['fallback'] : []
  return ['first', ...(shows(slotDates) ? inSlot : []), 'last']
}

const itemsOf = (place: Place, entries: readonly (readonly [number, object])[]): Item[] =>
  entries.map(([duration, own], index) => ({ pageId: `${place}-${index}`, duration, ...own }))

interface World {
  limits: { entries?: number | undefined; each?: number | undefined; seconds?: number | undefined }
  fallback: boolean
  slotDates: { showFrom?: string | undefined; showUntil?: string | undefined }
  filled: Partial<Record<Place, (readonly [number, object])[]>>
}

function boardOf({ limits: own, fallback, slotDates, filled }: World): StoredStoryboard {
  const fills = Object.entries(filled).map(
    ([place, entries]): LocalFill<Item> => ({
      ...{ id: `fill-${place}`, placeId: place },
      except: Object.entries(FLOORS).flatMap(([floor, building]) => (building === place ? [floor] : [])),
      items: itemsOf(place as Place, entries ?? []),
    }),
  )
  return {
    ...{ id: 'board', name: 'Offers', type: 'designed', mode: 'AUTO', width: 100, height: 100 },
    items: [
      { pageId: 'first', duration: 5 },
      {
        ...{ pageId: fallback ? 'fallback' : '', duration: 5, ...slotDates },
        slot: { id: 'slot', name: 'Branch', kinds: ['page'], ...own },
      },
      { pageId: 'last', duration: 5 },
    ],
    fills: new Map([['slot', fills]]),
  }
}

const traitsOf = (at: string) => ({
  tags: [],
  places: at === 'nowhere' ? [] : [at, FLOORS[at as keyof typeof FLOORS]],
})

describe('a local slot', () => {
  it('plays the entries of the nearest place that has any, and the fallback elsewhere and while none has its dates', () => {
    fc.assert(
      fc.property(world, ({ now: hours, ...each }) => {
        const { storyboard } = expand(boardOf(each), () => undefined)
        const now = Date.UTC(2026, 9, 30) + hours * 3_600_000
        const shown = shownAt(storyboard.items, 'UTC', now, undefined, traitsOf(each.at))
        const pages = shown.value.map((index) => storyboard.items[index]?.pageId)
        expect(pages).toEqual(expected(each, now))
      }),
      { numRuns: 5000 },
    )
  })

  it('is forecast as it plays, page after page', () => {
    fc.assert(
      fc.property(world, ({ now: hours, ...each }) => {
        const { storyboard } = expand(boardOf(each), () => undefined)
        const now = Date.UTC(2026, 9, 30) + hours * 3_600_000
        const current = { timezone: 'UTC', defaultStoryboardId: 'board', slots: [], activeFrom: 0 }
        const playback = {
          state: { current, next: null, override: null, traits: traitsOf(each.at) },
          storyboard: () => storyboard,
          spansOfPage: () => null,
        }
        const plays = comingPlays(playback, now, now + 600_000, 50)
        for (const { page, start } of plays) {
          const instant = Math.max(start, now)
          expect(expected(each, instant)).toContain(page?.pageId)
        }
        // A whole round has all of them, in their order.
        const all = expected(each, now)
        const named = plays.slice(0, all.length * 2).map(({ page }) => page?.pageId)
        const isSteady = expected(each, now + 600_000).join() === all.join()
        if (isSteady && named.length === all.length * 2)
          expect([...named, ...named].join()).toContain(all.join())
      }),
      { numRuns: 1000 },
    )
  })

  it('stays within its limits, at the number and one more', () => {
    const seconds = (...all: number[]) => all.map((duration) => ({ duration }))
    expect(allowedEntries(seconds(5, 5), { entries: 2 })).toHaveLength(2)
    expect(allowedEntries(seconds(5, 5, 5), { entries: 2 })).toHaveLength(2)
    expect(allowedEntries(seconds(10), { each: 10 })).toHaveLength(1)
    expect(allowedEntries(seconds(11), { each: 10 })).toHaveLength(0)
    expect(allowedEntries(seconds(5, 5), { seconds: 10 })).toHaveLength(2)
    expect(allowedEntries(seconds(5, 6), { seconds: 10 })).toHaveLength(1)
    const many = Array.from({ length: LOCAL_ENTRIES_MAX + 1 }, () => ({ duration: 1 }))
    expect(allowedEntries(many, {})).toHaveLength(LOCAL_ENTRIES_MAX)
    expect(allowedEntries(many, { entries: 500 })).toHaveLength(LOCAL_ENTRIES_MAX)
  })

  it('has dates that exist', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 5 }), (entries) => {
        const items = itemsOf('b1', entries)
        const fallback: Item = { pageId: 'fallback', duration: 5 }
        const parts = localParts({}, fallback, [{ id: 'fill', placeId: 'b1', except: [], items }])
        for (const { item } of parts)
          for (const date of [item.showFrom, item.showUntil])
            if (date !== undefined) expect(isShowDate(date)).toBe(true)
      }),
    )
  })

  it('without places, is its fallback for all', () => {
    const { storyboard } = expand(
      boardOf({ limits: {}, fallback: true, slotDates: {}, filled: {} }),
      () => undefined,
    )
    expect(storyboard.items.map(({ pageId, within }) => [pageId, within])).toEqual([
      ['first', undefined],
      ['fallback', undefined],
      ['last', undefined],
    ])
  })
})
