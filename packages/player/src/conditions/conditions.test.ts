import { conditionsBy } from '@vitrine/contract/document/conditions'
import type { SourceData } from '@vitrine/contract/document/source-data'
import { type Condition, OPERATORS } from '@vitrine/contract/schedule/conditions'
import { whatPlays } from '@vitrine/contract/schedule/schedule'
import { shownAt, storyboardSpans } from '@vitrine/contract/schedule/show-dates'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Part, readPart } from '#downlink/parts.ts'
import { Signal } from '#lib/signal.ts'
import { Clock } from '#lib/time/clock.ts'
import { Playback } from '#schedule/playback.ts'
import { pagesShownAt } from '#stage/show-at.ts'
import { colorPage, contentOf, devicePart, groupPart, scheduleOf } from '#test/content.ts'
import { partOf } from '#test/protocol-server.ts'
import { conditionsOf, TestRows } from '#test/stage.ts'

const NOW = Date.parse('2026-06-01T12:00:00Z')
const MINUTE = 60_000

const whenArb: fc.Arbitrary<Condition | undefined> = fc.option(
  fc.record({
    tests: fc.array(
      fc.record({
        of: fc.constant('source' as const),
        from: fc.constantFrom('Queue', 'Stock'),
        field: fc.constantFrom('Length', 'Length of bar', 'Sold out'),
        is: fc.constantFrom(...OPERATORS),
        value: fc.constantFrom(0, 1, 'a', true),
      }),
      { minLength: 1, maxLength: 2 },
    ),
    any: fc.constantFrom(undefined, true as const),
    older: fc.option(fc.record({ minutes: fc.constantFrom(5, 30), plays: fc.boolean() }), { nil: undefined }),
    immediate: fc.constantFrom(undefined, true as const),
  }),
  { nil: undefined },
)
const cellArb = fc.constantFrom(0, 1, 2, 'a', '', true, false, null)
const dataArb: fc.Arbitrary<SourceData | undefined> = fc.option(
  fc.record({
    columns: fc.constant(['Name', 'Length', 'Sold out']),
    rows: fc.array(fc.tuple(fc.constantFrom('bar', 'hall'), cellArb, cellArb), { maxLength: 2 }),
    at: fc.integer({ min: 0, max: 60 }).map((minutes) => NOW - minutes * MINUTE),
  }),
  { nil: undefined },
)
const caseArb = fc.record({
  stories: fc.array(fc.array(whenArb, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 3 }),
  hasDefault: fc.boolean(),
  isSwitched: fc.boolean(),
  rows: fc.record({ queue: dataArb, stock: dataArb }),
})

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'performance'] })
})
afterEach(() => void vi.useRealTimers())

it('a screen and the server agree on what plays and which pages show, by the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(caseArb, async ({ stories, hasDefault, isSwitched, rows }) => {
      const content = contentOf(
        stories.map((whens, index) => ({
          id: `s${index}`,
          items: whens.map((when, page) => ({
            page: colorPage(`p${index}${page}`, '#123456'),
            seconds: 5,
            ...(when && { when: JSON.parse(JSON.stringify(when)) as Condition }),
          })),
        })),
      )
      const slots = [{ from: '12:00 AM', to: '12:00 AM', storyboardId: 's0' }]
      const schedule = scheduleOf(hasDefault ? 's1' : null, { timezone: 'Etc/GMT', slots })
      const override = isSwitched ? { storyboardId: 's2', since: NOW - MINUTE, until: null } : null
      const group = readPart('group', partOf(1, groupPart(content, schedule)))
      const device = readPart('device', partOf(1, devicePart(override)))
      if (!group || !device) throw new Error('No parts')
      const parts = { group, device } as { group: Part<'group'>; device: Part<'device'> }
      const held = new TestRows()
      for (const [key, data] of Object.entries(rows)) held.of(key).set(data)
      const library = { ready: new Signal(parts) }
      const clock = new Clock()
      const watch = conditionsOf(library, clock, held)
      await watch.ready()
      const player = new Playback(library, clock, watch)
      const playing = player.at(NOW)
      const onServer = conditionsBy((key) => (rows as Record<string, SourceData | undefined>)[key], NOW)
      const traits = { tags: [], places: [], conditions: onServer }
      const expected = whatPlays({ current: schedule, next: null, override, traits }, NOW, (id) =>
        storyboardSpans(content.storyboards[id]?.items ?? [], undefined, traits),
      )
      expect([playing.storyboardId, playing.reason]).toEqual([expected.storyboardId, expected.reason])
      for (const storyboard of Object.values(content.storyboards))
        expect(pagesShownAt(NOW, { storyboard, timeZone: 'Etc/GMT', parts, conditions: watch.at })).toEqual(
          shownAt(storyboard.items, 'Etc/GMT', NOW, undefined, traits).value,
        )
      player.close()
      watch.close()
    }),
    { numRuns: 10_000 },
  )
}, 300_000)
