import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GroupSchedule, Override, Slot } from '#api/playback/manifest.ts'
import { timeOfMinutes } from '#rules.ts'
import { at, clocksIn, DAY, instantIn, MINUTE, slotByClock, slotsArb, zones } from '#test/random-schedules.ts'
import { readingAt, scheduledDay, slotsAt } from './day.ts'
import { type ScheduleState, whatPlays } from './schedule.ts'

const scheduleArb = (zone: string) =>
  fc
    .record({
      defaultStoryboardId: fc.constantFrom('default', null),
      slots: slotsArb(zone),
      activeFrom: fc.constantFrom(0, at('2026-03-28T22:00:00Z'), at('2027-02-01T00:00:00Z')),
    })
    .map((schedule) => ({ ...clocksIn(zone), ...schedule })) satisfies fc.Arbitrary<GroupSchedule>

const stateArb = (zone: string): fc.Arbitrary<ScheduleState> =>
  fc
    .record({
      current: fc.option(scheduleArb(zone)),
      coming: fc.option(scheduleArb(zone)),
      activateAt: instantIn(zone),
      override: fc.option(switchArb(zone, 'override')),
      planned: fc.array(switchArb(zone, 'planned'), { maxLength: 3 }),
    })
    .map(({ current, coming, activateAt, override, planned }) => ({
      current,
      next: coming && { activateAt, programme: { ...coming, activeFrom: activateAt } },
      override,
      planned: planned.map((each, index) => ({ ...each, storyboardId: `planned ${index}` })),
    }))

const switchArb = (zone: string, storyboardId: string) =>
  fc
    .record({
      since: instantIn(zone),
      length: fc.constantFrom(undefined, undefined, null, MINUTE, 90 * MINUTE, 2 * DAY),
    })
    .map(({ since, length }) => ({
      ...{ storyboardId, since },
      ...(length !== undefined && { until: length === null ? null : since + length }),
    })) satisfies fc.Arbitrary<Override>

const answer = ({ storyboardId, reason, slot, since, until }: ReturnType<typeof whatPlays>) =>
  JSON.stringify([storyboardId, reason, slot, since, until])

describe.each(zones)('what plays in %s', (zone) => {
  it('TIME-02 agrees with looking at the clocks', () => {
    fc.assert(
      fc.property(scheduleArb(zone), instantIn(zone), (schedule, instant) => {
        const playing = whatPlays({ current: schedule, next: null, override: null }, instant)
        expect(playing.slot).toEqual(slotByClock(zone, schedule.slots, instant))
        expect(playing.reason).toBe(
          playing.slot ? 'slot' : schedule.defaultStoryboardId === null ? 'nothing' : 'default',
        )
      }),
      { numRuns: 150 },
    )
  })

  it('draws every day as it plays, and names what plays first of all slots that hold', () => {
    fc.assert(
      fc.property(scheduleArb(zone), instantIn(zone), (schedule, instant) => {
        const { slot } = whatPlays({ current: schedule, next: null, override: null }, instant)
        const { date, minutes } = readingAt(zone, instant)
        const { stretches, runs } = scheduledDay(schedule, date)
        const inside = ({ from, to }: { from: number; to: number }) => from <= minutes && minutes < to
        expect(stretches.filter(inside).map((stretch) => stretch.slot)).toEqual([slot])
        expect(stretches.map(({ from }) => from)).toEqual([0, ...stretches.slice(0, -1).map(({ to }) => to)])
        expect(stretches.at(-1)?.to).toBe(1440)
        const holding = runs.filter(inside)
        const seen = holding.filter(({ covered }) => !covered.some(inside))
        expect(seen.map((run) => run.slot)).toEqual(slot ? [slot] : [])
        for (const { covered } of holding) for (const { by } of covered.filter(inside)) expect(by).toBe(slot)
        const [first = null, ...others] = slotsAt(schedule, date, minutes)
        expect(first).toBe(slot)
        expect([first, ...others].filter(Boolean)).toHaveLength(holding.length)
      }),
      { numRuns: 150 },
    )
  })

  it('TIME-02 gives one answer from `since` to `until`, and another one after that', () => {
    fc.assert(
      fc.property(
        stateArb(zone),
        instantIn(zone),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (state, instant, share) => {
          const playing = whatPlays(state, instant)
          const { since, until } = playing
          expect(since).toBeLessThanOrEqual(instant)
          if (until !== null) expect(until).toBeGreaterThan(instant)
          const end = until ?? instant + 30 * DAY
          const inside = Math.floor(instant + share * (end - 1 - instant))
          expect(answer(whatPlays(state, inside))).toBe(answer(playing))
          if (until === null) return
          expect(whatPlays(state, until - 1).since).toBe(since)
          expect(answer(whatPlays(state, until))).not.toBe(answer(playing))
        },
      ),
      { numRuns: 150 },
    )
  })

  it('`since` is exact: the same answer held then', () => {
    fc.assert(
      fc.property(stateArb(zone), instantIn(zone), (state, instant) => {
        const { storyboardId, reason, slot, since } = whatPlays(state, instant)
        // After a switch that has a time as its end, the schedule counts from before it.
        const then = whatPlays(state, since)
        // After a switch that has a time as its end, the schedule counts from before it, and from before those that it ended.
        const isCovered = [state.override, ...(state.planned ?? [])].some(
          (each) =>
            each?.until !== undefined &&
            (each.since > since
              ? each.since <= instant && then.reason === 'override'
              : since < (each.until ?? Infinity)),
        )
        if (since === 0 || (reason !== 'override' && isCovered)) return
        expect(then).toMatchObject({ storyboardId, reason, slot, since })
      }),
      { numRuns: 100 },
    )
  })
})

