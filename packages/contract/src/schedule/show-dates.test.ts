import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GroupSchedule } from '#api/playback/manifest.ts'
import {
  at,
  CHANGES,
  shownAt as clockAt,
  clocksIn,
  DAY,
  instantIn,
  MINUTE,
  slotsArb,
  zones,
} from '#test/random-schedules.ts'
import { whatPlays } from './schedule.ts'
import {
  isShowDate,
  pageSpans,
  type ShowDates,
  shownAt,
  showsFrom,
  spanOf,
  spanStateAt,
  storyboardSpans,
} from './show-dates.ts'

/** Days and minutes around the clock changes of the zones, and far from any. */
const dateArb = (zone: string) =>
  fc.tuple(instantIn(zone), fc.integer({ min: -3, max: 3 }), fc.boolean()).map(([instant, days, isDay]) => {
    const text = new Date(clockAt(zone, instant) + days * DAY).toISOString()
    return isDay ? text.slice(0, 10) : text.slice(0, 16)
  })
const datesArb = (zone: string): fc.Arbitrary<ShowDates> =>
  fc.record({ showFrom: dateArb(zone), showUntil: dateArb(zone) }, { requiredKeys: [] })
const zonesAndInstants = fc.constantFrom(...zones).chain((zone) =>
  fc.record({
    zone: fc.constant(zone),
    instant: instantIn(zone),
    items: fc.array(datesArb(zone), { minLength: 1, maxLength: 5 }),
  }),
)

/** By what the clocks show, or had shown before they were set back: the other way round, from texts. */
function showsByClock(zone: string, { showFrom, showUntil }: ShowDates, instant: number): boolean {
  const back = (CHANGES[zone] ?? []).map(at).filter((change) => change <= instant && instant - change < DAY)
  const furthest = Math.max(clockAt(zone, instant), ...back.map((change) => clockAt(zone, change - MINUTE)))
  const shown = new Date(furthest).toISOString()
  const day = (date: string) => date.length === 10
  return (
    (showFrom === undefined || shown.slice(0, showFrom.length) >= showFrom) &&
    (showUntil === undefined ||
      (day(showUntil) ? shown.slice(0, 10) <= showUntil : shown.slice(0, 16) < showUntil))
  )
}

describe('the dates of items', () => {
  it('agree with what the clocks show, in every zone and around its clock changes', () => {
    fc.assert(
      fc.property(zonesAndInstants, ({ zone, instant, items }) => {
        const { value } = shownAt(items, zone, instant)
        expect(value).toEqual(
          items.flatMap((dates, index) => (showsByClock(zone, dates, instant) ? [index] : [])),
        )
      }),
      { numRuns: 600 },
    )
  })

  it('give one answer from since until until, and another around it', () => {
    fc.assert(
      fc.property(
        zonesAndInstants,
        fc.double({ min: 0, max: 1, noNaN: true }),
        ({ zone, instant, items }, share) => {
          const { value, since, until } = shownAt(items, zone, instant)
          expect(since).toBeLessThanOrEqual(instant)
          expect(until).toBeGreaterThan(instant)
          const end = Math.min(until, instant + 30 * DAY)
          const inside = Math.floor(instant + share * (end - 1 - instant))
          expect(shownAt(items, zone, inside)).toEqual({ value, since, until })
          if (Number.isFinite(until)) expect(shownAt(items, zone, until).since).toBeGreaterThanOrEqual(until)
          if (Number.isFinite(since)) expect(shownAt(items, zone, since - 1).until).toBeLessThanOrEqual(since)
        },
      ),
      { numRuns: 600 },
    )
  })

  it('of a storyboard are joined to the spans in which any of them shows', () => {
    fc.assert(
      fc.property(zonesAndInstants, ({ zone, instant, items }) => {
        const { value } = shownAt(items, zone, instant)
        expect(spanStateAt(storyboardSpans(items), zone, instant).value).toBe(value.length > 0)
      }),
      { numRuns: 600 },
    )
  })

  it.each([
    ['2026-02-28', true],
    ['2026-02-30', false],
    ['2026-12-01T09:30', true],
    ['2026-12-01T24:00', false],
    ['2026-12-01T09:30:00Z', false],
    ['soon', false],
    [20261201, false],
  ])('%s is read: %s', (text, isRead) => {
    expect(isShowDate(text)).toBe(isRead)
  })

  it('include the last day and exclude the last minute', () => {
    expect(spanOf({ showFrom: '2026-12-01', showUntil: '2026-12-24' })).toEqual({
      from: at('2026-12-01T00:00Z'),
      to: at('2026-12-25T00:00Z'),
    })
    expect(spanOf({ showUntil: '2026-12-24T18:00' }).to).toBe(at('2026-12-24T18:00Z'))
    expect(spanOf({ showUntil: 'never' })).toEqual({ from: null, to: null })
  })
})

