// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { PackageStrikes } from './package-strikes.ts'

describe('packages that stop responding', () => {
  it('return immediately after the first failure, and are skipped longer after each further one', () => {
    const strikes = PackageStrikes.restored(0)
    let now = 0
    const skipped = () => {
      strikes.add(['a'], now)
      const began = now
      while (strikes.isOut('a', now)) now += 1000
      return now - began
    }
    expect(Array.from({ length: 7 }, skipped)).toEqual([
      0, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000,
    ])
  })

  it('are skipped one at a time if several were on the stage', () => {
    const strikes = PackageStrikes.restored(0)
    expect(strikes.add(['a', 'b'], 0)).toEqual([])
    expect(strikes.add(['a', 'b'], 1000)).toEqual([60_000, 10_000])
    expect([strikes.isOut('a', 12_000), strikes.isOut('b', 12_000)]).toEqual([true, false])
  })

  it('return as soon as another suspect fails alone', () => {
    const strikes = PackageStrikes.restored(0)
    for (const now of [0, 1000]) strikes.add(['healthy', 'busy'], now)
    expect([strikes.isOut('healthy', 12_000), strikes.isOut('busy', 12_000)]).toEqual([true, false])
    strikes.add(['busy'], 17_000)
    expect([strikes.isOut('healthy', 17_000), strikes.isOut('busy', 17_000)]).toEqual([false, true])
  })

  it('stay skipped across a reload of the player', () => {
    const strikes = PackageStrikes.restored(0)
    for (const now of [500_000, 501_000]) strikes.add(['a', 'b'], now)
    strikes.keep(506_000)
    const reloaded = PackageStrikes.restored(2000)
    expect([6000, 8000].map((now) => reloaded.isOut('b', now))).toEqual([true, false])
    expect([56_000, 58_000].map((now) => reloaded.isOut('a', now))).toEqual([true, false])
    reloaded.add(['a'], 60_000)
    expect([179_000, 181_000].map((now) => reloaded.isOut('a', now))).toEqual([true, false])
  })

  it('starts over if the stored value is invalid', () => {
    sessionStorage.setItem('vitrine-player.strikes', '{')
    expect(PackageStrikes.restored(0).isOut('a', 1)).toBe(false)
  })

  it('start over after running well', () => {
    const strikes = PackageStrikes.restored(0)
    strikes.add(['a'], 0)
    strikes.add(['a'], 1_300_000)
    expect(strikes.isOut('a', 1_300_001)).toBe(false)
  })

  it.each([
    [1_199_999, [60_000]],
    [1_200_000, []],
  ])('count for twenty minutes: one more after %i ms', (later, skipped) => {
    const strikes = PackageStrikes.restored(0)
    strikes.add(['a'], 0)
    expect(strikes.add(['a'], later)).toEqual(skipped)
  })
})
