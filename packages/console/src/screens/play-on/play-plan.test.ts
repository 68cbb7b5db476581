import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { Device } from '@vitrine/contract/api/screens/devices'
import type { ManualSwitch, SwitchEnd } from '@vitrine/contract/api/screens/manual-switches'
import { describe, expect, test } from 'vitest'
import {
  onlyPlace,
  type Playable,
  type PlayChoices,
  type PlayContext,
  type PlayPermissions,
  planOf,
  screensOf,
  sourceOf,
  undoPlan,
  unreachable,
  weeklySlot,
} from './play-plan.ts'

const ALL: PlayPermissions = { makeCards: true, makeStoryboards: true, approve: true, changeGroups: true }
const AUTHOR: PlayPermissions = { ...ALL, approve: false }
const storyboard = (more: Partial<Storyboard>): Storyboard =>
  ({
    id: 's',
    items: [{ cardId: 'c', duration: 5 }],
    status: 'approved',
    approvedVersion: 1,
    ...more,
  }) as Storyboard
const playable = (kind: Playable['kind'], id: string): Playable => ({
  kind,
  id,
  name: 'x',
  organizationId: 'o',
})
const device = (more: Partial<Device>) => ({ id: 'd', connection: 'online', ...more }) as Device

describe('the plan to play something', () => {
  test('an approved storyboard plays its approved version, even while a change is pending', () => {
    for (const status of ['approved', 'pending', 'rejected'] as const)
      expect(sourceOf(playable('storyboard', 's'), [storyboard({ status })], ALL).how).toBe('ready')
  })

  test('a never approved storyboard needs a review first, unless its player may approve it', () => {
    const waiting = storyboard({ status: 'pending', approvedVersion: null })
    expect(sourceOf(playable('storyboard', 's'), [waiting], AUTHOR).how).toBe('review')
    expect(sourceOf(playable('storyboard', 's'), [waiting], ALL).how).toBe('ready')
    const rejected = storyboard({ status: 'rejected', approvedVersion: null })
    expect(sourceOf(playable('storyboard', 's'), [rejected], ALL).how).toBe('review')
  })

  test('a card or layout reuses an existing storyboard of it', () => {
    const layout = storyboard({ id: 'l', items: [{ layoutId: 'l1', duration: 5 }] })
    expect(sourceOf(playable('card', 'c'), [storyboard({})], ALL)).toMatchObject({ how: 'ready' })
    expect(sourceOf(playable('layout', 'l1'), [layout], ALL)).toMatchObject({ how: 'ready' })
    expect(sourceOf(playable('layout', 'c'), [storyboard({})], ALL)).toMatchObject({ how: 'make' })
  })

  test('a storyboard with more pages, or without approval, is not reused', () => {
    const two = storyboard({
      items: [
        { cardId: 'c', duration: 5 },
        { cardId: 'c', duration: 5 },
      ],
    })
    const refused = storyboard({ status: 'rejected' })
    expect(sourceOf(playable('card', 'c'), [two, refused], ALL)).toEqual({
      how: 'make',
      approved: true,
    })
  })

  test('a pending storyboard is reviewed instead of created again', () => {
    const waiting = storyboard({ status: 'pending' })
    expect(sourceOf(playable('card', 'c'), [waiting], AUTHOR)).toMatchObject({ how: 'review' })
    expect(sourceOf(playable('card', 'c'), [waiting], ALL)).toMatchObject({ how: 'ready' })
  })

  test('what plays something alone is found by what it was made for', () => {
    const alone = (more: Partial<Storyboard>) => storyboard({ items: [], madeFor: 'm', ...more })
    expect(sourceOf(playable('media', 'm'), [alone({})], ALL)).toMatchObject({ how: 'ready' })
    expect(sourceOf(playable('source', 'x'), [alone({})], ALL)).toMatchObject({ how: 'make' })
    const waiting = alone({ status: 'pending', approvedVersion: null })
    expect(sourceOf(playable('media', 'm'), [waiting], ALL)).toMatchObject({ how: 'ready' })
    expect(sourceOf(playable('media', 'm'), [waiting], AUTHOR)).toMatchObject({ how: 'review' })
  })

  test('users who may not approve submit it for approval; users who may not create it see the reason', () => {
    const may = (more: Partial<PlayPermissions>) => ({ ...ALL, ...more })
    expect(sourceOf(playable('card', 'c'), [], may({ approve: false }))).toMatchObject({ approved: false })
    expect(sourceOf(playable('card', 'c'), [], may({ makeStoryboards: false }))).toEqual({ how: 'forbidden' })
    expect(sourceOf(playable('media', 'm'), [], may({ makeCards: false }))).toEqual({ how: 'forbidden' })
    expect(sourceOf(playable('media', 'm'), [], ALL)).toEqual({ how: 'make', approved: true })
  })
})

