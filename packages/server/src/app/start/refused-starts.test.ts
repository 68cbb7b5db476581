import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MemoryBucket } from '#test/faults/memory-bucket.ts'
import { bundled, ServerProcess } from '#test/faults/server-process.ts'
import { treeOf } from '#test/faults/trees.ts'
import { freePorts } from '#test/free-ports.ts'

const [TRY_AGAIN, CANNOT_START] = [75, 78]
const home = mkdtempSync(path.join(tmpdir(), 'vitrine-refused-'))
const used = path.join(home, 'used')
const onSqlite = describe.skipIf(process.env.TEST_DATABASE_URL)
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** A start as the service manager sees it: how it ended and what it said, or undefined while it runs. */
async function start(env: Record<string, string>) {
  const [PORT = 0, PLAYER_PORT = 0, CONTENT_PORT = 0] = await freePorts(3)
  const ports = { PORT: `${PORT}`, PLAYER_PORT: `${PLAYER_PORT}`, CONTENT_PORT: `${CONTENT_PORT}` }
  const child = spawn(process.execPath, ['--no-warnings', bundled('main')], {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      ...ports,
      DISK_RESERVE_MB: '1',
      DATABASE_WAIT_SECONDS: '0',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text
    })
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  return { code, said }
}

/** Someone's folder, which others may read and write. */
function someones(name: string, tree: Record<string, string>): string {
  const folder = path.join(home, name)
  mkdirSync(folder)
  for (const [file, text] of Object.entries(tree)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true, mode: 0o775 })
    writeFileSync(path.join(folder, file), text, { mode: 0o664 })
    chmodSync(path.join(folder, file), 0o664)
  }
  chmodSync(folder, 0o775)
  return folder
}

/** A copy of a used data folder, changed, and open to a group as on an older installation. */
function usedWith(name: string, change: (folder: string) => void): string {
  const folder = path.join(home, name)
  cpSync(used, folder, { recursive: true })
  change(folder)
  for (const file of ['vitrine.db', 'secret.key', 'files'])
    if (existsSync(path.join(folder, file))) chmodSync(path.join(folder, file), 0o770)
  chmodSync(folder, 0o770)
  return folder
}

const sql = (folder: string, text: string) => {
  const database = new Sqlite(path.join(folder, 'vitrine.db'))
  database.exec(text)
  database.close()
}

const photos = { 'photos/2026/cat.jpg': 'a cat', 'files/thesis.txt': 'years', 'backups/old.tar': 'old' }

