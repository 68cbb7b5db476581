// What a scope adds to lists of 50 rows that it has anyway, and a narrow scope in organizations with 100,000 screens and with
// 1,000: the same pages, which must not get slower with what is outside. In one process.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { report } from '#bench/support/report.mjs'
import { ADMIN, signIn } from '#bench/support/start-server.mjs'

const SOURCES = '../../packages/server/src'
const { startServer } = await import(`${SOURCES}/app/server.ts`)
const { readSettings } = await import(`${SOURCES}/lib/env.ts`)
const { createLog } = await import(`${SOURCES}/lib/log.ts`)
const { systemClock } = await import(`${SOURCES}/lib/clock.ts`)

/** Blocks alternate, so that whatever else the machine does meets both. */
const BLOCKS = Number(process.env.BLOCKS ?? 10)
const CALLS = 20
const MOST_PERCENT = 5
const LARGE = 100_000
const SMALL = 1000
const PER_FLOOR = 50
const AT = '2026-01-01T00:00:00.000Z'
const PASSWORD = 'bench-sign-in-1'
const PAGE = 'page=1&pageSize=50'

const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-bench-'))
const settings = readSettings({
  ...{ HOST: '127.0.0.1', PORT: '0', PLAYER_PORT: '0', CONTENT_PORT: '0', DATA_DIR: folder },
  ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, LOG_LEVEL: 'error' },
})
const assets = path.join(folder, 'none')
const start = () => startServer({ settings, clock: systemClock, log: createLog('error'), assets })
let server = await start()
try {
  const call = await signIn(server.services.origins.console)
  const fifty = await organization(call, 'fifty', { screens: 50, buildings: 50 })
  const one = await organization(call, 'one', { screens: 50, buildings: 1 })
  const small = await organization(call, 'small', { screens: SMALL, buildings: 20 })
  const large = await organization(call, 'large', { screens: LARGE, buildings: 2000 })
  // With current statistics, as after an hour.
  await server.close()
  const database = new Sqlite(path.join(folder, 'vitrine.db'))
  database.exec('analyze')
  database.close()
  server = await start()
  for (const each of [fifty, one, small, large])
    for (const who of ['admin', 'limited']) each[who] = await tokenOf(each.emails[who])

  const rows = []
  for (const [what, address, of] of [
    ['50 screens of a chosen building', `/devices?${PAGE}`, one],
    ['50 screens of 50 chosen buildings', `/devices?${PAGE}`, fifty],
    ['50 chosen buildings', `/buildings?${PAGE}`, fifty],
  ]) {
    const { one: before, other: after, ratio } = await compare(address, of.admin, of.limited)
    const value = (ratio - 1) * 100
    rows.push(
      { what: `${what}, rights for everything`, value: before, unit: 'ms' },
      { what: `${what}, rights for these`, value: after, unit: 'ms' },
      {
        what: 'added by the scope',
        value,
        unit: '%',
        target: `< ${MOST_PERCENT}`,
        met: value < MOST_PERCENT,
      },
    )
  }
  for (const [what, address] of [
    ['screens', `/devices?${PAGE}`],
    ['screens, a search', `/devices?${PAGE}&search=screen+1`],
    ['screens, newest first', `/devices?${PAGE}&sort=-createdAt`],
    ['buildings', `/buildings?${PAGE}`],
    ['groups', `/device-groups?${PAGE}`],
    ['states of screens', '/devices/states'],
  ]) {
    const { one, other, ratio } = await compare(address, small.limited, large.limited)
    rows.push(
      { what: `one floor of 1,000 screens: ${what}`, value: one, unit: 'ms' },
      { what: `one floor of 100,000 screens: ${what}`, value: other, unit: 'ms' },
      { what: 'ratio', value: ratio, target: '< 2', met: ratio < 2 },
    )
  }
  report('scopes', rows)
} finally {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
}

async function tokenOf(email) {
  return (await signIn(server.services.origins.console, { email, password: PASSWORD })).token
}

