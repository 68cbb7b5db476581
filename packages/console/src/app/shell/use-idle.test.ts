import { expect, test } from 'vitest'
import { STILL_THERE_SECONDS, secondsLeft } from './use-idle.ts'

test('a kiosk asks after three minutes and leaves twenty seconds later', () => {
  const MINUTE = 60_000
  expect(secondsLeft(0, 3 * MINUTE - 1)).toBeNull()
  expect(secondsLeft(0, 3 * MINUTE)).toBe(STILL_THERE_SECONDS)
  expect(secondsLeft(0, 3 * MINUTE + 19_000)).toBe(1)
  expect(secondsLeft(0, 3 * MINUTE + 20_000)).toBe(0)
  // The computer slept through the countdown.
  expect(secondsLeft(0, 60 * MINUTE)).toBe(0)
})
