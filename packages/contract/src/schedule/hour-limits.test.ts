import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type OrderEntry, type Ordered, type OrderList, orderedAt } from './page-order.ts'
import type { ChosenPage } from './page-position.ts'
import { zoneOffset } from './time-zone.ts'

const HOUR = 3_600_000
/** Midnight in Cairo, winter: UTC+2. */
const MIDNIGHT = Date.parse('2025-01-14T22:00:00Z')
const CAIRO = 'Africa/Cairo'

const list = (entries: OrderEntry[], id = 'l'): OrderList => ({ id, name: id, entries })
const boardOf = (lists: OrderList[], seconds: readonly number[]): Ordered => ({
  id: 's',
  items: seconds.map((duration) => ({ duration })),
  order: { lists },
})

interface Span {
  since?: number
  from?: number
  to: number
  timeZone?: string
  chosen?: ChosenPage
}

function playsOf(board: Ordered, { since = MIDNIGHT, from = since, to, timeZone = CAIRO, chosen }: Span) {
  const found = []
  for (let at = from; at < to; ) {
    const place = orderedAt(board, [...board.items.keys()], { since, timeZone }, at, chosen)
    if (!place || place.end === null) throw new Error('It has no page')
    if (place.start > at || place.end <= at) throw new Error('It has another page')
    found.push(place)
    at = place.end
  }
  return found
}
const startsOf = (plays: readonly { index: number; start: number }[], index: number) =>
  plays.filter((play) => play.index === index).map(({ start }) => start)
const minutes = (starts: readonly number[]) => starts.map((start) => (start - MIDNIGHT) / 60_000)
const names = (plays: readonly { index: number }[]) => plays.map(({ index }) => index).join(' ')

describe('at most n plays an hour', () => {
  it('continues with the next page until the next full hour', () => {
    const board = boardOf([list([{ item: 0, perHour: 2 }, { item: 1 }])], [300, 300])
    const plays = playsOf(board, { to: MIDNIGHT + 2 * HOUR })
    expect(minutes(startsOf(plays, 0))).toEqual([0, 10, 60, 70])
    expect(plays.filter(({ index }) => index === 0).map(({ limit }) => limit)).toMatchObject([
      { most: 2, nth: 1, until: MIDNIGHT + HOUR },
      { most: 2, nth: 2, until: MIDNIGHT + HOUR },
      { most: 2, nth: 1, until: MIDNIGHT + 2 * HOUR },
      { most: 2, nth: 2, until: MIDNIGHT + 2 * HOUR },
    ])
  })

  it('counts a page in the hour in which it begins', () => {
    const board = boardOf([list([{ item: 0, perHour: 1 }, { item: 1 }])], [60, 60])
    const since = MIDNIGHT + HOUR - 1000
    expect(minutes(startsOf(playsOf(board, { since, to: since + HOUR / 2 }), 0))).toEqual([
      60 - 1 / 60,
      62 - 1 / 60,
    ])
  })

  it('counts the hours of the local clocks', () => {
    const board = boardOf([list([{ item: 0, perHour: 1 }, { item: 1 }])], [60, 60])
    const plays = playsOf(board, { to: MIDNIGHT + HOUR, timeZone: 'Asia/Kolkata' })
    expect(minutes(startsOf(plays, 0))).toEqual([0, 30])
  })

  it('counts a storyboard once per visit, wherever it is, and leaves out all of it', () => {
    const lists = [list([{ list: 1, perHour: 2 }, { item: 0 }]), list([{ item: 1 }, { item: 2 }], 'in')]
    const board = boardOf(lists, [300, 60, 60])
    expect(names(playsOf(board, { to: MIDNIGHT + 24 * 60_000 }))).toBe('1 2 0 1 2 0 0 0')
  })

  it('adds up the plays of a page that is included twice', () => {
    const inner = list([{ item: 2, perHour: 2 }], 'in')
    const board = boardOf(
      [
        list([{ list: 1 }, { item: 0 }, { list: 2 }, { item: 1 }]),
        inner,
        { ...inner, entries: [{ item: 3, perHour: 2 }] },
      ],
      [300, 300, 60, 60],
    )
    const plays = playsOf(board, { to: MIDNIGHT + HOUR - 1000 })
    expect(startsOf(plays, 2).length + startsOf(plays, 3).length).toBe(2)
  })

  it('plays what is tied only after what it is tied to', () => {
    const entries = [{ item: 0, perHour: 1 }, { item: 1, tied: true as const }, { item: 2 }]
    const plays = playsOf(boardOf([list(entries)], [60, 60, 300]), { to: MIDNIGHT + 20 * 60_000 })
    expect(names(plays)).toBe('0 1 2 2 2 2')
  })

  it('yields when everything is used up, and says so', () => {
    const entries = [
      { item: 0, perHour: 1 },
      { item: 1, perHour: 2 },
    ]
    const plays = playsOf(boardOf([list(entries)], [600, 600]), { to: MIDNIGHT + 2 * HOUR })
    expect(names(plays)).toBe('0 1 1 0 1 0 1 0 1 0 1 0')
    expect(plays.slice(0, 5).map(({ limit }) => [limit?.nth, limit?.most])).toEqual([
      [1, 1],
      [1, 2],
      [2, 2],
      [2, 1],
      [3, 2],
    ])
  })

  it('begins each local day with the start of a round, and no page shows for less than five seconds', () => {
    const board = boardOf([list([{ item: 0, perHour: 1 }, { item: 1 }])], [7, 13])
    const end = MIDNIGHT + 24 * HOUR
    const plays = playsOf(board, { to: end + HOUR })
    const first = plays.find(({ start }) => start >= end)
    expect(first).toMatchObject({ index: 0, start: end, place: 0 })
    expect(Math.min(...plays.map((play) => (play.end ?? 0) - play.start))).toBeGreaterThanOrEqual(5000)
  })

  it('plays a page that someone chose, counts it, and forgets the choice at midnight', () => {
    const board = boardOf([list([{ item: 0, perHour: 1 }, { item: 1 }, { item: 2 }])], [60, 60, 60])
    const chosen = { index: 0, at: MIDNIGHT + 200_000, round: 1, place: 0 }
    const plays = playsOf(board, { from: chosen.at, to: chosen.at + 300_000, chosen })
    expect(names(plays)).toBe('0 1 2 1 2')
    expect(plays[0]?.limit).toMatchObject({ most: 1, nth: 2 })
    const day = { from: MIDNIGHT + 24 * HOUR, to: MIDNIGHT + 24.5 * HOUR }
    expect(playsOf(board, { ...day, chosen })).toEqual(playsOf(board, day))
  })
})

