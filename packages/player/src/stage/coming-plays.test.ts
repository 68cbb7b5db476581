import type {
  ManifestContent,
  ManifestItem,
  ManifestStoryboard,
  Slot,
} from '@vitrine/contract/api/playback/manifest'
import { comingPlays } from '@vitrine/contract/player/coming-plays'
import { timeOfMinutes } from '@vitrine/contract/rules'
import type { ScreenRule } from '@vitrine/contract/schedule/screen-rule'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { traitsIn } from '#downlink/for-screen.ts'
import { lookUp, type Parts, readPart, spansOfPageIn } from '#downlink/parts.ts'
import { Signal } from '#lib/signal.ts'
import { Clock } from '#lib/time/clock.ts'
import { Playback } from '#schedule/playback.ts'
import { colorPage, contentOf, devicePart, groupPart, scheduleOf } from '#test/content.ts'
import { partOf } from '#test/protocol-server.ts'
import { advance, START, stage, stageOfEachTest } from '#test/stage.ts'
import { showAt } from './show-at.ts'
import { turnAt } from './turn-at.ts'

stageOfEachTest()

type Order = NonNullable<ManifestStoryboard['order']>
type Entry = Order['lists'][number]['entries'][number]

const HOUR = 3_600_000
const LOOKED_AT = HOUR / 3
/** Around which clocks change there. */
const PLACES = [
  ['Europe/Berlin', Date.parse('2026-10-25T01:00:00Z')],
  ['America/New_York', Date.parse('2026-03-08T07:00:00Z')],
  ['Australia/Lord_Howe', Date.parse('2026-04-04T15:00:00Z')],
  ['Etc/GMT-2', START],
] as const

const ruleArb = fc.option(
  fc.constantFrom<ScreenRule>(
    { anyTags: ['a'] },
    { allTags: ['a', 'b'] },
    { noTags: ['b'] },
    { inPlaces: ['p'] },
  ),
  { nil: undefined, freq: 3 },
)
const entryArb = fc.record({
  weight: fc.option(fc.integer({ min: 2, max: 4 }), { nil: undefined, freq: 2 }),
  tied: fc.option(fc.constant(true as const), { nil: undefined, freq: 4 }),
  perRound: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined, freq: 1 }),
  random: fc.option(fc.constant(true as const), { nil: undefined }),
  perHour: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined, freq: 2 }),
})
/** Minutes from the clock change at which a page starts or ends to show. */
const minutesArb = fc.option(fc.integer({ min: -150, max: 150 }), { nil: undefined, freq: 2 })
const pageArb = fc.record({
  duration: fc.integer({ min: 5, max: 900 }),
  screens: ruleArb,
  outer: ruleArb,
  from: minutesArb,
  until: minutesArb,
  entry: entryArb,
})
/** Lists, each but the first inside one before it. */
const boardArb = fc.record({
  lists: fc.array(
    fc.record({
      pages: fc.array(pageArb, { minLength: 1, maxLength: 4 }),
      shuffle: fc.boolean(),
      into: fc.nat({ max: 2 }),
      entry: entryArb,
    }),
    { minLength: 1, maxLength: 4 },
  ),
  isOrdered: fc.constantFrom(true, true, true, false),
  mode: fc.constantFrom('AUTO' as const, 'AUTO' as const, 'AUTO' as const, 'DEFAULT' as const),
})
const caseArb = fc.record({
  place: fc.constantFrom(...PLACES),
  boards: fc.tuple(boardArb, boardArb, boardArb),
  slot: fc.record({
    from: fc.integer({ min: 0, max: 287 }),
    length: fc.integer({ min: 1, max: 40 }),
    screens: ruleArb,
  }),
  takeover: fc.option(
    fc.record({ from: fc.integer({ min: -60, max: 60 }), length: fc.integer({ min: 1, max: 90 }) }),
    {
      freq: 1,
    },
  ),
  tags: fc.subarray(['a', 'b']),
  begins: fc.integer({ min: -100, max: 60 }),
  since: fc.integer({ min: 0, max: 300 }),
})
type Case = typeof caseArb extends fc.Arbitrary<infer T> ? T : never