/** Wrong settings and wrong folders: what to prepare (the tree that must stay), the settings, the exit code, and the words. */
const REFUSED: [string, () => { tree: string; env?: Record<string, string> }, number, RegExp][] = [
  ['a shared folder', () => ({ tree: someones('shared', photos) }), CANNOT_START, /contains other data/],
  [
    'a home with dot files only',
    () => ({ tree: someones('dots', { '.ssh/key': 'k' }) }),
    CANNOT_START,
    /other data \(\.ssh\)/,
  ],
  ['a file', () => ({ tree: path.join(someones('of-file', { a: 'text' }), 'a') }), CANNOT_START, /is a file/],
  [
    'a path through a file',
    () => {
      const tree = someones('through', { a: 'text' })
      return { tree, env: { DATA_DIR: path.join(tree, 'a', 'data') } }
    },
    CANNOT_START,
    /a is a file/,
  ],
  [
    "another program's SQLite file",
    () => ({
      tree: usedWith('others-db', (folder) => {
        rmSync(path.join(folder, 'vitrine.db'))
        sql(folder, 'create table customers (id)')
      }),
    }),
    CANNOT_START,
    /belongs to another program/,
  ],
  [
    'a text named vitrine.db',
    () => ({ tree: someones('text-db', { 'vitrine.db': 'text '.repeat(500) }) }),
    CANNOT_START,
    /isn't an SQLite file/,
  ],
  [
    'data of a newer version',
    () => ({
      tree: usedWith('newer', (folder) =>
        sql(folder, "insert into kysely_migration values ('999-later', '2030')"),
      ),
    }),
    CANNOT_START,
    /last used by Vitrine/,
  ],
  [
    'data of a version before the baseline',
    () => ({
      tree: usedWith('older', (folder) =>
        sql(
          folder,
          "delete from kysely_migration where name > '700-baseline'; update kysely_migration set name = '680-captions'",
        ),
      ),
    }),
    CANNOT_START,
    /The database is from a version of Vitrine before 0\.3\.0.*version 0\.3\.0 \(tag v0\.3\.0\) first/,
  ],
  [
    'data with a log that was never written back',
    () => ({
      tree: usedWith('crashed', (folder) => {
        const database = new Sqlite(path.join(folder, 'vitrine.db'))
        database.pragma('wal_autocheckpoint = 0')
        database.exec("insert into kysely_migration values ('999-later', '2030')")
        for (const name of ['vitrine.db', 'vitrine.db-wal'])
          copyFileSync(path.join(folder, name), path.join(folder, `${name}.copy`))
        database.close()
        for (const name of ['vitrine.db', 'vitrine.db-wal'])
          cpSync(path.join(folder, `${name}.copy`), path.join(folder, name))
      }),
    }),
    CANNOT_START,
    /last used by Vitrine/,
  ],
  [
    'data without its key',
    () => ({ tree: usedWith('no-key', (folder) => rmSync(path.join(folder, 'secret.key'))) }),
    CANNOT_START,
    /key of this database is missing/,
  ],
  [
    'data with another key',
    () => ({
      tree: usedWith('other-key', (folder) => writeFileSync(path.join(folder, 'secret.key'), 'x'.repeat(40))),
    }),
    CANNOT_START,
    /doesn't match this database/,
  ],
  [
    "another installation's files",
    () => ({
      tree: usedWith('others-files', (folder) =>
        writeFileSync(path.join(folder, 'files', 'vitrine-storage.json'), '{"id":"other","format":1}'),
      ),
    }),
    CANNOT_START,
    /doesn't belong to this database/,
  ],
  [
    'files on a disk that is not mounted yet',
    () => ({
      tree: usedWith('unmounted', (folder) => {
        rmSync(path.join(folder, 'files'), { recursive: true })
        mkdirSync(path.join(folder, 'files'))
      }),
    }),
    TRY_AGAIN,
    /files of this database aren't there/,
  ],
  [
    'files without their database',
    () => ({
      tree: usedWith('no-database', (folder) => {
        rmSync(path.join(folder, 'vitrine.db'))
        mkdirSync(path.join(folder, 'files', 'ab'), { recursive: true })
        writeFileSync(path.join(folder, 'files', 'ab', 'c'.repeat(62)), 'x')
      }),
    }),
    CANNOT_START,
    /database is empty/,
  ],
  [
    'a misspelled certificate',
    () => ({ tree: someones('no-cert', {}), env: { TLS_CERT: '/no/such.crt', TLS_KEY: '/no/such.key' } }),
    CANNOT_START,
    /file of TLS_CERT can't be read/,
  ],
  [
    'equal ports',
    () => ({ tree: someones('equal', {}), env: { PORT: '8123', PLAYER_PORT: '8123' } }),
    CANNOT_START,
    /PORT and PLAYER_PORT are both 8123/,
  ],
  [
    'an address of another machine',
    () => ({ tree: someones('address', {}), env: { HOST: '192.0.2.1' } }),
    TRY_AGAIN,
    /isn't an address of this machine/,
  ],
  [
    'PostgreSQL that is not there',
    () => ({ tree: someones('no-postgres', {}), env: { DATABASE_URL: 'postgres://a:s3cret@127.0.0.1:9/b' } }),
    TRY_AGAIN,
    /Nothing is listening on 127.0.0.1:9/,
  ],
  [
    'a bucket whose storage is not there',
    () => ({
      tree: someones('no-storage', {}),
      env: {
        S3_BUCKET: 'b',
        S3_ENDPOINT: 'http://127.0.0.1:9',
        S3_ACCESS_KEY_ID: 'k',
        S3_SECRET_ACCESS_KEY: 's',
      },
    }),
    TRY_AGAIN,
    /Can't use the bucket b: .*ECONNREFUSED/,
  ],
]

