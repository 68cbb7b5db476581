// Fills the disk under a working server, on SQLite and on PostgreSQL, and checks what still works:
//   sudo node scripts/outages/full-disk.mjs
// The disks are small tmpfs mounts. Needs Linux and root; PostgreSQL as the tests do.
import { execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findNode } from '../setup/node.mjs'
import { startPostgres } from '../setup/postgres.mjs'
import { root } from '../setup/root.mjs'
import { png } from './png.mjs'

const PORT = Number(process.env.PORT ?? 9132)
const MB = 2 ** 20
const PASSWORD = 'full-disk-1'
const work = mkdtempSync('/var/tmp/full-disk-')
const run = (command, ...words) => execFileSync(command, words, { stdio: ['ignore', 'ignore', 'inherit'] })
const mounted = []
const servers = new Set()
let failures = 0
let saved = 0

try {
  await onSqlite()
  await onPostgres()
} catch (error) {
  failures++
  console.log('BAD', error.message)
} finally {
  for (const server of servers) await server.stop('SIGKILL')
  for (const folder of mounted.reverse()) run('umount', folder)
  rmSync(work, { recursive: true, force: true })
}
console.log(failures ? `${failures} checks failed` : 'All checks passed')
process.exit(failures ? 1 : 0)

async function onSqlite() {
  const disk = mountDisk('sqlite', 160)
  const settings = { DATA_DIR: path.join(disk, 'data') }
  let server = await startServer(settings)
  let call = await logIn(server)
  const media = await uploadFile(call, 30 * MB)
  const { targets, deleted } = await prepare(call)
  await until(
    'the reserve is there',
    async () => statSync(path.join(disk, 'data/vitrine.reserve')).size === 8 * MB,
  )
  // Longer than a file is held for its upload.
  await setTimeout(61_000)

  for (const round of ['filled once', 'filled again, the reserve included']) {
    fillUp(disk)
    await checkSaves(round, call, 20)
    await checkEmergency(round, server, deleted, targets)
  }
  check('nothing is free', free(disk) === 0)
  await call('DELETE', `/media/${media}`)
  const { done } = await (await call('POST', '/trash/remove-many', { ids: [media] })).json()
  check('empties the trash', done.includes(media))
  await until('a file of 30 MB, deleted from the trash, frees its space', async () => free(disk) > 20 * MB)
  await checkEmergency('after a deletion', server, deleted, targets)
  check('the log names the disk', /disk/i.test(server.output()))
  check('the log has few lines for the disk', server.output().match(/disk is full/gi).length < 10)
  fillUp(disk)
  for (const stop of ['SIGTERM', 'SIGKILL', 'SIGTERM']) {
    await server.stop(stop)
    fillUp(disk)
    server = await startServer(settings).catch((error) => {
      check(`starts on a full disk after ${stop}: ${error.message}`, false)
      throw error
    })
    check(`starts on a full disk after ${stop}`, true)
    call = await logIn(server)
    check('reads', (await call('GET', '/buildings')).status === 200)
  }
  rmSync(path.join(disk, 'filler'))
  await until('saves work again', async () => (await save(call)).status === 201)
  check('the database is whole', integrity(path.join(disk, 'data', 'vitrine.db')) === 'ok')
  await server.stop('SIGTERM')
}

async function onPostgres() {
  const disk = mountDisk('postgres', 400)
  process.env.TMPDIR = disk
  const postgres = await startPostgres()
  const server = await startServer({ DATA_DIR: path.join(work, 'data'), DATABASE_URL: postgres.url })
  try {
    const call = await logIn(server)
    await prepare(call)
    fillUp(disk)
    const statuses = await checkSaves('PostgreSQL on a full disk', call, 60)
    console.log('  statuses:', JSON.stringify(statuses))
    check('the process lives', (await fetch(`${server.url}/api/health`)).status === 200)
    rmSync(path.join(disk, 'filler'))
    await until('saves work again', async () => (await save(call)).status === 201)
  } finally {
    await server.stop('SIGTERM')
    await postgres.stop()
  }
}

/** Saves until a refusal, then some more times: every failure must have a message. */
async function checkSaves(round, call, times) {
  const statuses = {}
  let last
  for (let n = 0; n < times || (n < 5000 && last.status === 201); n++) {
    last = await save(call)
    statuses[last.status] = (statuses[last.status] ?? 0) + 1
  }
  const body = await last.json()
  check(
    `${round}: every refused save says 507 (${JSON.stringify(statuses)})`,
    !statuses[500] && last.status === 507,
  )
  check(`${round}: in words`, body.errKey === 'STORAGE_FULL' && /disk is full/.test(body.message))
  return statuses
}

