// A large organization: one of each through the API, and the rest as copies of its rows with other names.
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { signIn } from '#bench/support/start-server.mjs'

const GROUPS = 100
const FLOORS = 40
/** Rows by name, with their tables. */
const COUNTS = {
  floors: FLOORS,
  device_groups: GROUPS,
  devices: 3000,
  media: 20_000,
  cards: 2000,
  layouts: 200,
  storyboards: 300,
}
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==',
  'base64',
)

/** Fills a server that has just started, and starts it again. Returns the function that calls its API. */
export async function fillLargeOrganization(server) {
  const call = await signIn(server.url)
  await fillOne(server, call)
  await server.kill()
  const database = new DatabaseSync(path.join(server.folder, 'vitrine.db'))
  database.exec('pragma foreign_keys = off; begin immediate')
  for (const [name, count] of Object.entries(COUNTS)) multiply(database, name, count)
  copyReports(database)
  database.exec('commit; analyze')
  database.close()
  await server.start()
  return signIn(server.url)
}

async function fillOne(server, call) {
  const page = (name) => ({
    name,
    width: 1920,
    height: 1080,
    widgets: Array.from({ length: 12 }, (_, n) => ({
      id: `w${n}`,
      type: 'text',
      name: `Text ${n}`,
      zIndex: n + 1,
      width: 400,
      height: 100,
      transform: `translate(${(n % 4) * 450}px, ${Math.floor(n / 4) * 200}px)`,
    })),
    config: {
      inputs: Array.from({ length: 12 }, (_, n) => ({ name: `w${n}-text`, value: `Bread and cakes ${n}` })),
    },
  })
  const { building } = await call('POST', '/buildings/create', {
    name: 'Head office',
    location: 'Here',
    floors: [{ name: 'floors 0' }],
  })
  await call('POST', '/cards/create', page('cards 0'))
  const { layout } = await call('POST', '/layout', page('layouts 0'))
  const { storyboard } = await call('POST', '/storyboards/create', {
    name: 'storyboards 0',
    type: 'designed',
    items: [{ layoutId: layout.id, duration: 5 }],
  })
  await call('PUT', `/storyboards/${storyboard.id}/approved`, { version: storyboard.version })
  const { deviceGroup } = await call('POST', '/device-groups/create', {
    name: 'device_groups 0',
    storyboardId: storyboard.id,
  })
  const screen = {
    ...{ width: 1920, height: 1080, userAgent: 'Bench', playerVersion: '1' },
    ...{ storage: 'cache', touch: false },
  }
  const { code, secret } = await call('POST', '/player/pairing', { screen })
  await call('POST', '/devices/claim', {
    ...{ code, name: 'devices 0' },
    ...{ deviceGroupId: deviceGroup.id, floorId: building.floors[0].id },
  })
  const player = async (address, body, token) => {
    const answer = await fetch(`${server.playerUrl}/api${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const { claimed } = await player('/player/pairing/wait', { secret })
  await player(
    '/player/heartbeat',
    {
      ...{ screen, held: { group: 'g', device: 'd' }, shown: { group: 'g', device: 'd' } },
      playing: { storyboardId: storyboard.id, pageId: layout.id, reason: 'default', since: Date.now() },
      ...{ download: { missing: 0, total: 0 }, errors: [] },
    },
    claimed.token,
  )
  await call('POST', '/media/folders', { name: 'Archive' })
  const form = new FormData()
  form.append('thumbnail', new Blob([DOT], { type: 'image/png' }), 'thumbnail.png')
  form.append('media', new Blob([DOT], { type: 'image/png' }), 'media 0.png')
  const sent = await fetch(`${server.url}/api/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${call.token}` },
    body: form,
  })
  if (!sent.ok) throw new Error(`The picture was refused: ${sent.status}`)
  // Reports are written a few seconds later.
  await new Promise((resolve) => setTimeout(resolve, 3000))
}

function insertion(database, table, row) {
  const columns = Object.keys(row)
  const names = columns.map((name) => `"${name}"`).join(', ')
  const insert = database.prepare(
    `insert into ${table} (${names}) values (${columns.map(() => '?').join(', ')})`,
  )
  return (other) => insert.run(...columns.map((column) => (column in other ? other : row)[column]))
}

const TABLES = { cards: 'pages', layouts: 'pages' }

function multiply(database, kind, count) {
  const table = TABLES[kind] ?? kind
  const row = database.prepare(`select * from ${table} where name like ? limit 1`).get(`${kind} 0%`)
  const insert = insertion(database, table, row)
  for (let n = 1; n < count; n++) {
    const name = `${kind} ${n}`
    const other = {
      id: `${kind}-${n}`,
      name,
      nameKey: name.toLowerCase(),
      tokenHash: `bench-${n}`,
      position: n,
    }
    if (kind === 'devices' && n % GROUPS) other.deviceGroupId = `device_groups-${n % GROUPS}`
    if (kind === 'devices' && n % FLOORS) other.floorId = `floors-${n % FLOORS}`
    insert(other)
  }
}

/** A tenth of the screens have never reported, and another is silent. */
function copyReports(database) {
  const row = database.prepare('select * from device_states limit 1').get()
  const insert = insertion(database, 'device_states', row)
  const hour = 3_600_000
  for (let n = 1; n < COUNTS.devices; n++) {
    if (n % 10 === 0) continue
    const lastSeenAt = Date.now() + (n % 10 === 1 ? -hour : 24 * hour)
    insert({ id: `devices-${n}`, lastSeenAt })
  }
  database
    .prepare('update device_states set "lastSeenAt" = ? where id = ?')
    .run(Date.now() + 24 * hour, row.id)
}
