// A 1 GB upload, hashed and flushed to the disk, against a plain write of as many bytes to the same disk.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { request } from 'node:http'
import path from 'node:path'
import { median, report } from './report.mjs'
import { signIn, startServer } from './start-server.mjs'

const ROUNDS = 3
const MB = 2 ** 20
const SIZE = Number(process.env.BENCH_UPLOAD_MB ?? 1024) * MB
const PIECE = randomBytes(MB)

// A real video with a box of nothing behind it: players and judges skip it, every byte of it arrives.
const clip = readFileSync(new URL('../packages/server/test/fixtures/clip.mp4', import.meta.url))
const box = Buffer.from([0, 0, 0, 0, ...Buffer.from('free')])
box.writeUInt32BE(SIZE - clip.length)

/** The file in pieces, without holding it in memory. */
function* content() {
  yield clip
  yield box
  for (let left = SIZE - clip.length - box.length; left > 0; left -= PIECE.length)
    yield left >= PIECE.length ? PIECE : PIECE.subarray(0, left)
}

const server = await startServer()
try {
  const { token } = await signIn(server.url)
  const idle = server.memory().now
  const [plain, flushed, uploads] = [[], [], []]
  for (let round = 0; round < ROUNDS; round++) {
    plain.push(await rate(() => write(false)))
    flushed.push(await rate(() => write(true)))
    uploads.push(await rate(() => upload(token)))
  }
  // The same promise on both sides: what is answered survives a power cut.
  const ratios = uploads.map((value, round) => value / flushed[round])
  const { peak } = server.memory()
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
  ])
} finally {
  await server.stop()
}

async function rate(work) {
  const begun = performance.now()
  await work()
  return SIZE / MB / ((performance.now() - begun) / 1000)
}

async function write(flush) {
  const file = path.join(server.folder, 'plain')
  const handle = await open(file, 'w')
  for (const piece of content()) await handle.writeFile(piece)
  if (flush) await handle.sync()
  await handle.close()
  await rm(file)
}

async function upload(token) {
  const before = '--b\r\nContent-Disposition: form-data; name="media"; filename="film.mp4"\r\n\r\n'
  const after = '\r\n--b--\r\n'
  const sending = request(`${server.url}/api/media`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': before.length + SIZE + after.length,
    },
  })
  const answered = once(sending, 'response')
  for (const piece of [before, ...content(), after]) if (!sending.write(piece)) await once(sending, 'drain')
  sending.end()
  const [response] = await answered
  response.resume()
  if (response.statusCode !== 201) throw new Error(`The upload was answered ${response.statusCode}`)
  await once(response, 'end')
}
