// LOAD-08: a thousand clients each that send headers one byte at a time, that send a document one byte at a time, and
// that read a response one byte at a time. Users must not notice, and the clients must be disconnected.
import { connect } from 'node:net'
import { percentile, report } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'

const EACH = Number(process.env.SLOW ?? 1000)
const WATCHED_MS = 80_000
const EVERY_MS = 5000
/**
 * Milliseconds until a slow client must be disconnected: the server's limits (15 s for headers, 60 s for a document)
 * plus the check interval.
 */
const LIMITS = { headers: 25_000, body: 70_000 }

const now = () => performance.now()
const server = await startServer()
const sockets = []
try {
  const call = await signIn(server.url)
  const authorization = `authorization: Bearer ${call.token}\r\n`
  const kinds = {
    headers: { first: 'GET /api/buildings HTTP/1.1\r\nhost: x\r\n', piece: 'x-more: 1\r\n' },
    body: {
      first: `POST /api/buildings/create HTTP/1.1\r\nhost: x\r\n${authorization}content-type: application/json\r\ncontent-length: 100000\r\n\r\n{`,
      piece: ' ',
    },
    reading: { first: `GET /api/openapi.json HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`, piece: '' },
  }
  const alone = await workFor(5000)
  const gone = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]))
  const started = now()
  for (const [kind, { first, piece }] of Object.entries(kinds))
    for (let n = 0; n < EACH; n++) open(kind, first, piece)
  const waits = await workFor(WATCHED_MS)
  const rows = [
    { what: 'a list, ms, p50 / p95 alone', value: figures(alone) },
    {
      what: `a list, ms, p50 / p95 beside ${3 * EACH} slow clients`,
      value: figures(waits),
      target: 'p95 < 200',
      met: percentile(waits, 0.95) < 200,
    },
    {
      what: 'memory at its highest',
      value: server.memory().peak,
      unit: 'MB',
      target: '< 500',
      met: server.memory().peak < 500,
    },
  ]
  for (const [kind, limit] of Object.entries(LIMITS)) {
    const last = gone[kind].length === EACH ? Math.max(...gone[kind]) : Number.POSITIVE_INFINITY
    rows.push({
      what: `slow ${kind}: the last let go after`,
      value: last / 1000,
      unit: 's',
      target: `< ${limit / 1000}`,
      met: last < limit,
    })
  }
  report('slow-clients', rows)

  function open(kind, first, piece) {
    const { hostname, port } = new URL(server.url)
    const socket = connect({
      host: hostname,
      port: Number(port),
      localAddress: `127.0.0.${2 + (sockets.length % 8)}`,
    })
    sockets.push(socket)
    socket.on('error', () => {})
    socket.on('connect', () => socket.write(first))
    if (kind === 'reading') return socket.pause()
    // A client that doesn't read doesn't notice the end either.
    socket.resume()
    const timer = setInterval(() => socket.write(piece), EVERY_MS)
    socket.on('close', () => {
      clearInterval(timer)
      gone[kind].push(now() - started)
    })
  }

  /** Response times of a user who opens lists repeatedly. */
  async function workFor(milliseconds) {
    const waits = []
    for (const end = now() + milliseconds; now() < end; ) {
      const asked = now()
      await call('GET', '/buildings?page=1')
      waits.push(now() - asked)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return waits
  }
} finally {
  for (const socket of sockets) socket.destroy()
  await server.stop()
}

function figures(waits) {
  return [0.5, 0.95].map((part) => percentile(waits, part).toFixed(1)).join(' / ')
}
