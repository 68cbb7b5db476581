import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFiles } from '#app/start/stores.ts'
import { type Settings, StartError } from '#lib/env.ts'
import { createLog } from '#lib/log.ts'
import { createDatabase } from '#test/databases.ts'
import { useServer } from '#test/harness.ts'
import { everyRow } from '#test/rows.ts'
import { samples } from '#test/samples.ts'
import { picture, removeForGood, upload } from '#test/uploads.ts'
import { chooseBackup, filesIn, listBackups, readFileList } from './format.ts'
import { compareWithPostgres } from './postgres-rows.ts'
import { applyRestore, stageRestore } from './restore.ts'
import { databaseAddress, takeBackup } from './take.ts'
import { openTarget } from './target.ts'

const log = createLog('silent')
const postgres = process.env.TEST_DATABASE_URL

/** Points of interruption: the database's log moved; the database too; everything but the final note. */
const BREAKS: ((data: string) => Promise<void>)[] = [
  async () => {},
  async (data) => move(data, 'vitrine.db-wal'),
  async (data) => {
    for (const name of ['vitrine.db-wal', 'vitrine.db-shm', 'vitrine.db']) await move(data, name)
  },
  async (data) => {
    for (const name of ['vitrine.db-wal', 'vitrine.db-shm', 'vitrine.db']) await move(data, name)
    if (!postgres) await rename(path.join(data, 'restore', 'database.db'), path.join(data, 'vitrine.db'))
  },
]

/** Moves a file as the restore itself does. */
async function move(data: string, name: string): Promise<void> {
  const ready = JSON.parse(await readFile(path.join(data, 'restore', 'ready.json'), 'utf8')) as {
    aside: string
  }
  await rename(path.join(data, name), path.join(data, name.replace('vitrine', `vitrine-${ready.aside}`)))
}

