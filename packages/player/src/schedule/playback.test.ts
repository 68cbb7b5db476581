import type { Slot } from '@vitrine/contract/api/playback/manifest'
import { whatPlays } from '@vitrine/contract/schedule/schedule'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Parts, readPart } from '#downlink/parts.ts'
import { Signal } from '#lib/signal.ts'
import { Clock } from '#lib/time/clock.ts'
import { contentOf, devicePart, groupPart, scheduleOf } from '#test/content.ts'
import { partOf } from '#test/protocol-server.ts'
import { Playback } from './playback.ts'

const START = Date.parse('2026-06-01T06:59:00Z')
beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(START)
})
afterEach(() => void vi.useRealTimers())

const slots = [{ from: '09:00 AM', to: '10:00 AM', storyboardId: 'morning' }]
const group = (next: Parameters<typeof groupPart>[2] = null) =>
  readPart('group', partOf(1, groupPart(contentOf([]), scheduleOf('day', { slots }), next)))

const fire = {
  id: 'fire',
  title: 'Fire',
  text: '',
  tone: 'danger' as const,
  storyboardId: 'other',
}

/** The played storyboards, each with the second at which it started. */
function run(parts: Parts, clock = new Clock()) {
  const ready = new Signal(parts)
  const runner = new Playback({ ready }, clock)
  const played: [number, string | null, string][] = []
  const note = () => {
    const { storyboardId, reason } = runner.now.get()
    const last = played.at(-1)
    if (last?.[1] !== storyboardId || last[2] !== reason)
      played.push([Math.round((clock.now() - START) / 1000), storyboardId, reason])
  }
  note()
  runner.now.subscribe(note)
  return { ready, runner, clock, played }
}
const advance = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

