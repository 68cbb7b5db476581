import { expect, test } from 'vitest'
import { PerSecond } from './per-second.ts'

test('notices more events than allowed in a second, and forgets them after it', () => {
  const count = new PerSecond(3)
  const at = (times: number[]) => times.map((now) => count.isTooMuch(now))
  expect(at([0, 1, 999])).toEqual([false, false, false])
  expect(at([999, 999])).toEqual([true, true])
  expect(at([1000, 1001, 1002, 1003])).toEqual([false, false, false, true])
  expect(at([5000, 5000, 5000, 5000])).toEqual([false, false, false, true])
})
