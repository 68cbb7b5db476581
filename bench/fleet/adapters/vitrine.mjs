// Vitrine for the load harness: all screens play one layout, and every change puts a new picture in it.
import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { addScreens, makePage } from '#bench/fleet/fleet-content.mjs'
import { Screen, Site } from '#bench/fleet/screen.mjs'
import { ADMIN, signIn, startServer } from '#bench/support/start-server.mjs'

/** Screens that pair at the same time on a remote server. */
const PAIRING_AT_ONCE = 8

export const STATES = ['held', 'verified', 'shown']

export async function prepare({ server, player, email, password, count, fileBytes }) {
  const own = server ? undefined : await startServer()
  const url = server ?? own.url
  const playerUrl = player ?? own?.playerUrl ?? url
  const undo = []
  const remove = async () => {
    // The page first, because it uses the rest.
    for (const step of undo) await step().catch((error) => console.error(error.message))
    await own?.stop()
  }
  try {
    const credentials = { email: email ?? ADMIN.email, password: password ?? ADMIN.password }
    const call = await signIn(url, credentials)
    const page = await makePage(call, `Load ${Date.now().toString(36)}`)
    undo.push(page.remove)
    const screens = own
      ? addScreens(own.folder, call.profile.organizationId, page.groupId, count)
      : await pairScreens(call, { playerUrl, count, deviceGroupId: page.groupId, undo })
    const change = async () => {
      const mediaId = fileBytes > 0 ? await uploadPicture(call, url, fileBytes) : undefined
      if (mediaId) undo.push(() => call('DELETE', `/media/${mediaId}`))
      return () => page.save(4, { mediaId })
    }
    const memory = own && (() => own.memory().peak)
    return { screens, shared: { url: playerUrl, pageId: page.id, count }, change, memory, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

let site

export async function play(token, n, { shared, reached }) {
  if (!site) {
    site = new Site(shared.url, shared.count)
    Object.assign(site, { pageId: shared.pageId, withFiles: true })
    site.onHeld = (screen) => screen.reached('held')
    site.onReached = (screen, state) => screen.reached(state)
  }
  const screen = new Screen(token, n, site)
  screen.reached = reached
  await screen.begin()
}

/** Pairs screens by code, as a user would; disconnects them at the end. */
async function pairScreens(call, { playerUrl, count, deviceGroupId, undo }) {
  const licence = { number: `LOAD-${Date.now()}`, devicesCount: count }
  const made = await call('POST', '/licences/create', {
    ...licence,
    organizationId: call.profile.organizationId,
  }).catch(() => undefined)
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
  if (made) undo.push(() => call('DELETE', `/licences/${made.licence.id}`))
  return tokens
}

/** Uploads a unique picture of noise with about the requested size. */
async function uploadPicture(call, url, bytes) {
  const side = Math.max(8, Math.round(Math.sqrt(bytes / 3)))
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
  return media[0].id
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
