import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertOrganization } from '#accounts/organizations/queries.ts'
import { rotateKeys } from '#app/maintenance/rotate-keys.ts'
import { openSqlite } from '#db/embedded/sqlite.ts'
import type { Db } from '#db/schema.ts'
import { migrate } from '#db/start/migrate.ts'
import { readSettings, StartError } from '#lib/env.ts'
import { createLog } from '#lib/log.ts'
import { Seal } from '#lib/security/seal.ts'
import { openSecretKey } from './secret-key.ts'

const LEGACY = 'the key as an earlier version stored it'
const OTHER = 'another key of at least thirty-two characters'
const NOW = '2026-11-21T12:00:00.000Z'

describe('the key of the installation', () => {
  let folder = ''
  let db: Db
  let organizationId = ''
  const logged: string[] = []
  const log = createLog('warn', { write: (line) => logged.push(line) })
  const file = () => path.join(folder, 'secret.key')
  const settings = (env: Record<string, string> = {}) => readSettings({ DATA_DIR: folder, ...env })
  const open = (env?: Record<string, string>) => openSecretKey(db, settings(env), log)
  const rotate = (env?: Record<string, string>, oldKey?: string) =>
    rotateKeys({ database: db, settings: settings(env), oldKey })
  const kioskKey = async () => {
    const row = await db.selectFrom('kiosks').select('key').executeTakeFirstOrThrow()
    return row.key
  }
  const opened = async (secret: string) =>
    new Seal(secret).open('kiosk-key', organizationId, await kioskKey())
  /** Whether a text is anywhere in the database's files. */
  const isStored = (text: string) =>
    readdirSync(folder)
      .filter((name) => name.startsWith('vitrine.db'))
      .some((name) => readFileSync(path.join(folder, name)).includes(text))
  const legacy = () => db.insertInto('secrets').values({ name: 'tokens', value: LEGACY }).execute()

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'vitrine-key-'))
    logged.length = 0
    db = openSqlite(path.join(folder, 'vitrine.db'))
    await migrate(db)
    organizationId = await insertOrganization(db, 'Acme', false, NOW)
    await db
      .insertInto('kiosks')
      .values({ id: 'kiosk', organizationId, key: 'the kiosk key in the clear', origins: '[]' })
      .execute()
  })
  afterEach(async () => {
    await db.destroy()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is made by the first start in a file, stays the same, and is not in the database', async () => {
    const secret = await open()
    expect(readFileSync(file(), 'utf8').trim()).toBe(secret)
    expect(await open()).toBe(secret)
    expect(isStored(secret)).toBe(false)
  })

  it('moves from the database of an earlier version to the file, without a trace of it or of the values it seals', async () => {
    await legacy()
    expect(isStored(LEGACY)).toBe(true)
    expect(await open()).toBe(LEGACY)
    expect(await opened(LEGACY)).toBe('the kiosk key in the clear')
    expect(isStored(LEGACY)).toBe(false)
    expect(isStored('the kiosk key in the clear')).toBe(false)
    expect(await open()).toBe(LEGACY)
  })

  it('comes from SECRET_KEY or SECRET_KEY_FILE, and then there is no file', async () => {
    const secret = path.join(folder, 'mounted')
    writeFileSync(secret, `${OTHER}\n`)
    expect(await open({ SECRET_KEY: OTHER })).toBe(OTHER)
    expect(await open({ SECRET_KEY_FILE: secret })).toBe(OTHER)
    expect(existsSync(file())).toBe(false)
  })

  it('replaces the one in the database when SECRET_KEY is set, and seals again with it', async () => {
    await legacy()
    await db
      .updateTable('kiosks')
      .set({ key: new Seal(LEGACY).seal('kiosk-key', organizationId, 'sealed with the old key') })
      .execute()
    expect(await open({ SECRET_KEY: OTHER })).toBe(OTHER)
    expect(await opened(OTHER)).toBe('sealed with the old key')
    expect(isStored(LEGACY)).toBe(false)
  })

  it('stays in the database, with a warning, if servers share everything and none has a configured key', async () => {
    await legacy()
    const shared = { DATABASE_URL: 'postgres://localhost/x', S3_BUCKET: 'b' }
    expect(await open(shared)).toBe(LEGACY)
    expect(await open(shared)).toBe(LEGACY)
    expect(logged.join()).toContain('Set SECRET_KEY')
    expect(await open({ ...shared, SECRET_KEY: OTHER })).toBe(OTHER)
    await expect(open(shared)).rejects.toThrow(/missing/)
  })

  it.each([
    [
      'a new shared installation without a key',
      async () => open({ DATABASE_URL: 'postgres://localhost/x', S3_BUCKET: 'b' }),
      /SECRET_KEY/,
    ],
    [
      'a lost file',
      async () => {
        await open()
        rmSync(file())
        return open()
      },
      /secret\.key doesn't exist.*rotate-keys/,
    ],
    [
      'the file of another installation',
      async () => {
        await open()
        writeFileSync(file(), OTHER)
        return open()
      },
      /doesn't match this database.*rotate-keys/,
    ],
    [
      'an empty file',
      async () => {
        writeFileSync(file(), '')
        return open()
      },
      /too short/,
    ],
    [
      'another SECRET_KEY',
      async () => {
        await open()
        return open({ SECRET_KEY: OTHER })
      },
      /SECRET_KEY doesn't match/,
    ],
    [
      'a SECRET_KEY_FILE that is missing',
      async () => open({ SECRET_KEY_FILE: '/nowhere/key' }),
      /SECRET_KEY_FILE/,
    ],
    ['a SECRET_KEY that is too short', async () => open({ SECRET_KEY: 'short' }), /SECRET_KEY/],
    ['both settings', async () => open({ SECRET_KEY: OTHER, SECRET_KEY_FILE: 'x' }), /not both/],
  ])('%s stops the start with a sentence that says what to do', async (_, start, words) => {
    const error = await start().catch((thrown) => thrown)
    expect(error).toBeInstanceOf(StartError)
    expect(error.message).toMatch(words)
  })

  it('is rotated: another key, the same kiosk key, everyone logged out', async () => {
    const old = await open()
    await db
      .insertInto('codes')
      .values({
        id: 'c',
        kind: 'reset',
        subject: 's',
        bound: '',
        userId: null,
        hash: 'h',
        known: 0,
        tries: 0,
        createdAt: 0,
        expiresAt: 1,
      })
      .execute()
    expect(await rotate()).toMatchObject({ resealed: 1, replacedKioskKeys: 0 })
    const secret = await open()
    expect(secret).not.toBe(old)
    expect(await opened(secret)).toBe('the kiosk key in the clear')
    expect(await opened(old)).toBeNull()
    expect(await db.selectFrom('codes').selectAll().execute()).toEqual([])
    expect(readdirSync(folder)).not.toContain('secret.key.next')
  })

  it('is rotated straight from the database of an earlier version', async () => {
    await legacy()
    await rotate()
    const secret = await open()
    expect(secret).not.toBe(LEGACY)
    expect(isStored(LEGACY)).toBe(false)
    expect(await opened(secret)).toBe('the kiosk key in the clear')
  })

  it('is rotated if it is lost: kiosk keys are replaced', async () => {
    await open()
    rmSync(file())
    expect(await rotate()).toMatchObject({ resealed: 0, replacedKioskKeys: 1 })
    expect(await opened(await open())).toMatch(/^[\w-]{43}$/)
  })

  it('in SECRET_KEY is rotated by changing it, with the old one to keep the kiosk keys', async () => {
    await open({ SECRET_KEY: LEGACY })
    await expect(rotate({ SECRET_KEY: LEGACY })).rejects.toThrow(/Set it to a new secret/)
    await expect(rotate({ SECRET_KEY: OTHER }, 'not the old key, but as long as one')).rejects.toThrow(
      /old key/,
    )
    expect(await rotate({ SECRET_KEY: OTHER }, LEGACY)).toMatchObject({ resealed: 1 })
    expect(await open({ SECRET_KEY: OTHER })).toBe(OTHER)
    expect(await opened(OTHER)).toBe('the kiosk key in the clear')
  })

  it('survives a rotation that is killed before or after the commit', async () => {
    const old = await open()
    writeFileSync(`${file()}.next`, OTHER)
    expect(await open()).toBe(old)
    expect(existsSync(`${file()}.next`)).toBe(false)
    await rotate()
    const secret = await open()
    writeFileSync(`${file()}.next`, secret)
    writeFileSync(file(), old)
    expect(await open()).toBe(secret)
  })
})
