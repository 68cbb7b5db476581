import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import path from 'node:path'
import { PRODUCT_VERSION } from '@vitrine/contract/version'
import Sqlite from 'better-sqlite3'
import { afterEach, describe, expect, it, it as run } from 'vitest'
import { startServer } from '#app/server.ts'
import { systemClock } from '#lib/clock.ts'
import { readSettings, StartError } from '#lib/env.ts'
import { createLog } from '#lib/log.ts'
import { takeBackup } from '#operations/backups/take.ts'
import { makeCertificate } from '#test/certificates.ts'
import { TestServer } from '#test/harness.ts'

const folders: string[] = []
const folder = () => {
  const made = mkdtempSync(path.join(tmpdir(), 'vitrine-start-'))
  folders.push(made)
  return made
}
afterEach(() => {
  for (const one of folders.splice(0)) rmSync(one, { recursive: true, force: true })
})

const start = (env: Record<string, string>) =>
  startServer({
    settings: readSettings({
      HOST: '127.0.0.1',
      PORT: '0',
      PLAYER_PORT: '0',
      CONTENT_PORT: '0',
      DISK_RESERVE_MB: '0',
      DATABASE_WAIT_SECONDS: '0',
      ...env,
    }),
    clock: systemClock,
    log: createLog('silent'),
    assets: 'none',
  })

/** The message that a start fails with; anything but a StartError fails the test. */
async function sentence(env: Record<string, string>): Promise<string> {
  const error = await start(env).then(
    async (server) => {
      await server.close()
      return undefined
    },
    (failed: unknown) => failed,
  )
  if (!(error instanceof StartError))
    throw new Error('Started, or failed without a sentence', { cause: error })
  expect(error.message).toMatch(/^[A-Z/][^\n]{20,}\.$/)
  expect(error.message).not.toMatch(/\bat .*\.ts:|SqliteError|undefined|s3cret/)
  return error.message
}

/** A complete database of ours, closed. */
async function database(): Promise<{ DATA_DIR: string; file: string }> {
  const DATA_DIR = folder()
  await (await start({ DATA_DIR })).close()
  return { DATA_DIR, file: path.join(DATA_DIR, 'vitrine.db') }
}

/** The others start on SQLite, whatever the database of the run. */
const onSqlite = describe.skipIf(process.env.TEST_DATABASE_URL)

