import { afterEach, describe, expect, it } from 'vitest'
import { createLog } from '#lib/log.ts'
import { TestClock } from '#test/harness.ts'
import { Refreshed } from './refreshed.ts'
import { conditionOf } from './weather.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe('cached remote values', () => {
  let values: Refreshed<number> | undefined
  afterEach(() => values?.close())
  const open = (load: (key: string) => Promise<number>, max = 100) => {
    const clock = new TestClock()
    values = new Refreshed({ load, every: 10 * MINUTE, max, clock, log: createLog('silent') })
    return { values, clock }
  }

  it('LOAD-04: are loaded about every ten minutes, spread, as long as callers request them', async () => {
    const loads: string[] = []
    const { values, clock } = open(async (key) => loads.push(key))
    for (let key = 0; key < 50; key++) await values.get(`${key}`)
    expect(loads).toHaveLength(50)
    clock.advance(9 * MINUTE - 1)
    await values.refresh()
    expect(loads).toHaveLength(50)
    clock.advance(MINUTE)
    for (let round = 0; round < 50; round++) await values.refresh()
    expect(loads.length).toBeGreaterThan(55)
    expect(loads.length).toBeLessThan(95)
    clock.advance(DAY)
    await values.refresh()
    const before = loads.length
    clock.advance(MINUTE)
    await values.refresh()
    expect(loads.length).toBe(before)
    expect(values.has('1')).toBe(false)
  })

  it('stay while loading fails, and are retried with backoff', async () => {
    let works = true
    let tries = 0
    const { values, clock } = open(async () => {
      tries++
      if (!works) throw new Error('down')
      return 42
    })
    expect(await values.get('a')).toBe(42)
    works = false
    clock.advance(12 * MINUTE)
    tries = 0
    for (let minute = 0; minute < 60; minute++) {
      await values.refresh()
      expect(await values.get('a')).toBe(42)
      clock.advance(MINUTE)
    }
    expect(tries).toBeGreaterThan(6)
    expect(tries).toBeLessThan(13)
  })

  it('are awaited by the first callers, and not requested again while there is none', async () => {
    let tries = 0
    const { values } = open(async () => {
      tries++
      throw new Error('down')
    })
    const asked = await Promise.all(Array.from({ length: 20 }, () => values.get('a')))
    expect(asked).toEqual(Array(20).fill(undefined))
    expect(await values.get('a')).toBeUndefined()
    expect(tries).toBe(1)
  })

  it('are bounded: the least recently requested is evicted', async () => {
    const { values } = open(async () => 1, 3)
    for (const key of ['a', 'b', 'c', 'a', 'd']) await values.get(key)
    expect(['a', 'b', 'c', 'd'].map((key) => values.has(key))).toEqual([true, false, true, true])
  })
})

it('names the weather of every WMO code', () => {
  const codes = [0, 1, 2, 3, 45, 48, 51, 57, 61, 67, 71, 77, 80, 82, 85, 86, 95, 99]
  expect(codes.map(conditionOf)).toEqual([
    'clear',
    'partly-cloudy',
    'partly-cloudy',
    'cloudy',
    'fog',
    'fog',
    'drizzle',
    'drizzle',
    'rain',
    'rain',
    'snow',
    'snow',
    'rain',
    'rain',
    'snow',
    'snow',
    'thunder',
    'thunder',
  ])
})
