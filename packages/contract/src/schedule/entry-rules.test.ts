import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ruleArb, traitsArb } from '#test/random-rules.ts'
import { playsOn } from './screen-rule.ts'
import { pageSpans, shownAt, storyboardSpans } from './show-dates.ts'

describe('entries of media zones with rules', () => {
  const entryArb = fc.record(
    {
      screens: ruleArb,
      showFrom: fc.constantFrom('2026-01-10', '2026-02-01'),
      showUntil: fc.constant('2026-03-01'),
    },
    { requiredKeys: [] },
  )
  const page = (zones: readonly unknown[][]) => ({
    widgets: zones.map((_, index) => ({
      ...{ id: `z${index}`, type: 'media-looper', name: '', zIndex: 1, width: 10, height: 10, transform: '' },
    })),
    config: { inputs: zones.map((value, index) => ({ name: `z${index}-media`, value })) },
  })

  it('a page shows when it would without the entries whose rules do not hold', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(entryArb, { maxLength: 3 }), { maxLength: 2 }),
        traitsArb,
        (zones, traits) => {
          const left = zones.map((entries) => entries.filter(({ screens }) => playsOn(screens, traits)))
          const plain = left.map((entries) => entries.map(({ screens: _, ...entry }) => entry))
          const item = [{ pageId: 'p' }]
          const spans = storyboardSpans(item, () => pageSpans(page(zones)), traits)
          expect(spans).toEqual(storyboardSpans(item, () => pageSpans(page(plain))))
          // Where it isn't known which screen it is, all rules hold.
          const all = zones.map((entries) => entries.map(({ screens: _, ...entry }) => entry))
          expect(storyboardSpans(item, () => pageSpans(page(zones)))).toEqual(
            storyboardSpans(item, () => pageSpans(page(all))),
          )
          for (const entries of zones) {
            const shown = shownAt(entries, 'Etc/GMT', Date.parse('2026-02-10T00:00Z'), undefined, traits)
            expect(shown.value).toEqual(
              entries.flatMap(({ screens }, index) => (playsOn(screens, traits) ? [index] : [])),
            )
          }
        },
      ),
      { numRuns: 10_000 },
    )
  })
})