onSqlite('an embedded database that can not be opened ends the start with one sentence', () => {
  it('a file that is not a database is refused', async () => {
    const DATA_DIR = folder()
    writeFileSync(path.join(DATA_DIR, 'vitrine.db'), 'This is a text, and a long one at that. '.repeat(200))
    expect(await sentence({ DATA_DIR })).toMatch(/is not a Vitrine database/)
  })

  it.each([
    ['its first page', 100, 4000],
    ['all but its header', 1000, 1e9],
  ])('damaged: %s', async (_what, from, to) => {
    const { DATA_DIR, file } = await database()
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.fill(0xa5, from, Math.min(to, bytes.length)))
    expect(await sentence({ DATA_DIR })).toMatch(/is damaged.*restore the latest backup/)
  })

  it('a truncated database is reported as damaged', async () => {
    const { DATA_DIR, file } = await database()
    writeFileSync(file, readFileSync(file).subarray(0, 9000))
    expect(await sentence({ DATA_DIR })).toMatch(/is damaged/)
  })

  it('a read-only database is refused', async () => {
    const { DATA_DIR, file } = await database()
    const bytes = readFileSync(file)
    // A newer format that SQLite only reads, because root can write files of any mode.
    bytes[18] = 3
    writeFileSync(file, bytes)
    expect(await sentence({ DATA_DIR })).toMatch(/is read-only.*write permission/)
  })

  it('a folder in its place is refused', async () => {
    const DATA_DIR = folder()
    mkdirSync(path.join(DATA_DIR, 'vitrine.db'))
    expect(await sentence({ DATA_DIR })).toMatch(/can't be opened/)
  })

  it('a database that another program holds is refused', { timeout: 120_000 }, async () => {
    const { DATA_DIR, file } = await database()
    const other = new Sqlite(file)
    other.pragma('locking_mode = exclusive')
    other.exec('begin exclusive; create table other (id); commit')
    expect(await sentence({ DATA_DIR })).toMatch(/Another program is using/)
    other.close()
  })

  it('of another program', async () => {
    const DATA_DIR = folder()
    const other = new Sqlite(path.join(DATA_DIR, 'vitrine.db'))
    other.exec('create table organizations (id)')
    other.close()
    expect(await sentence({ DATA_DIR })).toMatch(/belongs to another program/)
  })

  it('of a newer version', async () => {
    const { DATA_DIR, file } = await database()
    const other = new Sqlite(file)
    other.exec("insert into kysely_migration (name, timestamp) values ('999-later', '2030')")
    other.close()
    const newer = await sentence({ DATA_DIR })
    expect(newer).toContain(`was last used by Vitrine ${PRODUCT_VERSION}, and this is ${PRODUCT_VERSION}.`)
    expect(newer).toMatch(/restore a backup that an older version took\.$/)
  })

  it('of a newer version, with the backup that was taken before the update', async () => {
    const DATA_DIR = folder()
    const server = await start({ DATA_DIR })
    const { settings, blobs, clock } = server.services
    const parts = { settings, blobs, clock, log: createLog('silent') }
    const { name } = await takeBackup(parts, { kind: 'before-update', withoutFiles: true })
    await server.close()
    const other = new Sqlite(path.join(DATA_DIR, 'vitrine.db'))
    other.exec("insert into kysely_migration (name, timestamp) values ('999-later', '2030')")
    other.exec("update server_marks set text = '9.1.0 (1a2b3c)' where id = 'version'")
    other.close()
    const newer = await sentence({ DATA_DIR })
    expect(newer).toContain('was last used by Vitrine 9.1.0 (1a2b3c)')
    expect(newer).toContain(`npm run vitrine -- restore ${name}.`)
    const unknown = new Sqlite(path.join(DATA_DIR, 'vitrine.db'))
    unknown.exec('drop table server_marks')
    unknown.close()
    expect(await sentence({ DATA_DIR })).toContain('was last used by a newer version of Vitrine')
  })

  it('a database without room on its disk is refused', async () => {
    const DATA_DIR = folder()
    // A device that accepts no byte.
    symlinkSync('/dev/full', path.join(DATA_DIR, 'vitrine.db'))
    expect(await sentence({ DATA_DIR })).toMatch(/full|failed|can't be opened/)
  })

  it('used by another Vitrine', async () => {
    const DATA_DIR = folder()
    const first = await start({ DATA_DIR })
    expect(await sentence({ DATA_DIR })).toMatch(/Another Vitrine server/)
    await first.close()
  })

  it('a failed start releases everything: the next one works', async () => {
    const { DATA_DIR, file } = await database()
    copyFileSync(file, `${file}.good`)
    writeFileSync(file, 'x'.repeat(5000))
    await sentence({ DATA_DIR })
    copyFileSync(`${file}.good`, file)
    await (await start({ DATA_DIR })).close()
  })
})

onSqlite('files and ports', () => {
  it('a folder for files that is of a newer version, or of something else', async () => {
    const { DATA_DIR } = await database()
    const mark = path.join(DATA_DIR, 'files', 'vitrine-storage.json')
    writeFileSync(mark, '{"id":"x","format":2}')
    expect(await sentence({ DATA_DIR })).toMatch(/newer version/)
    rmSync(mark)
    mkdirSync(path.join(DATA_DIR, 'files', 'holiday'), { recursive: true })
    expect(await sentence({ DATA_DIR })).toMatch(/contains other data/)
  })

  it('a file in place of the folder for files', async () => {
    const { DATA_DIR } = await database()
    rmSync(path.join(DATA_DIR, 'files'), { recursive: true })
    writeFileSync(path.join(DATA_DIR, 'files'), '')
    expect(await sentence({ DATA_DIR })).toMatch(/files folder/)
  })

  it('a port in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as { port: number }
    expect(await sentence({ DATA_DIR: folder(), PORT: String(port) })).toMatch(`Port ${port} is in use`)
    taken.close()
  })
})

const hasIpv6 = Object.values(networkInterfaces()).some((each) =>
  each?.some(({ address }) => address === '::1'),
)

