import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ScreenRuleInput } from '#api/base/screen-rule.ts'
import type { Slot } from '#api/playback/manifest.ts'
import { holdsByWords, ruleArb, traitsArb } from '#test/random-rules.ts'
import { DAY, instantIn, slotArb } from '#test/random-schedules.ts'
import { slotsOverlap } from './overlaps.ts'
import { whatPlays } from './schedule.ts'
import { contradictionIn, NO_TRAITS, playsOn, reasonsOn, ruleKey, tidyRule } from './screen-rule.ts'
import { storyboardSpans } from './show-dates.ts'

const RUNS = { numRuns: 10_000 }
const traits = (tags: string[], places: string[] = []) => ({ tags, places })

describe('a rule about screens', () => {
  it('holds exactly where each of its parts does', () => {
    fc.assert(
      fc.property(ruleArb, traitsArb, (rule, on) => {
        expect(playsOn(rule, on)).toBe(holdsByWords(rule, on))
      }),
      RUNS,
    )
  })

  it('is the same after tidying, and has the same key exactly if its parts name the same', () => {
    fc.assert(
      fc.property(ruleArb, traitsArb, (rule, on) => {
        const tidy = tidyRule(rule)
        expect(playsOn(tidy, on)).toBe(playsOn(rule, on))
        expect(ruleKey(tidy)).toBe(ruleKey(rule))
        expect(tidyRule(tidy)).toEqual(tidy)
      }),
      RUNS,
    )
  })

  it('says why: the reasons alone decide the answer', () => {
    fc.assert(
      fc.property(ruleArb, traitsArb, (rule, on) => {
        const { plays, because } = reasonsOn(rule, on)
        expect(plays).toBe(playsOn(rule, on))
        for (const { part, names } of because) {
          expect(rule[part]).toEqual(expect.arrayContaining([...names]))
          expect(playsOn({ [part]: [...names] }, on)).toBe(plays)
        }
        if (!plays) expect(because.length).toBeGreaterThan(0)
      }),
      RUNS,
    )
  })

  it('contradicts itself only if no screen can match it', () => {
    fc.assert(
      fc.property(ruleArb, traitsArb, (rule, on) => {
        if (contradictionIn(rule)) expect(playsOn(rule, on)).toBe(false)
      }),
      RUNS,
    )
    expect(contradictionIn({ allTags: ['Bar'], noTags: ['BAR'] })).toBe('noTags')
    expect(contradictionIn({ anyTags: ['Bar', 'Lobby'], noTags: ['bar'] })).toBeUndefined()
    expect(contradictionIn({ anyTags: ['Bar'], noTags: ['bar', 'lobby'] })).toBe('noTags')
    expect(contradictionIn({ inPlaces: ['a'], notInPlaces: ['a', 'b'] })).toBe('notInPlaces')
    expect(contradictionIn({})).toBeUndefined()
  })

  it('names what decided', () => {
    const rule = { allTags: ['Bar', 'New'], noTags: ['Closed'], inPlaces: ['hall', 'yard'] }
    expect(reasonsOn(rule, traits(['bar', 'new'], ['yard']))).toEqual({
      plays: true,
      because: [
        { part: 'allTags', names: ['Bar', 'New'] },
        { part: 'noTags', names: ['Closed'] },
        { part: 'inPlaces', names: ['yard'] },
      ],
    })
    expect(reasonsOn(rule, traits(['bar', 'closed'], ['yard']))).toEqual({
      plays: false,
      because: [
        { part: 'allTags', names: ['New'] },
        { part: 'noTags', names: ['Closed'] },
      ],
    })
  })

  it('holds everywhere when absent or empty, and on no particular screen', () => {
    expect(playsOn(undefined, NO_TRAITS)).toBe(true)
    expect(playsOn({}, NO_TRAITS)).toBe(true)
    expect(playsOn({ anyTags: [] }, NO_TRAITS)).toBe(true)
    expect(playsOn({ anyTags: ['bar'] }, undefined)).toBe(true)
    expect(playsOn({ anyTags: ['bar'] }, NO_TRAITS)).toBe(false)
  })

  it('is refused if it contradicts itself or is too long', () => {
    const isFine = (rule: unknown) => ScreenRuleInput.safeParse(rule).success
    const ids = Array.from({ length: 21 }, (_, n) => `01a2164b-bb2d-7882-b7a4-0000000000${10 + n}`)
    expect(isFine({ inPlaces: ids.slice(0, 20) })).toBe(true)
    expect(isFine({ inPlaces: ids })).toBe(false)
    expect(isFine({ anyTags: ['bar'], noTags: ['Bar'] })).toBe(false)
    expect(isFine({ anyTags: ['a,b'] })).toBe(false)
    expect(ScreenRuleInput.parse({ anyTags: ['b', 'A', 'a'], noTags: [] })).toEqual({ anyTags: ['a', 'b'] })
  })
})

