import { readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { ROW_LIMITS } from '#base/storage/queries.ts'
import { SourceRefresher } from '#data/sources/refresher.ts'
import { makeStoryboard, page } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { samples } from '#test/samples.ts'
import { form, noise, uploadOne } from '#test/uploads.ts'
import { PROOFS } from './quantity-proofs.ts'

const packages = path.join(import.meta.dirname, '../../..')

it('every limit of docs/limits.md has a test', () => {
  const text = readFileSync(path.join(packages, '../docs/limits.md'), 'utf8')
  const rows = [...text.matchAll(/^\| (.+?) \|/gm)].map(([, first = '']) => first)
  const limits = rows.filter((row) => row !== 'limit')
  expect(Object.keys(PROOFS).sort()).toEqual(limits.sort())
  const missing = Object.values(PROOFS)
    .flat()
    .filter((proof) => {
      const [file = '', title = ''] = proof.split(': ')
      return !readFileSync(path.join(packages, file), 'utf8').includes(title)
    })
  expect(missing).toEqual([])
})

describe('N are accepted, and the next is refused with the limit in the message', () => {
  const server = useServer({ PAGES_PER_ORGANIZATION: '1000', LOCAL_HOSTS: '' })

  /** Copies of a row, by the database, because a call for each would take minutes. `changed`: columns by the number of the copy. */
  async function copyRow(table: string, id: string, count: number, changed: Record<string, string> = {}) {
    const { database } = server().services
    const row = await sql<object>`select * from ${sql.table(table)} where id = ${id}`.execute(database)
    const names = Object.keys(row.rows[0] ?? {})
    const values = names.map((name) => {
      if (name === 'id') return sql`substr(source.id, 1, 24) || substr(cast(1000000000000 + n.i as text), 2)`
      const column = sql.ref(`source.${name}`)
      if (/^(name|nameKey)$/.test(name)) return sql`${column} || ' ' || n.i`
      return changed[name] === undefined ? column : sql.raw(changed[name])
    })
    await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      select ${sql.join(values)} from ${sql.table(table)} as source,
      (with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${count}) select i from numbers) as n
      where source.id = ${id}`.execute(database)
  }

  const sentence = (limit: string) => ({ status: 413, body: { message: expect.stringContaining(limit) } })

  it.each([
    ['card', (admin: Caller, body: object) => admin.api.cards.create({ body: body as never })],
    ['layout', (admin: Caller, body: object) => admin.api.layouts.create({ body: body as never })],
    [
      'template',
      (admin: Caller, body: object) =>
        admin.api.designs.create({ body: { ...body, isTemplate: true } as never }),
    ],
  ])('a %s may have 512 kB in UTF-8', async (kind, create) => {
    const admin = await server().organization()
    const { database } = server().services
    const made = (bytes: number) => ({
      ...page(),
      name: `Page of ${bytes}`,
      // Two bytes, and one character, each.
      config: { inputs: [{ name: 'w1-other', value: 'é'.repeat(1000) + 'x'.repeat(bytes) }] },
    })
    const largest = async () => {
      const { bytes } = await database
        .selectFrom('pages')
        .select(({ fn }) => fn.max('bytes').as('bytes'))
        .where('organizationId', '=', admin.organizationId)
        .executeTakeFirstOrThrow()
      return Number(bytes)
    }
    await create(admin, made(0))
    const room = 512 * 1024 - (await largest())
    await create(admin, made(room))
    expect(await largest(), kind).toBe(512 * 1024)
    expect(await refused(create(admin, made(room + 1)))).toMatchObject(sentence('512 kB'))
  })

  it('rows of an organization', async () => {
    expect(Object.fromEntries(Object.entries(ROW_LIMITS).map(([table, { most }]) => [table, most]))).toEqual({
      buildings: 5000,
      floors: 20_000,
      folders: 20_000,
      device_groups: 25_000,
      device_configurations: 2000,
      ...{ media: 250_000, styles: 200, comments: 50_000, comment_replies: 100_000 },
    })
  })

  it.each([
    [
      'buildings',
      5000,
      '5000 buildings',
      (admin: Caller, n: number) =>
        admin.api.buildings
          .create({ body: samples.buildings?.body?.(n) as never })
          .then(({ building }) => building.id),
    ],
    [
      'floors',
      20_000,
      '20000 floors',
      (admin: Caller, n: number) =>
        admin.api.buildings
          .create({ body: samples.buildings?.body?.(n) as never })
          .then(({ building }) => building.floors[0]?.id ?? ''),
    ],
    [
      'folders',
      20_000,
      '20000 folders',
      (admin: Caller, n: number) =>
        admin.api.media.createFolder({ body: { name: `Folder ${n}` } }).then(({ folder }) => folder.id),
    ],
    [
      'device_groups',
      25_000,
      '25000 groups',
      (admin: Caller, n: number) =>
        admin.api.deviceGroups
          .create({ body: { name: `Group ${n}`, storyboardId: null } })
          .then(({ deviceGroup }) => deviceGroup.id),
    ],
    [
      'device_configurations',
      2000,
      '2000 configurations',
      (admin: Caller, n: number) =>
        admin.api.deviceConfigurations
          .create({ body: samples.deviceConfigurations?.body?.(n) as never })
          .then(({ configuration }) => configuration.id),
    ],
    [
      'storyboards',
      5000,
      '5000 storyboards',
      (admin: Caller) => makeStoryboard(admin, { approve: false }).then(({ id }) => id),
    ],
  ] as const)('%s of an organization: %i', async (table, most, said, create) => {
    const admin = await server().organization()
    await copyRow(table, await create(admin, 1), most - 2)
    await create(admin, 2)
    expect(await refused(create(admin, 3))).toMatchObject(sentence(said))
  })

  it('tags of an item: 20', async () => {
    const admin = await server().organization()
    const { id } = await uploadOne(admin)
    const add = (...tags: string[]) => admin.api.media.tagMany({ body: { ids: [id], add: tags } })
    const words = Array.from({ length: 20 }, (_, n) => `tag ${n}`)
    expect((await add(...words)).refused).toEqual([])
    expect((await add('one more')).refused).toMatchObject([
      { errKey: 'TAG_LIMIT', message: expect.stringContaining('20') },
    ])
  })

  it('tags of an organization: 500', async () => {
    const admin = await server().organization()
    const [{ id: mediaId }, other] = [await uploadOne(admin), await uploadOne(admin, 'b.png')]
    const { database } = server().services
    await admin.api.media.tagMany({ body: { ids: [mediaId], add: ['first'] } })
    const [tag] = await database
      .selectFrom('tags')
      .selectAll()
      .where('organizationId', '=', admin.organizationId)
      .execute()
    const [use] = await database
      .selectFrom('tag_uses')
      .selectAll()
      .where('tagId', '=', tag?.id ?? '')
      .execute()
    await copyRow('tags', tag?.id ?? '', 498)
    await copyRow('tag_uses', use?.id ?? '', 498, {
      tagId: `substr(source."tagId", 1, 24) || substr(cast(1000000000000 + n.i as text), 2)`,
    })
    const add = (name: string) => admin.api.media.tagMany({ body: { ids: [other.id], add: [name] } })
    expect((await add('the last')).done).toEqual([other.id])
    expect(await refused(add('one more'))).toMatchObject(sentence('500 tags'))
  })

  it('pages of all storyboards: 4 MB', async () => {
    const admin = await server().organization()
    const { database } = server().services
    const [filler, small] = [
      await makeStoryboard(admin, { approve: false }),
      await makeStoryboard(admin, { approve: false }),
    ]
    const { length } = await database
      .selectFrom('storyboards')
      .select(({ fn }) => fn<number>('length', ['items']).as('length'))
      .where('id', '=', small.id)
      .executeTakeFirstOrThrow()
    const fill = (characters: number) =>
      database
        .updateTable('storyboards')
        .set({ items: `[${' '.repeat(characters - 2)}]` })
        .where('id', '=', filler.id)
        .execute()
    await fill(4 * 2 ** 20 - 2 * Number(length))
    const { id } = await makeStoryboard(admin, { approve: false })
    await admin.api.storyboards.remove({ params: { id } })
    await fill(4 * 2 ** 20 - 2 * Number(length) + 1)
    expect(await refused(makeStoryboard(admin, { approve: false }))).toMatchObject(
      sentence('too many pages in total'),
    )
  })

  it('data sources of an organization: 100', async () => {
    const admin = await server().organization()
    const id = (await samples.sources?.make(admin, admin)) ?? ''
    await copyRow('sources', id, 98)
    await samples.sources?.make(admin, admin)
    expect(await refused(samples.sources?.make(admin, admin) ?? Promise.resolve())).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('100 data sources') },
    })
  })

  it('the file of a data source: 3 MB', async () => {
    const admin = await server().organization()
    const create = (bytes: number) => {
      const content = Buffer.from('Dish\n'.padEnd(bytes, 'x')).toString('base64')
      return admin.api.sources.create({
        body: { name: `Of ${bytes}`, kind: 'csv', file: { name: 'a.csv', content } },
      })
    }
    await create(3 * 2 ** 20)
    expect(await refused(create(3 * 2 ** 20 + 1))).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('4194304 characters') },
    })
  })

  it('scheduled fetches of a round: 25 of an organization, and 200 of all', async () => {
    const { database, clock } = server().services
    // Without rounds in between.
    await (server().services.sources as SourceRefresher).close()
    const sources = new SourceRefresher(server().services, { idle: true })
    const due = async (organizations: number) => {
      await database.deleteFrom('sources').execute()
      for (let n = 0; n < organizations; n++) {
        const admin = await server().organization()
        const id = (await samples.sources?.make(admin, admin)) ?? ''
        // An address that is refused without a connection.
        const set = { url: 'http://127.0.0.1:1/', nextAt: clock.now() - 1, every: 1 }
        await database.updateTable('sources').set(set).where('id', '=', id).execute()
        await copyRow('sources', id, 25)
      }
      await sources.refresh()
      const fetched = await database
        .selectFrom('sources')
        .select('id')
        .where('nextAt', '>=', clock.now())
        .execute()
      return fetched.length
    }
    expect([await due(1), await due(8), await due(9)]).toEqual([25, 200, 200])
  })

  it('total storage: to the last byte', async () => {
    const superAdmin = await server().signIn()
    const admin = await server().organization()
    const params = { id: admin.organizationId }
    await superAdmin.api.organizations.update({ params, body: { name: 'Limited', storageMb: 1 } })
    const image = await noise(300_000)
    const send = (bytes: number) =>
      admin.call(
        'POST',
        '/media',
        form([{ name: 'a.png', content: Buffer.concat([image, Buffer.alloc(bytes - image.length)]) }]),
      )
    expect(await send(2 ** 20 + 1)).toMatchObject({
      status: 413,
      body: { message: expect.stringContaining('1 MB') },
    })
    expect((await send(2 ** 20)).status).toBe(201)
    expect((await admin.api.organizations.get({ params })).organization.storage.used).toBe(2 ** 20)
    expect(
      (await admin.call('POST', '/media', form([{ name: 'b.png', content: await noise(100) }]))).status,
    ).toBe(413)
  })

  it('unfinished resumable uploads: 60 of a person, and 600 of an organization', async () => {
    const admin = await server().organization()
    const begin = async (caller: Caller) =>
      (await caller.call('POST', '/media/uploads', undefined, { 'upload-length': '9' })).status
    for (let n = 1; n <= 60; n++) expect(await begin(admin), `${n}`).toBe(201)
    expect(await begin(admin)).toBe(429)
    const { database } = server().services
    const [row] = await database
      .selectFrom('uploads')
      .select(['id', 'userId'])
      .where('organizationId', '=', admin.organizationId)
      .execute()
    const colleague = await server().user(admin, ['media'])
    const last = await server().user(admin, ['media'])
    const { profile } = await colleague.api.auth.profile()
    await copyRow('uploads', row?.id ?? '', 539, { userId: `'${profile.id}'` })
    expect(await begin(last)).toBe(201)
    expect(await begin(last)).toBe(429)
  })

  it('thumbnails that no page uses: 256 MB, and the oldest are deleted', async () => {
    const admin = await server().organization()
    const { database } = server().services
    const make = async () => (await samples.thumbnails?.make(admin, admin)) ?? ''
    const [oldest, kept] = [await make(), await make()]
    const sizeOf = async (id: string) =>
      (await database.selectFrom('thumbnails').select('size').where('id', '=', id).executeTakeFirst())?.size
    const own = Number(await sizeOf(kept))
    const fill = (size: number) =>
      database.updateTable('thumbnails').set({ size }).where('id', '=', oldest).execute()
    await fill(256 * 2 ** 20 - 2 * own)
    await make()
    expect(await sizeOf(oldest)).toBeDefined()
    await fill(256 * 2 ** 20 - 3 * own + 1)
    await make()
    expect([await sizeOf(oldest), await sizeOf(kept)]).toEqual([undefined, own])
  })
})