describe.each(zones)('planned switches in %s', (zone) => {
  it('play as if someone sent each of them at its instant', () => {
    fc.assert(
      fc.property(stateArb(zone), instantIn(zone), (state, instant) => {
        // After starting the planned switch, the server stores only the latest manual switch.
        let override = state.override && state.override.since <= instant ? state.override : null
        for (const each of state.planned ?? [])
          if (each.since <= instant && each.since >= (override?.since ?? 0)) override = each
        const { until, ...online } = whatPlays({ ...state, override, planned: [] }, instant)
        const { until: untilPlanned, ...offline } = whatPlays(state, instant)
        expect(offline).toEqual(online)
        if (offline.reason === 'override') expect(offline.storyboardId).toBe(override?.storyboardId)
        const starts = [state.override, ...(state.planned ?? [])].flatMap((each) => each?.since ?? [])
        const end = Math.min(until ?? Infinity, ...starts.filter((since) => since > instant))
        expect(untilPlanned ?? Infinity).toBe(end)
        // A server that has begun only some of the plan gives the same answer.
        if (state.override && state.override.since > instant) return
        expect(whatPlays({ ...state, override }, instant)).toEqual({ ...offline, until: untilPlanned })
      }),
      { numRuns: 150 },
    )
  })

  it('never leave a screen blank that has something to play', () => {
    fc.assert(
      fc.property(stateArb(zone), instantIn(zone), fc.subarray(['p', 's']), (state, instant, empty) => {
        const spansOf = (id: string) => (empty.includes(id[0] ?? '') ? [] : null)
        const { storyboardId, until } = whatPlays(state, instant, spansOf)
        const without = whatPlays({ ...state, override: null, planned: [] }, instant, spansOf)
        if (without.storyboardId !== null) expect(storyboardId).not.toBeNull()
        expect(until ?? Infinity).toBeGreaterThan(instant)
      }),
      { numRuns: 100 },
    )
  })
})

describe('TIME-01 clock changes', () => {
  const play = (timezone: string, slots: Slot[], instant: string) =>
    whatPlays(
      { current: { timezone, defaultStoryboardId: 'd', slots, activeFrom: 0 }, next: null, override: null },
      at(instant),
    )
  const slot = (from: string, to: string): Slot => ({ from, to, storyboardId: 's' })

  it.each([
    // Berlin skips 02:00 to 03:00 on 29 March 2026 and has it twice on 25 October 2026.
    ['Europe/Berlin', '02:30 AM', '04:00 AM', '2026-03-29T01:00:00Z', '2026-03-29T02:00:00Z'],
    ['Europe/Berlin', '02:30 AM', '04:00 AM', '2026-10-25T00:30:00Z', '2026-10-25T03:00:00Z'],
    ['Europe/Berlin', '01:30 AM', '02:30 AM', '2026-10-24T23:30:00Z', '2026-10-25T00:30:00Z'],
    ['America/New_York', '01:30 AM', '03:30 AM', '2026-03-08T06:30:00Z', '2026-03-08T07:30:00Z'],
    ['America/New_York', '01:30 AM', '03:30 AM', '2026-11-01T05:30:00Z', '2026-11-01T08:30:00Z'],
    // Cairo skips midnight to 01:00 on 24 April 2026 and has the last hour of 29 October twice.
    ['Africa/Cairo', '12:00 AM', '06:00 AM', '2026-04-23T22:00:00Z', '2026-04-24T03:00:00Z'],
    ['Africa/Cairo', '11:30 PM', '12:00 AM', '2026-10-29T20:30:00Z', '2026-10-29T22:00:00Z'],
  ])('in %s a slot from %s to %s plays from %s until %s', (zone, from, to, since, until) => {
    const slots = [slot(from, to)]
    expect(play(zone, slots, since)).toMatchObject({ reason: 'slot', since: at(since), until: at(until) })
    expect(new Date(play(zone, slots, new Date(at(since) - 1).toISOString()).until ?? 0)).toEqual(
      new Date(since),
    )
    expect(play(zone, slots, until)).toMatchObject({ reason: 'default', since: at(until) })
  })

  it('plays a slot of the repeated hour once, in its first pass, and one that spans the hour through both', () => {
    const within = [slot('02:10 AM', '02:50 AM')]
    const across = [slot('01:50 AM', '03:10 AM')]
    const plays = (slots: Slot[]) =>
      Array.from({ length: 240 }, (_, minute) =>
        new Date(at('2026-10-24T23:00:00Z') + minute * MINUTE).toISOString(),
      ).filter((instant) => play('Europe/Berlin', slots, instant).reason === 'slot')
    expect([plays(within).length, plays(within)[0], plays(within).at(-1)]).toEqual([
      40,
      '2026-10-25T00:10:00.000Z',
      '2026-10-25T00:49:00.000Z',
    ])
    expect([plays(across).length, plays(across)[0]]).toEqual([140, '2026-10-24T23:50:00.000Z'])
  })

  it('leaves out a slot that falls in a skipped hour', () => {
    const slots = [slot('02:10 AM', '02:50 AM')]
    for (let minute = -180; minute < 180; minute++) {
      const instant = new Date(at('2026-03-29T01:00:00Z') + minute * MINUTE).toISOString()
      expect(play('Europe/Berlin', slots, instant).reason).toBe('default')
    }
  })
})

