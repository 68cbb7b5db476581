// An open load harness: honest protocol screens against any server. docs/load-harness.md says what the figures mean.
// npm run bench:fleet -- --screens 500 [--server URL --player URL --email E --password P] [--rounds 5] [--file-kb 200]
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { crc32, deflateSync } from 'node:zlib'
import { percentile, report } from '#bench/support/report.mjs'
import { ADMIN, signIn, startServer } from '#bench/support/start-server.mjs'
import { addScreens, makePage } from './fleet-content.mjs'

const { values } = parseArgs({
  options: {
    screens: { type: 'string', default: '1000' },
    server: { type: 'string' },
    player: { type: 'string' },
    email: { type: 'string', default: ADMIN.email },
    password: { type: 'string', default: ADMIN.password },
    rounds: { type: 'string', default: '5' },
    'file-kb': { type: 'string', default: '200' },
  },
})
const count = Number(values.screens)
const rounds = Number(values.rounds)
const fileSize = Number(values['file-kb']) * 1000
const PATIENCE = 300_000
/** Screens that pair at the same time, with a server that is not ours. */
const PAIRING_AT_ONCE = 8
const STATES = ['manifest', 'verified', 'shown']

const now = () => performance.timeOrigin + performance.now()
const own = values.server ? undefined : await startServer()
const url = (values.server ?? own.url).replace(/\/+$/, '')
const playerUrl = (values.player ?? own?.playerUrl ?? url).replace(/\/+$/, '')
const players = fork(path.join(import.meta.dirname, 'fleet-players.mjs'))
const undo = []
const last = []
try {
  const call = await signIn(url, { email: values.email, password: values.password })
  const page = await makePage(call, `Load ${Date.now().toString(36)}`)
  undo.push(page.remove)
  const tokens = own
    ? addScreens(own.folder, call.profile.organizationId, page.groupId, count)
    : await pairScreens(call, page.groupId)
  const rows = [{ what: 'screens', value: tokens.length }]

  const begun = now()
  players.send({ kind: 'connect', url: playerUrl, screens: tokens, pageId: page.id, withFiles: true })
  const { at: connected } = await hear('connected')
  rows.push({ what: 'all connected and holding', value: (Math.max(...connected) - begun) / 1000, unit: 's' })

  const took = Object.fromEntries(STATES.map((state) => [state, []]))
  let never = 0
  for (let round = 0; round < rounds; round++) {
    const mediaId = fileSize > 0 ? await uploadPicture(call) : undefined
    const followed = hear('followed')
    players.send({ kind: 'follow', states: STATES, patience: PATIENCE })
    await hear('following')
    const sent = now()
    await page.save(4, { mediaId })
    const { at, failed } = await followed
    if (failed) console.error(`A screen failed: ${failed}`)
    for (const state of STATES) took[state].push(...at[state].map((instant) => instant - sent))
    never += tokens.length - at.shown.length
  }
  for (const state of STATES)
    rows.push({
      what: `${state}, ms after a save was sent, p50 / p95 / p99 / max of ${rounds} saves`,
      value: [0.5, 0.95, 0.99, 1].map((part) => Math.round(percentile(took[state], part))).join(' / '),
    })
  rows.push({ what: 'never shown', value: never, target: '0', met: never === 0 })
  if (own) rows.push({ what: 'memory of the server at its highest', value: own.memory().peak, unit: 'MB' })
  report('fleet-load', rows)
} finally {
  players.kill()
  // The page first, because it uses the rest.
  for (const step of [...undo, ...last]) await step().catch((error) => console.error(error.message))
  await own?.stop()
}

function hear(kind) {
  return new Promise((resolve) => {
    const on = (message) => {
      if (message.kind !== kind) return
      players.off('message', on)
      resolve(message)
    }
    players.on('message', on)
  })
}

/** Screens by code, as a person connects them; disconnected again at the end. */
async function pairScreens(call, deviceGroupId) {
  const licence = { number: `LOAD-${Date.now()}`, devicesCount: count }
  const made = await call('POST', '/licences/create', {
    ...licence,
    organizationId: call.profile.organizationId,
  }).catch(() => undefined)
  if (made) last.push(() => call('DELETE', `/licences/${made.licence.id}`))
  const tokens = []
  let waiting = count
  const screen = {
    width: 1920,
    height: 1080,
    userAgent: 'load',
    playerVersion: '1',
    storage: 'cache',
    touch: false,
  }
  const post = async (path, body) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${playerUrl}/api${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (answer.status === 429)
      throw new Error('The server lets no more screens pair now: start it with PAIRINGS_PER_ADDRESS=20000')
    return answer.json()
  }
  const pairing = Array.from({ length: PAIRING_AT_ONCE }, async () => {
    while (waiting-- > 0) {
      const { code, secret } = await post('/player/pairing', { screen })
      const { device } = await call('POST', '/devices/claim', {
        code,
        name: `Load ${tokens.length}`,
        deviceGroupId,
      })
      undo.push(() => call('DELETE', `/devices/${device.id}`))
      const { claimed } = await post('/player/pairing/wait', { secret })
      tokens.push(claimed.token)
    }
  })
  await Promise.all(pairing)
  return tokens
}

/** A picture of noise, never the same, of about the asked size. */
async function uploadPicture(call) {
  const side = Math.max(8, Math.round(Math.sqrt(fileSize / 3)))
  const rows = Array.from({ length: side }, () => Buffer.concat([Buffer.of(0), randomBytes(side * 3)]))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const png = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
  const form = new FormData()
  form.append('media', new Blob([png]), 'noise.png')
  const headers = { authorization: `Bearer ${call.token}` }
  const answer = await fetch(`${url}/api/media`, { method: 'POST', headers, body: form })
  const { media } = await answer.json()
  undo.push(() => call('DELETE', `/media/${media[0].id}`))
  return media[0].id
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
