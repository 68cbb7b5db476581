import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GroupRuleInput } from '#api/screens/group-rule.ts'
import { ruleArb, traitsArb } from '#test/random-rules.ts'
import {
  fillOf,
  type GroupRule,
  inRank,
  LEAVING,
  type RuledGroup,
  type RuledScreen,
  reasonsToTake,
  takesIn,
} from './group-rule.ts'
import { NO_TRAITS } from './screen-rule.ts'

const RUNS = { numRuns: 10_000 }
const NOW = Date.UTC(2026, 0, 1)
const DAY = 86_400_000
const GROUPS = ['a', 'b', 'c', 'd']
const maybe = <T>(arb: fc.Arbitrary<T>) => fc.option(arb, { nil: undefined, freq: 2 })
const groupId = fc.constantFrom(...GROUPS)
const anyGroup = fc.option(fc.constantFrom(...GROUPS, 'gone'), { nil: null, freq: 3 })

const groupRuleArb: fc.Arbitrary<GroupRule> = fc.record({
  screens: maybe(ruleArb),
  types: maybe(fc.subarray([0, 1, 2] as const, { minLength: 1 })),
  sizes: maybe(fc.subarray([1, 2, 3] as const, { minLength: 1 })),
  shape: maybe(fc.constantFrom('landscape', 'portrait')),
  machines: maybe(fc.subarray(['Android', 'Linux', 'windows'], { minLength: 1 })),
  seenDays: maybe(fc.integer({ min: 1, max: 3 })),
  leaving: fc.constantFrom(...LEAVING),
  leaveTo: maybe(groupId),
  rank: fc.integer({ min: 1, max: 3 }),
  within: maybe(
    fc.subarray(['building 1', 'building 2']).map((buildings) => [{ buildings, floors: [], groups: GROUPS }]),
  ),
})

const groupsArb = fc
  .tuple(
    ...GROUPS.map((id) =>
      fc.record({
        id: fc.constant(id),
        createdAt: fc.constantFrom('2026-01-01', '2026-01-02'),
        plays: fc.boolean(),
        rule: fc.option(groupRuleArb, { nil: null }),
      }),
    ),
  )
  .map((groups): RuledGroup[] => groups)

const screenArb: fc.Arbitrary<RuledScreen> = fc.record({
  traits: traitsArb,
  type: fc.constantFrom(0, 1, 2),
  screenSize: fc.constantFrom(1, 2, 3),
  pixels: fc.constantFrom(null, { width: 0, height: 0 }, { width: 10, height: 5 }, { width: 5, height: 10 }),
  isUpright: fc.boolean(),
  machine: fc.constantFrom('', 'Mozilla (LINUX; Android 12)', 'Windows'),
  seenAt: fc.option(fc.integer({ min: NOW - 5 * DAY, max: NOW }), { nil: null }),
  floorId: fc.constantFrom(null, 'floor 1'),
  buildingId: fc.constantFrom(null, 'building 1'),
  groupId: anyGroup,
  ruleGroupId: anyGroup,
  cameFrom: anyGroup,
  pinnedTo: fc.option(fc.constantFrom('', ...GROUPS, 'gone'), { nil: null, freq: 3 }),
})

const fillingOf = (groups: readonly RuledGroup[], now = NOW) => ({
  groups: new Map(groups.map((group) => [group.id, group])),
  ranked: inRank(groups),
  now,
})

const ofAll = (change: Partial<GroupRule> = {}): GroupRule => ({ leaving: 'back', rank: 50, ...change })
const group = (id: string, rule: GroupRule | null = null, plays = true): RuledGroup => ({
  ...{ id, rule, plays },
  createdAt: '2026-01-01',
})
const screen = (change: Partial<RuledScreen> = {}): RuledScreen => ({
  ...{ traits: NO_TRAITS, type: 0, screenSize: 1, pixels: null, isUpright: false, machine: '', seenAt: null },
  ...{ floorId: null, buildingId: null, groupId: null, ruleGroupId: null, cameFrom: null, pinnedTo: null },
  ...change,
})
const tagged = (...tags: string[]) => ({ traits: { tags, places: [] } })
const bar = ofAll({ screens: { anyTags: ['Bar'] } })

