import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Slot } from '#api/playback/manifest.ts'
import { at, clocksIn, DAY, holdsAt, slotArb, startOn } from '#test/random-schedules.ts'
import { scheduledDay } from './day.ts'
import { overlapsIn, slotsOverlap } from './overlaps.ts'
import { whatPlays } from './schedule.ts'
import { layerOf } from './slots.ts'

const clocks = clocksIn('Europe/Berlin')

describe('overlapping slots', () => {
  it('are those of one layer that both hold at some minute', () => {
    const dates: [string[], string[]] = [
      ['2026-03-01', '2026-03-10'],
      ['2026-03-03', '2026-03-12'],
    ]
    // Hijri days are compared for years.
    const datedArb = slotArb(dates).map(({ hijri: _, ...slot }) => slot)
    fc.assert(
      fc.property(datedArb, datedArb, (a, b) => {
        let both = false
        // They meet where one of them starts while the other one holds.
        for (let day = at('2025-02-20'); day < at('2027-03-15') && !both; day += DAY)
          both = [a, b].some((slot) => {
            const start = startOn(slot, day, clocks)
            return holdsAt(a, start, clocks) && holdsAt(b, start, clocks)
          })
        expect(slotsOverlap(a, b, clocks)).toBe(both && layerOf(a) === layerOf(b))
        expect(slotsOverlap(b, a, clocks)).toBe(slotsOverlap(a, b, clocks))
      }),
      // Fixed, because a minute of the sun more or less in the next year isn't compared.
      { numRuns: 200, seed: 1 },
    )
  })

  it('of a schedule are each found with the first earlier one, from one reading of each', () => {
    const dates: [string[], string[]] = [
      ['2026-03-01', '2026-03-10'],
      ['2026-03-03', '2026-03-12'],
    ]
    fc.assert(
      fc.property(fc.array(slotArb(dates), { maxLength: 12 }), (slots) => {
        let reads = 0
        const watched = slots.map((slot) =>
          Object.defineProperty({ ...slot }, 'from', { get: () => ++reads && slot.from }),
        )
        const expected = slots.flatMap((slot, index) => {
          const first = slots.slice(0, index).findIndex((other) => slotsOverlap(other, slot, clocks))
          return first === -1 ? [] : [[index, first]]
        })
        expect([...overlapsIn({ ...clocks, slots: watched })]).toEqual(expected)
        expect(reads).toBe(slots.length)
      }),
    )
  })
})

describe('layers', () => {
  const week: Slot = { from: '08:00 AM', to: '08:00 PM', storyboardId: 'week' }
  const sale: Slot = {
    from: '10:00 AM',
    to: '06:00 PM',
    storyboardId: 'sale',
    startDate: '2026-12-01',
    endDate: '2026-12-31',
  }
  const holiday: Slot = {
    from: '12:00 PM',
    to: '02:00 PM',
    storyboardId: 'holiday',
    startDate: '2026-12-24',
    endDate: '2026-12-24',
    event: 'Christmas Eve',
  }
  const play = (slots: Slot[], instant: string) => {
    const current = { timezone: 'Etc/GMT', defaultStoryboardId: 'd', slots, activeFrom: 0 }
    return whatPlays({ current, next: null, override: null }, at(instant))
  }

  it.each([
    ['2026-11-30T12:30Z', 'week', '2026-11-30T08:00Z', '2026-11-30T20:00Z'],
    ['2026-12-01T12:30Z', 'sale', '2026-12-01T10:00Z', '2026-12-01T18:00Z'],
    ['2026-12-24T09:00Z', 'week', '2026-12-24T08:00Z', '2026-12-24T10:00Z'],
    ['2026-12-24T12:30Z', 'holiday', '2026-12-24T12:00Z', '2026-12-24T14:00Z'],
    ['2026-12-24T15:00Z', 'sale', '2026-12-24T14:00Z', '2026-12-24T18:00Z'],
    ['2026-12-24T19:00Z', 'week', '2026-12-24T18:00Z', '2026-12-24T20:00Z'],
    ['2026-12-24T21:00Z', 'd', '2026-12-24T20:00Z', '2026-12-25T08:00Z'],
  ])('at %s %s plays, from %s to %s, in whatever order the slots are saved', (instant, id, since, until) => {
    for (const slots of [
      [week, sale, holiday],
      [holiday, sale, week],
      [sale, holiday, week],
    ])
      expect(play(slots, instant)).toMatchObject({ storyboardId: id, since: at(since), until: at(until) })
  })

  it('a covered slot starts and ends unnoticed', () => {
    const hidden: Slot = { ...week, from: '12:30 PM', to: '01:00 PM' }
    expect(play([hidden, holiday], '2026-12-24T13:30Z')).toMatchObject({ since: at('2026-12-24T12:00Z') })
    expect(play([hidden, holiday], '2026-12-24T12:10Z')).toMatchObject({ until: at('2026-12-24T14:00Z') })
  })

  it('an overnight slot plays into the morning after its last day, in one piece', () => {
    const night: Slot = { ...sale, from: '10:00 PM', to: '06:00 AM', overnight: true }
    expect(play([night], '2027-01-01T05:59Z')).toMatchObject({
      storyboardId: 'sale',
      since: at('2026-12-31T22:00Z'),
      until: at('2027-01-01T06:00Z'),
    })
    expect(play([night], '2026-12-01T05:00Z').reason).toBe('default')
    expect(scheduledDay({ timezone: 'Etc/GMT', slots: [night] }, '2026-12-31').runs).toMatchObject([
      { from: 0, to: 360, startedOn: '2026-12-30', fromDayBefore: true, intoDayAfter: false },
      { from: 1320, to: 1440, startedOn: '2026-12-31', fromDayBefore: false, intoDayAfter: true },
    ])
  })
})
