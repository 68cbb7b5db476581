import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Parts, readPart } from '#content/parts.ts'
import { Clock } from '#lib/clock.ts'
import { Signal } from '#lib/signal.ts'
import { contentOf, devicePart, groupPart, programmeOf } from '#test/content.ts'
import { partOf } from '#test/protocol-server.ts'
import { ProgrammeRunner } from './programme.ts'

const START = Date.parse('2026-06-01T06:59:00Z')
beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(START)
})
afterEach(() => void vi.useRealTimers())

const slots = [{ from: '09:00 AM', to: '10:00 AM', storyboardId: 'morning' }]
const group = (next: Parameters<typeof groupPart>[2] = null) =>
  readPart('group', partOf(1, groupPart(contentOf([]), programmeOf('day', { slots }), next)))

/** What played, with the seconds since the start at which it began. */
function run(parts: Parts, clock = new Clock()) {
  const ready = new Signal(parts)
  const runner = new ProgrammeRunner({ ready }, clock)
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
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

describe('the programme', () => {
  it('switches at the boundaries of the schedule, day after day', async () => {
    const { played } = run({ group: group() })
    await pass(86_400 + 7200)
    expect(played).toEqual([
      [0, 'day', 'default'],
      [60, 'morning', 'slot'],
      [3660, 'day', 'default'],
      [86_460, 'morning', 'slot'],
      [90_060, 'day', 'default'],
    ])
  })

  it('of screens whose clocks start differently wrong switches at the same instant', async () => {
    const at: number[] = []
    for (const wrong of [-3_600_000, 0, 86_400_000]) {
      const source = { wall: () => Date.now() + wrong, monotonic: () => performance.now() }
      const clock = new Clock(source)
      const { runner } = run({ group: group() }, clock)
      clock.adopt([{ serverTime: Date.now(), sentAt: clock.monotonic(), receivedAt: clock.monotonic() }])
      runner.now.subscribe(() => at.push(Date.now()))
    }
    await pass(120)
    expect(at).toHaveLength(3)
    for (const instant of at) expect(Math.abs(instant - (START + 60_000))).toBeLessThanOrEqual(5)
  })

  it('takes an override that is an instant ahead when it is due, until the next boundary', async () => {
    const { ready, played } = run({ group: group() })
    await pass(5)
    ready.set({
      ...ready.get(),
      device: readPart('device', partOf(1, devicePart({ storyboardId: 'o', since: START + 5010 }))),
    })
    await pass(100)
    expect(played).toEqual([
      [0, 'day', 'default'],
      [5, 'o', 'override'],
      [60, 'morning', 'slot'],
    ])
  })

  it('comes into force at its instant, also on a screen that got it late', async () => {
    const next = { activateAt: START + 30_000, programme: programmeOf('new', { activeFrom: START + 30_000 }) }
    const { ready, played } = run({ group: group() })
    await pass(40)
    ready.set({ group: group(next) })
    await pass(10)
    expect(played.at(-1)).toEqual([40, 'new', 'default'])
    const inTime = run({ group: group({ ...next, activateAt: next.activateAt + 30_000 }) })
    await pass(20)
    expect(inTime.played.at(-1)).toEqual([60, 'new', 'default'])
  })

  it('gives way to a choice by touch until its next boundary', async () => {
    const { runner, played } = run({ group: group() })
    await pass(10)
    runner.choose('touched')
    await pass(100)
    expect(played.map(([, id, reason]) => [id, reason])).toEqual([
      ['day', 'default'],
      ['touched', 'action'],
      ['morning', 'slot'],
    ])
  })

  it('plays the default where this device does not know the time zone', async () => {
    const content = groupPart(contentOf([]), programmeOf('day', { slots, timezone: 'Mars/Olympus' }))
    const { played } = run({ group: readPart('group', partOf(1, content)) })
    await pass(100)
    expect(played).toEqual([[0, 'day', 'default']])
  })
})