onSqlite('a start that refuses leaves names, modes, and bytes as they were', () => {
  beforeAll(async () => {
    const server = await ServerProcess.start(used)
    await server.kill('SIGTERM')
  })

  it.each(REFUSED)('%s', async (_what, prepare, code, words) => {
    const { tree, env = {} } = prepare()
    const before = treeOf(tree)
    const ended = await start({ DATA_DIR: tree, ...env })
    expect(ended).toEqual({ code, said: expect.stringMatching(words) })
    expect(ended.said).not.toMatch(/\n\s+at |s3cret/)
    expect(treeOf(tree)).toEqual(before)
  })

  it('a folder that does not exist is not left behind', async () => {
    const parent = someones('parent', {})
    const before = treeOf(parent)
    const env = { DATA_DIR: path.join(parent, 'a', 'b'), DATABASE_URL: 'postgres://a@127.0.0.1:9/b' }
    expect((await start(env)).code).toBe(TRY_AGAIN)
    expect(treeOf(parent)).toEqual(before)
  })

  it('a port in use, before the first login is created', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const tree = someones('taken', {})
    const before = treeOf(tree)
    const ended = await start({ DATA_DIR: tree, CONTENT_PORT: String(port) })
    taken.close()
    expect(ended).toEqual({ code: TRY_AGAIN, said: expect.stringContaining(`Port ${port} is in use`) })
    expect(treeOf(tree)).toEqual(before)
  })

  it('a folder that another server uses', async () => {
    const server = await ServerProcess.start(used)
    // The running server tries its storage with files of a moment.
    const namesOf = () =>
      readdirSync(used, { recursive: true }).filter((name) => !`${name}`.startsWith('files/incoming/'))
    const names = namesOf()
    expect(await start({ DATA_DIR: used })).toEqual({
      code: TRY_AGAIN,
      said: expect.stringContaining('Another Vitrine server'),
    })
    expect(namesOf()).toEqual(names)
    await server.kill('SIGTERM')
  })

  // Root may write anywhere.
  it.skipIf(process.getuid?.() === 0)('a folder and a parent that the account may not write', async () => {
    const tree = someones('forbidden', {})
    chmodSync(tree, 0o555)
    for (const DATA_DIR of [tree, path.join(tree, 'inside')])
      expect(await start({ DATA_DIR })).toEqual({
        code: CANNOT_START,
        said: expect.stringContaining("isn't allowed to use the data folder"),
      })
    expect(Object.keys(treeOf(tree))).toEqual(['forbidden'])
  })
})

onSqlite('a start waits for what appears later', () => {
  it('a storage that refuses, then is busy, then works', async () => {
    const storage = await MemoryBucket.start()
    const { env } = storage
    await storage.close()
    const folder = path.join(home, 'later')
    const starting = ServerProcess.start(folder, {
      ...env,
      DATABASE_WAIT_SECONDS: '60',
      SECRET_KEY: 'k'.repeat(40),
    })
    await new Promise((resolve) => setTimeout(resolve, 3000))
    storage.failing = 503
    await storage.listen()
    await new Promise((resolve) => setTimeout(resolve, 2000))
    storage.failing = undefined
    const server = await starting
    await server.kill('SIGTERM')
    expect(Object.keys(storage.hashes())).toContain('vitrine/vitrine-storage.json')
    await storage.close()
  })

  it.each([
    [503, TRY_AGAIN],
    [500, TRY_AGAIN],
    [429, TRY_AGAIN],
    [403, CANNOT_START],
    [404, CANNOT_START],
  ])('a storage that answers %s ends with exit code %s', async (status, code) => {
    const storage = await MemoryBucket.start()
    storage.failing = status
    const ended = await start({ DATA_DIR: path.join(home, `answers-${status}`), ...storage.env })
    await storage.close()
    expect(ended).toEqual({ code, said: expect.stringMatching(/Can't use the bucket vitrine/) })
  })
})

it('a used folder, and one with a certificate from the settings, start and become private', async () => {
  if (process.env.TEST_DATABASE_URL) return
  const folder = usedWith('good', () => {})
  const server = await ServerProcess.start(folder)
  await server.kill('SIGTERM')
  expect(treeOf(folder).good).toMatch(/^40700 /)
  expect(readFileSync(path.join(folder, 'secret.key'), 'utf8').trim()).toHaveLength(
    readFileSync(path.join(used, 'secret.key'), 'utf8').trim().length,
  )
})