describe('the dates of a page', () => {
  const widget = (id: string, type: string, more = {}) => ({
    ...{ id, type, name: id, zIndex: 1, width: 10, height: 10, transform: '' },
    ...more,
  })
  const zone = (id: string, ...entries: ShowDates[]) => ({ name: `${id}-media`, value: entries })
  const ended = { mediaId: 'm', showUntil: '2026-01-31' }
  const to = at('2026-02-01T00:00Z')

  it('are those of its media zones when it has nothing else', () => {
    const widgets = [widget('a', 'media-looper'), widget('b', 'media-looper')]
    expect(pageSpans({ widgets, config: { inputs: [zone('a', ended), zone('b', ended)] } })).toEqual([
      { from: null, to },
    ])
    expect(pageSpans({ widgets, config: { inputs: [zone('a', ended), zone('b', {})] } })).toBeNull()
    expect(pageSpans({ widgets, config: { inputs: [zone('a', ended)] } })).toEqual([{ from: null, to }])
  })

  it('are none of all time when it is empty, and a background always shows', () => {
    const widgets = [widget('a', 'media-looper')]
    const empty = { inputs: [zone('a')] }
    const media = [{ mediaId: 'm' }]
    expect(pageSpans({ widgets, config: empty })).toEqual([])
    expect(pageSpans({ widgets, config: { inputs: [] } })).toEqual([])
    expect(pageSpans({ widgets: [], config: { inputs: [] } })).toEqual([])
    expect(pageSpans({ widgets: [widget('t', 'text', { hidden: true })], config: { inputs: [] } })).toEqual(
      [],
    )
    expect(pageSpans({ widgets, config: { ...empty, background: 'black' } })).toBeNull()
    expect(pageSpans({ widgets, config: { ...empty, backdrop: { media } } })).toBeNull()
    expect(pageSpans({ widgets, config: { ...empty, backdrop: { overlay: '#00000080' } } })).toBeNull()
    expect(pageSpans({ widgets, config: { ...empty, backdrop: { media: [], fit: 'contain' } } })).toEqual([])
    const inputs = [zone('a', ended)]
    expect(pageSpans({ widgets, config: { inputs, backdrop: { media } } })).toBeNull()
    expect(showsFrom([], 0)).toBe(false)
    expect(showsFrom(null, 0)).toBe(true)
    // The day may last a day longer elsewhere.
    expect([to, to + 24 * 3_600_000].map((at) => showsFrom([{ from: null, to }], at))).toEqual([true, false])
  })

  it('are no limit when anything else is on it; hidden widgets are not on it', () => {
    const inputs = [zone('a', ended)]
    const looper = widget('a', 'media-looper')
    expect(pageSpans({ widgets: [looper, widget('t', 'text')], config: { inputs } })).toBeNull()
    const hidden = [looper, widget('t', 'text', { hidden: true })]
    expect(pageSpans({ widgets: hidden, config: { inputs } })).toEqual([{ from: null, to }])
    const page = { widgets: [looper], config: { inputs } }
    const item = { pageId: 'p', showFrom: '2026-01-15' }
    expect(storyboardSpans([item], () => pageSpans(page))).toEqual([{ from: at('2026-01-15T00:00Z'), to }])
    expect(shownAt([item], 'Etc/GMT', to, () => pageSpans(page)).value).toEqual([])
  })
})

describe('what plays when storyboards end', () => {
  const inZone = fc.constantFrom(...zones).chain((zone) =>
    fc.record({
      schedule: fc
        .record({
          timezone: fc.constant(zone),
          defaultStoryboardId: fc.constantFrom('default', null),
          slots: slotsArb(zone),
          activeFrom: fc.constantFrom(0, at('2027-02-01T00:00:00Z')),
        })
        .map((schedule) => ({ ...schedule, ...clocksIn(zone) })) satisfies fc.Arbitrary<GroupSchedule>,
      override: fc.option(fc.record({ storyboardId: fc.constant('override'), since: instantIn(zone) })),
      instant: instantIn(zone),
      dates: fc.array(datesArb(zone), { minLength: 1, maxLength: 2 }),
    }),
  )

  it('plays the schedule, then the default, then nothing, in every zone', () => {
    fc.assert(
      fc.property(
        inZone,
        fc.subarray(['override', 'default', 'slots']),
        ({ schedule, override, instant, dates }, dated) => {
          const state = { current: schedule, next: null, override }
          const spansOf = (id: string) =>
            dated.includes(['override', 'default'].includes(id) ? id : 'slots')
              ? storyboardSpans(dates)
              : null
          const shows = (id: string | null) =>
            id !== null && spanStateAt(spansOf(id), schedule.timezone, instant).value
          const playing = whatPlays(state, instant, spansOf)
          const planned = whatPlays(state, instant)
          const scheduled = whatPlays({ ...state, override: null }, instant)
          const choice = [planned.storyboardId, scheduled.storyboardId, schedule.defaultStoryboardId].find(
            shows,
          )
          expect(playing.storyboardId).toBe(choice ?? null)
          if (choice === undefined) expect(playing.reason).toBe('nothing')

          const { since, until } = playing
          expect(since).toBeLessThanOrEqual(instant)
          if (until === null) return
          expect(until).toBeGreaterThan(instant)
          expect(whatPlays(state, until - 1, spansOf)).toEqual(playing)
          expect(whatPlays(state, until, spansOf)).not.toEqual(playing)
        },
      ),
      { numRuns: 600 },
    )
  })

  it('lasts from the end of one storyboard to the start of the next slot', () => {
    const current: GroupSchedule = {
      timezone: 'Europe/Berlin',
      defaultStoryboardId: 'default',
      slots: [{ from: '09:00 AM', to: '05:00 PM', storyboardId: 'sale' }],
      activeFrom: 0,
    }
    const sale = storyboardSpans([{ showUntil: '2026-12-24T12:00' }])
    const spansOf = (id: string) => (id === 'sale' ? sale : null)
    const play = (instant: string) => whatPlays({ current, next: null, override: null }, at(instant), spansOf)
    expect(play('2026-12-24T10:59Z')).toMatchObject({
      storyboardId: 'sale',
      until: at('2026-12-24T11:00Z'),
    })
    expect(play('2026-12-24T11:00Z')).toMatchObject({
      ...{ storyboardId: 'default', reason: 'default', slot: null },
      ...{ since: at('2026-12-24T11:00Z'), until: at('2026-12-24T16:00Z') },
    })
    expect(
      whatPlays({ current, next: null, override: null }, at('2027-01-01T12:00Z'), () => []),
    ).toMatchObject({
      storyboardId: null,
      reason: 'nothing',
    })
  })
})
