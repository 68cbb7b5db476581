import type { Api } from '#lib/api.ts'
import { jittered } from '#lib/retry.ts'
import { sleep } from '#lib/time/alarm.ts'
import type { Clock, TimeSample } from '#lib/time/clock.ts'

const ROUND_TRIPS = 5
const AGAIN_MS = 1_200_000
const LOOK_MS = 5000
const AGAIN_SOON_MS = 2000
/** The target error in milliseconds; a worse first measurement is repeated soon, a few times. */
const GOOD_ERROR = 5
const MORE_TRIES = 5

/** Measures the server's clock a few times; the fastest response counts. */
export async function measureTime(api: Pick<Api, 'time'>, clock: Clock): Promise<void> {
  const samples: TimeSample[] = []
  for (let trip = 0; trip < ROUND_TRIPS; trip++) {
    const sentAt = clock.monotonic()
    const { serverTime } = await api.time()
    samples.push({ serverTime, sentAt, receivedAt: clock.monotonic() })
  }
  clock.adopt(samples)
}

/**
 * Syncs the clock about every twenty minutes, soon after the machine slept or its wall clock was set, and when the
 * server's clock was set (`again`).
 */
export function keepTime(api: Pick<Api, 'time'>, clock: Clock): { again(): void; stop(): void } {
  let stopped = false
  let measuring = false
  const again = async () => {
    // A measurement in progress may predate this call.
    if (measuring) return
    measuring = true
    for (let tries = 0; tries < MORE_TRIES && !stopped; tries++) {
      const failed = await measureTime(api, clock).then(
        () => false,
        () => true,
      )
      if (!failed) break
      await sleep(jittered(AGAIN_SOON_MS, AGAIN_SOON_MS / 2))
    }
    measuring = false
  }
  void (async () => {
    let wait = 0
    let triedAt = Number.NEGATIVE_INFINITY
    let tries = 0
    while (!stopped) {
      const now = clock.monotonic()
      // Heartbeat responses measure the time, too.
      if (clock.jumped() || (now - triedAt >= wait && clock.age() >= wait)) {
        triedAt = now
        const failed = await measureTime(api, clock).then(
          () => false,
          () => true,
        )
        const soon = failed || ((clock.error() ?? 0) > GOOD_ERROR && tries++ < MORE_TRIES)
        wait = soon ? jittered(20_000, 10_000) : jittered(AGAIN_MS, AGAIN_MS / 4)
      }
      await sleep(LOOK_MS)
    }
  })()
  return {
    again: () => void again(),
    stop: () => {
      stopped = true
    },
  }
}
