import { inputsByWidget, type StoredDocument } from '#inputs-by-widget.ts'
import { isRecord } from '#record.ts'
import type { Condition } from './conditions.ts'
import { isScreenRule, playsOn, ruleKey, type ScreenRule, type ScreenTraits } from './screen-rule.ts'
import { DAY, furthestReading, instantOfReading, knownZone } from './time-zone.ts'
import type { TimedValue } from './timed-value.ts'

/**
 * When a page of a storyboard or an entry of a media zone may show, by the clocks of the group's time zone. Each is a
 * day (`YYYY-MM-DD`) or a minute (`YYYY-MM-DDThh:mm`). `showFrom` is inclusive; `showUntil` includes a day and excludes
 * a minute. Absent: without limit.
 */
export interface ShowDates {
  showFrom?: string | undefined
  showUntil?: string | undefined
}

/**
 * A time by the clocks of any zone, as readings (see `instantOfReading`): from inclusive, to exclusive, null without
 * limit. A span doesn't depend on the zone, so the server can answer one for groups of different zones.
 */
export interface ShowSpan {
  from: number | null
  to: number | null
  /** Of a page: only on these screens; absent: on all. */
  screens?: ScreenRule | undefined
}

/** Of something that always shows. */
const ALWAYS: ShowSpan = { from: null, to: null }

const SHOW_DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/
/** A day or a minute that exists. */
export function isShowDate(value: unknown): value is string {
  if (typeof value !== 'string' || !SHOW_DATE.test(value)) return false
  const reading = startOf(value)
  // Date.parse takes February 30 for March 2.
  return Number.isFinite(reading) && new Date(reading).toISOString().startsWith(value)
}

const startOf = (date: string) => Date.parse(date.includes('T') ? `${date}:00Z` : date)
const endOf = (date: string) => startOf(date) + (date.includes('T') ? 0 : DAY)

/** Unreadable dates are no limit: showing something beats showing nothing. */
export const spanOf = ({ showFrom, showUntil }: ShowDates): ShowSpan => ({
  from: isShowDate(showFrom) ? startOf(showFrom) : null,
  to: isShowDate(showUntil) ? endOf(showUntil) : null,
})

/** Whether the dates leave any time to show. */
export const isShowSpan = (dates: ShowDates): boolean => !isEmpty(spanOf(dates))

const isEmpty = ({ from, to }: ShowSpan) => from !== null && to !== null && from >= to
const isLimited = ({ from, to }: ShowSpan) => from !== null || to !== null
const holds = ({ from, to }: ShowSpan, reading: number) =>
  (from === null || from <= reading) && (to === null || reading < to)

const latest = (a: number | null, b: number | null) => (a === null || (b !== null && b > a) ? b : a)
const earliest = (a: number | null, b: number | null) => (a === null || (b !== null && b < a) ? b : a)
const overlapOf = (a: ShowSpan, b: ShowSpan): ShowSpan => ({
  from: latest(a.from, b.from),
  to: earliest(a.to, b.to),
})

/** Spans that overlap or touch become one. Null when they are all of time; empty when they are none of it. */
export function mergeSpans(spans: readonly ShowSpan[]): readonly ShowSpan[] | null {
  const start = ({ from }: ShowSpan) => from ?? Number.NEGATIVE_INFINITY
  const found: ShowSpan[] = []
  for (const span of spans.filter((each) => !isEmpty(each)).sort((a, b) => start(a) - start(b))) {
    const last = found.at(-1)
    if (last && (last.to === null || start(span) <= last.to))
      last.to = last.to === null || span.to === null ? null : Math.max(last.to, span.to)
    else found.push({ ...span })
  }
  return found.some((span) => !isLimited(span)) ? null : found
}

