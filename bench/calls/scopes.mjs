// What a scope adds to lists of 50 rows that it has anyway, and a narrow scope in organizations with 100,000 screens and with
// 1,000: the same pages, which must not get slower with what is outside. In one process.
import { percentile, report } from '#bench/support/report.mjs'
import { startInProcess } from '#bench/support/server-in-process.mjs'
import { signIn } from '#bench/support/start-server.mjs'

/** Calls alternate, so that whatever else the machine does meets both. */
const CALLS = Number(process.env.CALLS ?? 300)
const WARMING = 40
const MOST_PERCENT = 5
const LARGE = 100_000
const SMALL = 1000
const PER_FLOOR = 50
const AT = '2026-01-01T00:00:00.000Z'
const PASSWORD = 'bench-sign-in-1'
const PAGE = 'page=1&pageSize=50'

const server = await startInProcess()
const { database, url } = server
try {
  const call = await signIn(url)
  const fifty = await organization(call, 'fifty', { screens: 50, buildings: 50 })
  const one = await organization(call, 'one', { screens: 50, buildings: 1 })
  const small = await organization(call, 'small', { screens: SMALL, buildings: 20 })
  const large = await organization(call, 'large', { screens: LARGE, buildings: 2000 })
  await server.refreshStatistics()
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
  await server.stop()
}

async function tokenOf(email) {
  return (await signIn(url, { email, password: PASSWORD })).token
}

/**
 * Milliseconds of the processor, which others can't take, per call by one person and another, and their ratio. Of the fastest
 * quarter, because whatever else the machine does only adds to it.
 */
async function compare(address, one, other) {
  const used = async (token) => {
    const started = process.cpuUsage()
    const answer = await fetch(`${url}/api${address}`, { headers: { authorization: `Bearer ${token}` } })
    if (answer.status !== 200) throw new Error(`${address}: ${answer.status}`)
    await answer.text()
    const { user, system } = process.cpuUsage(started)
    return (user + system) / 1000
  }
  const [ones, others] = [[], []]
  for (let n = -WARMING; n < CALLS; n++) {
    const isSwapped = n % 2 === 0
    const first = await used(isSwapped ? other : one)
    const second = await used(isSwapped ? one : other)
    if (n < 0) continue
    ones.push(isSwapped ? second : first)
    others.push(isSwapped ? first : second)
  }
  const [few, most] = [percentile(ones, 0.25), percentile(others, 0.25)]
  return { one: few, other: most, ratio: most / few }
}

/** With an admin, and one whose rights hold for the first floor with its screens, or for all 50 buildings. */
async function organization(call, name, { screens, buildings }) {
  const emails = { admin: `${name}@bench.test`, limited: `${name}-limited@bench.test` }
  const { organization: made } = await call('POST', '/organizations/create', {
    ...{ name, adminFirstName: 'Ada', adminLastName: 'Admin', email: emails.admin, password: PASSWORD },
  })
  await fill(made.id, { screens, buildings })
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
async function fill(organizationId, { screens, buildings }) {
  const own = { organizationId }
  const times = { createdAt: AT, updatedAt: AT }
  const named = (name) => ({ name, nameKey: name.toLowerCase() })
  const schedule = { timezone: 'Etc/GMT', defaultStoryboardId: null, slots: [], activeFrom: 0 }
  const stored = { programme: JSON.stringify(schedule), version: 1 }
  const perBuilding = screens / buildings
  await insert('device_groups', 100, (n) => ({
    ...{ id: `g-${organizationId}-${n}`, ...own, ...named(`Group ${n}`), ...stored, ...times },
  }))
  await insert('buildings', buildings, (n) => ({
    ...{ id: `b-${organizationId}-${n}`, ...own, ...named(`House ${n}`), location: '', coordinates: '' },
    ...{ version: 1, ...times },
  }))
  await insert('floors', buildings, (n) => ({
    ...{ id: `f-${organizationId}-${n}`, ...own, buildingId: `b-${organizationId}-${n}` },
    ...{ name: 'Ground', position: 0 },
  }))
  await insert('devices', screens, (n) => ({
    ...{ id: `d-${organizationId}-${n}`, ...own, ...named(`Screen ${n}`), type: 0, screenSize: 1 },
    ...{ deviceGroupId: `g-${organizationId}-${n % 100}`, tokenHash: '', ...times },
    floorId: `f-${organizationId}-${Math.floor(n / Math.min(perBuilding, PER_FLOOR)) % buildings}`,
  }))
}

async function insert(table, count, row) {
  for (let from = 0; from < count; from += 500) {
    const rows = Array.from({ length: Math.min(500, count - from) }, (_, n) => row(from + n))
    await database.insertInto(table).values(rows).execute()
  }
}