const entryArb = fc.record({
  seconds: fc.integer({ min: 20, max: 400 }),
  perHour: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined, freq: 3 }),
  weight: fc.option(fc.integer({ min: 2, max: 4 }), { nil: undefined }),
  tied: fc.option(fc.constant(true as const), { nil: undefined }),
})
const caseArb = fc.record({
  lists: fc.array(fc.array(entryArb, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
  visits: fc.array(entryArb, { minLength: 2, maxLength: 2 }),
  /** Half of them before the clocks of Lord Howe are set back by half an hour. */
  since: fc.integer({ min: -20, max: 20 }).map((hours) => Date.parse('2026-04-04T15:00:00Z') + hours * HOUR),
  zone: fc.constantFrom('Australia/Lord_Howe', 'Etc/GMT-2', 'Asia/Kathmandu'),
})

function limitedBoard({ lists, visits }: typeof caseArb extends fc.Arbitrary<infer T> ? T : never): Ordered {
  const seconds: number[] = []
  const made = lists.map((entries, n) =>
    list(
      entries.map(({ seconds: length, weight, ...entry }, place) => ({
        ...{ item: seconds.push(length) - 1, ...entry },
        ...(weight && !(entry.tied && place > 0) && { weight }),
      })),
      `l${n}`,
    ),
  )
  const inner = made.slice(1).map((_, n) => ({ list: n + 1, perHour: visits[n]?.perHour }))
  return boardOf([{ ...list([...(made[0]?.entries ?? []), ...inner], 'l0') }, ...made.slice(1)], seconds)
}

describe('any limits', () => {
  it('hold in each hour unless everything is used up, and are found the same from any instant', () => {
    let [limited, yielded] = [0, 0]
    fc.assert(
      fc.property(
        caseArb,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
        (given, looks) => {
          const board = limitedBoard(given)
          const { since, zone: timeZone } = given
          const to = since + 3 * HOUR
          const plays = playsOf(board, { since, to, timeZone })
          const counts = new Map<string, number>()
          for (const { index, start, limit } of plays) {
            const entry = board.order.lists
              .flatMap(({ entries }) => entries)
              .find(({ item }) => item === index)
            if (limit && limit.nth > limit.most) yielded++
            const hour = Math.floor((start + zoneOffset(timeZone, start)) / HOUR)
            const name = `${index} ${hour} ${zoneOffset(timeZone, start)}`
            const nth = (counts.get(name) ?? 0) + 1
            counts.set(name, nth)
            if (!entry?.perHour || nth <= entry.perHour) continue
            limited++
            expect(limit?.nth).toBeGreaterThan(limit?.most ?? Number.POSITIVE_INFINITY)
          }
          // A screen that starts at some instant has nothing in memory.
          for (const look of looks) {
            const at = Math.floor(since + look * (to - since - 1))
            const there = plays.find(({ start, end }) => start <= at && at < (end ?? 0))
            const again = orderedAt(
              JSON.parse(JSON.stringify(board)),
              [...board.items.keys()],
              { since, timeZone },
              at,
            )
            expect(again).toEqual(there)
          }
        },
      ),
      { numRuns: 300 },
    )
    expect(Math.min(limited, yielded)).toBeGreaterThan(200)
  }, 120_000)
})
