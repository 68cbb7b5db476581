import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Clock, type TimeSource } from './clock.ts'

/** A machine whose wall clock can be set and which can sleep. */
function machine(wall = 1_000_000) {
  let monotonic = 500
  return {
    wall: () => wall,
    monotonic: () => monotonic,
    advance(ms: number) {
      wall += ms
      monotonic += ms
    },
    set(to: number) {
      wall = to
    },
    sleep(ms: number) {
      wall += ms
    },
  } satisfies TimeSource & Record<string, unknown>
}

describe('the clock', () => {
  it('is within its stated error of the server clock, whatever the latency each way', () => {
    const way = fc.record({ there: fc.integer({ min: 0, max: 400 }), back: fc.integer({ min: 0, max: 400 }) })
    fc.assert(
      fc.property(
        fc.array(way, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: -1e9, max: 1e9 }),
        (ways, ahead) => {
          const source = machine()
          const clock = new Clock(source)
          const samples = ways.map(({ there, back }) => {
            const sentAt = source.monotonic()
            source.advance(there)
            const serverTime = source.wall() + ahead
            source.advance(back)
            return { serverTime, sentAt, receivedAt: source.monotonic() }
          })
          clock.adopt(samples)
          source.advance(60_000)
          const wrong = Math.abs(clock.now() - (source.wall() + ahead))
          expect(wrong).toBeLessThanOrEqual((clock.error() ?? 0) + 1)
          expect(clock.error()).toBe(Math.min(...ways.map(({ there, back }) => (there + back) / 2)))
        },
      ),
    )
  })

  it('TIME-06 ignores changes of the wall clock, and notices each once', () => {
    const source = machine()
    const clock = new Clock(source)
    clock.adopt([{ serverTime: 5_000_000, sentAt: source.monotonic(), receivedAt: source.monotonic() }])
    const before = clock.now()
    source.set(0)
    source.advance(10)
    expect(clock.now()).toBe(before + 10)
    expect(clock.jumped()).toBe(true)
    expect(clock.jumped()).toBe(false)
  })

  it('TIME-07 notices that the machine slept', () => {
    const source = machine()
    const clock = new Clock(source)
    expect(clock.jumped()).toBe(false)
    source.sleep(8 * 3_600_000)
    expect(clock.jumped()).toBe(true)
    expect(clock.error()).toBeNull()
  })

  it('TIME-06 starts no earlier than the last stored time', () => {
    expect(new Clock(machine(0), 1_700_000_000_000).now()).toBe(1_700_000_000_000)
    expect(new Clock(machine(1_800_000_000_000), 1_700_000_000_000).now()).toBe(1_800_000_000_000)
  })

  it('keeps a good measurement over a worse one that agrees, and accepts one that disagrees', () => {
    const source = machine()
    const clock = new Clock(source)
    const sample = (serverTime: number, way: number) => ({
      serverTime,
      sentAt: source.monotonic() - way,
      receivedAt: source.monotonic(),
    })
    clock.adopt([sample(5_000_000, 2)])
    const steps: number[] = []
    clock.onStep(() => steps.push(clock.now()))
    clock.adopt([sample(5_000_000 - 100, 300)])
    expect(clock.error()).toBe(1)
    expect(steps).toHaveLength(0)
    clock.adopt([sample(6_000_000, 300)])
    expect(clock.error()).toBe(150)
    expect(steps).toEqual([6_000_150])
  })
})
