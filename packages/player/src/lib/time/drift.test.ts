import { describe, expect, it } from 'vitest'
import { openState } from '#lib/state.ts'
import { Clock } from './clock.ts'
import { Drift, followDrift } from './drift.ts'

const HOUR = 3_600_000
const START = 1_800_000_000_000

/** A machine whose quartz counts more milliseconds than pass, by a share. */
function machine(share: number) {
  let passed = 0
  return {
    wall: () => START + passed,
    monotonic: () => 700 + passed * (1 + share),
    advance(ms: number) {
      passed += ms
    },
    /** The server's clock. */
    server: () => START + passed,
  }
}

/** Measures the server's clock over a connection with asymmetric latency in milliseconds. */
function ask(clock: Clock, source: ReturnType<typeof machine>, there: number, back: number) {
  const sentAt = source.monotonic()
  source.advance(there)
  const serverTime = source.server()
  source.advance(back)
  clock.adopt([{ serverTime, sentAt, receivedAt: source.monotonic() }])
}

async function screenOf(share: number, state = openState(undefined)) {
  const source = machine(share)
  const clock = new Clock(source)
  await followDrift(clock, state)
  const connected = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 120_000) {
      ask(clock, source, 1 + ((passed / 7) % 5), 1 + ((passed / 11) % 4))
      source.advance(120_000)
    }
  }
  return { source, clock, state, connected, off: () => clock.now() - source.server() }
}

describe('clock drift', () => {
  it('two screens stay within 100 ms of each other for an hour without their server', async () => {
    const screens = [await screenOf(90e-6), await screenOf(-60e-6)]
    for (const { connected, source } of screens) {
      connected(2 * HOUR)
      source.advance(HOUR)
    }
    const [first = 0, second = 0] = screens.map(({ off }) => off())
    expect(Math.abs(first - second)).toBeLessThan(100)
    // Without the correction they would be this far apart.
    expect(150e-6 * HOUR).toBeGreaterThan(500)
  })

  it('persists across starts of the player', async () => {
    const before = await screenOf(90e-6)
    before.connected(2 * HOUR)
    const { clock, source, off } = await screenOf(90e-6, before.state)
    ask(clock, source, 1, 1)
    source.advance(HOUR)
    expect(Math.abs(off())).toBeLessThan(50)
  })

  it('is unknown after a few minutes, and starts over when the server’s clock was set', () => {
    const drift = new Drift()
    const add = (minutes: number, base: number) => drift.add({ at: minutes * 60_000, base, error: 1 })
    for (let minute = 0; minute < 9; minute++) add(minute, minute * 3)
    expect(drift.rate()).toBeUndefined()
    for (let minute = 9; minute < 40; minute++) add(minute, minute * 3)
    expect(drift.rate()).toBeCloseTo(50e-6, 6)
    add(40, 5000)
    expect(drift.rate()).toBeUndefined()
  })

  it('causes no step when it becomes known', () => {
    const source = machine(0)
    const clock = new Clock(source)
    source.advance(HOUR)
    const before = clock.now()
    clock.follow(0.0005)
    expect(clock.now()).toBeCloseTo(before, 3)
    source.advance(1000)
    expect(clock.now() - before).toBeCloseTo(1000.5, 3)
  })
})
