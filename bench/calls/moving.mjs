// An organization with 10,000 screens and a gigabyte of files, exported as one archive and imported as another one, while a user
// opens lists.
import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, readFileSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { listsDuring } from '#bench/support/lists-during.mjs'
import { percentile, report } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'

const MB = 2 ** 20
const SCREENS = Number(process.env.BENCH_SCREENS ?? 10_000)
const TOTAL = Number(process.env.BENCH_MOVING_MB ?? 1024)
/** Of each file. */
const FILE_MB = 64
const FILES = Math.ceil(TOTAL / FILE_MB)
const clip = readFileSync(new URL('../../packages/server/test/fixtures/clip.mp4', import.meta.url))

const server = await startServer({ MAX_UPLOAD_MB: 20_000 })
try {
  const operator = await signIn(server.url)
  const person = { email: 'mover@example.org', password: 'bench-sign-in-2' }
  const names = { name: 'Mover', adminFirstName: 'A', adminLastName: 'B' }
  await operator('POST', '/organizations/create', { ...names, ...person, origins: [] })
  const admin = await signIn(server.url, person)
  const { organizationId } = admin.profile
  await operator('POST', '/licences', { number: 'BENCH', organizationId, devicesCount: SCREENS })
  const screens = await timed(() => admin('POST', '/devices/import', { content: sheet() }))
  for (let n = 0; n < FILES; n++) await upload(admin.token, film(), n)

  const exporting = await besideLists(admin, async () => {
    const { archive } = await admin('POST', '/archives', {})
    return ended(admin, archive.id)
  })
  const file = path.join(server.folder, 'archive.zip')
  await download(admin, exporting.archive.id, file)
  const uploadId = await send(operator, file)
  await rm(file)
  const importing = await besideLists(operator, async () => {
    const { archive } = await operator('POST', '/archives/import', { uploadId, name: 'Moved' })
    return ended(operator, archive.id)
  })
  const { devices, media } = importing.archive.report.rows
  if (devices !== SCREENS || media !== FILES)
    throw new Error(`Imported ${devices} screens and ${media} files`)

  report('moving', [
    { what: `CSV of ${SCREENS} screens, imported`, value: screens, unit: 's' },
    ...rows('export', exporting),
    ...rows('import', importing),
  ])
} finally {
  await server.stop()
}

function rows(what, { seconds, waits, late, growth, archive }) {
  const size = Math.round((archive.size ?? archive.report.bytes) / MB)
  const waited = percentile(waits, 0.95)
  return [
    { what: `${what} of ${SCREENS} screens and ${size} MB`, value: seconds, unit: 's' },
    {
      what: `${what}: a list at the same time, p95`,
      value: waited,
      unit: 'ms',
      target: '< 300',
      met: waited < 300,
    },
    { what: `${what}: the slowest list`, value: Math.max(...waits), unit: 'ms' },
    {
      what: `${what}: event loop late by, p99 / max`,
      value: [late.p99, late.max].map(Math.round).join(' / '),
      unit: 'ms',
    },
    {
      what: `${what}: memory above that before`,
      value: growth,
      unit: 'MB',
      target: '< 250',
      met: growth < 250,
    },
  ]
}

/** Does work while another thread opens lists. */
async function besideLists(call, work) {
  // The peak starts over: proc(5), clear_refs.
  writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
  const before = server.memory().now
  await server.loopDelay()
  let seconds = 0
  const { result: archive, waits } = await listsDuring({ url: server.url, token: call.token }, async () => {
    const started = performance.now()
    const made = await work()
    seconds = (performance.now() - started) / 1000
    return made
  })
  const late = await server.loopDelay()
  return { archive, seconds, waits, late, growth: server.memory().peak - before }
}

async function ended(call, id) {
  for (;;) {
    const { archives } = await call('GET', '/archives')
    const found = archives.find((each) => each.id === id)
    if (found.state === 'failed') throw new Error(found.error)
    if (found.state === 'done') return found
    await sleep(200)
  }
}

async function timed(work) {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

function sheet() {
  const lines = Array.from({ length: SCREENS }, (_, n) => `Screen ${n},tv\r\n`)
  return Buffer.from(`Name,Type\r\n${lines.join('')}`).toString('base64')
}

/** A real video followed by random bytes in an empty box, which players skip. */
function film() {
  const box = Buffer.from([0, 0, 0, 0, ...Buffer.from('free')])
  const rest = randomBytes(FILE_MB * MB - clip.length - box.length)
  box.writeUInt32BE(rest.length + box.length)
  return Buffer.concat([clip, box, rest])
}

async function upload(token, content, n) {
  const body = new FormData()
  body.append('media', new Blob([content], { type: 'video/mp4' }), `film-${n}.mp4`)
  const headers = { authorization: `Bearer ${token}` }
  const { status } = await fetch(`${server.url}/api/media`, { method: 'POST', headers, body })
  if (status !== 201) throw new Error(`The upload was answered ${status}`)
}

async function download({ token }, id, file) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${server.url}/api/archives/${id}/file`, { headers })
  if (!response.ok) throw new Error(`The download was answered ${response.status}`)
  await pipeline(Readable.fromWeb(response.body), createWriteStream(file))
}

async function send({ token }, file) {
  const authorization = `Bearer ${token}`
  const { size } = statSync(file)
  const started = await fetch(`${server.url}/api/media/uploads`, {
    method: 'POST',
    headers: { authorization, 'tus-resumable': '1.0.0', 'upload-length': String(size) },
  })
  const location = started.headers.get('location')
  const { status } = await fetch(new URL(location, server.url), {
    method: 'PATCH',
    headers: { authorization, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: Readable.toWeb(createReadStream(file)),
    duplex: 'half',
  })
  if (status !== 204) throw new Error(`The upload was answered ${status}`)
  return location.split('/').at(-1)
}
