import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { databaseError } from './refusals.ts'
import { Writers } from './writers.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Work that runs until it is canceled. */
function endless(writers: Writers) {
  let end = () => {}
  const done = writers.run(() => new Promise<void>((resolve) => (end = resolve)))
  return { end: () => end(), done }
}

it('transactions run in the order they arrived, and no more than allowed at a time', async () => {
  const writers = new Writers(2)
  const held = [endless(writers), endless(writers)]
  const order: number[] = []
  const waiting = [1, 2, 3].map((n) => writers.run(async () => order.push(n)))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(order).toEqual([])
  held[0]?.end()
  await Promise.all(waiting)
  expect(order).toEqual([1, 2, 3])
})

it('a transaction that waits 5 s is answered as busy, and one that throws frees its slot', async () => {
  const writers = new Writers(1)
  await expect(writers.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  const held = endless(writers)
  const late = writers.run(async () => 'never').catch((error) => databaseError(error)?.errKey)
  await vi.advanceTimersByTimeAsync(5_001)
  expect(await late).toBe('UNAVAILABLE')
  held.end()
  await held.done
  expect(await writers.run(async () => 'free')).toBe('free')
})