const readingOf = (zone: string, instant: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    .format(instant)
    .replace(' ', 'T')

function boardOf(
  id: string,
  { lists: given, isOrdered, mode }: Case['boards'][0],
  [zone, at]: Case['place'],
  content: ManifestContent,
) {
  const items: ManifestItem[] = []
  const lists: Order['lists'] = given.map(({ shuffle }, n) => ({
    ...{ id: `${id}${n}`, name: `${id}${n}`, entries: [] },
    ...(shuffle && { shuffle: true }),
  }))
  for (const [n, { pages, into, entry }] of given.entries()) {
    for (const { duration, screens, outer, from, until, entry: more } of pages) {
      const pageId = `${id}-${items.length}`
      content.pages[pageId] = colorPage(pageId, 'red')
      const dates = {
        ...(from !== undefined && { showFrom: readingOf(zone, at + from * 60_000) }),
        ...(until !== undefined && { showUntil: readingOf(zone, at + until * 60_000) }),
      }
      const item: Entry = { item: items.length, ...more, perRound: undefined }
      lists[n]?.entries.push(item)
      items.push({
        ...{ pageId, duration, ...dates },
        ...(screens && { screens }),
        ...(outer && { within: [{ screens: outer }] }),
      })
    }
    if (n > 0) lists[into % n]?.entries.push({ list: n, ...entry })
  }
  const board: ManifestStoryboard = {
    ...{ id, name: id, type: 'designed', mode, width: 1920, height: 1080, items },
    ...(isOrdered && { order: { lists } }),
  }
  content.storyboards[id] = board
}

function partsIn({ place, boards, slot, takeover, tags, since }: Case): Parts {
  const content = contentOf([])
  const [zone, at] = place
  for (const [n, id] of ['default', 'slot'].entries()) boardOf(id, boards[n] ?? boards[0], place, content)
  const own = contentOf([])
  boardOf('takeover', boards[2], place, own)
  const timed: Slot = {
    from: timeOfMinutes(slot.from * 5),
    to: timeOfMinutes((slot.from + slot.length) * 5),
    storyboardId: 'slot',
    ...(slot.from + slot.length >= 288 && { overnight: true }),
    ...(slot.screens && { screens: slot.screens }),
  }
  const schedule = scheduleOf('default', { timezone: zone, slots: [timed], activeFrom: at - since * 60_000 })
  const startedAt = at + (takeover?.from ?? 0) * 60_000
  const device = {
    ...devicePart(null, takeover ? own : undefined),
    traits: { tags, places: ['p'] },
    ...(takeover && {
      takeover: {
        ...{ id: 't', title: 'T', text: '', tone: 'info' as const, storyboardId: 'takeover' },
        ...{ startedAt, endsAt: startedAt + takeover.length * 60_000 },
      },
    }),
  }
  return {
    group: readPart('group', partOf(1, groupPart(content, schedule))),
    device: readPart('device', partOf(1, device)),
  }
}

const playbackOf = (parts: Parts) => {
  const { group, device } = parts
  return {
    ...{ takeover: device?.body.takeover, earlierTakeovers: device?.body.earlierTakeovers },
    state: {
      ...{ current: group?.body.current ?? null, next: group?.body.next ?? null },
      ...{ override: device?.body.override ?? null, planned: device?.body.planned, traits: traitsIn(parts) },
    },
    storyboard: (id: string) => lookUp(parts, 'storyboards', id),
    spansOfPage: spansOfPageIn(parts),
  }
}

interface Shown {
  page: string
  from: number
}
/** Without what only continues. */
const merged = (all: readonly Shown[]) => all.filter(({ page }, n) => n === 0 || all[n - 1]?.page !== page)

/** What the player puts on its stage, as its director decides it, from one page to the next. */
function played(parts: Parts, from: number, to: number): Shown[] {
  const playback = new Playback({ ready: new Signal(parts) }, new Clock())
  const found: Shown[] = []
  for (let at = from; at < to; ) {
    const state = playback.at(at)
    const show = showAt({ playback: state, parts, isOut: () => false, turnAt }, at)
    found.push({ page: show ? `${show.storyboard.id} ${show.index}` : 'none', from: at })
    const next = Math.min(show?.end ?? Number.POSITIVE_INFINITY, state.until ?? Number.POSITIVE_INFINITY)
    if (next === Number.POSITIVE_INFINITY) break
    at = Math.max(at + 1, next)
  }
  playback.close()
  return merged(found)
}

describe('what really plays', () => {
  it('is what the director shows, with storyboards inside others, rules, dates, and clock changes', () => {
    let plays = 0
    fc.assert(
      fc.property(caseArb, (given) => {
        const parts = partsIn(given)
        const from = given.place[1] + given.begins * 60_000
        const coming = comingPlays(playbackOf(parts), from, from + LOOKED_AT, 2000)
        const listed = coming.map(({ storyboardId, page, start }, n) => ({
          page: page ? `${storyboardId} ${page.index}` : 'none',
          from: n === 0 ? from : start,
        }))
        plays += coming.length
        expect(merged(listed)).toEqual(played(parts, from, from + LOOKED_AT))
      }),
      { numRuns: 3000 },
    )
    expect(plays).toBeGreaterThan(6000)
  }, 600_000)

  it('is what appears on the stage', async () => {
    await fc.assert(
      fc.asyncProperty(boardArb, async (board) => {
        const content = contentOf([])
        boardOf('s', board, ['Etc/GMT-2', START - 10 * HOUR], content)
        for (const item of content.storyboards.s?.items ?? []) item.duration = 4 + (item.duration % 9)
        const parts = {
          group: readPart(
            'group',
            partOf(1, groupPart(content, scheduleOf('s', { activeFrom: START - 12_345 }))),
          ),
          device: readPart('device', partOf(1, devicePart())),
        }
        const play = stage(parts, { turnAt: () => turnAt })
        await advance(120)
        const seen = play.pages().filter((page) => page !== 'none')
        play.close()
        const now = play.clock.now()
        const namesUntil = (end: number) => {
          const coming = comingPlays(playbackOf(parts), now - 120_000, end, 500)
          const names = coming.map(({ page }) => page?.pageId ?? 'none')
          return names.filter((name, n) => name !== 'none' && (n === 0 || names[n - 1] !== name))
        }
        // A page that begins at this very moment may have appeared or not.
        expect([namesUntil(now - 500), namesUntil(now + 500)]).toContainEqual(seen)
      }),
      { numRuns: 60 },
    )
  })
})
