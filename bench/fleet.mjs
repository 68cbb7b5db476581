// A fleet of screens: how long until all are connected, until each holds the verified new manifest after a save, and
// until they are back after the server's process was killed. FLEET=1000,10000 says which sizes are measured.
import { fork } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { percentile, report } from './report.mjs'
import { signIn, startServer } from './start-server.mjs'

const SIZES = (process.env.FLEET ?? '1000,10000').split(',').map(Number)
const SAVES = 5
/** Files that a process may open: a screen is one in the server and one here, and a request now and then another. */
const LIMIT = Number(/Max open files\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 1024)
const PATIENCE = 60_000

const now = () => performance.timeOrigin + performance.now()
const hashOf = (text) => createHash('sha256').update(text).digest('hex')
const rows = [{ what: 'files that a process may open (ulimit -n)', value: LIMIT }]

for (const size of SIZES) await measure(Math.min(size, LIMIT - 2000))
report('fleet', rows)

async function measure(size) {
  const server = await startServer()
  const players = fork(path.join(import.meta.dirname, 'fleet-players.mjs'))
  try {
    const call = await signIn(server.url)
    const page = await makePage(call)
    const screens = addScreens(server.folder, call.profile.organizationId, page.groupId, size)
    const idle = server.memory().now

    const named = (what) => `${size} screens: ${what}`
    const tell = (message) => players.send(message)
    const hear = (kind) =>
      new Promise((resolve) => {
        const on = (message) => {
          if (message.kind !== kind) return
          players.off('message', on)
          resolve(message)
        }
        players.on('message', on)
      })

    const begun = now()
    tell({ kind: 'connect', url: server.playerUrl, screens, pageId: page.id })
    const { at } = await hear('connected')
    const took = (Math.max(...at) - begun) / 1000
    rows.push({
      what: named('all connected and holding'),
      value: took,
      unit: 's',
      target: '< 10',
      met: took < 10,
    })

    for (const kilobytes of size < 10_000 ? [4] : [4, 20]) {
      const [afterSending, afterAnswer] = [[], []]
      let never = 0
      let bytes = 0
      for (let save = 0; save < SAVES; save++) {
        const held = hear('held')
        tell({ kind: 'expect', version: page.version + 1, patience: PATIENCE })
        await hear('ready')
        const sent = now()
        await page.save(kilobytes)
        const answered = now()
        const result = await held
        never += result.never
        bytes = result.bytes
        afterSending.push(...result.at.map((each) => each - sent))
        afterAnswer.push(...result.at.map((each) => Math.max(0, each - answered)))
      }
      const [part, limit] = size < 10_000 ? [0.95, 60] : kilobytes === 4 ? [0.99, 400] : [1, 3000]
      const reached = percentile(afterAnswer, part)
      const what = named(`${(bytes / 1000).toFixed(1)} kB manifest held`)
      const figures = (values) =>
        [0.5, 0.95, 0.99, 1].map((each) => Math.round(percentile(values, each))).join(' / ')
      rows.push({
        what: `${what}, ms after the save answered, p50 / p95 / p99 / max`,
        value: figures(afterAnswer),
        target: `${part === 1 ? 'max' : `p${part * 100}`} < ${limit}`,
        met: reached < limit,
      })
      rows.push({ what: `${what}, ms after the save was sent`, value: figures(afterSending) })
      rows.push({ what: `${what}, never`, value: never, target: '0', met: never === 0 })
    }
    const { now: present, peak } = server.memory()
    rows.push({ what: named('memory before'), value: idle, unit: 'MB' })
    rows.push({ what: named('memory with all connected'), value: present, unit: 'MB' })
    rows.push({
      what: named('memory at its highest'),
      value: peak,
      unit: 'MB',
      target: '< 500',
      met: peak < 500,
    })

    const back = hear('back')
    tell({ kind: 'expect-back', patience: PATIENCE })
    await hear('ready')
    await server.kill()
    const killed = now()
    await server.start()
    const started = now()
    const result = await back
    const times = result.at.map((each) => each - killed)
    const limit = size < 10_000 ? { target: 'p99 < 3000', met: percentile(times, 0.99) < 3000 } : {}
    rows.push({
      what: named(`back after kill -9 and restart (${Math.round(started - killed)} ms), ms, p50 / p99 / max`),
      value: [0.5, 0.99, 1].map((each) => Math.round(percentile(times, each))).join(' / '),
      ...limit,
    })
    rows.push({ what: named('not back'), value: result.never, target: '0', met: result.never === 0 })
  } finally {
    players.kill()
    await server.stop()
  }
}

/** A layout in an approved storyboard that a group plays; `save` writes it anew with so much text. */
async function makePage(call) {
  const document = (kilobytes) => {
    const widgets = Array.from({ length: kilobytes === 4 ? 4 : 20 }, (_, index) => `w${index}`)
    const text = () => randomBytes(255).toString('hex')
    return {
      name: 'Page',
      width: 1920,
      height: 1080,
      widgets: widgets.map((id, index) => ({
        id,
        type: 'text',
        name: `Text ${index}`,
        zIndex: index,
        width: 400,
        height: 100,
        transform: `translate(${index * 10}px, ${index * 10}px)`,
      })),
      config: { inputs: widgets.map((id) => ({ name: `${id}-text`, value: text() })) },
    }
  }
  const { layout } = await call('POST', '/layout', document(4))
  const { storyboard } = await call('POST', '/storyboards/create', {
    name: 'Storyboard',
    type: 'designed',
    items: [{ layoutId: layout.id, duration: 5 }],
  })
  await call('PUT', `/storyboards/${storyboard.id}/approved`)
  const body = { name: 'Group', storyboardId: storyboard.id }
  const { deviceGroup } = await call('POST', '/device-groups/create', body)
  const page = {
    id: layout.id,
    groupId: deviceGroup.id,
    version: layout.version,
    save: async (kilobytes) => {
      const answer = await call('PUT', `/layout/${layout.id}`, document(kilobytes))
      page.version = answer.layout.version
    },
  }
  return page
}

/** Paired screens, written straight into the database: a licence for ten thousand is another bench's matter. */
function addScreens(folder, organizationId, groupId, count) {
  const database = new DatabaseSync(path.join(folder, 'vitrine.db'))
  const insert = database.prepare(
    `insert into devices (id, organizationId, name, nameKey, type, screenSize, deviceGroupId, tokenHash, createdAt, updatedAt)
     values (?, ?, ?, ?, 0, 1, ?, ?, '', '')`,
  )
  const screens = []
  database.exec('begin immediate')
  for (let n = 0; n < count; n++) {
    const [id, secret] = [randomUUID(), randomBytes(32).toString('base64url')]
    insert.run(id, organizationId, `Screen ${n}`, `screen ${n}`, groupId, hashOf(secret))
    screens.push(`${id}.${secret}`)
  }
  database.exec('commit')
  database.close()
  return screens
}
