import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { Device } from '@vitrine/contract/api/screens/devices'
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