describe('playback', () => {
  it('switches at the boundaries of the schedule, day after day', async () => {
    const { played } = run({ group: group() })
    await advance(86_400 + 7200)
    expect(played).toEqual([
      [0, 'day', 'default'],
      [60, 'morning', 'slot'],
      [3660, 'day', 'default'],
      [86_460, 'morning', 'slot'],
      [90_060, 'day', 'default'],
    ])
  })

  it("TIME-03 counts in the schedule's time zone, whatever the screen's", () => {
    const before = process.env.TZ
    const state = {
      current: scheduleOf('day', {
        timezone: 'Europe/Berlin',
        slots: [{ ...slots[0], days: [0, 1, 6], startDate: '2026-03-20' } as Slot],
      }),
      next: null,
      override: null,
    }
    const hours = Array.from(
      { length: 240 },
      (_, hour) => Date.parse('2026-03-25T00:30:00Z') + hour * 3_600_000,
    )
    const answers = ['UTC', 'America/New_York', 'Pacific/Apia', 'Asia/Kathmandu', 'Africa/Cairo'].map(
      (zone) => {
        process.env.TZ = zone
        return hours.map((hour) => whatPlays(state, hour))
      },
    )
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
    expect(new Set(answers[0]?.map(({ reason }) => reason))).toEqual(new Set(['slot', 'default']))
    for (const other of answers) expect(other).toEqual(answers[0])
  })

  it('PLAY-20 TIME-09 continues for sixty days without the server, in the same pattern', async () => {
    const { played } = run({ group: group() })
    await advance(60 * 86_400)
    const mornings = played.filter(([, storyboard]) => storyboard === 'morning')
    expect(mornings.map(([at]) => at)).toEqual(Array.from({ length: 60 }, (_, day) => 60 + day * 86_400))
    expect(played).toHaveLength(121)
  })

  it('TIME-06 of screens with different clock errors switches at the same instant', async () => {
    const at: number[] = []
    for (const wrong of [-3_600_000, 0, 86_400_000]) {
      const source = { wall: () => Date.now() + wrong, monotonic: () => performance.now() }
      const clock = new Clock(source)
      const { runner } = run({ group: group() }, clock)
      clock.adopt([{ serverTime: Date.now(), sentAt: clock.monotonic(), receivedAt: clock.monotonic() }])
      runner.now.subscribe(() => at.push(Date.now()))
    }
    await advance(120)
    expect(at).toHaveLength(3)
    for (const instant of at) expect(Math.abs(instant - (START + 60_000))).toBeLessThanOrEqual(5)
  })

  it('starts an override from slightly in the future when it is due, until the next boundary', async () => {
    const { ready, played } = run({ group: group() })
    await advance(5)
    ready.set({
      ...ready.get(),
      device: readPart('device', partOf(1, devicePart({ storyboardId: 'o', since: START + 5010 }))),
    })
    await advance(100)
    expect(played).toEqual([
      [0, 'day', 'default'],
      [5, 'o', 'override'],
      [60, 'morning', 'slot'],
    ])
  })

  it('starts and ends planned switches without the server, even after starting with a wrong clock', async () => {
    const planned = [
      { storyboardId: 'evening', since: START + 20_000, until: START + 40_000 },
      { storyboardId: 'late', since: START + 100_000, until: null },
      { storyboardId: 'last', since: START + 200_000 },
    ]
    const device = { ...devicePart({ storyboardId: 'sent', since: START, until: null }), planned }
    const parts = { group: group(), device: readPart('device', partOf(1, device)) }
    const expected = [
      [0, 'sent', 'override'],
      [20, 'evening', 'override'],
      // Earlier switches stay ended.
      [40, 'day', 'default'],
      [60, 'morning', 'slot'],
      [100, 'late', 'override'],
      [200, 'last', 'override'],
      [3660, 'day', 'default'],
    ]
    const source = { wall: () => Date.now() + 86_400_000, monotonic: () => performance.now() }
    const wrong = new Clock(source)
    wrong.adopt([{ serverTime: Date.now(), sentAt: wrong.monotonic(), receivedAt: wrong.monotonic() }])
    const screens = [run(parts), run(parts, wrong)]
    await advance(3700)
    for (const { played } of screens) expect(played).toEqual(expected)
    // A screen that restarts without a server plays its stored content.
    expect(run(parts).played[0]).toEqual([3700, 'day', 'default'])
  })

  it('continues without a gap when the server turns a planned switch into a manual one', async () => {
    const late = { storyboardId: 'evening', since: START + 20_000, until: null }
    const plan = readPart('device', partOf(1, { ...devicePart(null), planned: [late] }))
    const { ready, runner, played } = run({ group: group(), device: plan })
    await advance(15)
    const states: unknown[] = []
    await advance(10)
    runner.now.subscribe(() => states.push(runner.now.get()))
    runner.choose('touched')
    await advance(5)
    ready.set({ group: group(), device: readPart('device', partOf(2, devicePart(late))) })
    await advance(40)
    expect(played).toEqual([
      [0, 'day', 'default'],
      [20, 'evening', 'override'],
      [25, 'touched', 'action'],
    ])
    expect(states).toHaveLength(1)
  })

  it('takes effect at its instant, also on a screen that received it late', async () => {
    const next = { activateAt: START + 30_000, programme: scheduleOf('new', { activeFrom: START + 30_000 }) }
    const { ready, played } = run({ group: group() })
    await advance(40)
    ready.set({ group: group(next) })
    await advance(10)
    expect(played.at(-1)).toEqual([40, 'new', 'default'])
    const inTime = run({ group: group({ ...next, activateAt: next.activateAt + 30_000 }) })
    await advance(20)
    expect(inTime.played.at(-1)).toEqual([60, 'new', 'default'])
  })

  it('is overridden by a choice by touch until the next boundary', async () => {
    const { runner, played } = run({ group: group() })
    await advance(10)
    runner.choose('touched')
    await advance(100)
    expect(played.map(([, id, reason]) => [id, reason])).toEqual([
      ['day', 'default'],
      ['touched', 'action'],
      ['morning', 'slot'],
    ])
  })

  it.each(['at its time', 'when someone ends it'])(
    'a choice by touch during a manual switch ends with the switch %s',
    async (how) => {
      const device = (override: Parameters<typeof devicePart>[0]) =>
        readPart('device', partOf(1, devicePart(override)))
      const until = how === 'at its time' ? START + 30_000 : null
      const switched = device({ storyboardId: 'sent', since: START - 1000, until })
      const { ready, runner, played } = run({ group: group(), device: switched })
      await advance(10)
      runner.choose('touched')
      await advance(20)
      if (until === null) ready.set({ group: group(), device: device(null) })
      await advance(10)
      expect(played).toEqual([
        [0, 'sent', 'override'],
        [10, 'touched', 'action'],
        [30, 'day', 'default'],
      ])
    },
  )

  it('a choice by touch does not return after a manual switch that replaced it', async () => {
    const { ready, runner, played } = run({ group: group() })
    runner.choose('touched')
    await advance(10)
    const override = { storyboardId: 'sent', since: START + 10_000, until: START + 30_000 }
    ready.set({ group: group(), device: readPart('device', partOf(1, devicePart(override))) })
    await advance(40)
    expect(played.slice(1)).toEqual([
      [0, 'touched', 'action'],
      [10, 'sent', 'override'],
      [30, 'day', 'default'],
    ])
  })

  it.each([
    ['a touch', {}],
    ['somebody in the console', { override: { storyboardId: 'other', since: START + 10_000 } }],
    ['a takeover', { takeover: { ...fire, startedAt: START + 10_000, endsAt: START + 60_000 } }],
  ])('ACT-09 a choice by %s ends at its instant, with or without a restart in between', async (who, more) => {
    const content = contentOf([{ id: 'other', items: [] }])
    const parts = { group: group(), device: readPart('device', partOf(1, devicePart())) }
    const device = readPart('device', partOf(2, { ...devicePart(null, content), ...more }))
    const { ready, runner, played } = run(parts)
    await advance(10)
    if (who === 'a touch') runner.choose('other')
    else ready.set({ ...parts, device })
    await advance(20)
    expect(played.at(-1)?.slice(0, 2)).toEqual([10, 'other'])
    // After a restart, the screen has its stored parts, but not a visitor's choice, because the visitor may have
    // left.
    const restarted = run(who === 'a touch' ? parts : { ...parts, device })
    expect(restarted.played[0]?.slice(0, 2)).toEqual([30, who === 'a touch' ? 'day' : 'other'])
    await advance(60)
    for (const each of [played, restarted.played]) expect(each.at(-1)).toEqual([60, 'morning', 'slot'])
  })

  it('TIME-08 plays the default if this device does not know the time zone', async () => {
    const content = groupPart(contentOf([]), scheduleOf('day', { slots, timezone: 'Mars/Olympus' }))
    const { played } = run({ group: readPart('group', partOf(1, content)) })
    await advance(100)
    expect(played).toEqual([[0, 'day', 'default']])
  })

  const setBack = (clock: Clock, seconds: number) => {
    const at = clock.monotonic()
    clock.adopt([{ serverTime: clock.now() - seconds * 1000, sentAt: at, receivedAt: at }])
  }

  it('TIME-06 keeps a manual switch when the clock is set back, also without a schedule', async () => {
    const device = devicePart({ storyboardId: 'other', since: START - 1000 })
    for (const parts of [{}, { group: group() }]) {
      const { clock, played, runner } = run({ ...parts, device: readPart('device', partOf(1, device)) })
      await advance(5)
      const [before] = played.slice(-1)
      expect(before?.[1]).toBe('other')
      played.length = 0
      setBack(clock, 3600)
      await advance(30)
      expect(runner.now.get()).toMatchObject({ storyboardId: 'other', reason: 'override' })
      // Nothing else shows in between.
      expect(played.filter(([, storyboardId]) => storyboardId !== 'other')).toEqual([])
      runner.close()
    }
  })

  it('TIME-06 keeps a choice by touch when the clock goes back', async () => {
    const { clock, runner } = run({ group: group() })
    runner.choose('other')
    setBack(clock, 3600)
    await advance(10)
    expect(runner.now.get()).toMatchObject({ storyboardId: 'other', reason: 'action' })
    runner.close()
  })

  it('TIME-06 keeps a takeover when the clock goes back', async () => {
    const takeover = { ...fire, startedAt: START - 1000, endsAt: START + 600_000 }
    const content = contentOf([{ id: 'other', items: [] }])
    const device = { ...devicePart(null, content), takeover }
    const { clock, runner, played } = run({ group: group(), device: readPart('device', partOf(1, device)) })
    await advance(5)
    expect(runner.now.get().reason).toBe('takeover')
    played.length = 0
    setBack(clock, 3600)
    await advance(30)
    expect(runner.now.get()).toMatchObject({ storyboardId: 'other', reason: 'takeover' })
    expect(played.filter(([, , reason]) => reason !== 'takeover')).toEqual([])
    runner.close()
  })
})
