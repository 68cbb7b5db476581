import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFiles } from '#app/start/stores.ts'
import { type Settings, StartError } from '#lib/env.ts'
import { createLog } from '#lib/log.ts'
import { createDatabase } from '#test/databases.ts'
import { startS3 } from '#test/faults/s3-server.ts'
import { useServer } from '#test/harness.ts'
import { everyRow } from '#test/rows.ts'
import { samples } from '#test/samples.ts'
import { picture, removeForGood, upload } from '#test/uploads.ts'
import { check } from './check.ts'
import { chooseBackup, filesIn, keyInBackup, keyOfFile, listBackups } from './format.ts'
import { applyRestore, fetchFromBackup as bringFile, isSound, stageRestore } from './restore.ts'
import { databaseAddress, takeBackup } from './take.ts'
import { openTarget } from './target.ts'

const log = createLog('silent')
const postgres = process.env.TEST_DATABASE_URL

const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-bucket-'))
const s3 = await startS3(path.join(folder, 's3'))
const BUCKET = s3?.env.S3_BUCKET ?? ''
afterAll(async () => {
  s3?.stop()
  await rm(folder, { recursive: true, force: true })
})

// Debian's packages swift-* and memcached provide the server.
describe.skipIf(!s3)('backups in a bucket', () => {
  const { S3_BUCKET: _files, ...access } = s3?.env ?? {}
  const server = useServer({ ...access, BACKUP_TO: `s3://${BUCKET}/shop/one` })
  const drops: (() => Promise<void>)[] = []
  beforeAll(async () => {
    const superAdmin = await server().signIn()
    const owner = await server().organization()
    for (const sample of Object.values(samples)) await sample.make(owner, superAdmin)
  })
  afterAll(async () => {
    for (const drop of drops) await drop()
  })

  const at = (prefix: string) => `s3://${BUCKET}/${prefix}`
  const back = async (prefix: string, settings: Settings = server().services.settings) => {
    server().clock.advance(1000)
    const { blobs, clock } = server().services
    return takeBackup({ settings, blobs, clock, log }, { kind: 'manual', where: at(prefix) })
  }
  /** Another installation, with access to the bucket only. */
  const elsewhere = async (name: string): Promise<Settings> => {
    const DATA_DIR = path.join(folder, name)
    await mkdir(DATA_DIR, { recursive: true })
    if (!postgres) return { ...server().services.settings, DATA_DIR }
    const own = await createDatabase(postgres)
    drops.push(own.drop)
    return { ...server().services.settings, DATA_DIR, DATABASE_URL: own.url }
  }
  const fetchFromBackup = async (prefix: string, settings: Settings) => {
    const target = await openTarget(at(prefix), settings, 'read')
    try {
      const backup = await chooseBackup(target, undefined)
      const blobs = await openFiles(settings, { freshId: backup.manifest.storage })
      const now = server().clock.now()
      const staged = await stageRestore({ settings, target, backup, blobs, now, incomplete: false })
      await applyRestore(settings, log)
      return { ...staged, blobs }
    } finally {
      await target.close()
    }
  }
  const keys = async (prefix: string) => {
    const found = await s3?.client.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: prefix }))
    return (found?.Contents ?? []).map(({ Key = '' }) => Key)
  }

  it('are restored into another place with every row of every table and every file', async () => {
    const { name, manifest } = await back('every-row')
    const rows = await everyRow(databaseAddress(server().services.settings))
    expect(manifest.files.count).toBeGreaterThan(3)
    expect(await keys('every-row/')).toContain(`every-row/${keyInBackup(name, 'manifest.json')}`)
    const settings = await elsewhere('every-row')
    const { files, missing, blobs } = await fetchFromBackup('every-row', settings)
    expect([files, missing]).toEqual([manifest.files.count, []])
    expect(await everyRow(databaseAddress(settings))).toEqual(rows)
    for await (const { sha256 } of blobs.list()) {
      const [a, b] = await Promise.all([server().services.blobs.read(sha256), blobs.read(sha256)])
      expect(Buffer.concat(await b.toArray()).equals(Buffer.concat(await a.toArray()))).toBe(true)
    }
  }, 120_000)

  it('add only new files, and delete those that no kept backup references', async () => {
    const settings = { ...server().services.settings, BACKUP_KEEP: 2 }
    const owner = await server().organization()
    const [media] = await upload(owner, [{ name: 'old.png', content: await picture('gold') }])
    const first = await back('pruned', settings)
    expect(first.manifest.addedBytes).toBe(first.manifest.files.bytes + first.manifest.database.size)
    await removeForGood(owner, media?.id ?? '')
    const second = await back('pruned', settings)
    expect(second.manifest.addedBytes).toBe(second.manifest.database.size)
    await back('pruned', settings)
    const target = await openTarget(at('pruned'), settings, 'read')
    expect((await listBackups(target)).map(({ name }) => name)).not.toContain(first.name)
    expect(await keys(`pruned/snapshots/${first.name}/`)).toEqual([])
    expect((await filesIn(target)).size).toBe(first.manifest.files.count - 1)
    await target.close()
  }, 120_000)

  it('do not touch other objects in the bucket, nor backups under another prefix', async () => {
    await s3?.client.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'files/ab/other', Body: 'not ours' }))
    const other = await back('neighbor')
    const settings = { ...server().services.settings, BACKUP_KEEP: 1 }
    for (let n = 0; n < 3; n++) await back('neighbor-2', settings)
    expect(await keys('files/')).toEqual(['files/ab/other'])
    const target = await openTarget(at('neighbor'), settings, 'read')
    expect((await chooseBackup(target, undefined)).name).toBe(other.name)
    expect((await filesIn(target)).size).toBe(other.manifest.files.count)
    await target.close()
  }, 120_000)

  it.each([
    [
      'a changed file',
      (sha256: string) => put(`damaged/${keyOfFile(sha256)}`, 'something else'),
      /missing or damaged/,
    ],
    ['a missing file', (sha256: string) => drop(`damaged/${keyOfFile(sha256)}`), /missing or damaged/],
    [
      'a changed database',
      (_sha256: string, name: string) => put(`damaged/${keyInBackup(name, 'database.db')}`, 'x'),
      /has changed since the backup/,
    ],
    [
      'no manifest',
      (_sha256: string, name: string) => drop(`damaged/${keyInBackup(name, 'manifest.json')}`),
      /no complete backup/,
    ],
  ] as const)(
    'with %s are refused and change nothing',
    async (what, damage, why) => {
      for (const key of await keys('damaged/')) await drop(key)
      const { name } = await back('damaged')
      const target = await openTarget(at('damaged'), server().services.settings, 'read')
      const [sha256 = ''] = (await filesIn(target)).keys()
      await target.close()
      await damage(sha256, name)
      const settings = await elsewhere(what.replaceAll(' ', '-'))
      const error = await fetchFromBackup('damaged', settings).catch((thrown: Error) => thrown)
      expect(error).toBeInstanceOf(StartError)
      expect((error as Error).message).toMatch(why)
      expect(await applyRestore(settings, log)).toBeUndefined()
    },
    120_000,
  )
  const put = (Key: string, Body: string) =>
    s3?.client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }))
  const drop = (Key: string) => s3?.client.send(new DeleteObjectCommand({ Bucket: BUCKET, Key }))

  it('are listed, taken and restorable in the settings, and an unreachable bucket is reported', async () => {
    const superAdmin = await server().signIn()
    expect(await superAdmin.api.backups.take()).toEqual({ started: true })
    const list = () => superAdmin.api.backups.list()
    await expect.poll(async () => (await list()).running, { timeout: 30_000 }).toBe(false)
    expect(await list()).toMatchObject({
      location: at('shop/one'),
      sameDisk: false,
      error: null,
      problem: null,
      backups: [{ kind: 'manual', missing: 0, restorable: true }],
    })
    const { settings } = server().services
    const secret = settings.S3_SECRET_ACCESS_KEY
    settings.S3_SECRET_ACCESS_KEY = 'wrong'
    const wrong = await list()
    settings.S3_SECRET_ACCESS_KEY = secret
    expect(wrong).toMatchObject({ problem: 'unreachable', backups: [] })
    expect(wrong.error).toMatch(/./)
    expect((await list()).problem).toBeNull()
  }, 120_000)

  it('continue while others list them, and leave no copy of the database behind', async () => {
    const { settings } = server().services
    const work = path.join(settings.DATA_DIR, 'backup-work')
    const died = path.join(work, 'died')
    await mkdir(died, { recursive: true })
    await utimes(died, new Date(0), new Date(0))
    let isOver = false
    const listing = (async () => {
      while (!isOver) {
        const target = await openTarget(at('listed'), settings, 'read')
        await listBackups(target)
        await target.close()
      }
    })()
    for (let n = 0; n < 3; n++) await back('listed').finally(() => (isOver = n === 2))
    await listing
    expect(await readdir(work)).toEqual([])
  }, 120_000)

  it.each([
    ['a bucket that does not exist', { where: 's3://nowhere/x' }],
    ['a wrong key', { where: at('x'), S3_SECRET_ACCESS_KEY: 'wrong' }],
    ['no storage at the address', { where: at('x'), S3_ENDPOINT: 'http://127.0.0.1:9' }],
  ])(
    'fail with a sentence for %s',
    async (_what, { where, ...wrong }) => {
      const { services } = server()
      const settings = { ...services.settings, ...wrong }
      const error = await takeBackup({ ...services, settings }, { kind: 'manual', where }).catch(
        (thrown: Error) => thrown,
      )
      expect(error).toBeInstanceOf(StartError)
      expect((error as Error).message).toContain(where)
    },
    120_000,
  )

  it('repair a damaged file of the right size in a storage of files', async () => {
    const { services } = server()
    await back('mend')
    const target = await openTarget(at('mend'), services.settings, 'read')
    const [[sha256, size] = ['', 0]] = await filesIn(target)
    const settings = { ...services.settings, S3_BUCKET: BUCKET, S3_PREFIX: 'storage/' }
    const blobs = await openFiles(settings)
    await put(`storage/${sha256.slice(0, 2)}/${sha256.slice(2)}`, 'x'.repeat(size))
    expect(await bringFile(target, blobs, sha256)).toBe(true)
    expect(await isSound(blobs, sha256)).toBe(true)
    await target.close()
  }, 120_000)

  it('repair a damaged file of the installation', async () => {
    const { services } = server()
    const owner = await server().organization()
    const content = await picture('teal')
    await upload(owner, [{ name: 'teal.png', content }])
    await takeBackup(services, { kind: 'manual' })
    const row = await services.database
      .selectFrom('media')
      .select('sha256')
      .where('organizationId', '=', owner.organizationId)
      .executeTakeFirstOrThrow()
    await services.blobs.delete(row.sha256 ?? '')
    expect(await check(services)).toMatchObject({ damaged: 1, repaired: 1 })
    const repaired = await (await services.blobs.read(row.sha256 ?? '')).toArray()
    expect(Buffer.concat(repaired).equals(content)).toBe(true)
  }, 120_000)
})
