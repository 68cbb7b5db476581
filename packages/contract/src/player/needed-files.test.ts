import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NO_TRAITS, playsOn, type ScreenTraits } from '#schedule/screen-rule.ts'
import { ruleArb, traitsArb } from '#test/random-rules.ts'
import { neededFiles, scheduledStoryboards } from './needed-files.ts'

const ids = (kind: string) => ['0', '1', '2', '3'].map((n) => `${kind}${n}`)
const idsOf = (kind: string) => fc.subarray(ids(kind))
const recordOf = <T>(kind: string, value: fc.Arbitrary<T>) =>
  fc
    .tuple(value, value, value, value)
    .map((all) => Object.fromEntries(all.map((each, n) => [`${kind}${n}`, each])))
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

/** Media zones whose entries have rules, and settings that name media in other ways. */
const inputArb = fc.record({
  name: fc.constant('zone-media'),
  value: fc.oneof(
    { weight: 4, arbitrary: fc.array(entryArb(), { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.record({ id: fc.constantFrom(...ids('m')) }) },
  ),
})
function entryArb() {
  return fc
    .record({ mediaId: fc.constantFrom(...ids('m')), screens: maybe(ruleArb) })
    .map(({ mediaId, screens }) => ({ mediaId, ...(screens && { screens }) }))
}

/** Storyboards, what their pages lead to, and media whose file is named like them. */
const contentArb = fc.record({
  storyboards: recordOf(
    's',
    fc.record({
      audioId: maybe(fc.constantFrom(...ids('m'))),
      items: fc.array(fc.record({ pageId: fc.constantFrom(...ids('p')), screens: maybe(ruleArb) }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
  ),
  pages: recordOf('p', fc.record({ config: fc.record({ inputs: fc.array(inputArb, { maxLength: 2 }) }) })),
  links: recordOf('p', fc.record({ media: maybe(idsOf('m')), storyboards: maybe(idsOf('s')) })),
  media: recordOf('m', fc.record({ pageId: maybe(fc.constantFrom(...ids('p'))) })).map((media) =>
    Object.fromEntries(
      Object.entries(media).map(([id, medium]) => [
        id,
        { ...medium, sha256: medium.pageId ? '' : id, captions: { sha256: `captions of ${id}` } },
      ]),
    ),
  ),
})
type Inputs = { config: { inputs: { value: unknown }[] } } | undefined
/** A page shows everything that it leads to, except what it names in entries alone whose rules don't hold. */
function shows(page: Inputs, medium: string, traits: ScreenTraits): boolean {
  const uses = (page?.config.inputs ?? []).flatMap(({ value }) =>
    Array.isArray(value)
      ? value.flatMap(({ mediaId, screens }) => (mediaId === medium ? [playsOn(screens, traits)] : []))
      : (value as { id: string }).id === medium
        ? [true]
        : [],
  )
  return uses.length === 0 || uses.includes(true)
}

const scheduleArb = fc.record({
  defaultStoryboardId: fc.constantFrom('s0', 's1', null),
  slots: fc.array(fc.record({ storyboardId: fc.constantFrom(...ids('s')), screens: maybe(ruleArb) }), {
    maxLength: 3,
  }),
})

it('a screen needs the files that lead to it through rules that hold, and no others', () => {
  fc.assert(
    fc.property(contentArb, scheduleArb, traitsArb, (content, schedule, traits) => {
      /** One step of any way; repeated until nothing is added. */
      const reached = new Set(
        [
          schedule.defaultStoryboardId,
          ...schedule.slots.flatMap(({ storyboardId, screens }) =>
            playsOn(screens, traits) ? [storyboardId] : [],
          ),
        ].filter((id) => id !== null),
      )
      for (let size = -1; size !== reached.size; ) {
        size = reached.size
        for (const id of [...reached]) {
          const storyboard = content.storyboards[id]
          if (storyboard?.audioId) reached.add(storyboard.audioId)
          for (const { pageId, screens } of storyboard?.items ?? [])
            if (playsOn(screens, traits)) reached.add(pageId)
          for (const next of content.links[id]?.storyboards ?? []) reached.add(next)
          for (const medium of content.links[id]?.media ?? [])
            if (shows(content.pages[id], medium, traits)) reached.add(medium)
          const pageId = content.media[id]?.pageId
          // Audio shows no card.
          if (
            pageId &&
            Object.entries(content.links).some(
              ([page, { media }]) =>
                reached.has(page) && media?.includes(id) && shows(content.pages[page], id, traits),
            )
          )
            reached.add(pageId)
        }
      }
      const expected = [...reached].flatMap((id) => {
        const medium = content.media[id]
        return medium ? [medium.sha256, medium.captions.sha256].filter(Boolean) : []
      })
      const needed = neededFiles(content, scheduledStoryboards(schedule, traits), traits)
      expect([...(needed ?? [])].sort()).toEqual(expected.sort())
    }),
    { numRuns: 10_000 },
  )
})

it('a screen needs every file of a part without links, as older servers send it', () => {
  expect(neededFiles({ storyboards: {}, pages: {}, media: {} }, ['s'], NO_TRAITS)).toBeNull()
})
