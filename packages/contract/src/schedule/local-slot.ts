import type { ScreenRule } from './screen-rule.ts'
import { mergeSpans, type ShowDates, spanOf } from './show-dates.ts'

/** What a place may show in a local slot. Everything else, such as web pages, belongs on a page. */
export const LOCAL_KINDS = ['picture', 'video', 'page'] as const
export type LocalKind = (typeof LOCAL_KINDS)[number]

/** Entries of one place in one slot at most. */
export const LOCAL_ENTRIES_MAX = 10
/** Places that fill one slot at most: screens get the entries of all of them. */
export const LOCAL_PLACES_MAX = 200

/** What a slot allows each place; absent: as many as there may be, and as long as they like. Seconds are for one round. */
export interface LocalLimits {
  entries?: number | undefined
  /** Of one entry. */
  each?: number | undefined
  /** Of all entries together. */
  seconds?: number | undefined
}

/** `LocalSlot` in `api/content/local-slot.ts`. */
export interface StoredSlot extends LocalLimits {
  id: string
  name: string
  kinds: LocalKind[]
  approval?: true | undefined
}

/** What one place shows in a slot. */
export interface LocalFill<T> {
  /** The storyboard that keeps its entries. */
  id: string
  /** A building or a floor. */
  placeId: string
  /** Floors of the building that fill the slot themselves. */
  except: readonly string[]
  items: readonly T[]
}

/** An entry, or the fallback, and on which screens it plays. */
export interface LocalPart<T> {
  item: T
  screens: ScreenRule | undefined
}

type Entry = ShowDates & { duration: number }

export const mostEntries = ({ entries = LOCAL_ENTRIES_MAX }: LocalLimits): number =>
  Math.min(entries, LOCAL_ENTRIES_MAX)

/** The entries that the limits allow, in their order. Limits may have become stricter since a place filled the slot. */
export function allowedEntries<T extends { duration: number }>(
  items: readonly T[],
  limits: LocalLimits,
): T[] {
  const { each = Number.POSITIVE_INFINITY, seconds = Number.POSITIVE_INFINITY } = limits
  const allowed: T[] = []
  let sum = 0
  for (const item of items) {
    if (allowed.length === mostEntries(limits)) break
    if (item.duration > each || sum + item.duration > seconds) continue
    sum += item.duration
    allowed.push(item)
  }
  return allowed
}

const dateOf = (reading: number) => new Date(reading).toISOString().slice(0, 16)

const datesOf = (from: number | null, to: number | null): ShowDates => ({
  ...(from !== null && { showFrom: dateOf(from) }),
  ...(to !== null && { showUntil: dateOf(to) }),
})

/** The times in which none of these shows. */
function gapsBetween(entries: readonly ShowDates[]): ShowDates[] {
  const spans = mergeSpans(entries.map(spanOf))
  if (spans === null) return []
  const gaps: ShowDates[] = []
  let end: number | null = null
  for (const { from, to } of spans) {
    if (from !== null) gaps.push(datesOf(end, from))
    if (to === null) return gaps
    end = to
  }
  return [...gaps, datesOf(end, null)]
}

/**
 * What plays in a slot: the allowed entries of each place on its screens, and the fallback on all others, and wherever and while none
 * of a place's entries has its dates. Floors win over their building. Pure: only rules and dates that every screen knows. `fallback`: without
 * dates; undefined for none.
 */
export function localParts<T extends Entry>(
  limits: LocalLimits,
  fallback: T | undefined,
  fills: readonly LocalFill<T>[],
): LocalPart<T>[] {
  const filled = fills
    .map((fill) => ({ ...fill, items: allowedEntries(fill.items, limits) }))
    .filter(({ items }) => items.length > 0)
  const parts = filled.flatMap(({ placeId, except, items }): LocalPart<T>[] => {
    const there = except.filter((id) => filled.some((other) => other.placeId === id))
    const screens = { inPlaces: [placeId], ...(there.length > 0 && { notInPlaces: there }) }
    const gaps = fallback ? gapsBetween(items).map((gap) => ({ ...fallback, ...gap })) : []
    return [...items, ...gaps].map((item) => ({ item, screens }))
  })
  if (!fallback) return parts
  const elsewhere = filled.length > 0 ? { notInPlaces: filled.map(({ placeId }) => placeId) } : undefined
  return [...parts, { item: fallback, screens: elsewhere }]
}
