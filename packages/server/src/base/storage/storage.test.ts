import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { JOBS } from '@vitrine/contract/api/operations/jobs'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#db/database.ts'
import { REFERENCES, REFERENCES_INSIDE } from '#db/file-references.ts'
import { isSearchTable } from '#db/lists/name-search.ts'
import { createLog } from '#lib/log.ts'
import { page } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { samples } from '#test/samples.ts'
import { fetchFile, form, picture, removeForGood, uploadOne } from '#test/uploads.ts'
import { zipOf } from '#test/zip.ts'
import { CollectWhenShort } from './collect-when-short.ts'
import { collectFiles } from './collector.ts'

const HOUR = 3_600_000

describe('unused files', () => {
  const server = useServer()
  let admin: Caller
  let superAdmin: Caller
  let email: string
  beforeAll(async () => {
    const made = await server().organization()
    admin = made
    email = made.email
    superAdmin = await server().signIn()
  })
  const files = async () => {
    const all: string[] = []
    for await (const { sha256 } of server().services.blobs.list()) all.push(sha256)
    return all
  }
  const collect = () => collectFiles(server().services)
  /** Sessions expire in that time, so the admin logs in again. */
  const later = async (hours: number) => {
    server().clock.advance(hours * HOUR)
    admin = await server().signIn({ email, password: 'password-1' })
    superAdmin = await server().signIn()
  }
  /** Collects until all unreferenced files are deleted. */
  const collectAll = async () => {
    for (let runs = 0; runs < 4; runs++) {
      await collect()
      await later(25)
    }
    await collect()
  }
  const colour = () => `#${randomBytes(3).toString('hex')}`

  it('FILE-13: every column that references a file is known to the collector', async () => {
    const tables = await server().services.database.introspection.getTables()
    const ours = tables.filter(({ name }) => !isSearchTable(name))
    const found = ours.flatMap(({ name, columns }) =>
      columns.filter((column) => /sha256/i.test(column.name)).map((column) => `${name}.${column.name}`),
    )
    const known = REFERENCES.map(([table, column]) => `${table}.${column}`)
    expect(found.sort()).toEqual([...known].sort())
  })

  it('FILE-13: no other column contains the hash of a stored file, whatever the data', async () => {
    // Of others: the admin logs in again, which the passkey among the samples would keep them from.
    const other = await server().organization()
    for (const { make } of Object.values(samples)) await make(other, superAdmin)
    await uploadOne(
      admin,
      'page.zip',
      zipOf([
        { name: 'index.html', content: '<p>hello' },
        { name: 'model.json', content: '{"a":1}' },
      ]),
    )
    const stored = new Set(await files())
    expect(stored.size).toBeGreaterThan(3)
    const known = new Set(
      [...REFERENCES, ...REFERENCES_INSIDE].map(([table, column]) => `${table}.${column}`),
    )
    const { database } = server().services
    for (const { name, columns } of await database.introspection.getTables()) {
      // Hashes of manifests, and stored responses, don't reference files. `trash_files` lists those of deleted rows; a
      // test of the trash compares them.
      if (isSearchTable(name) || ['file_states', 'given_answers', 'trash_rows'].includes(name)) continue
      for (const { name: column } of columns) {
        const { rows } = await sql<{ text: string | null }>`
          select cast(${sql.ref(column)} as text) as text from ${sql.table(name)}`.execute(database)
        const named = rows.some(({ text }) =>
          text?.match(/\b[0-9a-f]{64}\b/g)?.some((hash) => stored.has(hash)),
        )
        if (named) expect([...known]).toContain(`${name}.${column}`)
      }
    }
  })

  it('FILE-13: a file stays a day after its last reference, then is deleted; referenced files stay', async () => {
    await collectAll()
    const kept = await uploadOne(admin, 'kept.png', await picture(colour()))
    const gone = await uploadOne(admin, 'gone.png', await picture(colour()))
    const { length } = await files()
    await removeForGood(admin, gone.id)
    for (const hours of [2, 20]) {
      await collect()
      await later(hours)
    }
    expect(await files()).toContain(gone.src)
    await later(25)
    const collected = await collect()
    expect(collected).toMatchObject({ removed: 1, removedBytes: gone.size, unused: 1 })
    expect(await files()).toHaveLength(length - 1)
    expect(await files()).toContain(kept.src)
    expect((await fetchFile(server(), admin, kept.url)).status).toBe(200)
  })

  it('FILE-13: while the disk is short, an unused file is deleted within a minute, and a used one stays', async () => {
    await collectAll()
    const { services } = server()
    const kept = await uploadOne(admin, 'kept.png', await picture(colour()))
    const gone = await uploadOne(admin, 'gone.png', await picture(colour()))
    await removeForGood(admin, gone.id)
    await collect()
    server().clock.advance(61_000)
    await collect()
    expect(await files()).toContain(gone.src)
    const short = new CollectWhenShort({ ...services, log: createLog('silent') })
    short.run()
    await short.close()
    expect(await files()).not.toContain(gone.src)
    expect(await files()).toContain(kept.src)
  })

  it('FILE-12: two organizations share the bytes; deleting one keeps those of the other', async () => {
    const other = await server().organization()
    const content = await picture(colour())
    const [ours, theirs] = [
      await uploadOne(admin, 'a.png', content),
      await uploadOne(other, 'b.png', content),
    ]
    await removeForGood(admin, ours.id)
    await collectAll()
    expect(await files()).toContain(theirs.src)
    const again = await server().signIn({ email: other.email, password: 'password-1' })
    await removeForGood(again, theirs.id)
    await collectAll()
    expect(await files()).not.toContain(theirs.src)
  })

  it('FILE-13: a new reference restarts the day', async () => {
    const content = await picture(colour())
    const first = await uploadOne(admin, 'a.png', content)
    await removeForGood(admin, first.id)
    await later(2)
    await collect()
    await later(23)
    const second = await uploadOne(admin, 'b.png', content)
    await later(3)
    await collect()
    await removeForGood(admin, second.id)
    await collect()
    expect(await files()).toContain(second.src)
  })

  it('FILE-13: an upload of a file that is being deleted waits, and stores it again', async () => {
    const { database, clock } = server().services
    const content = await picture(colour())
    const media = await uploadOne(admin, 'a.png', content)
    await removeForGood(admin, media.id)
    await database
      .updateTable('file_states')
      .set({ state: 'deleting', at: clock.now() })
      .where('id', '=', media.src)
      .execute()
    let isDone = false
    const uploading = uploadOne(admin, 'b.png', content).then((made) => {
      isDone = true
      return made
    })
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(isDone).toBe(false)
    await server().services.blobs.delete(media.src)
    await database.deleteFrom('file_states').where('id', '=', media.src).execute()
    const again = await uploading
    expect((await fetchFile(server(), admin, again.url)).status).toBe(200)
  })

  it('FILE-13: a deletion by a crashed process is completed by the next one', async () => {
    const { database, clock } = server().services
    const media = await uploadOne(admin, 'a.png', await picture(colour()))
    const used = await uploadOne(admin, 'b.png', await picture(colour()))
    await removeForGood(admin, media.id)
    for (const id of [media.src, used.src])
      await database
        .updateTable('file_states')
        .set({ state: 'deleting', at: clock.now() })
        .where('id', '=', id)
        .execute()
    await collect()
    expect(await files()).toContain(media.src)
    await later(1)
    await collect()
    expect(await files()).not.toContain(media.src)
    expect(await files()).toContain(used.src)
  })

  it('FILE-13: concurrent uploads, deletions and collections lose no file that a row references', async () => {
    const { services, clock } = server()
    const pictures = await Promise.all([...Array(4).keys()].map(() => picture(colour())))
    let isOver = false
    let days = 0
    /** A held file is referenced within an hour: no upload may span more than one collection. */
    const holds = new Set<{ since: number }>()
    const collecting = async () => {
      while (!isOver) {
        // Advance one day at a time, so that marks expire while uploads run.
        if ([...holds].every(({ since }) => since === days)) {
          days++
          clock.advance(26 * HOUR)
        }
        await collectFiles(services)
      }
    }
    // Below the API, because no session lasts that long.
    const { organizationId } = (await admin.api.auth.profile()).profile
    const ids = new Set<string>()
    const uploading = async (n: number) => {
      for (let round = 0; round < 25; round++) {
        const content = pictures[(n + round) % pictures.length] ?? Buffer.alloc(1)
        const staged = await services.blobs.stage(Readable.from([content]), 1e6)
        const hold = { since: days }
        holds.add(hold)
        await staged.keep()
        const id = `race-${n}-${round}`
        const at = '2026-01-01T00:00:00.000Z'
        const thumbnail = {
          id,
          organizationId,
          sha256: staged.sha256,
          mimetype: 'image/png',
          size: 1,
          createdAt: at,
        }
        await inTransaction(services.database, (tx) =>
          tx.insertInto('thumbnails').values(thumbnail).execute(),
        )
        holds.delete(hold)
        ids.add(staged.sha256)
        expect(await services.blobs.size(staged.sha256)).toBe(content.length)
        if (round % 5 !== 4) await services.database.deleteFrom('thumbnails').where('id', '=', id).execute()
      }
    }
    const collectors = [collecting(), collecting()]
    await Promise.all([...Array(6).keys()].map(uploading))
    isOver = true
    await Promise.all(collectors)
    expect(ids.size).toBe(4)
    for (const sha256 of ids) expect(await services.blobs.size(sha256)).toBeGreaterThan(0)
    admin = await server().signIn({ email, password: 'password-1' })
    superAdmin = await server().signIn()
  })

  it('the thumbnail of an unsaved page is deleted within two days, with its full-size image', async () => {
    const take = async () => {
      const parts = ['thumbnail', 'screenshot'].map(async (field) => ({
        field,
        name: `${field}.png`,
        content: await picture(colour()),
      }))
      const body = form(await Promise.all(parts))
      const answer = await admin.call('POST', '/thumbnail/createCardThumbnail', body)
      return (answer.body as { thumbnailId: string }).thumbnailId
    }
    const { database, jobs } = server().services
    const thumbnails = async () =>
      (await database.selectFrom('thumbnails').select('id').execute()).map(({ id }) => id)
    await later(49)
    await jobs.look()
    const before = await thumbnails()
    const [saved, lost] = [await take(), await take()]
    await admin.api.cards.create({ body: { ...page(), name: 'Saved', thumbnailId: saved } })
    await jobs.look()
    expect(await thumbnails()).toHaveLength(before.length + 4)
    await later(49)
    await jobs.look()
    const after = await thumbnails()
    expect(after).toHaveLength(before.length + 2)
    expect(after).toContain(saved)
    expect(after).not.toContain(lost)
  })

  it('runs nightly, and a super admin reads the result', async () => {
    await later(2)
    const areRunning = async () =>
      (await superAdmin.api.jobs.list()).jobs.some(({ name }) => server().services.jobs.isRunning(name))
    // Long jobs of earlier tests aren't started again while they run, but right after.
    for (const _ of ['those before', 'tonight']) {
      await expect.poll(areRunning).toBe(false)
      await server().services.jobs.look()
    }
    await expect.poll(areRunning).toBe(false)
    const { jobs } = await superAdmin.api.jobs.list()
    expect(jobs.map(({ name }) => name)).toEqual(
      JOBS.filter((name) => !['send-audit', 'sum-plays'].includes(name)),
    )
    const collectJob = jobs.find(({ name }) => name === 'collect-files')
    expect(collectJob).toMatchObject({
      error: null,
      finishedAt: expect.any(String),
      result: { files: expect.any(Number), removed: expect.any(Number) },
    })
    await server().services.jobs.look()
    expect((await superAdmin.api.jobs.list()).jobs).toEqual(jobs)
    expect((await admin.call('GET', '/jobs')).status).toBe(403)
  })

  it('files of a refused upload are deleted too', async () => {
    const before = await files()
    const { status } = await admin.call(
      'POST',
      '/media',
      form([
        { name: 'a.png', content: await picture(colour()) },
        { field: 'folderId', content: 'gone' },
      ]),
    )
    expect(status).toBe(400)
    expect(await files()).toEqual(before)
  })
})
