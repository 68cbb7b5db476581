import type { ManifestPage } from '@vitrine/contract/api/playback/manifest'
import { mediaOn } from '@vitrine/contract/schedule/entry-rules'
import { SKY_EVENTS } from '@vitrine/contract/schedule/prayer-times'
import { whatPlays } from '@vitrine/contract/schedule/schedule'
import type { ScreenRule } from '@vitrine/contract/schedule/screen-rule'
import {
  type Limits,
  pageSpans,
  type ShowSpan,
  shownAt,
  storyboardSpans,
} from '@vitrine/contract/schedule/show-dates'
import type { SkyTime } from '@vitrine/contract/schedule/sky'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { traitsIn } from '#downlink/for-screen.ts'
import { type Part, readPart } from '#downlink/parts.ts'
import { Signal } from '#lib/signal.ts'
import { Clock } from '#lib/time/clock.ts'
import { showAt } from '#stage/show-at.ts'
import { colorPage, contentOf, devicePart, groupPart, scheduleOf, zonePage } from '#test/content.ts'
import { partOf } from '#test/protocol-server.ts'
import { Playback } from './playback.ts'

const NAMES = ['bar', 'Bar', 'lobby']
const some = fc.option(fc.subarray(NAMES, { minLength: 1 }), { nil: undefined })
const ruleArb: fc.Arbitrary<ScreenRule | undefined> = fc.option(
  fc.record({ allTags: some, anyTags: some, noTags: some }),
  { nil: undefined },
)
const skyArb: fc.Arbitrary<SkyTime | undefined> = fc.option(
  fc.record({ event: fc.constantFrom(...SKY_EVENTS), minutes: fc.constantFrom(-45, 0, 20) }),
  { nil: undefined },
)
const slotArb = fc.record({
  start: fc.integer({ min: 0, max: 9 }),
  screens: ruleArb,
  fromSky: skyArb,
  toSky: skyArb,
  hijri: fc.option(fc.constant({ from: '09-01', to: '09-30' }), { nil: undefined }),
})
/** A page with a rule; `entries`: the rules of the only media zone that it consists of. */
const itemArb = fc.record({
  screens: ruleArb,
  entries: fc.option(fc.array(ruleArb, { maxLength: 2 }), { nil: undefined }),
})
const caseArb = fc.record({
  items: fc.array(fc.array(itemArb, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 4 }),
  slots: fc.array(slotArb, { maxLength: 3 }),
  hasDefault: fc.boolean(),
  tags: fc.subarray(['bar', 'lobby']),
  minute: fc.integer({ min: 0, max: 12 * 60 }),
  day: fc.integer({ min: 0, max: 364 }),
  latitude: fc.constantFrom(21.4, 52.5, 69.65, -33.9),
})

function pageOf(id: string, entries: readonly (ScreenRule | undefined)[] | undefined): ManifestPage {
  if (!entries) return colorPage(id, '#123456')
  const value = entries.map((screens, index) => ({ mediaId: `${id}m${index}`, duration: 0, screens }))
  const page = zonePage(id, [])
  return { ...page, config: { inputs: [{ name: 'z-media', value: defined(value) }] } }
}

const defined = <T extends object>(value: T): T => JSON.parse(JSON.stringify(value)) as T

it('a screen and the server agree on what plays, and the screen shows only pages whose rule holds', () => {
  fc.assert(
    fc.property(caseArb, ({ items, slots, hasDefault, tags, minute, day, latitude }) => {
      const stories = items.map((rules, index) => ({
        id: `s${index}`,
        items: rules.map(({ screens, entries }, page) =>
          defined({ page: pageOf(`p${index}${page}`, entries), seconds: 5, screens }),
        ),
      }))
      const schedule = scheduleOf(hasDefault ? 's3' : null, {
        timezone: 'Etc/GMT',
        sky: { name: 'Here', latitude, longitude: 13.4, method: 5 },
        slots: slots.map(({ start, ...slot }, index) =>
          defined({
            from: `0${start}:00 AM`.replace('00:', '12:'),
            to: '11:00 AM',
            storyboardId: `s${index}`,
            ...slot,
          }),
        ),
      })
      const content = { ...contentOf(stories), links: {} }
      const traits = { tags, places: [] }
      const group = readPart('group', partOf(1, groupPart(content, schedule)))
      const device = readPart('device', partOf(1, { ...devicePart(), ...(tags.length > 0 && { traits }) }))
      if (!group || !device) throw new Error('No parts')
      const parts = { group, device } as { group: Part<'group'>; device: Part<'device'> }
      const instant = Date.parse('2026-01-01T00:00:00Z') + (day * 1440 + minute) * 60_000
      const player = new Playback({ ready: new Signal(parts) }, new Clock())
      const playing = player.at(instant)
      player.close()
      // Kept beside each page, as text.
      const spans = new Map(
        Object.values(content.pages).map((page) => [page.id, JSON.stringify(pageSpans(page))]),
      )
      const spansOfPage = (id: string) => JSON.parse(spans.get(id) ?? 'null') as readonly ShowSpan[] | null
      const onServer = whatPlays({ current: schedule, next: null, override: null, traits }, instant, (id) =>
        storyboardSpans(content.storyboards[id]?.items ?? [], spansOfPage, traits),
      )
      expect([playing.storyboardId, playing.reason]).toEqual([onServer.storyboardId, onServer.reason])
      const show = showAt({ playback: playing, parts, isOut: () => false }, instant)
      expect(show === undefined).toBe(playing.storyboardId === null)
      if (!show) return
      const item = items[Number(show.storyboard.id.slice(1))]?.[show.index]
      const has = (name: string) => tags.includes(name.toLowerCase())
      const holds = (rule: ScreenRule | undefined) =>
        (rule?.allTags?.every(has) ?? true) && (rule?.anyTags?.some(has) ?? true) && !rule?.noTags?.some(has)
      expect(holds(item?.screens)).toBe(true)
      const entries = item?.entries
      if (!entries) return
      expect(entries.some(holds)).toBe(true)
      // A zone plays the entries whose rule holds, from files that the screen downloads.
      const zone = show.page.config.inputs[0]?.value as Limits[]
      const shown = entries.flatMap((rule, index) => (holds(rule) ? [index] : []))
      expect(shownAt(zone, 'Etc/GMT', instant, undefined, traitsIn(show.parts)).value).toEqual(shown)
      const named = entries.map((_, index) => `${show.page.id}m${index}`)
      expect(mediaOn(show.page, named, traits)).toEqual(shown.map((index) => named[index]))
    }),
    { numRuns: 3000 },
  )
})
