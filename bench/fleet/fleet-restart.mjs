import { percentile } from '#bench/support/report.mjs'
import { signIn } from '#bench/support/start-server.mjs'

const PATIENCE = 60_000
/** Above this, screens reconnect in waves; evenly spread ones are near 0. */
const UNEVEN = 0.35

const now = () => performance.timeOrigin + performance.now()

/** LOAD-02: ends the server while all screens are connected and users work, and measures how the screens reconnect. */
export async function restart(server, { signal, size, named: label, send, receive }) {
  const named = (what) => label(`LOAD-02 ${signal}: ${what}`)
  const back = receive('back')
  send({ kind: 'expect-back', patience: PATIENCE })
  await receive('ready')
  const killed = now()
  await server.kill(signal)
  await server.start()
  const started = now()
  const people = workOn(server.url)
  const result = await back
  const times = result.at.map((each) => each - killed)
  const uneven = unevenness(times)
  const limit = size < 10_000 ? { target: 'p99 < 3000', met: percentile(times, 0.99) < 3000 } : {}
  return [
    ...(await people.rows(named('console meanwhile'))),
    {
      what: named(`back after ${Math.round(started - killed)} ms of restart, ms, p50 / p99 / max`),
      value: [0.5, 0.99, 1].map((each) => Math.round(percentile(times, each))).join(' / '),
      ...limit,
    },
    {
      what: named('after it answered again, ms, p50 / p99 / max'),
      value: [0.5, 0.99, 1]
        .map((each) => Math.round(percentile(times, each) - (started - killed)))
        .join(' / '),
    },
    { what: named('not back'), value: result.never, target: '0', met: result.never === 0 },
    {
      what: named('how unevenly (Kolmogorov-Smirnov)'),
      value: uneven,
      target: `< ${UNEVEN}`,
      met: uneven < UNEVEN,
    },
    await lateness(server, named('event loop late by, ms, p99 / max')),
  ]
}

/** Event loop delay since the last call. */
export async function lateness(server, what) {
  const { p99, max } = await server.loopDelay()
  return { what, value: [p99, max].map(Math.round).join(' / '), target: 'p99 < 200', met: p99 < 200 }
}

/** Maximum difference between the actual and an evenly spread cumulative number of reconnections. */
function unevenness(times) {
  const sorted = [...times].sort((a, b) => a - b)
  const [first, last] = [sorted[0], percentile(sorted, 0.99)]
  return Math.max(
    ...sorted.map((at, n) => Math.abs((n + 1) / sorted.length - Math.min(1, (at - first) / (last - first)))),
  )
}

/** A user who opens one list after another. */
export function workOn(url) {
  const waits = []
  let refused = 0
  let stopped = false
  const work = (async () => {
    const call = await signIn(url)
    while (!stopped) {
      const started = now()
      await call('GET', '/device-groups?page=1').catch(() => refused++)
      waits.push(now() - started)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  return {
    /** Stops, and returns the results. */
    rows: async (what) => {
      stopped = true
      await work
      const waited = percentile(waits, 0.99)
      return [
        {
          what: `${what}, ms a list, p50 / p99 / max of ${waits.length}`,
          value: [0.5, 0.99, 1].map((each) => Math.round(percentile(waits, each))).join(' / '),
          target: 'p99 < 1000',
          met: waited < 1000,
        },
        { what: `${what}, refused`, value: refused, target: '0', met: refused === 0 },
      ]
    },
  }
}
