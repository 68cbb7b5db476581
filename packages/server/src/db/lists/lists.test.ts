import { randomUUID } from 'node:crypto'
import { SEARCHED_MOST } from '@vitrine/contract/api/base/totals'
import { searchKey } from '@vitrine/contract/search-key'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { inTransaction, isPostgres, refreshStatistics } from '#db/database.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { watchReader } from '#test/laws/scale/statements.ts'

describe('long lists', () => {
  const server = useServer()
  const insert = async (organizationId: string, names: readonly string[], folderId: string | null = null) => {
    const at = '2026-01-01T00:00:00.000Z'
    const rows = names.map((name) => ({
      id: randomUUID(),
      organizationId,
      folderId,
      name,
      nameKey: searchKey(name),
      sha256: '0'.repeat(64),
      mimetype: 'image/png',
      size: 1,
      version: 1,
      createdAt: at,
      updatedAt: at,
    }))
    await server()
      .services.database.insertInto('media')
      .values(rows as never)
      .execute()
    return rows
  }
  const found = async (admin: Caller, search: string, pageSize = 50) => {
    const { media } = await admin.api.media.list({ query: { search, page: 1, pageSize } })
    return { total: media.total, names: media.media.map(({ name }) => name).sort() }
  }

  it('LOAD-06: searching finds what names contain, few or many, and follows every change', async () => {
    const admin = await server().organization()
    const other = await server().organization()
    const { folder } = await admin.api.media.createFolder({ body: { name: 'Folder' } })
    await insert(other.organizationId, ['Straße 7 "quoted" 100%'])
    await insert(admin.organizationId, ['Straße 7 "quoted" 100%', 'STRASSE', 'مرحبا بالعالم', 'ab'])
    const [inside] = await insert(admin.organizationId, ['In a folder, quoted'], folder.id)
    await insert(
      admin.organizationId,
      [...Array(2500).keys()].map((n) => `Many ${n}`),
    )
    const expected: [string, number][] = [
      ['quoted', 2],
      ['"quoted"', 1],
      ['100%', 1],
      ['مرحبا', 1],
      ['ab', 1],
      ['any 1234', 1],
      // More than are counted.
      ['many', SEARCHED_MOST + 1],
      ['ANY 24', 154],
      ['nothing of this', 0],
      ['*', 0],
    ]
    for (const [search, total] of expected)
      expect([search, (await found(admin, search)).total]).toEqual([search, total])
    expect((await found(admin, 'many')).names).toHaveLength(50)
    // Further pages count as far as they reach; the last one, one that is exactly full, and one past the end count all.
    for (const [page, pageSize, total] of [
      [1, 100, SEARCHED_MOST + 1],
      [10, 100, SEARCHED_MOST + 1],
      [11, 100, 1101],
      [26, 99, 2500],
      [25, 100, 2500],
      [26, 100, 2500],
    ])
      expect((await admin.api.media.list({ query: { search: 'many', page, pageSize } })).media.total).toBe(
        total,
      )

    const id = inside?.id ?? ''
    await admin.api.media.update({ params: { id }, body: { name: 'Renamed' } })
    expect((await found(admin, 'quoted')).total).toBe(1)
    expect((await found(admin, 'renam')).names).toEqual(['Renamed'])
    await admin.api.media.removeFolder({ params: { id: folder.id } })
    expect((await found(admin, 'renam')).total).toBe(0)
  })

  it('LOAD-06: counts match the rows after every kind of write, commit, and rollback', async () => {
    const admin = await server().organization()
    const other = await server().organization()
    const { database } = server().services
    const total = async (caller: Caller) => (await caller.api.media.list({ query: { page: 1 } })).media.total
    const counts = async () => [await total(admin), await total(other)]
    expect(await counts()).toEqual([0, 0])
    const [first] = await insert(admin.organizationId, ['a', 'b'])
    expect(await counts()).toEqual([2, 0])
    const id = first?.id ?? ''
    const { folder } = await admin.api.media.createFolder({ body: { name: 'Folder' } })
    await admin.api.media.update({ params: { id }, body: { name: 'a', folderId: folder.id } })
    expect(await counts()).toEqual([1, 0])
    const undone = inTransaction(database, async (tx) => {
      await tx.deleteFrom('media').execute()
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    expect(await counts()).toEqual([1, 0])
    await database.updateTable('media').set({ folderId: null }).where('id', '=', id).execute()
    expect(await counts()).toEqual([2, 0])
    await admin.api.media.remove({ params: { id } })
    expect(await counts()).toEqual([1, 0])
  })

  it('of more than 2,000 rows are searched in the readers, and answer the same', async () => {
    const { services } = server()
    const [admin, superAdmin] = [await server().organization(), await server().signIn()]
    const { organizationId } = admin
    const read = isPostgres(services.database) ? undefined : await watchReader(services)
    const names = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => `Item ${from + n}`)
    const questions = [
      { page: 1, pageSize: 50 },
      { page: 3, pageSize: 20, sort: '-name' },
      { page: 1, pageSize: 50, search: 'item 19' },
      { search: 'item 1999' },
    ]
    const ask = (caller: Caller) =>
      Promise.all(
        questions.map(async (query) => {
          const { media } = await caller.api.media.list({ query: { ...query, organizationId } })
          return { names: media.media.map(({ name }) => name), total: media.total }
        }),
      )
    await insert(organizationId, names(0, 2000))
    if (read) read.length = 0
    const [short, all] = [await ask(admin), await ask(superAdmin)]
    expect(all).toEqual(short)
    expect(short.map(({ total }) => total)).toEqual([2000, 2000, 139, undefined])
    expect(read?.filter(({ sql }) => sql.includes('"media"')) ?? []).toEqual([])
    await insert(organizationId, names(2000, 2001))
    const long = await ask(admin)
    expect(await ask(superAdmin)).toEqual(long)
    expect(long.map(({ total }) => total)).toEqual([2001, 2001, 139, undefined])
    expect(long.slice(2)).toEqual(short.slice(2))
    if (!read) return
    const counts = read.filter(({ sql }) => sql.includes('count(*)'))
    expect(counts.length).toBe(2)
    for (const { sql } of counts) expect(sql).toContain('like')
    for (const { parameters } of counts) expect(parameters).toContain(organizationId)
  })

  it('look up the few rows that the index of names finds', async (context) => {
    const { services } = server()
    const { database } = services
    if (isPostgres(database)) return context.skip('only the embedded database has an index of ours')
    const admin = await server().organization()
    for (let part = 0; part < 10; part++)
      await insert(
        admin.organizationId,
        Array.from({ length: 2000 }, (_, n) => `File ${part * 2000 + n}`),
      )
    await refreshStatistics(database)
    const read = await watchReader(services)
    expect((await found(admin, 'file 1234')).total).toBe(12)
    const lookup = read.find(({ sql }) => sql.startsWith('select "media".*'))
    if (!lookup) throw new Error('Nothing was read')
    // Whatever the planner expects of the index that has this order.
    expect(lookup.sql).toContain('order by +"media"."createdAt"')
    const explained = { ...lookup, sql: `explain query plan ${lookup.sql}` }
    const { rows } = await database.executeQuery<{ detail: string }>(explained)
    expect(rows.map(({ detail }) => detail).join('\n')).toMatch(
      /media USING (PRIMARY KEY|INDEX sqlite_autoindex_media_1)/,
    )
  })

  it('VACUUM does not mix up the search', async (context) => {
    const { database } = server().services
    if (isPostgres(database)) return context.skip('only the embedded database has an index of ours')
    const admin = await server().organization()
    await insert(admin.organizationId, ['gone one', 'kept two', 'gone three', 'kept four'])
    await database.deleteFrom('media').where('nameKey', 'like', 'gone%').execute()
    await sql`vacuum`.execute(database)
    expect((await found(admin, 'kept')).names).toEqual(['kept four', 'kept two'])
    expect((await found(admin, 'gone')).names).toEqual([])
  })
})
