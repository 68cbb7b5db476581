// The cost of publishing as an installation grows, with few and with many groups and screens in one run: processor time
// of a start, of a save that one group plays, of a takeover of that group, and of requests by screens that each have a
// different manual switch. Most screens of a large installation are connected to other servers, so few of them ask
// here.
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { reporting } from '#bench/support/report.mjs'
import { signIn, startServer } from '#bench/support/start-server.mjs'
import { addScreens, makePage } from './fleet-content.mjs'

const { values } = parseArgs({ options: { groups: { type: 'string', default: '20000' } } })
const MANY = Number(values.groups)
const FEW = MANY / 100
/** Screens that ask this server, in both installations. */
const ASKING = 100
const SAVES = 100
const TAKEOVERS = 20

const { say, end } = reporting('publishing')
const small = await measure(FEW)
const large = await measure(MANY)
/** Allowed factor for a hundred times as many groups. A save scans all schedules of its organization in batches. */
const TARGETS = { start: 3, save: 5, takeover: 3 }
for (const [what, [few, unit]] of Object.entries(small)) {
  const [many] = large[what]
  const times = many / few
  const target = TARGETS[what]
  say(
    { what: `${what}: ${FEW} groups`, value: few, unit },
    { what: `${what}: ${MANY} groups`, value: many, unit },
    { what: '  times', value: times, ...(target && { target: `< ${target}`, met: times < target }) },
  )
}
end()

async function measure(groups) {
  const server = await startServer()
  try {
    const first = await signIn(server.url)
    const page = await makePage(first)
    await server.kill()
    const organizationId = fill(server.folder, page, groups)
    const screens = addScreens(server.folder, organizationId, page.groupId, groups)
    await server.start()
    await quiet(server)
    // The second start finds the results that the first one stored.
    await server.kill('SIGTERM')
    await server.start()
    const call = await signIn(server.url)
    switchEach(server.folder, groups)
    await quiet(server)
    const start = server.cpu()
    const memory = server.memory().now
    for (const token of screens.slice(0, ASKING)) await ask(server, token)
    await quiet(server)

    const cost = async (times, act) => {
      const before = server.cpu()
      for (let n = 0; n < times; n++) await act()
      await quiet(server)
      return ((server.cpu() - before) * 1000) / times
    }
    const save = await cost(SAVES, () => page.save(4))
    const takeover = await cost(TAKEOVERS, async () => {
      const body = {
        title: 'Fire',
        text: 'Leave',
        tone: 'danger',
        storyboardId: null,
        targets: { kind: 'groups', ids: [page.groupId] },
        endsAt: Date.now() + 600_000,
      }
      const made = await call('POST', '/takeovers', body)
      await call('POST', `/takeovers/clear/${made.takeover.id}`, {})
    })
    const before = server.cpu()
    await Promise.all(screens.slice(ASKING, 2 * ASKING).map((token) => ask(server, token)))
    const switched = ((server.cpu() - before) * 1000) / ASKING
    return {
      start: [start, 's of processor'],
      memory: [memory, 'MB'],
      save: [save, 'ms of processor'],
      takeover: [takeover, 'ms of processor'],
      'a screen that was switched by hand': [switched, 'ms of processor'],
    }
  } finally {
    await server.stop()
  }
}

/** Waits until the server has been idle for two seconds. */
async function quiet(server) {
  for (let before = -1; ; ) {
    const now = server.cpu()
    if (now - before <= 0.03) return
    before = now
    await sleep(2000)
  }
}

async function ask(server, token) {
  const answer = await fetch(`${server.playerUrl}/api/player/manifest`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!answer.ok) throw new Error(`A screen was answered ${answer.status}`)
  await answer.arrayBuffer()
}

/** Gives each screen that hasn't asked yet a separate storyboard. */
function switchEach(folder, groups) {
  const database = new DatabaseSync(path.join(folder, 'vitrine.db'))
  database.exec('pragma busy_timeout = 10000')
  const update = database.prepare(
    'update devices set overrideStoryboardId = ?, overrideSince = ? where "nameKey" = ?',
  )
  database.exec('begin immediate')
  for (let n = ASKING; n < 2 * ASKING; n++) update.run(`storyboard-${n % groups}`, Date.now(), `screen ${n}`)
  database.exec('commit')
  database.close()
}

/** Copies groups with a page and a storyboard each from the first. */
function fill(folder, { id, groupId }, count) {
  const database = new DatabaseSync(path.join(folder, 'vitrine.db'))
  database.exec('pragma busy_timeout = 10000')
  const rowOf = (table, key, value) =>
    database.prepare(`select * from "${table}" where "${key}" = ?`).get(value)
  const page = rowOf('pages', 'id', id)
  const shown = rowOf('references', 'toId', id)
  const storyboard = rowOf('storyboards', 'id', shown.fromId)
  const played = rowOf('references', 'fromId', groupId)
  const group = rowOf('device_groups', 'id', groupId)
  const inserts = new Map()
  const insert = (table, row) => {
    const names = Object.keys(row)
    const text = `insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map(() => '?').join(', ')})`
    if (!inserts.has(table)) inserts.set(table, database.prepare(text))
    inserts.get(table).run(...Object.values(row))
  }
  database.exec('begin immediate')
  for (let n = 0; n < count; n++) {
    const own = (text) => text.replaceAll(id, `page-${n}`).replaceAll(storyboard.id, `storyboard-${n}`)
    insert('pages', { ...page, id: `page-${n}`, name: `Page ${n}`, nameKey: `page ${n}` })
    insert('storyboards', {
      ...storyboard,
      id: `storyboard-${n}`,
      name: `Storyboard ${n}`,
      nameKey: `storyboard ${n}`,
      items: own(storyboard.items),
      approved: own(storyboard.approved),
    })
    insert('device_groups', {
      ...group,
      id: `group-${n}`,
      name: `Group ${n}`,
      nameKey: `group ${n}`,
      programme: own(group.programme),
      manifestHash: '',
    })
    insert('references', { ...shown, id: `shown-${n}`, fromId: `storyboard-${n}`, toId: `page-${n}` })
    insert('references', { ...played, id: `played-${n}`, fromId: `group-${n}`, toId: `storyboard-${n}` })
  }
  database.exec('commit')
  database.exec('analyze')
  database.close()
  return group.organizationId
}
