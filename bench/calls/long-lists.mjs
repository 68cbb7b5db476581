// Pages of long lists compared with the same pages of short ones: plain, searched, sorted, in a folder; computed each
// time.
import path from 'node:path'
import autocannon from 'autocannon'
import Sqlite from 'better-sqlite3'
import { median, report } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'

const ROUNDS = 3
const SECONDS = 2
const SMALL = 1000
const LARGE = 100_000
const DEVICES = 10_000
const FOLDERS = 1000
const AT = '2026-01-01T00:00:00.000Z'
const WORDS =
  'autumn winter spring summer sale menu lobby counter window banner poster film clip logo teaser offer'.split(
    ' ',
  )

const server = await startServer()
try {
  const call = await signIn(server.url)
  const organizationOf = async (name) => {
    const body = {
      name,
      adminFirstName: 'Ada',
      adminLastName: 'Admin',
      email: `${name}@bench.test`,
      password: 'bench-sign-in-1',
    }
    const { organization } = await call('POST', '/organizations/create', body)
    const { token } = await signIn(server.url, { email: body.email, password: body.password })
    return { id: organization.id, token }
  }
  const small = await organizationOf('small')
  const large = await organizationOf('large')
  fill(small.id, { media: SMALL, devices: 100, folders: 10 })
  fill(large.id, { media: LARGE, devices: DEVICES, folders: FOLDERS })
  // As after an hour: the server then has current statistics.
  await server.kill()
  await server.start()

  // A unique URL misses every cache, as right after a write.
  let asked = 0
  const rate = async ({ token }, address) => {
    const requests = [{ setupRequest: (request) => ({ ...request, path: `/api${address}&n=${asked++}` }) }]
    const headers = { authorization: `Bearer ${token}` }
    const result = await autocannon({ url: server.url, headers, requests, connections: 8, duration: SECONDS })
    if (result.non2xx || result.errors) throw new Error(`${address}: ${result.non2xx} refusals`)
    return result.requests.average
  }
  const PAGE = 'page=1&pageSize=50'
  const CASES = [
    ['the library, first screenful', '/media?page=1&pageSize=60&sort=-createdAt', 0.5],
    ['newest media', `/media?${PAGE}`, 0.5],
    ['media by name', `/media?${PAGE}&sort=name`, 0.5],
    ['largest media', `/media?${PAGE}&sort=-size`, 0.5],
    ['media: a search with few hits', `/media?${PAGE}&search=summer+film+77`, 0.5],
    ['media: a search with many hits', `/media?${PAGE}&search=film`, 0.5],
    ['screens by name', `/devices?${PAGE}`, 0.5],
    ['screens: a search', `/devices?${PAGE}&search=screen+99`],
  ]
  const rows = []
  for (const [what, address, target] of CASES) {
    const [few, many] = [[], []]
    await rate(small, address)
    for (let round = 0; round < ROUNDS; round++) {
      few.push(await rate(small, address))
      many.push(await rate(large, address))
    }
    const ratio = median(many.map((value, round) => value / few[round]))
    rows.push(
      { what: `${what}, few`, value: median(few), unit: 'requests/s' },
      { what: `${what}, many`, value: median(many), unit: 'requests/s' },
      { what: 'ratio', value: ratio, ...(target && { target: `>= ${target}`, met: ratio >= target }) },
    )
  }
  const opened = []
  for (let n = 0; n < 9; n++) opened.push(await time(large, `/media/folders/f-${large.id}`))
  rows.push(
    { what: 'a folder with 1,000 folders', value: median(opened), unit: 'ms' },
    {
      what: 'memory after the load',
      value: server.memory().now,
      unit: 'MB',
      target: '< 300',
      met: server.memory().now < 300,
    },
  )
  report('long-lists', rows)
} finally {
  await server.stop()
}

async function time({ token }, address) {
  const started = performance.now()
  const answer = await fetch(`${server.url}/api${address}`, { headers: { authorization: `Bearer ${token}` } })
  await answer.text()
  return performance.now() - started
}

/** Inserts rows directly: through the API it would take an hour. */
function fill(organizationId, { media, devices, folders }) {
  const db = new Sqlite(path.join(server.folder, 'vitrine.db'))
  db.pragma('busy_timeout = 10000')
  const insert = (table, row) => {
    const names = Object.keys(row)
    const places = names.map((name) => `@${name}`).join(', ')
    return db.prepare(
      `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) values (${places})`,
    )
  }
  db.transaction(() => {
    const statements = new Map()
    const add = (table, row) => {
      if (!statements.has(table)) statements.set(table, insert(table, row))
      statements.get(table).run(row)
    }
    const times = { createdAt: AT, updatedAt: AT }
    const top = `f-${organizationId}`
    const inRoot = { folderId: null, parentKey: '', name: 'Top', nameKey: 'top' }
    add('folders', { id: top, organizationId, ...inRoot, ...times })
    for (let n = 0; n < folders; n++) {
      const name = `Folder ${n}`
      const place = { folderId: top, parentKey: top }
      add('folders', {
        id: `f-${organizationId}-${n}`,
        organizationId,
        ...place,
        name,
        nameKey: name.toLowerCase(),
        ...times,
      })
    }
    for (let n = 0; n < media; n++) {
      const name = `${WORDS[n % 16]} ${WORDS[(n * 7 + 3) % 16]} ${n}.png`
      add('media', {
        id: `m-${organizationId}-${n}`,
        organizationId,
        folderId: null,
        name,
        nameKey: name,
        sha256: '0'.repeat(64),
        mimetype: 'image/png',
        size: (n * 7919) % 5_000_000,
        version: 1,
        createdAt: new Date(1.7e12 + n * 1000).toISOString(),
        updatedAt: AT,
      })
    }
    for (let n = 0; n < devices; n++) {
      const name = `Screen ${n}`
      add('devices', {
        id: `d-${organizationId}-${n}`,
        organizationId,
        name,
        nameKey: name.toLowerCase(),
        type: 0,
        screenSize: 1,
        tokenHash: '',
        ...times,
      })
    }
  })()
  db.close()
}
