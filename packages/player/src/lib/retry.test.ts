import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { jittered, Retries, retryDelay } from './retry.ts'
import { Clock } from './time/clock.ts'

it('waits a random time up to the doubling limit, never beyond the cap', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempt, share) => {
        const delay = retryDelay(attempt, { base: 1000, cap: 60_000 }, () => share)
        expect(delay).toBeCloseTo(share * Math.min(60_000, 1000 * 2 ** Math.min(attempt, 30)))
        expect(jittered(60_000, 30_000, () => share)).toBeCloseTo(30_000 + share * 60_000)
      },
    ),
  )
})

describe('what failed', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockReturnValue(1)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  /** Seconds until each of four attempts that fail one after another. */
  async function waitsOf(brought: number, isFull = false): Promise<number[]> {
    let isDue = false
    const retries = new Retries(new Clock(), () => {
      isDue = true
    })
    const waits: number[] = []
    for (let times = 0; times < 4; times++) {
      isDue = false
      retries.failed('film', isFull, brought)
      let seconds = 0
      for (; !isDue; seconds++) await vi.advanceTimersByTimeAsync(1000)
      expect(retries.isWaiting('film')).toBe(false)
      waits.push(seconds)
    }
    return waits
  }

  it('is tried again ever more slowly, and soon if the last attempt brought something', async () => {
    expect(await waitsOf(0)).toEqual([1, 2, 4, 8])
    expect(await waitsOf(1_000_000)).toEqual([1, 1, 1, 1])
    expect(await waitsOf(1_000_000, true)).toEqual([45, 45, 45, 45])
  })

  it('does not wait once the server is known to answer, except for room', () => {
    let due = 0
    const retries = new Retries(new Clock(), () => due++)
    retries.failed('film', false, 0)
    retries.failed('large film', true, 0)
    expect(retries.isWaiting('film')).toBe(true)
    retries.hurry()
    expect([retries.isWaiting('film'), retries.isWaiting('large film'), due]).toEqual([false, true, 1])
    retries.clear()
    expect(retries.isWaiting('large film')).toBe(false)
  })
})