/** The same for spans with rules: those of one rule are merged. Null when they are all of time on all screens. */
function mergeRuled(spans: readonly ShowSpan[]): readonly ShowSpan[] | null {
  const byRule = new Map<string, { screens: ScreenRule | undefined; own: ShowSpan[] }>()
  for (const { screens, ...span } of spans) {
    const key = ruleKey(screens)
    const known = byRule.get(key) ?? { screens, own: [] }
    known.own.push(span)
    byRule.set(key, known)
  }
  const found: ShowSpan[] = []
  for (const { screens, own } of byRule.values()) {
    const merged = mergeSpans(own)
    if (!merged && !screens) return null
    found.push(...(merged ?? [ALWAYS]).map((span) => ({ ...span, ...(screens && { screens }) })))
  }
  return found
}

type Page = Pick<StoredDocument, 'widgets' | 'config'>
const spansOfPages = new WeakMap<Page, readonly ShowSpan[] | null>()

/**
 * When a page has something to show; null always. A page that consists of media zones only shows while one of their
 * entries does, and an empty one never: it has neither entries nor a background. Anything else on it always shows.
 */
export function pageSpans(page: Page): readonly ShowSpan[] | null {
  let spans = spansOfPages.get(page)
  if (spans === undefined) {
    spans = spansIn(page)
    spansOfPages.set(page, spans)
  }
  return spans
}

function spansIn({ widgets, config }: Page): readonly ShowSpan[] | null {
  if (config.background !== undefined || hasBackdrop(config)) return null
  const shown = widgets.filter(({ hidden }) => !hidden)
  if (shown.some(({ type }) => type !== 'media-looper')) return null
  const inputs = inputsByWidget({ widgets, config })
  const spans: ShowSpan[] = []
  for (const { id } of shown) {
    const entries = inputs.get(id)?.get('media')?.value
    if (!Array.isArray(entries)) continue
    for (const entry of entries) spans.push(isRecord(entry) ? entrySpan(entry) : ALWAYS)
  }
  return mergeRuled(spans)
}

function entrySpan(entry: ShowDates & { screens?: unknown }): ShowSpan {
  const { screens } = entry
  return { ...spanOf(entry), ...(isScreenRule(screens) && ruleKey(screens) !== '[]' && { screens }) }
}

const hasBackdrop = ({ backdrop }: Page['config']): boolean =>
  isRecord(backdrop) &&
  ((Array.isArray(backdrop.media) && backdrop.media.length > 0) || Boolean(backdrop.overlay))

/** Whether something shows at an instant or later, in some time zone: spans are readings of any clocks. */
export const showsFrom = (spans: readonly ShowSpan[] | null, instant: number): boolean =>
  spans === null || spans.some(({ to }) => to === null || to > instant - DAY)

/** Where and while something plays. */
export interface Limits {
  screens?: ScreenRule | undefined
  when?: Condition | undefined
}
type Dated = ShowDates & Limits & { pageId?: string; within?: readonly Limits[] | undefined }

/** The limits of a page, and of the items that include its storyboard. */
export const limitsOf = <T extends Limits & { within?: readonly Limits[] | undefined }>(
  item: T,
): readonly Limits[] => (item.within ? [item, ...item.within] : [item])
/** `pageSpans` of a page; null also where it isn't known. */
export type SpansOfPage = (pageId: string) => readonly ShowSpan[] | null

/** Whether the rules of a page, and of the items that include its storyboard, hold on a screen. */
export const playsThere = (
  item: Limits & { within?: readonly Limits[] | undefined },
  traits: ScreenTraits | undefined,
): boolean =>
  playsOn(item.screens, traits) && (item.within ?? []).every(({ screens }) => playsOn(screens, traits))

/** None on a screen on which the item doesn't play, and while its condition doesn't hold there. */
function itemSpans(item: Dated, spansOfPage?: SpansOfPage, traits?: ScreenTraits): readonly ShowSpan[] {
  if (!playsThere(item, traits)) return []
  const conditions = traits?.conditions
  if (conditions && limitsOf(item).some(({ when }) => when && conditions(when).value === false)) return []
  const own = spanOf(item)
  const spans = item.pageId === undefined ? null : (spansOfPage?.(item.pageId) ?? null)
  if (!spans) return [own]
  return spans.filter(({ screens }) => playsOn(screens, traits)).map((span) => overlapOf(own, span))
}

