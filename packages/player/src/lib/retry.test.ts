import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jittered, retryDelay } from './retry.ts'

it('waits anywhere up to the doubling limit, never beyond the cap', () => {
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
