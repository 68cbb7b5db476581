import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AdjustedClock, type Clock, systemClock } from '#lib/clock.ts'
import { TestServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'

/** An answer about readiness is used for three seconds. */
const KEPT_MS = 3200

/** A machine whose clock is set wrong, and that may have been suspended. */
class Machine implements Clock {
  readonly #skew: number
  suspended = 0
  constructor(skew: number) {
    this.#skew = skew
  }
  now(): number {
    return systemClock.now() + this.#skew
  }
  monotonic(): number {
    return systemClock.monotonic() - this.suspended
  }
}

describe.runIf(process.env.TEST_DATABASE_URL)('two servers, one with a clock 15 s behind', () => {
  const machine = new Machine(-15_000)
  let [one, two] = [undefined as TestServer | undefined, undefined as TestServer | undefined]
  const both = () => {
    if (!one || !two) throw new Error('The servers have not started')
    return [one, two] as const
  }
  beforeAll(async () => {
    one = await TestServer.start({}, { clock: new AdjustedClock(systemClock) })
    two = await TestServer.start({}, { clock: new AdjustedClock(machine), beside: one })
  })
  afterAll(async () => {
    await two?.close()
    await one?.close()
  })

  const ready = async (server: TestServer) => {
    const answer = await fetch(`${server.origins.console}/api/ready?read`)
    return { status: answer.status, body: (await answer.json()) as { failures?: { clock: string | null } } }
  }
  const timeAt = async (server: TestServer) => (await server.as().api.player.time()).serverTime

  it("tell screens the same time, the database's, and accept each other's codes", async () => {
    const [first, second] = both()
    const [a, b] = [await timeAt(first), await timeAt(second)]
    expect(Math.abs(a - b)).toBeLessThan(1000)
    expect(Math.abs(b - systemClock.now())).toBeLessThan(1000)
    expect(second.services.time.offset()).toBeCloseTo(-15_000, -3)
    expect((await ready(second)).status).toBe(200)
    expect(second.log.map(({ msg }) => msg)).toContain(
      "This machine's clock differs from the database's, which is used instead",
    )
    const admin = await first.organization()
    const screen = await TestScreen.claim(second, second.as(admin.token))
    expect((await first.as(screen.token).call('GET', '/player/manifest')).status).toBe(200)
  })

  it('are not ready while their time is more than a second off, and are corrected then', async () => {
    const [first, second] = both()
    machine.suspended = 5000
    expect((await timeAt(first)) - (await timeAt(second))).toBeGreaterThan(4000)
    await setTimeout(KEPT_MS)
    const { status, body } = await ready(second)
    expect([status, body.failures?.clock]).toEqual([
      503,
      expect.stringMatching(/^The time was [45]\.\d seconds off/),
    ])
    expect(Math.abs((await timeAt(first)) - (await timeAt(second)))).toBeLessThan(1000)
    await setTimeout(KEPT_MS)
    expect((await ready(second)).status).toBe(200)
  })
})
