import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type OrderEntry, type Ordered, type OrderList, orderedAt } from './page-order.ts'
import type { ChosenPage } from './page-position.ts'

const START = 1_700_000_000_000
const list = (entries: OrderEntry[], more: Partial<OrderList> = {}): OrderList => ({
  ...{ id: 'l', name: 'L', entries },
  ...more,
})
const ordered = (lists: OrderList[], seconds: readonly number[]): Ordered => ({
  id: 's',
  items: seconds.map((duration) => ({ duration })),
  order: { lists },
})
const items = (from: number, to: number): OrderEntry[] =>
  Array.from({ length: to - from }, (_, n) => ({ item: from + n }))

interface Played {
  index: number
  start: number
  end: number
  round: number
}

/** The plays from an instant on. */
function follow(
  board: Ordered,
  plays: number,
  from = START,
  shown = [...board.items.keys()],
  chosen?: ChosenPage,
) {
  const found: Played[] = []
  for (let at = from; found.length < plays; ) {
    const place = orderedAt(board, shown, { since: START, timeZone: 'Etc/GMT' }, at, chosen)
    if (!place || place.end === null) throw new Error('It has no page')
    found.push({ index: place.index, start: place.start, end: place.end, round: place.round })
    at = place.end
  }
  return found
}
function grouped(played: readonly Played[], by: 'round' | 'index') {
  const found = new Map<number, Played[]>()
  for (const each of played) found.set(each[by], [...(found.get(each[by]) ?? []), each])
  return found
}
const names = (played: readonly Played[]) => played.map(({ index }) => index).join(' ')

describe('the order of a storyboard', () => {
  it('continues the next pages of an inner one where the last round ended', () => {
    const board = ordered([list([{ item: 0 }, { list: 1, perRound: 2 }]), list(items(1, 4))], [5, 2, 3, 4])
    expect(names(follow(board, 12))).toBe('0 1 2 0 3 1 0 2 3 0 1 2')
  })

  it('plays what weighs more more often, evenly spread', () => {
    const board = ordered([list([{ item: 0, weight: 3 }, ...items(1, 4)])], [5, 5, 5, 5])
    expect(names(follow(board, 6))).toBe('0 1 0 2 0 3')
  })

  it('plays what is tied after its predecessor, and not without it', () => {
    const entries: OrderEntry[] = [{ item: 0 }, { item: 1, tied: true }, { item: 2 }, { item: 3 }]
    const board = ordered([list(entries, { shuffle: true })], [1, 2, 3, 4])
    const played = follow(board, 400).map(({ index }) => index)
    for (const [place, index] of played.entries()) if (index === 0) expect(played[place + 1] ?? 1).toBe(1)
    expect(new Set(follow(board, 40, START, [1, 2, 3]).map(({ index }) => index))).toEqual(new Set([2, 3]))
  })

  it('shuffles each round differently, and no page follows itself', () => {
    const board = ordered([list(items(0, 6), { shuffle: true })], [1, 2, 3, 4, 5, 6])
    const played = follow(board, 600)
    const rounds = grouped(played, 'round')
    const orders = new Set([...rounds.values()].map(names))
    expect(orders.size).toBeGreaterThan(80)
    for (const each of rounds.values()) expect(new Set(each.map(({ index }) => index)).size).toBe(6)
    for (const [place, { index }] of played.entries()) expect(played[place + 1]?.index).not.toBe(index)
  })

  it('at random plays each once before one repeats, and none twice in a round', () => {
    const board = ordered(
      [list([{ item: 0 }, { list: 1, perRound: 3, random: true }]), list(items(1, 9))],
      [1, 2, 3, 4, 5, 6, 7, 8, 9],
    )
    const played = follow(board, 4 * 24)
    for (const each of grouped(played, 'round').values())
      expect(new Set(each.map(({ index }) => index)).size).toBe(4)
    const counts = grouped(played, 'index')
    for (let index = 1; index < 9; index++) expect(counts.get(index)).toHaveLength(9)
  })

  it('of lists without a common cycle reaches every page', () => {
    const sizes = [7, 11, 13, 17, 19, 23, 29]
    const lists = [list(sizes.map((_, n) => ({ list: n + 1, perRound: 1 })))]
    let first = 0
    for (const size of sizes) {
      lists.push(list(items(first, first + size)))
      first += size
    }
    const board = ordered(
      lists,
      Array.from({ length: first }, (_, n) => 1 + (n % 7)),
    )
    expect(new Set(follow(board, 7 * 29).map(({ index }) => index)).size).toBe(first)
    const late = START + 40 * 365 * 86_400_000
    expect(follow(board, 3, late)[0]?.start).toBeLessThanOrEqual(late)
  })

  it('continues from a chosen page, also one that is not in the next rounds', () => {
    const board = ordered(
      [list([{ item: 0 }, { list: 1, perRound: 1 }]), list(items(1, 100))],
      Array(100).fill(5),
    )
    const at = START + 7000
    const near = follow(board, 4, at, undefined, { index: 3, at })
    expect([names(near), near[0]?.start]).toEqual(['3 0 4 0', at])
    const far = follow(board, 3, at, undefined, { index: 99, at })
    expect([names(far), far[0]?.start, far[0]?.end]).toEqual(['99 0 2', at, at + 5000])
  })
})

const seconds = fc.integer({ min: 1, max: 30 })
const entry = (kind: 'item' | 'list', of: number) =>
  fc
    .record(
      {
        weight: fc.integer({ min: 1, max: 4 }),
        tied: fc.constant(true as const),
        perRound: fc.integer({ min: 1, max: 6 }),
        random: fc.constant(true as const),
      },
      { requiredKeys: [] },
    )
    .map((more): OrderEntry => ({ [kind]: of, ...more }))

/** Storyboards with up to three more inside, one of them inside another. */
const boards: fc.Arbitrary<Ordered> = fc
  .array(fc.array(seconds, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 })
  .chain((all) => {
    const firsts = all.map((_, n) => all.slice(0, n).reduce((sum, { length }) => sum + length, 0))
    const lists = all.map((own, n) => {
      const pages = own.map((_, page) => entry('item', (firsts[n] ?? 0) + page))
      const inner = all.flatMap((_, other) =>
        other > 0 && (other === 3 ? 2 : 0) === n ? [entry('list', other)] : [],
      )
      return fc.record({
        id: fc.constant(`l${n}`),
        name: fc.constant(''),
        shuffle: fc.constantFrom(undefined, true as const),
        entries: fc
          .tuple(...pages, ...inner)
          .map(([{ tied: _, ...first } = {}, ...rest]) => [first, ...rest]),
      })
    })
    return fc.tuple(...lists).map((made) => ordered(made as OrderList[], all.flat()))
  })

describe('any order', () => {
  it('has one page at each instant, whenever one looks', () => {
    fc.assert(
      fc.property(boards, fc.integer({ min: 0, max: 4e9 }), fc.boolean(), (board, later, isLate) => {
        const from = isLate ? START + later : START
        const played = follow(board, 30, from)
        for (const [n, { start, end, index }] of played.entries()) {
          expect(end - start).toBe((board.items[index]?.duration ?? 0) * 1000)
          if (n > 0) expect(start).toBe(played[n - 1]?.end)
          // Another screen, which starts in the middle of it.
          const other = { ...board, order: { ...board.order } }
          const place = orderedAt(
            other,
            [...board.items.keys()],
            { since: START, timeZone: 'Etc/GMT' },
            Math.floor((start + end) / 2),
          )
          expect([place?.index, place?.start, place?.end]).toEqual([index, start, end])
        }
      }),
      { numRuns: 400 },
    )
  })
})