describe('rules of groups', () => {
  it('move a screen once: deciding again changes nothing', () => {
    fc.assert(
      fc.property(groupsArb, screenArb, (groups, at) => {
        const filling = fillingOf(groups)
        const first = fillOf(at, filling)
        const { groupId: inGroup, ruleGroupId, cameFrom, pinnedTo } = first
        const again = fillOf({ ...at, groupId: inGroup, ruleGroupId, cameFrom, pinnedTo }, filling)
        expect(again).toMatchObject({ groupId: inGroup, ruleGroupId, cameFrom, pinnedTo })
        expect(['joins', 'leaves']).not.toContain(again.state)
      }),
      RUNS,
    )
  })

  it('never take a screen from a group that plays something to one that plays nothing', () => {
    fc.assert(
      fc.property(groupsArb, screenArb, (groups, at) => {
        const filling = fillingOf(groups)
        const { groupId: to } = fillOf(at, filling)
        const plays = (id: string | null) => filling.groups.get(id ?? '')?.plays ?? false
        if (plays(at.groupId)) expect(plays(to)).toBe(true)
      }),
      RUNS,
    )
  })

  it('of those that match, the first in rank decides, whatever the order in which groups are read', () => {
    fc.assert(
      fc.property(groupsArb, screenArb, fc.nat(), (groups, at, seed) => {
        const filled = fillOf(at, fillingOf(groups))
        const turned = [...groups.slice(seed % groups.length), ...groups.slice(0, seed % groups.length)]
        expect(fillOf(at, fillingOf(turned))).toEqual(filled)
        if (filled.state !== 'joins' && filled.state !== 'rule') return
        const chosen = groups.find(({ id }) => id === filled.groupId)
        const there = { ...at, groupId: filled.cameFrom, ruleGroupId: null }
        const others = groups.filter(({ rule }) => rule !== null && takesIn(rule, there, NOW))
        for (const { rule, createdAt, id } of others)
          expect([chosen?.rule?.rank, chosen?.createdAt, chosen?.id] <= [rule?.rank, createdAt, id]).toBe(
            true,
          )
        expect(others).toContain(chosen)
      }),
      RUNS,
    )
  })

  it('say why: the reasons are of parts that the rule has, and there is one for each screen that it refuses', () => {
    fc.assert(
      fc.property(groupRuleArb, screenArb, (rule, at) => {
        const { takes, because } = reasonsToTake(rule, at, NOW)
        expect(takes).toBe(takesIn(rule, at, NOW))
        if (!takes) expect(because.length).toBeGreaterThan(0)
      }),
      RUNS,
    )
  })

  it('leave a screen where a person keeps it, until it is released or brought back', () => {
    const filling = fillingOf([group('a', bar), group('b')])
    const moved = screen({ ...tagged('bar'), groupId: 'b', ruleGroupId: 'a', cameFrom: 'b' })
    const kept = fillOf(moved, filling)
    expect(kept).toMatchObject({ state: 'pinned', groupId: 'b', pinnedTo: 'b' })
    const pinned = { ...moved, ruleGroupId: null, cameFrom: null, pinnedTo: 'b' }
    expect(fillOf({ ...pinned, groupId: null }, filling)).toMatchObject({ groupId: null, pinnedTo: '' })
    expect(fillOf({ ...pinned, groupId: 'a' }, filling)).toMatchObject({ state: 'rule', pinnedTo: null })
    expect(fillOf({ ...pinned, pinnedTo: null }, filling)).toMatchObject({ state: 'joins', groupId: 'a' })
    expect(fillOf({ ...pinned, groupId: null, pinnedTo: 'gone' }, filling)).toMatchObject({ state: 'joins' })
    expect(fillOf({ ...moved, traits: NO_TRAITS }, filling)).toMatchObject({ state: 'hand', pinnedTo: null })
  })

  it('send a screen that no longer matches back, to a group, or nowhere', () => {
    const at = screen({ groupId: 'a', ruleGroupId: 'a', cameFrom: 'b' })
    const left = (rule: GroupRule, plays = true) =>
      fillOf(at, fillingOf([group('a', rule), group('b', null, plays), group('c')]))
    expect(left(bar)).toMatchObject({ state: 'leaves', groupId: 'b', ruleGroupId: null })
    expect(left({ ...bar, leaving: 'group', leaveTo: 'c' })).toMatchObject({ state: 'leaves', groupId: 'c' })
    expect(left({ ...bar, leaving: 'stay' })).toMatchObject({ state: 'hand', groupId: 'a' })
    expect(left(bar, false)).toMatchObject({ state: 'waits', groupId: 'a', ruleGroupId: 'a', wanted: 'b' })
    const gone = fillOf({ ...at, cameFrom: 'gone' }, fillingOf([group('a', bar), group('b')]))
    expect(gone).toMatchObject({ state: 'waits', groupId: 'a', wanted: null })
  })

  it('do not push out what people put in, and remember where a screen was through several rules', () => {
    const hand = screen({ groupId: 'a' })
    expect(fillOf(hand, fillingOf([group('a', bar)]))).toMatchObject({ state: 'hand', groupId: 'a' })
    const lobby = ofAll({ screens: { anyTags: ['Lobby'] }, rank: 1 })
    const groups = fillingOf([group('a', bar), group('b', lobby), group('c')])
    const inBar = fillOf(screen({ ...tagged('bar'), groupId: 'c' }), groups)
    expect(inBar).toMatchObject({ groupId: 'a', cameFrom: 'c' })
    const inLobby = fillOf(screen({ ...inBar, ...tagged('bar', 'lobby') }), groups)
    expect(inLobby).toMatchObject({ groupId: 'b', cameFrom: 'c' })
    expect(fillOf(screen({ ...inLobby, ...tagged() }), groups)).toMatchObject({ groupId: 'c' })
  })

  it('ask for machines, shapes, and reports', () => {
    const portrait = ofAll({ shape: 'portrait' })
    expect(takesIn(portrait, screen({ isUpright: true }), NOW)).toBe(true)
    expect(takesIn(portrait, screen({ isUpright: true, pixels: { width: 9, height: 4 } }), NOW)).toBe(false)
    expect(takesIn(ofAll({ machines: ['android'] }), screen({ machine: 'X; Android 12' }), NOW)).toBe(true)
    const seen = ofAll({ seenDays: 2 })
    expect(takesIn(seen, screen({ seenAt: NOW - 2 * DAY + 1 }), NOW)).toBe(true)
    expect(takesIn(seen, screen({ seenAt: NOW - 2 * DAY }), NOW)).toBe(false)
    expect(takesIn(seen, screen(), NOW)).toBe(false)
  })

  it('are refused without a condition, and without a group that screens leave to', () => {
    const wrong = (input: object) =>
      GroupRuleInput.safeParse(input).error?.issues.map(({ path }) => path.join('.'))
    expect(wrong({})).toEqual(['screens'])
    expect(wrong({ screens: { anyTags: [] } })).toEqual(['screens'])
    expect(wrong({ types: [1], leaving: 'group' })).toEqual(['leaveTo'])
    expect(GroupRuleInput.parse({ types: [1] })).toEqual({ types: [1], leaving: 'back', rank: 50 })
  })
})