describe('backup and restore', () => {
  const server = useServer()
  let folder = ''
  const drops: (() => Promise<void>)[] = []
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vitrine-backup-'))
    const superAdmin = await server().signIn()
    const owner = await server().organization()
    for (const sample of Object.values(samples)) await sample.make(owner, superAdmin)
  })
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
    for (const drop of drops) await drop()
  })

  const back = async (where: string, settings: Settings = server().services.settings) => {
    server().clock.advance(1000)
    const { blobs, clock } = server().services
    return takeBackup({ settings, blobs, clock, log }, { kind: 'manual', where: path.join(folder, where) })
  }
  /** A backup and all rows in it; repeats the backup if background work wrote in between. */
  const backWithRows = async (where: string) => {
    for (let n = 1; ; n++) {
      const before = await everyRow(databaseAddress(server().services.settings))
      const { manifest } = await back(where)
      const rows = await everyRow(databaseAddress(server().services.settings))
      if (isDeepStrictEqual(before, rows)) return { manifest, rows }
      if (n === 5) throw new Error('The server writes all the time')
    }
  }
  /** Another installation without this one's data. */
  const elsewhere = async (name: string): Promise<Settings> => {
    const DATA_DIR = path.join(folder, name)
    await mkdir(DATA_DIR, { recursive: true })
    if (!postgres) return { ...server().services.settings, DATA_DIR }
    const own = await createDatabase(postgres)
    drops.push(own.drop)
    return { ...server().services.settings, DATA_DIR, DATABASE_URL: own.url }
  }
  const bring = async (where: string, settings: Settings, incomplete = false) => {
    const target = await openTarget(path.join(folder, where), settings, 'read')
    const backup = await chooseBackup(target, undefined)
    const blobs = await openFiles(settings, { freshId: backup.manifest.storage })
    const now = server().clock.now()
    const staged = await stageRestore({ settings, target, backup, blobs, now, incomplete })
    return { ...staged, applied: await applyRestore(settings, log), blobs }
  }
  const blobPath = (where: string, sha256: string) =>
    path.join(folder, where, 'files', sha256.slice(0, 2), sha256.slice(2))

  it('a restore into another place has every row of every table and every file', async () => {
    const { manifest, rows } = await backWithRows('first')
    expect(Object.values(rows).filter((each) => each.length > 0).length).toBeGreaterThan(15)
    expect(manifest.files.count).toBeGreaterThan(3)
    const settings = await elsewhere('second-home')
    const { files, blobs } = await bring('first', settings)
    expect(await everyRow(databaseAddress(settings))).toEqual(rows)
    expect(files).toBe(manifest.files.count)
    for await (const { sha256 } of blobs.list()) {
      const here = await server().services.blobs.read(sha256)
      const [a, b] = await Promise.all([here.toArray(), (await blobs.read(sha256)).toArray()])
      expect(Buffer.concat(b).equals(Buffer.concat(a))).toBe(true)
    }
  })

  if (postgres)
    it('a backup of PostgreSQL can be restored into SQLite, and one of SQLite into PostgreSQL', async () => {
      const { rows } = await backWithRows('engines')
      const { DATABASE_URL, ...embedded } = await elsewhere('embedded')
      const { blobs } = await bring('engines', embedded)
      expect(await everyRow(databaseAddress(embedded))).toEqual(rows)
      server().clock.advance(1000)
      const where = path.join(folder, 'from-sqlite')
      const { clock } = server().services
      await takeBackup({ settings: embedded, blobs, clock, log }, { kind: 'manual', where })
      const grown = await elsewhere('grown')
      await bring('from-sqlite', grown)
      expect(await everyRow(databaseAddress(grown))).toEqual(rows)
      const file = path.join(embedded.DATA_DIR, 'vitrine.db')
      expect(await compareWithPostgres(file, grown.DATABASE_URL ?? '')).toBe('equal')
      expect(await compareWithPostgres(file, DATABASE_URL ?? '')).toBe('empty')
    })

  it('putting a restore in place resumes wherever it was interrupted', async () => {
    await back('broken-off')
    for (const [step, breakOff] of BREAKS.entries()) {
      const settings = await elsewhere(`broken-off-${step}`)
      const data = settings.DATA_DIR
      for (const name of ['vitrine.db', 'vitrine.db-wal', 'vitrine.db-shm', 'secret.key'])
        await writeFile(path.join(data, name), `old ${name}`)
      const target = await openTarget(path.join(folder, 'broken-off'), settings, 'read')
      const backup = await chooseBackup(target, undefined)
      const blobs = await openFiles(settings, { freshId: backup.manifest.storage })
      const now = server().clock.now()
      await stageRestore({ settings, target, backup, blobs, now, incomplete: false })
      await breakOff(data)
      await applyRestore(settings, log)
      expect(await applyRestore(settings, log)).toBeUndefined()
      const left = await readdir(data)
      expect(await readFile(path.join(data, 'secret.key'), 'utf8')).not.toContain('old')
      expect(left).not.toContain('restore')
      if (postgres) continue
      expect(left).not.toContain('vitrine.db-wal')
      expect(await everyRow(databaseAddress(settings))).toEqual(
        await everyRow({ file: await part('broken-off', 'database.db') }),
      )
      const kept = left
        .filter((name) => name.startsWith('vitrine-before-restore'))
        .map((name) => name.slice(-7))
      expect(kept.sort()).toEqual(['.db-shm', '.db-wal', expect.stringMatching(/\.db$/)].sort())
    }
  }, 180_000)

  it('a backup of a version before the baseline says which version can restore it', async () => {
    await back('old')
    const file = await part('old', 'manifest.json')
    const manifest = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ ...manifest, schema: '680-captions' }))
    const settings = await elsewhere('restored-old')
    await expect(bring('old', settings)).rejects.toThrow(/The backup .* before 0\.3\.0.* version 0\.3\.0 /)
    await writeFile(file, JSON.stringify({ ...manifest, schema: '700-job-names' }))
    expect((await bring('old', settings)).applied).toBeDefined()
  })

  it('two restores at the same time of the clock each keep the data that they replace', async () => {
    await back('twice')
    const settings = await elsewhere('restored-twice')
    await bring('twice', settings)
    const kept = [await bring('twice', settings), await bring('twice', settings)].map(
      ({ applied }) => applied?.aside,
    )
    expect(new Set(kept).size).toBe(2)
    for (const name of kept) expect(name).toEqual(expect.any(String))
  })

  it('a second backup copies only new files', async () => {
    const before = await back('again')
    const owner = await server().organization()
    await upload(owner, [{ name: 'new.png', content: await picture('crimson') }])
    const { manifest } = await back('again')
    const grown = manifest.files.bytes - before.manifest.files.bytes
    expect(manifest.addedBytes - manifest.database.size).toBe(grown)
    expect(grown).toBeGreaterThan(0)
  })

  it('a backup is of one instant while others write', async () => {
    const owner = await server().organization()
    let isOver = false
    let written = 0
    const writing = (async () => {
      while (!isOver) {
        // A building and its floors are one transaction.
        const floors = [{ name: 'A' }, { name: 'B' }]
        await owner.api.buildings.create({ body: { name: `House ${written++}`, location: 'Here', floors } })
      }
    })()
    await back('busy')
    isOver = true
    await writing
    expect(written).toBeGreaterThan(3)
    const settings = await elsewhere('busy-home')
    await bring('busy', settings)
    const { buildings = [], floors = [] } = await everyRow(databaseAddress(settings))
    const own = (rows: string[]) => rows.filter((row) => row.includes(owner.organizationId))
    expect(own(floors).length).toBe(2 * own(buildings).length)
  })

  const damages: [string, (where: string) => Promise<void>, RegExp][] = [
    [
      'a cut-off database',
      async (where) => truncate(await part(where, 'database.db'), 4096),
      /has changed since the backup/,
    ],
    [
      'one changed byte of the database',
      async (where) => {
        const file = await part(where, 'database.db')
        const bytes = await readFile(file)
        bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1
        await writeFile(file, bytes)
      },
      /has changed since the backup/,
    ],
    ['a missing database', async (where) => rm(await part(where, 'database.db')), /its database is missing/],
    [
      'a cut-off list of files',
      async (where) => truncate(await part(where, 'files.txt'), 70),
      /list of files/,
    ],
    [
      'a damaged file',
      async (where) => {
        const target = await openTarget(path.join(folder, where), server().services.settings, 'read')
        const [sha256 = ''] = (await filesIn(target)).keys()
        await writeFile(blobPath(where, sha256), 'something else')
      },
      /missing or damaged/,
    ],
    ['no manifest', async (where) => rm(await part(where, 'manifest.json')), /has no complete backup/],
    [
      'half a manifest',
      async (where) => truncate(await part(where, 'manifest.json'), 100),
      /has no complete backup/,
    ],
  ]
  const part = async (where: string, name: string) => {
    const [backup = ''] = await readdir(path.join(folder, where, 'snapshots'))
    return path.join(folder, where, 'snapshots', backup, name)
  }

  it.each(damages)(
    'a backup with %s is refused and changes nothing',
    async (name, damage, why) => {
      const where = name.replaceAll(' ', '-')
      await back(where)
      await damage(where)
      const settings = await elsewhere(`${where}-home`)
      await expect(bring(where, settings)).rejects.toThrow(StartError)
      await expect(bring(where, settings)).rejects.toThrow(why)
      expect(await readdir(settings.DATA_DIR)).not.toContain('vitrine.db')
      expect(await applyRestore(settings, log)).toBeUndefined()
    },
    60_000,
  )

  it("files that the backup lacks but the storage has don't block a restore", async () => {
    await back('in-place')
    const settings = await elsewhere('in-place-home')
    await cp(path.join(server().folder, 'files'), path.join(settings.DATA_DIR, 'files'), { recursive: true })
    await rm(path.join(folder, 'in-place', 'files'), { recursive: true })
    expect((await bring('in-place', settings)).missing).toEqual([])
  })

  it('keeps the last of each kind, and no unneeded file', async () => {
    const settings = { ...server().services.settings, BACKUP_KEEP: 2 }
    const owner = await server().organization()
    const [media] = await upload(owner, [{ name: 'old.png', content: await picture('gold') }])
    await back('few', settings)
    await removeForGood(owner, media?.id ?? '')
    const target = await openTarget(path.join(folder, 'few'), settings, 'read')
    const before = await filesIn(target)
    await back('few', settings)
    await back('few', settings)
    expect(await listBackups(target)).toHaveLength(2)
    expect((await filesIn(target)).size).toBe(before.size - 1)
  })

  it('a backup has files that are referenced only inside documents', async () => {
    const { database, blobs, settings } = server().services
    const staged = await blobs.stage(Readable.from([Buffer.from('named inside')]), 100)
    await staged.keep()
    const values = JSON.stringify({ picture: staged.sha256 })
    const { numUpdatedRows } = await database
      .updateTable('package_versions')
      .set({ media: values })
      .executeTakeFirst()
    expect(numUpdatedRows).toBeGreaterThan(0n)
    const { name } = await back('inside')
    const target = await openTarget(path.join(folder, 'inside'), settings, 'read')
    expect((await readFileList(target, name))?.files.get(staged.sha256)).toBe(staged.size)
  })

  it('two backups at a time to one place are refused', async () => {
    const target = await openTarget(path.join(folder, 'shared'), server().services.settings, 'write')
    await expect(back('shared')).rejects.toThrow(/Another backup/)
    await target.close()
    await back('shared')
  })
})
