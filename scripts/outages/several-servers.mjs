// Several servers of the build behind nginx, on one PostgreSQL and one S3-compatible storage, under people who save and
// upload. Kills and restarts each part in turn, replaces the servers one by one, takes a backup and restores it, and checks
// that every acknowledged save and file is there, and that a restart of a server refuses no call:
//   node scripts/outages/several-servers.mjs [rounds] [--from FOLDER]
// `--from`: an older checkout with a build; the servers start from it and are then replaced by this one.
// Needs Linux, PostgreSQL 15 or newer, and Debian's nginx-light, swift-* and memcached.
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { root } from '../setup/root.mjs'
import { startCluster, startStores } from './cluster.mjs'
import { png } from './png.mjs'
import { SavedBuildings } from './saved-buildings.mjs'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { from: { type: 'string' } } })
const ROUNDS = Number(positionals[0] ?? 7)
const OLDER = values.from && path.join(path.resolve(values.from), 'dist/server/main.js')
const SAVERS = 12
const UPLOADERS = 2
/** A person may upload 600 files in ten minutes. */
const UPLOAD_PAUSE_MS = 2000
const SLOWEST_MS = 15_000
const ADMIN = { email: 'admin@vitrine.local', password: 'several-servers-1' }

const problems = []
const saved = new SavedBuildings()
/** SHA-256 of each acknowledged file, by media id. */
const files = new Map()
const stores = await startStores({ durable: true })
const { postgres } = stores
const env = {
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  LOG_LEVEL: 'fatal',
}
const cluster = await startCluster({ stores: stores.settings, env })
const { nodes } = cluster
let token = ''
try {
  await cluster.start(OLDER)
  token = await logIn(cluster.urls.console)

  if (OLDER)
    for (const [n, node] of nodes.entries())
      await under(`server ${n + 1} is upgraded`, () => replace(node), [200, 201, 404, 502, 503])
  for (let round = 1; round <= ROUNDS; round++) {
    await under(`restart of PostgreSQL ${round}`, postgres.restart)
    await under(`kill of PostgreSQL ${round}`, postgres.crash)
    for (const [n, node] of nodes.entries()) {
      await under(`kill of server ${n + 1}, ${round}`, async () => {
        await node.stop('SIGKILL')
        await setTimeout(300)
        await node.start()
      })
      await under(`restart of server ${n + 1}, ${round}`, () => replace(node), [200, 201])
    }
  }
  await backUpAndRestore()
} finally {
  await cluster.stop()
  await stores.stop()
}
console.log(`${saved.count} saves and ${files.size} files acknowledged`)
console.log(problems.length ? problems.join('\n') : 'No problems.')
process.exit(problems.length ? 1 : 0)

async function replace(node) {
  await node.stop('SIGTERM')
  await node.start()
}

/**
 * Causes a fault while people work, then checks the results of their calls, and that nothing is lost. `answers`:
 * allowed statuses; nginx responds with 502 for a call that it can't safely retry, and a deletion that it retried can
 * find nothing left to delete.
 */
async function under(what, happen, answers = [200, 201, 404, 502, 503, 504]) {
  const stop = work()
  await setTimeout(300 + Math.random() * 300)
  await happen()
  await setTimeout(300)
  const results = await stop()
  const slowest = Math.max(...results.map(({ ms }) => ms))
  const counts = Object.entries(Object.groupBy(results, ({ status }) => status))
  const said = counts.map(([status, each]) => `${each.length} × ${status}`).join(', ')
  console.log(`${what}: ${said}; slowest ${Math.round(slowest)} ms`)
  if (results.some(({ status }) => !answers.includes(status))) problems.push(`${what}: ${said}`)
  if (slowest > SLOWEST_MS) problems.push(`${what}: a call took ${Math.round(slowest)} ms`)
  for (const [n, { child }] of nodes.entries())
    if (child.exitCode !== null || child.signalCode !== null)
      problems.push(`${what}: server ${n + 1} has ended`)
  await checkStored(what, cluster.urls.console, { buildings: saved, media: files })
}

/** Saves, deletes, and uploads continuously; returns a function that stops it and returns each call's result. */
function work() {
  const results = []
  let stopped = false
  const person = async (act, pause = 0) => {
    while (!stopped) {
      const began = performance.now()
      const status = await act().catch(() => 0)
      results.push({ status, ms: performance.now() - began })
      await setTimeout(status === 200 || status === 201 ? pause : 50)
    }
  }
  const people = [
    ...Array.from({ length: SAVERS }, () => person(save)),
    ...Array.from({ length: UPLOADERS }, () => person(upload, UPLOAD_PAUSE_MS)),
  ]
  return async () => {
    stopped = true
    await Promise.all(people)
    return results
  }
}

async function save() {
  return (await saved.write(call)).status
}

async function upload() {
  const content = Buffer.concat([png(), randomBytes(20_000)])
  const body = new FormData()
  body.append('media', new Blob([content], { type: 'image/png' }), `${randomBytes(6).toString('hex')}.png`)
  const answer = await call('POST', '/media', body)
  const said = await answer.json().catch(() => undefined)
  if (answer.status === 201) files.set(said.media[0].id, sha256(content))
  return answer.status
}

function call(method, at, body, { origin = cluster.urls.console, as = token } = {}) {
  const isJson = body && !(body instanceof FormData)
  return fetch(`${origin}/api${at}`, {
    method,
    headers: {
      ...(as && { authorization: `Bearer ${as}` }),
      ...(isJson && { 'content-type': 'application/json' }),
    },
    body: isJson ? JSON.stringify(body) : body,
  })
}

async function logIn(origin) {
  const answer = await call('POST', '/auth/login', ADMIN, { origin, as: '' })
  return (await answer.json()).token
}

/** Reads every building, and ten random files. */
async function checkStored(what, origin, { buildings, media }, as = token) {
  const wrong = await buildings.missing((method, at) => call(method, at, undefined, { origin, as }))
  problems.push(...wrong.map((each) => `${what}: ${each}`))
  const some = [...media].sort(() => Math.random() - 0.5).slice(0, 10)
  for (const [id, hash] of some) {
    const answer = await call('GET', `/media/download/${id}`, undefined, { origin, as })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (sha256(bytes) !== hash) problems.push(`${what}: a file is missing or damaged (${answer.status})`)
  }
}

/**
 * Checks that a backup taken while people work has everything that was acknowledged before it, and can be restored
 * elsewhere.
 */
async function backUpAndRestore() {
  const place = 's3://vitrine/backups'
  const before = { buildings: saved.copy(), media: new Map(files) }
  await under('backup', () => vitrine(['backup', place], nodes[0].env), [200, 201])
  before.buildings = before.buildings.except(saved)
  const copy = await startCluster({ stores: stores.settings, env, servers: 1 })
  try {
    const [node] = copy.nodes
    await vitrine(['restore', place], node.env)
    await node.start()
    await checkStored('restored backup', copy.urls.console, before, await logIn(copy.urls.console))
  } finally {
    await copy.stop()
  }
}

async function vitrine(words, env) {
  const child = spawn(process.execPath, [path.join(root, 'dist/server/cli.js'), ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) problems.push(`${words[0]}: ended with ${code}`)
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}
