// DUR-04, DUR-05: simulates power cuts of a working server, and checks that everything it acknowledged is stored:
//   sudo node scripts/outages/power-cut.mjs [cuts] [--postgres]
// With --postgres, PostgreSQL stores the data, on the same disk as the files. The server writes to an ext4 whose "disk" is
// a file on btrfs. A reflink copy of that file has what had reached the disk at that moment; everything still in memory is
// missing, as after a power cut. The mount options are harsh on purpose: data is not ordered before names, and nothing is
// written back automatically. Needs Linux, root, btrfs-progs, e2fsprogs, and the built server; PostgreSQL as the tests do.
import { execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findNode } from '../setup/node.mjs'
import { startPostgres } from '../setup/postgres.mjs'
import { root } from '../setup/root.mjs'
import { SavedBuildings } from './saved-buildings.mjs'

const onPostgres = process.argv.includes('--postgres')
const CUTS = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 20)
const PORTS = { writing: 9126, looking: 9122 }
const PASSWORD = 'power-cut-1'
const clip = readFileSync(path.join(root, 'packages/server/test/fixtures/clip.mp4'))

const work = mkdtempSync('/var/tmp/power-cut-')
const at = (name) => path.join(work, name)
const run = (command, ...words) => execFileSync(command, words, { stdio: ['ignore', 'ignore', 'inherit'] })
const mounted = []
function mount(options, file, folder) {
  mkdirSync(folder, { recursive: true })
  run('mount', '-o', options, file, folder)
  mounted.push(folder)
}
/** A process that has just ended may keep its files open a moment longer. */
async function unmount(folder) {
  for (let tries = 0; ; tries++)
    try {
      run('umount', folder)
      break
    } catch (error) {
      if (tries === 50) throw error
      await setTimeout(100)
    }
  mounted.splice(mounted.indexOf(folder), 1)
}

let failures = 0
const servers = new Set()
try {
  // PostgreSQL runs as a separate user.
  chmodSync(work, 0o755)
  run('truncate', '-s', '3G', at('outer.img'))
  run('mkfs.btrfs', '-q', at('outer.img'))
  mount('loop', at('outer.img'), at('outer'))
  run('truncate', '-s', '1G', at('outer/disk.img'))
  run('mkfs.ext4', '-q', at('outer/disk.img'))
  mount('loop,commit=60,noauto_da_alloc,data=writeback', at('outer/disk.img'), at('disk'))

  const writing = await startServer(at('disk'), PORTS.writing)
  const acknowledged = { buildings: new SavedBuildings(), media: [] }
  let isOver = false
  const writers = [write(writing, acknowledged, () => isOver), upload(writing, acknowledged, () => isOver)]
  for (let cut = 1; cut <= CUTS; cut++) {
    await setTimeout(randomInt(200, 1500))
    const expected = { buildings: acknowledged.buildings.copy(), media: [...acknowledged.media] }
    run('cp', '--reflink=always', at('outer/disk.img'), at('outer/cut.img'))
    mount('loop', at('outer/cut.img'), at('cut'))
    const missing = await look(at('cut'), expected).catch((error) => [error.message])
    failures += missing.length
    console.log(
      `cut ${cut}: ${expected.buildings.count} buildings and ${expected.media.length} files acknowledged, ${missing.length} missing`,
      ...missing,
    )
    await unmount(at('cut'))
    rmSync(at('outer/cut.img'))
  }
  isOver = true
  await Promise.all(writers)
} finally {
  for (const server of servers) await server.kill()
  for (const folder of [...mounted].reverse()) await unmount(folder)
  rmSync(work, { recursive: true, force: true })
}
console.log(failures ? `${failures} acknowledged things were lost` : 'Nothing that was acknowledged was lost')
process.exit(failures ? 1 : 0)

async function write(server, { buildings }, isOver) {
  const call = await signIn(server)
  const asJson = (method, where, body) =>
    call(method, where, JSON.stringify(body), body && { 'content-type': 'application/json' })
  while (!isOver()) await buildings.write(asJson)
}

/** Uploads real videos with random bytes appended, which players skip. */
async function upload(server, { media }, isOver) {
  const call = await signIn(server)
  while (!isOver()) {
    const rest = randomBytes(randomInt(1000, 300_000))
    rest.writeUInt32BE(rest.length)
    rest.write('free', 4)
    const content = Buffer.concat([clip, rest])
    const form = new FormData()
    form.append('media', new Blob([content]), 'film.mp4')
    const answer = await call('POST', '/media', form)
    if (answer.status === 201) media.push(createHash('sha256').update(content).digest('hex'))
    await answer.arrayBuffer()
    await setTimeout(100)
  }
}

/** Lists acknowledged data that is missing after the power cut. */
async function look(folder, expected) {
  const server = await startServer(folder, PORTS.looking)
  try {
    const call = await signIn(server)
    const { media } = (await (await call('GET', '/media')).json()).media
    const ids = new Map(media.map(({ src, id }) => [src, id]))
    const missing = await expected.buildings.missing(call)
    for (const src of expected.media) if (!ids.has(src)) missing.push(src)
    for (const [src, id] of ids) {
      const bytes = Buffer.from(await (await call('GET', `/media/file/${id}`)).arrayBuffer())
      if (createHash('sha256').update(bytes).digest('hex') !== src) missing.push(`the bytes of ${src}`)
    }
    return missing
  } finally {
    await server.kill()
  }
}

async function signIn({ url }) {
  const call = (token) => (method, where, body, headers) =>
    fetch(`${url}/api${where}`, { method, body, headers: { ...headers, authorization: `Bearer ${token}` } })
  const body = JSON.stringify({ email: 'admin@vitrine.local', password: PASSWORD })
  const answer = await call('')('POST', '/auth/login', body, { 'content-type': 'application/json' })
  return call((await answer.json()).token)
}

/** Starts the server on the data of that disk; `kill` also kills its PostgreSQL. */
async function startServer(disk, port) {
  const postgres = onPostgres ? await startPostgresOn(disk) : undefined
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: port,
    PLAYER_PORT: port + 1,
    CONTENT_PORT: port + 2,
    DATA_DIR: path.join(disk, 'data'),
    ...(postgres && { DATABASE_URL: postgres.url }),
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'error',
  }
  const main = path.join(root, 'dist/server/main.js')
  const child = spawn(findNode(), [main], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const server = {
    url: `http://127.0.0.1:${port}`,
    kill: async () => {
      servers.delete(server)
      child.kill('SIGKILL')
      await gone
      await postgres?.stop()
    },
  }
  servers.add(server)
  for (let tries = 0; tries < 1200 && child.exitCode === null; tries++) {
    const answer = await fetch(`${server.url}/api/health`).catch(() => undefined)
    if (answer?.ok) return server
    await setTimeout(50)
  }
  throw new Error('the server does not start')
}

function startPostgresOn(disk) {
  const folder = path.join(disk, 'postgres')
  mkdirSync(folder, { recursive: true })
  return startPostgres({ folder, durable: true })
}