/**
 * When a storyboard has a page to show on a screen; null always. One without pages has none to wait for. Without
 * traits, on a screen on which all of its pages play; without conditions, while all of them hold.
 */
export const storyboardSpans = (
  items: readonly Dated[],
  spansOfPage?: SpansOfPage,
  traits?: ScreenTraits,
): readonly ShowSpan[] | null =>
  items.length === 0 ? null : mergeSpans(items.flatMap((item) => itemSpans(item, spansOfPage, traits)))

/** The value at an instant, with the nearest edges of the spans before and after it at which the value changes. */
function timedValueAt<T>(
  spans: readonly ShowSpan[],
  zone: string,
  instant: number,
  valueAt: (reading: number) => T,
  same: (a: T, b: T) => boolean,
): TimedValue<T> {
  const now = furthestReading(zone, instant)
  const value = valueAt(now)
  const edges = [...new Set(spans.flatMap(({ from, to }) => [from, to]))]
    .filter((edge) => edge !== null)
    .sort((a, b) => a - b)
  const later = edges.find((edge) => edge > now && !same(valueAt(edge), value))
  const before = edges.findLast((edge) => edge <= now && !same(valueAt(edge - 1), value))
  return {
    value,
    since: before === undefined ? Number.NEGATIVE_INFINITY : instantOfReading(zone, before),
    until: later === undefined ? Number.POSITIVE_INFINITY : instantOfReading(zone, later),
  }
}

/** Whether one of the spans contains an instant, since when and until when. Null is all of time. */
export function spanStateAt(
  spans: readonly ShowSpan[] | null,
  zone: string,
  instant: number,
): TimedValue<boolean> {
  if (spans === null) return { value: true, since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
  const holdsAt = (reading: number) => spans.some((span) => holds(span, reading))
  return timedValueAt(spans, knownZone(zone), instant, holdsAt, (a, b) => a === b)
}

/**
 * Which items of a list show at an instant, as indexes, and since when and until when it is just those: pages of a
 * storyboard with `spansOfPage`, entries of a media zone without. The same on the server, in the console and on the screen.
 */
export function shownAt(
  items: readonly Dated[],
  zone: string,
  instant: number,
  spansOfPage?: SpansOfPage,
  traits?: ScreenTraits,
): TimedValue<readonly number[]> {
  const found = datedAt(items, zone, instant, spansOfPage, traits)
  if (!traits?.conditions) return found
  for (const item of items) {
    if (!playsThere(item, traits)) continue
    for (const { when } of limitsOf(item)) {
      if (!when) continue
      const { since, until } = traits.conditions(when)
      found.since = Math.max(found.since, since)
      found.until = Math.min(found.until, until)
    }
  }
  return found
}

/** Whether a page has something to show at an instant; one of nothing but media zones may have none for a screen. */
export const pageShowsAt = (page: Page, zone: string, instant: number, traits?: ScreenTraits): boolean =>
  pageSpans(page) === null ||
  shownAt([{ pageId: '' }], zone, instant, () => pageSpans(page), traits).value.length > 0

function datedAt(
  items: readonly Dated[],
  zone: string,
  instant: number,
  spansOfPage?: SpansOfPage,
  traits?: ScreenTraits,
): TimedValue<readonly number[]> {
  const spans = items.map((item) => itemSpans(item, spansOfPage, traits))
  const all = spans.flat()
  const at = (reading: number) =>
    spans.flatMap((own, index) => (own.some((span) => holds(span, reading)) ? [index] : []))
  if (!all.some(isLimited) && spans.every((own) => own.length > 0)) {
    const value = [...items.keys()]
    return { value, since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
  }
  return timedValueAt(all, knownZone(zone), instant, at, (a, b) => a.join() === b.join())
}
