// A 1 GB upload, hashed and flushed to the disk, compared with a plain write of as many bytes to the same disk. Then
// LOAD-10: four concurrent ones of 2 GB, while a user opens lists.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { request } from 'node:http'
import path from 'node:path'
import { listsDuring } from '#bench/support/lists-during.mjs'
import { median, percentile, report } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'

const ROUNDS = 3
const MB = 2 ** 20
const SIZE = Number(process.env.BENCH_UPLOAD_MB ?? 1024) * MB
const LARGE = Number(process.env.BENCH_LARGE_MB ?? 2048) * MB
const AT_ONCE = 4
const PIECE = randomBytes(MB)

// A real video followed by an empty box: players and inspection skip it, but every byte is transferred.
const clip = readFileSync(new URL('../../packages/server/test/fixtures/clip.mp4', import.meta.url))

/** Yields the file in chunks, without holding it in memory. */
function* content(size) {
  const box = Buffer.from([0, 0, 0, 0, ...Buffer.from('free')])
  box.writeUInt32BE(size - clip.length)
  yield clip
  yield box
  for (let left = size - clip.length - box.length; left > 0; left -= PIECE.length)
    yield left >= PIECE.length ? PIECE : PIECE.subarray(0, left)
}

const server = await startServer()
try {
  const call = await signIn(server.url)
  const { token } = call
  const idle = server.memory().now
  const [plain, flushed, uploads] = [[], [], []]
  for (let round = 0; round < ROUNDS; round++) {
    plain.push(await rate(() => write(false)))
    flushed.push(await rate(() => write(true)))
    uploads.push(await rate(() => upload(token)))
  }
  // Both give the same guarantee: an acknowledged upload survives a power cut.
  const ratios = uploads.map((value, round) => value / flushed[round])
  const { peak } = server.memory()
  await server.loopDelay()
  const { waits } = await listsDuring({ url: server.url, token }, () =>
    Promise.all(Array.from({ length: AT_ONCE }, () => upload(token, LARGE))),
  )
  const late = await server.loopDelay()
  const most = server.memory().peak
  const waited = percentile(waits, 0.95)
  report('upload', [
    { what: `plain write of ${SIZE / MB} MB, left to the system`, value: median(plain), unit: 'MB/s' },
    { what: 'plain write, flushed to the disk', value: median(flushed), unit: 'MB/s' },
    { what: 'upload, hashed and flushed', value: median(uploads), unit: 'MB/s' },
    {
      what: 'ratio to the flushed write',
      value: median(ratios),
      target: '>= 0.4',
      met: median(ratios) >= 0.4,
    },
    { what: 'memory before', value: idle, unit: 'MB' },
    { what: 'memory at its highest', value: peak, unit: 'MB', target: '< 250', met: peak < 250 },
    {
      what: `LOAD-10 ${AT_ONCE} × ${LARGE / MB} MB at once: a list at the same time, p95`,
      value: waited,
      unit: 'ms',
      target: '< 300',
      met: waited < 300,
    },
    {
      what: 'LOAD-10 event loop late by, p99 / max',
      value: [late.p99, late.max].map(Math.round).join(' / '),
      unit: 'ms',
    },
    { what: 'LOAD-10 memory at its highest', value: most, unit: 'MB', target: '< 400', met: most < 400 },
  ])
} finally {
  await server.stop()
}

async function rate(work) {
  const started = performance.now()
  await work()
  return SIZE / MB / ((performance.now() - started) / 1000)
}

async function write(flush) {
  const file = path.join(server.folder, 'plain')
  const handle = await open(file, 'w')
  for (const piece of content(SIZE)) await handle.writeFile(piece)
  if (flush) await handle.sync()
  await handle.close()
  await rm(file)
}

function* parts(before, size, after) {
  yield before
  yield* content(size)
  yield after
}

async function upload(token, size = SIZE) {
  const before = '--b\r\nContent-Disposition: form-data; name="media"; filename="film.mp4"\r\n\r\n'
  const after = '\r\n--b--\r\n'
  const sending = request(`${server.url}/api/media`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': before.length + size + after.length,
    },
  })
  const answered = once(sending, 'response')
  for (const piece of parts(before, size, after)) if (!sending.write(piece)) await once(sending, 'drain')
  sending.end()
  const [response] = await answered
  response.resume()
  if (response.statusCode !== 201) throw new Error(`The upload was answered ${response.statusCode}`)
  await once(response, 'end')
}