async function checkEmergency(round, server, deleted, targets) {
  for (let n = 0; n < 10; n++) {
    const call = await logIn(server).catch(() => undefined)
    check(`${round}: log in`, call !== undefined, true)
    if (!call) continue
    const started = await call('POST', '/takeovers', targets())
    check(`${round}: takeover`, started.status === 201, true)
    const { takeover } = await started.json()
    check(
      `${round}: all clear`,
      (await call('POST', `/takeovers/clear/${takeover?.id}`)).status === 200,
      true,
    )
    check(`${round}: delete`, (await call('DELETE', `/buildings/${deleted.pop()}`)).status === 200, true)
    check(`${round}: log out`, (await call.logOut()).status === 200, true)
  }
  console.log(`ok  ${round}: ten times log in, takeover, all clear, delete, log out`)
}

function save(call) {
  saved++
  const location = 'x'.repeat(200)
  return call('POST', '/buildings/create', { name: `House ${saved}`, location, floors: [{ name: 'Ground' }] })
}

async function prepare(call) {
  const deleted = []
  for (let n = 0; n < 40; n++) deleted.push((await (await save(call)).json()).building.id)
  const targets = () => ({
    title: 'Fire',
    text: 'Leave by the stairs',
    tone: 'danger',
    storyboardId: null,
    targets: { kind: 'all' },
    endsAt: Date.now() + 3_600_000,
  })
  return { deleted, targets }
}

/** Uploads an image of this size: a small PNG with appended bytes. */
async function uploadFile(call, bytes) {
  const form = new FormData()
  form.append('media', new Blob([png(), Buffer.alloc(bytes, 7)], { type: 'image/png' }), 'large.png')
  const answer = await call('POST', '/media', form)
  if (answer.status !== 201) throw new Error(`The upload was refused: ${await answer.text()}`)
  return (await answer.json()).media[0].id
}

function mountDisk(name, megabytes) {
  const folder = path.join(work, name)
  mkdirSync(folder, { mode: 0o755 })
  run('chmod', '755', work)
  run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=1777`, 'tmpfs', folder)
  mounted.push(folder)
  return folder
}

function free(disk) {
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize
}

/** Writes until the disk is full, to the last byte. */
function fillUp(disk) {
  const file = openSync(path.join(disk, 'filler'), 'a')
  for (let size = MB; size >= 1; ) {
    try {
      if (writeSync(file, Buffer.alloc(size, 1)) < size) size = Math.floor(size / 2)
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error
      size = Math.floor(size / 2)
    }
  }
  closeSync(file)
}

async function startServer(settings) {
  const main = path.join(root, 'packages/server/src/main.ts')
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(PORT),
    PLAYER_PORT: String(PORT + 1),
    CONTENT_PORT: String(PORT + 2),
    ADMIN_PASSWORD: PASSWORD,
    ...settings,
  }
  const child = spawn(await findNode(), ['--no-warnings', main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
    })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const url = `http://127.0.0.1:${PORT}`
  for (let tries = 0; !(await fetch(`${url}/api/health`).catch(() => undefined))?.ok; tries++) {
    if (child.exitCode === null && tries < 600) await setTimeout(50)
    else throw new Error(`The server doesn't start: ${child.kill('SIGKILL')} ${output.slice(-2000)}`)
  }
  const stop = async (signal) => {
    servers.delete(server)
    child.kill(signal)
    await gone
  }
  const server = { url, stop, output: () => output }
  servers.add(server)
  return server
}

async function logIn({ url }) {
  const send = (token) => (method, address, body) => {
    const isForm = body instanceof FormData
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    }
    return fetch(`${url}/api${address}`, { method, headers, body: isForm ? body : JSON.stringify(body) })
  }
  const answer = await send()('POST', '/auth/login', { email: 'admin@vitrine.local', password: PASSWORD })
  if (answer.status !== 200) throw new Error(`Login failed: ${answer.status} ${await answer.text()}`)
  const { token, refreshToken } = await answer.json()
  return Object.assign(send(token), { logOut: () => send(token)('POST', '/auth/logout', { refreshToken }) })
}

function integrity(file) {
  const program = `import Sqlite from 'better-sqlite3'; console.log(new Sqlite(${JSON.stringify(file)}).pragma('integrity_check', { simple: true }))`
  return execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: path.join(root, 'packages/server'),
    encoding: 'utf8',
  }).trim()
}

function check(what, isRight, isQuiet = false) {
  if (!isRight) failures++
  if (!isRight || !isQuiet) console.log(isRight ? 'ok ' : 'BAD', what)
}

async function until(what, isSo) {
  for (let tries = 0; tries < 300; tries++) {
    if (await isSo().catch(() => false)) return check(what, true)
    await setTimeout(100)
  }
  check(what, false)
}
