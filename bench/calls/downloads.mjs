// Downloads of a file: processor time for clients that read, and what clients that open it and never read take from
// everyone else. `-- --s3` stores files in an S3-compatible storage, `-- --stalled N` sets how many never read.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { percentile, report } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'

const { values } = parseArgs({
  options: { s3: { type: 'boolean' }, stalled: { type: 'string', default: '4000' } },
})
const S3_SERVER = new URL('../../packages/server/test/faults/s3-server.ts', import.meta.url).href
const STALLED = Number(values.stalled)
const SIZE = 64 * 2 ** 20
const AT_ONCE = 8
const ROUNDS = 2
/** Files that someone opens beside the stalled downloads, and milliseconds that each may take. */
const OTHERS = 20
const OTHER_MS = 10_000

const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-bench-s3-'))
const storage = values.s3 ? await startStorage() : undefined
const server = await startServer(storage?.env)
const sockets = []
try {
  const call = await signIn(server.url)
  const large = await upload('large.mp4', videoOf(SIZE))
  const small = await upload('small.mp4', videoOf(20_000))
  await download(large)
  const before = { cpu: server.cpu(), memory: server.memory().peak }
  for (let round = 0; round < ROUNDS; round++)
    await Promise.all(Array.from({ length: AT_ONCE }, () => download(large)))
  const gigabytes = (ROUNDS * AT_ONCE * SIZE) / 1e9
  const perGigabyte = (server.cpu() - before.cpu) / gigabytes
  for (let n = 0; n < STALLED; n++) sockets.push(stall(large))
  await quiet()
  const waits = []
  for (let n = 0; n < OTHERS; n++) waits.push(await timed(() => download(small)))
  const grown = server.memory().peak - before.memory
  report(`downloads${values.s3 ? ', S3' : ''}`, [
    { what: `processor time of ${AT_ONCE} downloads at a time, per GB`, value: perGigabyte, unit: 's' },
    {
      what: `memory for ${STALLED} clients that never read`,
      value: grown,
      unit: 'MB',
      target: '< 400',
      met: grown < 400,
    },
    {
      what: 'a small file beside them, p50 / p95',
      value: [0.5, 0.95].map((part) => percentile(waits, part).toFixed(0)).join(' / '),
      unit: 'ms',
      target: 'p95 < 1000',
      met: percentile(waits, 0.95) < 1000,
    },
  ])

  async function quiet() {
    for (let used = server.cpu(), last = -1; used - last > 0.02; last = used, used = server.cpu())
      await new Promise((resolve) => setTimeout(resolve, 1000))
  }

  async function upload(name, bytes) {
    const form = new FormData()
    form.append('media', new Blob([bytes], { type: 'video/mp4' }), name)
    const headers = { authorization: `Bearer ${call.token}` }
    const response = await fetch(`${server.url}/api/media`, { method: 'POST', headers, body: form })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    return (await response.json()).media[0].id
  }

  async function download(id) {
    const response = await fetch(`${server.url}/api/media/file/${id}`, {
      headers: { authorization: `Bearer ${call.token}` },
      signal: AbortSignal.timeout(OTHER_MS * 6),
    })
    if (!response.ok) throw new Error(`${response.status}`)
    for await (const _ of response.body);
  }

  function stall(id) {
    const { hostname, port } = new URL(server.url)
    const socket = connect({ host: hostname, port: Number(port) }).pause()
    socket.on('error', () => {})
    socket.on('connect', () =>
      socket.write(
        `GET /api/media/file/${id} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${call.token}\r\n\r\n`,
      ),
    )
    return socket
  }
} finally {
  for (const socket of sockets) socket.destroy()
  await server.stop()
  storage?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function timed(work) {
  const started = performance.now()
  await Promise.race([work().catch(() => {}), new Promise((resolve) => setTimeout(resolve, OTHER_MS))])
  return performance.now() - started
}

/** A real video, with an empty box of random bytes behind it. */
function videoOf(size) {
  const clip = readFileSync(new URL('../../packages/server/test/fixtures/clip.mp4', import.meta.url))
  const box = Buffer.from([0, 0, 0, 0, ...Buffer.from('free')])
  box.writeUInt32BE(Math.max(size - clip.length, 16))
  return Buffer.concat([clip, box, randomBytes(Math.max(size - clip.length, 16) - box.length)])
}

async function startStorage() {
  const { startS3 } = await import(S3_SERVER)
  const started = await startS3(folder)
  if (!started) throw new Error("Debian's packages swift-* and memcached are missing")
  return started
}
