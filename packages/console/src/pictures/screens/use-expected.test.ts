import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { pageSpans, shownAt, storyboardSpans } from '@vitrine/contract/schedule/show-dates'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectedPage } from './use-expected.ts'

const now = Date.parse('2026-06-10T10:00:00Z')
const storyboard = (id: string, items: object[]) =>
  ({ id, name: id, type: 'standard', width: 1920, height: 1080, items, shows: null }) as unknown as Storyboard
const storyboards = [
  storyboard('day', [{ cardId: 'old', showUntil: '2026-06-01' }, { cardId: 'welcome' }]),
  storyboard('alarm', [{ cardId: 'exit' }]),
]
const schedule = { timezone: 'UTC', defaultStoryboardId: 'day', slots: [] }
const delivery = {
  activateAt: null,
  screens: 1,
  online: 0,
  held: 0,
  shown: 0,
  right: 1,
  differs: 0,
  unknown: 0,
}
const known = { group: { schedule, delivery }, storyboards, now }
const silent = { connection: 'never', playing: null, storyboardId: null } as const
const playing = (change: object) =>
  ({
    storyboardId: 'day',
    pageId: 'shown',
    reason: 'default',
    since: 0,
    storyboardName: 'day',
    ...change,
  }) as Device['playing']

describe('the page that a screen should show', () => {
  it(`"is the first page of its group's storyboard, respecting page dates"`, () => {
    expect(expectedPage(silent, known)).toMatchObject({ storyboard: 'day', pageId: 'welcome' })
  })
  it('is the page of a manual switch', () => {
    expect(expectedPage({ ...silent, storyboardId: 'alarm' }, known)?.pageId).toBe('exit')
  })
  it('is the page that an online screen reports', () => {
    expect(expectedPage({ ...silent, connection: 'online', playing: playing({}) }, known)?.pageId).toBe(
      'shown',
    )
  })
  it('is not the last report of an offline screen', () => {
    expect(expectedPage({ ...silent, connection: 'offline', playing: playing({}) }, known)?.pageId).toBe(
      'welcome',
    )
  })
  it('is that of players and the server where zones of pages have nothing to show on a screen', () => {
    const rules = [undefined, { anyTags: ['bar'] }, { noTags: ['bar'] }, { inPlaces: ['ground'] }]
    const dates = [
      {},
      { showUntil: '2026-06-01' },
      { showFrom: '2026-06-10T09:00' },
      { showFrom: '2026-07-01' },
    ]
    const limits = fc.record({ screens: fc.constantFrom(...rules), dates: fc.constantFrom(...dates) })
    const entry = limits.map(({ screens, dates: own }) => ({
      mediaId: 'm',
      ...own,
      ...(screens && { screens }),
    }))
    const pages = fc.array(fc.record({ entries: fc.array(entry, { maxLength: 3 }), own: limits }), {
      minLength: 1,
      maxLength: 4,
    })
    const tags = fc.subarray(['bar'])
    const places = fc.subarray(['ground'])
    let empty = 0
    let skipped = 0
    fc.assert(
      fc.property(pages, tags, places, (made, ownTags, ownPlaces) => {
        const traits = { tags: ownTags, places: ownPlaces }
        const documents = made.map(({ entries }) => ({
          widgets: [
            { id: 'z', type: 'media-looper', name: 'Zone', zIndex: 1, width: 1, height: 1, transform: '' },
          ],
          config: { inputs: [{ name: 'z-media', value: entries }] },
        }))
        const limitsOf = (index: number) => {
          const { screens, dates: own } = made[index]?.own ?? {}
          return { ...own, ...(screens && { screens }) }
        }
        // As a player has them, and as the server answers them.
        const played = made.map((_, index) => ({ pageId: `p${index}`, ...limitsOf(index) }))
        const spansOfPage = (id: string) => pageSpans(documents[Number(id.slice(1))] as never)
        const answered = made.flatMap((_, index) => {
          const spans = spansOfPage(`p${index}`)
          return spans ? [[`p${index}`, spans]] : []
        })
        const story = {
          ...storyboard(
            'zones',
            made.map((_, index) => ({ cardId: `p${index}`, ...limitsOf(index) })),
          ),
          shows: storyboardSpans(played, spansOfPage) as never,
          ...(answered.length > 0 && { pageShows: Object.fromEntries(answered) }),
        }
        const schedule = {
          ...{ timezone: 'UTC', defaultStoryboardId: 'day' },
          slots: [{ from: '08:00 AM', to: '08:00 PM', storyboardId: 'zones' }],
        }
        const found = expectedPage(
          { ...silent, traits },
          {
            ...known,
            group: { schedule: schedule as never, delivery },
            storyboards: [...storyboards, story],
          },
        )
        const [first] = shownAt(played, 'UTC', now, spansOfPage, traits).value
        expect(found?.pageId).toBe(first === undefined ? 'welcome' : `p${first}`)
        if (first === undefined) empty++
        else if (first > 0) skipped++
      }),
      { numRuns: 400, seed: 5 },
    )
    expect([empty > 20, skipped > 20]).toEqual([true, true])
  })
  it('is a part of the page on a panel of a video wall, that of its place', () => {
    const wall = {
      ...{ columns: 2, rows: 1, panelWidth: 1600, panelHeight: 900, gapX: 160, gapY: 0 },
      screens: [null, 'right'],
    }
    const partOf = (id?: string) =>
      expectedPage({ ...silent, ...(id && { id }) }, { ...known, group: { schedule, delivery, wall } })?.part
    expect(partOf('right')).toEqual({ across: 2.1, down: 1, left: 1.1, top: 0 })
    expect([partOf('beside'), partOf()]).toEqual([undefined, undefined])
  })
  it('has the layers that show on the screen, each with its first page, and none under a takeover', () => {
    const place = { kind: 'bottom' as const }
    const layers = [
      { name: 'News', place, storyboardId: 'news', slots: [] },
      { name: 'Bar', place, storyboardId: 'news', slots: [], screens: { anyTags: ['bar'] } },
      { name: 'Empty', place, storyboardId: 'past', slots: [] },
    ]
    const more = {
      ...known,
      group: { schedule: { ...schedule, layers }, delivery },
      storyboards: [
        ...storyboards,
        storyboard('news', [{ cardId: 'ticker' }]),
        {
          ...storyboard('past', [{ cardId: 'old', showUntil: '2026-06-01' }]),
          shows: [{ from: null, to: 0 }],
        },
      ],
    }
    const names = (device: Parameters<typeof expectedPage>[0]) =>
      expectedPage(device, more)?.layers.map(({ name, pageId }) => [name, pageId])
    expect(names(silent)).toEqual([['News', 'ticker']])
    expect(names({ ...silent, storyboardId: 'alarm' })).toEqual([['News', 'ticker']])
    expect(names({ ...silent, traits: { tags: ['bar'], places: [] } })).toEqual([
      ['News', 'ticker'],
      ['Bar', 'ticker'],
    ])
    const taken = playing({ reason: 'takeover' })
    expect(names({ ...silent, connection: 'online', playing: taken })).toEqual([])
  })
  it('is none under a takeover message, and none if nothing plays', () => {
    const covered = playing({ pageId: null, reason: 'takeover' })
    expect(expectedPage({ ...silent, connection: 'online', playing: covered }, known)).toBeUndefined()
    expect(expectedPage(silent, { ...known, group: undefined })).toBeUndefined()
  })
})