describe('the targeted screens', () => {
  const all = [device({ id: 'a' }), device({ id: 'b', connection: 'offline' }), device({ id: 'c' })]

  test('are deduplicated between direct choices and groups', () => {
    const group = { devices: ['a', 'b', 'gone'] } as never
    const [first] = all
    expect(screensOf({ devices: first ? [first] : [], groups: [group] }, all).map(({ id }) => id)).toEqual([
      'a',
      'b',
    ])
    expect(unreachable(all)).toBe(1)
  })

  test('undo returns each screen to its schedule or to its previous manual switch', () => {
    const switched = (end: SwitchEnd, until: number | null): ManualSwitch => {
      return { storyboardId: end, storyboardName: end, by: 'Anna', since: 1, end, until }
    }
    const before = [
      device({ id: 'a', name: 'A', manualSwitch: switched('manual', null) }),
      device({ id: 'b', name: 'B', manualSwitch: switched('time', 2000) }),
      device({ id: 'c', name: 'C', manualSwitch: switched('next-slot', 3000) }),
      device({ id: 'd', name: 'D', manualSwitch: null }),
    ]
    const sent = (id: string, storyboardId: SwitchEnd, until?: number) => {
      return { id, name: id.toUpperCase(), storyboardId, ending: { end: storyboardId, until } }
    }
    expect(undoPlan(before, 1999)).toEqual({
      toSchedule: ['d'],
      switches: [sent('a', 'manual'), sent('b', 'time', 2000), sent('c', 'next-slot')],
    })
    expect(undoPlan(before, 3000)).toEqual({ toSchedule: ['b', 'c', 'd'], switches: [sent('a', 'manual')] })
  })
})

describe('weekly times', () => {
  const every = { from: '11:30 AM', to: '02:00 PM', days: [0, 1, 2, 3, 4, 5, 6] }

  test('become a slot, with weekdays unless it is daily', () => {
    const { days: _, ...daily } = every
    expect(weeklySlot(every, 's')).toEqual({ ...daily, storyboardId: 's' })
    expect(weeklySlot({ ...every, days: [1, 2] }, 's')).toMatchObject({ days: [1, 2] })
  })

  test('cross midnight if they end before they start; an end at midnight is not overnight', () => {
    expect(weeklySlot({ ...every, to: '02:00 AM' }, 's')).toMatchObject({ overnight: true })
    expect(weeklySlot({ ...every, to: '12:00 AM' }, 's')).not.toHaveProperty('overnight')
  })

  test.each([{ to: '11:30 AM' }, { from: 'noon' }, { to: '' }, { days: [] }])(
    'are incomplete with %o',
    (change) => {
      expect(weeklySlot({ ...every, ...change }, 's')).toBeUndefined()
    },
  )
})

test('the place is preselected if there is only one: the group of all screens, or the only screen', () => {
  const [a, b] = [{ id: 'a' }, { id: 'b' }]
  const group = (...devices: string[]) => ({ id: 'g', devices })
  expect([...onlyPlace([group('a', 'b')], [a, b])]).toEqual(['g'])
  expect([...onlyPlace([], [a])]).toEqual(['a'])
  for (const [groups, devices] of [
    [[group('a')], [a, b]],
    [[group('a'), group('a')], [a]],
    [[], [a, b]],
    [[group()], []],
  ] as const)
    expect([...onlyPlace(groups, devices)]).toEqual([])
})

describe('the consequences of the choices', () => {
  const NOW = Date.parse('2026-11-27T10:00:00Z')
  const group = { id: 'g', organizationId: 'o', devices: ['d'], schedule: { slots: [], timezone: 'UTC' } }
  const all = (more: Partial<PlayContext> = {}): PlayContext => ({
    devices: [device({ organizationId: 'o' }), device({ id: 'foreign', organizationId: 'other' })],
    groups: [group as unknown as PlayContext['groups'][number]],
    storyboards: [storyboard({})],
    may: ALL,
    now: NOW,
    ...more,
  })
  const choose = (more: Partial<PlayChoices>): PlayChoices => ({
    playable: playable('storyboard', 's'),
    places: new Set(['g']),
    when: 'now',
    ending: { end: 'next-slot' },
    from: NOW + 3_600_000,
    weekly: { from: '09:00 AM', to: '05:00 PM', days: [0, 1] },
    ...more,
  })

  test('schedules need groups alone, and someone who can change them', () => {
    for (const when of ['weekly', 'default'] as const) {
      expect(planOf(choose({ when }), all()).when).toBe(when)
      expect(planOf(choose({ when, places: new Set(['g', 'd']) }), all()).when).toBe('now')
      expect(planOf(choose({ when }), all({ may: { ...ALL, changeGroups: false } })).when).toBe('now')
    }
  })

  test('places of another organization are not offered', () => {
    const { devices, screens } = planOf(choose({ places: new Set(['foreign', 'd']) }), all())
    expect([devices, screens].map((list) => list.map(({ id }) => id))).toEqual([['d'], ['d']])
  })

  test('an end before the start, a start that has passed or an incomplete one is not possible', () => {
    const at = (from: number | undefined, until?: number) =>
      planOf(choose({ when: 'at', from, ending: { end: until ? 'time' : 'manual', until } }), all()).isReady
    expect(at(NOW + 60_000)).toBe(true)
    expect(at(NOW + 60_000, NOW + 120_000)).toBe(true)
    expect(at(NOW + 60_000, NOW + 30_000)).toBe(false)
    expect(at(NOW - 120_000)).toBe(false)
    expect(at(undefined)).toBe(false)
  })

  test('a group without screens can get a slot, but has nothing to switch now', () => {
    const groups = [{ ...group, devices: [] } as unknown as PlayContext['groups'][number]]
    expect(planOf(choose({ when: 'weekly' }), all({ groups })).isSomewhere).toBe(true)
    expect(planOf(choose({ when: 'now' }), all({ groups })).isSomewhere).toBe(false)
  })
})
