import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Slot, StoredLayer } from '#api/playback/manifest.ts'
import { clocksIn, instantIn, slotByClock, slotsArb, zones } from '#test/random-schedules.ts'
import { layersAt, scheduleOfLayer } from './layers.ts'
import { whatPlays } from './schedule.ts'
import { playsOn } from './screen-rule.ts'

const TRAITS = { tags: ['bar'], places: [] }
const ruleArb = fc.constantFrom<StoredLayer['screens'][]>(
  undefined,
  { anyTags: ['Bar'] },
  { noTags: ['bar'] },
  { allTags: ['lobby'] },
)

const layerArb = (zone: string) =>
  fc.record({ slots: slotsArb(zone), screens: ruleArb, storyboardId: fc.constantFrom('a', 'b') })

const layersOf = (
  found: { slots: Slot[]; screens: StoredLayer['screens']; storyboardId: string }[],
): StoredLayer[] =>
  found.map(({ slots, ...layer }, index) => ({
    name: `layer ${index}`,
    place: { kind: 'top' },
    slots: slots.map(({ storyboardId: _, screens: __, ...times }) => times),
    ...layer,
  }))

describe.each(zones)('layers in %s', (zone) => {
  it('show in their slots or always, on the screens of their rule, in their order', () => {
    fc.assert(
      fc.property(fc.array(layerArb(zone), { maxLength: 5 }), instantIn(zone), (found, instant) => {
        const layers = layersOf(found)
        const schedule = { ...clocksIn(zone), layers }
        const expected = layers.filter(
          ({ slots, screens, storyboardId }) =>
            playsOn(screens, TRAITS) &&
            (slots.length === 0 ||
              slotByClock(
                zone,
                slots.map((slot) => ({ ...slot, storyboardId })),
                instant,
              ) !== null),
        )
        expect(layersAt(schedule, instant, { traits: TRAITS })).toEqual(expected)
      }),
      { numRuns: 150 },
    )
  })

  it('say what plays below no differently', () => {
    fc.assert(
      fc.property(
        slotsArb(zone),
        fc.array(layerArb(zone), { maxLength: 5 }),
        instantIn(zone),
        (slots, found, instant) => {
          const plain = { ...clocksIn(zone), defaultStoryboardId: 'default', slots, activeFrom: 0 }
          const state = { next: null, override: null }
          const alone = whatPlays({ ...state, current: plain }, instant)
          expect(whatPlays({ ...state, current: { ...plain, layers: layersOf(found) } }, instant)).toEqual(
            alone,
          )
        },
      ),
      { numRuns: 50 },
    )
  })
})

it('a layer without slots never restarts, and one without a page to show makes room', () => {
  const [layer] = layersOf([{ slots: [], screens: undefined, storyboardId: 'a' }]) as [StoredLayer]
  const clocks = { timezone: 'Etc/GMT' }
  const current = scheduleOfLayer(clocks, layer)
  const { since, until } = whatPlays({ current, next: null, override: null }, 1e12)
  expect([since, until]).toEqual([0, null])
  expect(layersAt({ ...clocks, layers: [layer] }, 1e12, { spansOf: () => [] })).toEqual([])
})