describe.runIf(hasIpv6 && !process.env.TEST_DATABASE_URL)('HOST', () => {
  it('may be an IPv6 address, with or without brackets', async () => {
    for (const HOST of ['::1', '[::1]']) {
      const server = await start({ DATA_DIR: folder(), HOST })
      expect(server.origins.console).toMatch(/^http:\/\/\[::1\]:\d+$/)
      expect((await fetch(`${server.origins.console}/api/health`)).status).toBe(200)
      await server.close()
    }
  })
})

onSqlite('certificates', () => {
  it('missing, not one, not its key, with a passphrase', async () => {
    const [DATA_DIR, pairs] = [folder(), folder()]
    const good = makeCertificate(pairs, 'good', 90)
    const other = makeCertificate(pairs, 'other', 90)
    const text = path.join(pairs, 'text')
    writeFileSync(text, 'no certificate')
    const said = (TLS_CERT: string, TLS_KEY: string) => sentence({ DATA_DIR, TLS_CERT, TLS_KEY })
    expect(await said(path.join(DATA_DIR, 'none'), good.key)).toMatch(/file of TLS_CERT can't be read/)
    expect(await said(good.cert, DATA_DIR)).toMatch(/file of TLS_KEY can't be read/)
    expect(await said(text, good.key)).toMatch(/TLS_CERT is not a certificate/)
    expect(await said(good.cert, text)).toMatch(/TLS_KEY is not a private key/)
    expect(await said(good.key, good.cert)).toMatch(/TLS_CERT is not a certificate/)
    expect(await said(good.cert, other.key)).toMatch(/TLS_KEY doesn't match the certificate/)
    await (await start({ DATA_DIR, TLS_CERT: good.cert, TLS_KEY: good.key })).close()
  })
})

describe('PostgreSQL', () => {
  const DATABASE_URL = process.env.TEST_DATABASE_URL ?? ''
  const it = run.runIf(DATABASE_URL)
  const changed = (change: (url: URL) => unknown) => {
    const url = new URL(DATABASE_URL)
    change(url)
    return sentence({ DATA_DIR: folder(), DATABASE_URL: url.href })
  }

  run('nothing at its address, or no such host', { timeout: 30_000 }, async () => {
    const at = (host: string) =>
      sentence({ DATA_DIR: folder(), DATABASE_URL: `postgres://u:s3cret@${host}/vitrine` })
    expect(await at('127.0.0.1:9')).toMatch(/Nothing is listening on 127.0.0.1:9/)
    expect(await at('no-such-host.invalid')).toMatch(/find the host no-such-host.invalid/)
  })

  run('something that never answers', { timeout: 30_000 }, async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    const { port } = silent.address() as { port: number }
    const DATABASE_URL = `postgres://u:s3cret@127.0.0.1:${port}/vitrine`
    expect(await sentence({ DATA_DIR: folder(), DATABASE_URL })).toMatch(/isn't responding/)
    silent.close()
  })

  it('no such database, no such user', async () => {
    expect(await changed((url) => Object.assign(url, { pathname: '/no_such' }))).toMatch(
      /has no database no_such/,
    )
    expect(await changed((url) => Object.assign(url, { username: 'no_such' }))).toMatch(/user no_such/)
  })
})

describe('the line of a start', () => {
  it('says version, database, sizes and settings, and no secret', async () => {
    const secrets = {
      SMTP_URL: 'smtp://mailer:s3cret-1@127.0.0.1:9',
      SMS_URL: 'http://ACCOUNT:s3cret-2@127.0.0.1:9/s3cret-3/Messages',
      METRICS_TOKEN: 's3cret-4-s3cret-4',
      ADMIN_PASSWORD: 's3cret-5',
    }
    const server = await TestServer.start(secrets)
    const line = server.log.find(({ msg }) => msg === 'Vitrine has started')
    await server.close()
    const kind = process.env.TEST_DATABASE_URL ? 'postgresql' : 'sqlite'
    expect(line).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+/),
      node: process.versions.node,
      database: { kind, version: expect.stringMatching(/^\d+\.\d+/), bytes: expect.any(Number) },
      files: { kind: 'folder', bytes: 0 },
      settings: { SMTP_URL: 'smtp://127.0.0.1:9', METRICS_TOKEN: 'set', ADMIN_PASSWORD: 'set', PORT: 0 },
    })
    expect(JSON.stringify(line)).not.toContain('s3cret')
  })
})