describe('pages and slots with rules', () => {
  const ruled = fc.array(
    fc.record({
      slot: slotArb([['2026-03-01'], ['2027-06-30']]),
      screens: fc.option(ruleArb, { nil: undefined }),
      items: fc.array(fc.option(ruleArb, { nil: undefined }), { minLength: 1, maxLength: 3 }),
    }),
    { maxLength: 8 },
  )
  const schedule = (slots: Slot[]) => ({
    ...{ timezone: 'Africa/Cairo', defaultStoryboardId: 'default', activeFrom: 0, slots },
  })

  it('what plays is what plays without everything whose rule does not hold, and stays so until it says', () => {
    fc.assert(
      fc.property(ruled, traitsArb, instantIn('Africa/Cairo'), (all, on, instant) => {
        const made = all.map(({ slot, screens, items }, index) => ({
          slot: { ...slot, storyboardId: `${index}`, ...(screens && { screens }) },
          items: items.map((rule) => ({ screens: rule })),
        }))
        const state = { current: schedule(made.map(({ slot }) => slot)), next: null, override: null }
        const spansOf = (id: string) => storyboardSpans(made[Number(id)]?.items ?? [], undefined, on)
        const kept = made.filter(({ slot }) => holdsByWords(slot.screens ?? {}, on))
        const isShown = (id: string) => {
          const items = made[Number(id)]?.items
          return items === undefined || items.some(({ screens }) => holdsByWords(screens ?? {}, on))
        }
        const plain = {
          ...state,
          current: schedule(kept.map(({ slot }) => slot)),
        }
        const playing = whatPlays({ ...state, traits: on }, instant, spansOf)
        expect(playing).toEqual(whatPlays(plain, instant, (id) => (isShown(id) ? null : [])))
        const { since, until } = playing
        const end = Math.min(until ?? instant + DAY, instant + DAY)
        for (const share of [0, 0.3, 0.7, 0.999]) {
          const at = Math.floor(
            Math.max(since, instant - DAY) + share * (end - Math.max(since, instant - DAY)),
          )
          const { storyboardId } = whatPlays({ ...state, traits: on }, at, spansOf)
          expect(storyboardId).toBe(playing.storyboardId)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('a storyboard has nothing to show where none of its pages plays', () => {
    const items = [{ screens: { anyTags: ['bar'] } }, { screens: { anyTags: ['lobby'] } }]
    expect(storyboardSpans(items)).toBeNull()
    expect(storyboardSpans(items, undefined, traits(['lobby']))).toBeNull()
    expect(storyboardSpans(items, undefined, NO_TRAITS)).toEqual([])
    expect(storyboardSpans([...items, {}], undefined, NO_TRAITS)).toBeNull()
  })

  it('slots at the same time may differ in their screens', () => {
    const times = { from: '08:00 AM', to: '10:00 AM' }
    const bar = { ...times, screens: { anyTags: ['Bar'] } }
    expect(slotsOverlap(times, times, { timezone: 'Etc/GMT' })).toBe(true)
    expect(slotsOverlap(times, bar, { timezone: 'Etc/GMT' })).toBe(false)
    expect(slotsOverlap(bar, { ...times, screens: { anyTags: ['lobby'] } }, { timezone: 'Etc/GMT' })).toBe(
      false,
    )
    expect(slotsOverlap(bar, { ...times, screens: { anyTags: ['BAR'] } }, { timezone: 'Etc/GMT' })).toBe(true)
    expect(slotsOverlap(times, { ...times, screens: {} }, { timezone: 'Etc/GMT' })).toBe(true)
  })
})
