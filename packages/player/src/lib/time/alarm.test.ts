import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { alarm } from './alarm.ts'
import { Clock } from './clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  // Restore first: some mocks wrap fake timers, and restoring them later would put the fakes over the real ones.
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('an alarm', () => {
  it('TIME-05 fires at its instant, even weeks ahead, with timers of at most an hour', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const clock = new Clock()
    const at = clock.now() + 40 * 86_400_000
    let rang: number | undefined
    alarm(clock, at, () => {
      rang = clock.now()
    })
    await vi.advanceTimersByTimeAsync(39 * 86_400_000)
    expect(rang).toBeUndefined()
    await vi.advanceTimersByTimeAsync(86_400_000 + 5)
    expect(rang).toBeGreaterThanOrEqual(at)
    expect(rang).toBeLessThan(at + 5)
    for (const [, ms] of timers.mock.calls) expect(ms).toBeLessThanOrEqual(3_600_000)
  })

  it('follows clock corrections in both directions', async () => {
    const clock = new Clock()
    const rings: string[] = []
    const adopt = (serverTime: number) =>
      clock.adopt([{ serverTime, sentAt: clock.monotonic(), receivedAt: clock.monotonic() }])
    alarm(clock, clock.now() + 60_000, () => rings.push('early'))
    adopt(clock.now() + 59_000)
    await vi.advanceTimersByTimeAsync(1100)
    expect(rings).toEqual(['early'])
    alarm(clock, clock.now() + 1000, () => rings.push('late'))
    adopt(clock.now() - 10_000)
    await vi.advanceTimersByTimeAsync(10_500)
    expect(rings).toEqual(['early'])
    await vi.advanceTimersByTimeAsync(600)
    expect(rings).toEqual(['early', 'late'])
  })

  it('does not fire once canceled', async () => {
    const clock = new Clock()
    const ring = vi.fn()
    alarm(clock, clock.now() + 10, ring)()
    await vi.advanceTimersByTimeAsync(1000)
    expect(ring).not.toHaveBeenCalled()
  })

  it('has one timer after any number of corrections, and none after it rang or was canceled', async () => {
    const clock = new Clock()
    const ring = vi.fn()
    const adopt = (serverTime: number) =>
      clock.adopt([{ serverTime, sentAt: clock.monotonic(), receivedAt: clock.monotonic() }])
    alarm(clock, clock.now() + 60_000, ring)
    for (const by of [5000, -9000, 20_000]) {
      adopt(clock.now() + by)
      expect(vi.getTimerCount()).toBe(1)
    }
    await vi.advanceTimersByTimeAsync(200_000)
    expect([ring.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0])
    alarm(clock, clock.now() + 60_000, ring)()
    expect(vi.getTimerCount()).toBe(0)
  })
})