describe('an override', () => {
  const current: GroupSchedule = {
    timezone: 'Etc/GMT',
    defaultStoryboardId: 'd',
    slots: [{ from: '09:00 AM', to: '10:00 AM', storyboardId: 's' }],
    activeFrom: 0,
  }
  const state: ScheduleState = {
    current,
    next: null,
    override: { storyboardId: 'o', since: at('2026-06-01T08:00:00Z') },
  }

  it('holds until the next boundary and never returns', () => {
    expect(whatPlays(state, at('2026-06-01T08:59:59.999Z'))).toMatchObject({
      reason: 'override',
      since: at('2026-06-01T08:00:00Z'),
      until: at('2026-06-01T09:00:00Z'),
    })
    expect(whatPlays(state, at('2026-06-01T09:00:00Z')).reason).toBe('slot')
    expect(whatPlays(state, at('2026-06-01T10:00:00Z')).reason).toBe('default')
  })

  it('with a set end ignores the boundaries of the schedule', () => {
    const since = at('2026-06-01T08:00:00Z')
    const until = at('2026-06-01T09:30:00Z')
    const timed = { ...state, override: { storyboardId: 'o', since, until } }
    expect(whatPlays(timed, until - 1)).toMatchObject({ reason: 'override', since, until })
    expect(whatPlays(timed, until)).toMatchObject({ reason: 'slot', since: at('2026-06-01T09:00:00Z') })
    expect(whatPlays(timed, since - 1)).toMatchObject({ reason: 'default', until: since })
    const lasting = { ...state, override: { storyboardId: 'o', since, until: null } }
    expect(whatPlays(lasting, until + DAY)).toMatchObject({ reason: 'override', since, until: null })
  })

  it('starts late on a clock that is slightly behind', () => {
    expect(whatPlays(state, at('2026-06-01T07:59:59.995Z'))).toMatchObject({
      reason: 'default',
      until: at('2026-06-01T08:00:00Z'),
    })
  })

  it('ends when another schedule takes effect', () => {
    const activateAt = at('2026-06-01T08:30:00Z')
    const next = { activateAt, programme: { ...current, activeFrom: activateAt } }
    expect(whatPlays({ ...state, next }, activateAt - 1)).toMatchObject({
      reason: 'override',
      until: activateAt,
    })
    expect(whatPlays({ ...state, next }, activateAt).reason).toBe('default')
  })
})

describe('the next schedule', () => {
  const coming: GroupSchedule = {
    timezone: 'Etc/GMT',
    defaultStoryboardId: 'new',
    slots: [],
    activeFrom: 5000,
  }
  const empty: GroupSchedule = { timezone: 'Etc/GMT', defaultStoryboardId: null, slots: [], activeFrom: 0 }

  it.each([null, empty])('starts immediately on a screen that has nothing to play', (current) => {
    const state = { current, next: { activateAt: 5000, programme: coming }, override: null }
    expect(whatPlays(state, 1000)).toMatchObject({ storyboardId: 'new', since: 0, until: 5000 })
    expect(whatPlays(state, 5000)).toMatchObject({ storyboardId: 'new', since: 5000, until: null })
  })
})

describe('speed', () => {
  it.each([500, 10_000])('TIME-10 answers in under 5 ms with %d slots', (count) => {
    const slots = Array.from({ length: count }, (_, index): Slot => {
      const minute = (index * 2) % 1438
      const date = new Date(at('2026-01-01') + Math.floor((index * 2) / 1438) * DAY)
        .toISOString()
        .slice(0, 10)
      return {
        from: timeOfMinutes(minute),
        to: timeOfMinutes(minute + 1),
        storyboardId: 's',
        startDate: date,
      }
    })
    const current: GroupSchedule = {
      timezone: 'Europe/Berlin',
      defaultStoryboardId: 'd',
      slots,
      activeFrom: 0,
    }
    const play = (second: number) =>
      whatPlays({ current, next: null, override: null }, at('2026-06-01T12:00:00Z') + second * 1000)
    play(0)
    // Take the fastest of several rounds, because other processes slow down the rest.
    const round = () => {
      const runs = 10
      const began = Date.now()
      for (let run = 1; run <= runs; run++) play(run)
      return (Date.now() - began) / runs
    }
    expect(Math.min(...Array.from({ length: 10 }, round))).toBeLessThan(5)
  })
})