/** Milliseconds of the processor, which others can't take, per call by one person and another, and their ratio. */
async function compare(address, one, other) {
  const block = async (token) => {
    const started = process.cpuUsage()
    for (let n = 0; n < CALLS; n++) {
      const answer = await fetch(`${server.services.origins.console}/api${address}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      if (answer.status !== 200) throw new Error(`${address}: ${answer.status}`)
      await answer.text()
    }
    const { user, system } = process.cpuUsage(started)
    return (user + system) / 1000 / CALLS
  }
  const [ones, others] = [[], []]
  await block(one)
  await block(other)
  for (let n = 0; n < BLOCKS; n++) {
    ones.push(await block(one))
    others.push(await block(other))
  }
  // The fastest: whatever else the machine does only adds to it.
  const [few, most] = [Math.min(...ones), Math.min(...others)]
  return { one: few, other: most, ratio: most / few }
}

/** With an admin, and one whose rights hold for the first floor with its screens, or for all 50 buildings. */
async function organization(call, name, { screens, buildings }) {
  const emails = { admin: `${name}@bench.test`, limited: `${name}-limited@bench.test` }
  const { organization: made } = await call('POST', '/organizations/create', {
    ...{ name, adminFirstName: 'Ada', adminLastName: 'Admin', email: emails.admin, password: PASSWORD },
  })
  fill(made.id, { screens, buildings })
  const all = Array.from({ length: buildings }, (_, n) => `b-${made.id}-${n}`)
  const places =
    screens === 50
      ? { buildings: all, floors: [], groups: [] }
      : { buildings: [], floors: [`f-${made.id}-0`], groups: [] }
  await call('POST', '/user/create', {
    ...{ firstName: 'Lia', lastName: 'Limited', email: emails.limited, password: PASSWORD },
    ...{ role: '1', organizationId: made.id, scope: { places } },
  })
  return { emails }
}

/** Inserts rows directly: through the API it would take an hour. */
function fill(organizationId, { screens, buildings }) {
  const db = new Sqlite(path.join(folder, 'vitrine.db'))
  db.pragma('busy_timeout = 10000')
  const statements = new Map()
  const add = (table, row) => {
    const names = Object.keys(row)
    if (!statements.has(table))
      statements.set(
        table,
        db.prepare(
          `insert into ${table} (${names.map((each) => `"${each}"`).join(', ')}) values (${names.map((each) => `@${each}`).join(', ')})`,
        ),
      )
    statements.get(table).run(row)
  }
  const own = { organizationId }
  const times = { createdAt: AT, updatedAt: AT }
  const named = (name) => ({ name, nameKey: name.toLowerCase() })
  const schedule = JSON.stringify({
    timezone: 'Etc/GMT',
    defaultStoryboardId: null,
    slots: [],
    activeFrom: 0,
  })
  const perBuilding = screens / buildings
  db.transaction(() => {
    for (let n = 0; n < 100; n++)
      add('device_groups', {
        ...{ id: `g-${organizationId}-${n}`, ...own, ...named(`Group ${n}`), programme: schedule },
        ...{ version: 1, ...times },
      })
    for (let n = 0; n < buildings; n++) {
      add('buildings', {
        ...{ id: `b-${organizationId}-${n}`, ...own, ...named(`House ${n}`), location: '', coordinates: '' },
        ...{ version: 1, ...times },
      })
      const floor = { buildingId: `b-${organizationId}-${n}`, name: 'Ground', position: 0 }
      add('floors', { id: `f-${organizationId}-${n}`, ...own, ...floor })
    }
    for (let n = 0; n < screens; n++)
      add('devices', {
        ...{ id: `d-${organizationId}-${n}`, ...own, ...named(`Screen ${n}`), type: 0, screenSize: 1 },
        ...{ deviceGroupId: `g-${organizationId}-${n % 100}`, tokenHash: '', ...times },
        floorId: `f-${organizationId}-${Math.floor(n / Math.min(perBuilding, PER_FLOOR)) % buildings}`,
      })
  })()
  db.close()
}
