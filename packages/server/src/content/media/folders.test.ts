import { searchKey } from '@vitrine/contract/search-key'
import { describe, expect, it } from 'vitest'
import { inTransaction, isPostgres } from '#db/database.ts'
import { scoped } from '#db/scoped.ts'
import { newId } from '#lib/ids.ts'
import { page } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { StatementCounter } from '#test/laws/scale/statements.ts'
import { uploadOne } from '#test/uploads.ts'
import { deleteFolder } from './folders.ts'

describe('folders', () => {
  const server = useServer()
  const make = async (caller: Caller, name: string, folderId: string | null = null) =>
    (await caller.api.media.createFolder({ body: { name, folderId } })).folder

  it('G-014: nest, and list their ancestors from Root', async () => {
    const admin = await server().organization()
    const a = await make(admin, 'A')
    const b = await make(admin, 'B', a.id)
    const c = await make(admin, 'C', b.id)
    expect(c.path).toEqual([a, b, c].map(({ id, name }) => ({ id, name })))
    const { folder } = await admin.api.media.folder({ params: { id: a.id } })
    expect(folder).toMatchObject({ name: 'A', folderId: null, path: [{ name: 'A' }], media: [] })
    expect(folder.folders.map(({ name }) => name)).toEqual(['B'])
    expect((await admin.api.media.list()).media.folders.map(({ name }) => name)).toEqual(['A'])
  })

  it('have names that are unique in their parent, ignoring case', async () => {
    const admin = await server().organization()
    const a = await make(admin, 'Summer')
    for (const body of [
      { name: 'summer' },
      { name: ' SUMMER ', folderId: '' },
      { name: 'Ｓummer', folderId: null },
    ]) {
      const error = await refused(admin.api.media.createFolder({ body }))
      expect([error.status, error.body.errors]).toEqual([400, { name: 'Folder Name exists before' }])
    }
    const nameless = await refused(admin.api.media.createFolder({ body: { name: ' ' } }))
    expect(nameless.body).toMatchObject({
      message: 'Folder Name is required',
      errors: { name: 'Folder Name is required' },
    })
    const inside = await make(admin, 'Summer', a.id)
    const moved = await refused(
      admin.api.media.updateFolder({ params: { id: inside.id }, body: { name: 'Summer', folderId: null } }),
    )
    expect(moved.body.errors).toHaveProperty('name')
    await make(await server().organization(), 'Summer')
  })

  it.each([null, 'inside'])(
    'are listed 200 at a time in pages, and all without a page (%s)',
    async (place) => {
      const admin = await server().organization()
      const other = await server().organization()
      const parent = place === null ? null : (await make(admin, 'Parent')).id
      const now = '2026-01-01T00:00:00.000Z'
      const insert = (organizationId: string, folderId: string | null, count: number) =>
        server()
          .services.database.insertInto('folders')
          .values(
            Array.from({ length: count }, (_, n) => ({
              ...{ id: newId(), organizationId, folderId, parentKey: folderId ?? '', version: 1 },
              ...{ name: `Stall ${n}`, nameKey: searchKey(`Stall ${n}`), createdAt: now, updatedAt: now },
            })),
          )
          .execute()
      await insert(admin.organizationId, parent, 401)
      await insert(other.organizationId, null, 3)
      const { id, version } = await uploadOne(admin)
      await admin.api.media.update({ params: { id }, body: { name: 'a.png', folderId: parent, version } })
      const open = async (query: { page?: number; search?: string; foldersAfter?: string }) => {
        const { search, ...paging } = query
        return parent === null || search
          ? (await admin.api.media.list({ query })).media
          : (await admin.api.media.folder({ params: { id: parent }, query: paging })).folder
      }
      const { folders, foldersNext, media } = await open({})
      expect([folders.length, foldersNext, media.length]).toEqual([401, undefined, 1])
      const names = folders.map(({ name }) => name)
      expect(names.slice(0, 3)).toEqual(['Stall 0', 'Stall 1', 'Stall 2'])
      for (const search of [undefined, 'stall']) {
        const first = await open({ page: 1, search })
        expect([first.folders.length, first.media.length, first.total]).toEqual([
          200,
          search ? 0 : 1,
          search ? 0 : 1,
        ])
        const second = await open({ page: 1, search, foldersAfter: first.foldersNext ?? '' })
        expect([second.folders.length, second.media, second.total]).toEqual([200, [], undefined])
        const third = await open({ page: 1, search, foldersAfter: second.foldersNext ?? '' })
        expect(third.foldersNext).toBeNull()
        const found = [first, second, third].flatMap((each) => each.folders.map(({ name }) => name))
        expect(found).toEqual(names)
        expect((await open({ page: 2, search })).folders).toEqual([])
      }
      for (const foldersAfter of ['bm8', Buffer.from('["a"]').toString('base64url')])
        expect((await refused(open({ page: 1, foldersAfter }))).body.errors).toHaveProperty('foldersAfter')
    },
  )

  it('can be renamed and moved, but never into themselves', async () => {
    const admin = await server().organization()
    const a = await make(admin, 'A')
    const b = await make(admin, 'B', a.id)
    const c = await make(admin, 'C', b.id)
    const update = (id: string, body: { name: string; folderId?: string | null }) =>
      admin.api.media.updateFolder({ params: { id }, body })
    expect((await update(b.id, { name: 'Bee' })).folder).toMatchObject({ name: 'Bee', folderId: a.id })
    for (const folderId of [a.id, b.id, c.id]) {
      const error = await refused(update(a.id, { name: 'A', folderId }))
      expect([error.status, Object.keys(error.body.errors ?? {})]).toEqual([400, ['folderId']])
    }
    expect((await update(c.id, { name: 'C', folderId: null })).folder.path).toEqual([{ id: c.id, name: 'C' }])
    expect((await update(a.id, { name: 'A', folderId: c.id })).folder.path.map(({ name }) => name)).toEqual([
      'C',
      'A',
    ])
  })

  it('never form a cycle when two people move them concurrently', async () => {
    const admin = await server().organization()
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await make(admin, `A${round}`), await make(admin, `B${round}`)]
      const move = (folder: typeof a, into: typeof a) =>
        admin.api.media.updateFolder({
          params: { id: folder.id },
          body: { name: folder.name, folderId: into.id },
        })
      const results = await Promise.allSettled([move(a, b), move(b, a)])
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
  })

  it("can't be created in a missing parent or another organization's", async () => {
    const admin = await server().organization()
    const theirs = await make(await server().organization(), 'Theirs')
    const own = await make(admin, 'Own')
    for (const folderId of [theirs.id, 'nowhere']) {
      const created = await refused(admin.api.media.createFolder({ body: { name: 'x', folderId } }))
      const moved = await refused(
        admin.api.media.updateFolder({ params: { id: own.id }, body: { name: 'x', folderId } }),
      )
      for (const error of [created, moved]) expect(error.body.errors).toHaveProperty('folderId')
    }
    const empty = await refused(admin.api.media.createFolder({ body: { name: '  ' } }))
    expect(empty.body.errors).toEqual({ name: 'Folder Name is required' })
  })

  it('a hundred levels are deleted together', async () => {
    const admin = await server().organization()
    const top = await make(admin, 'Top')
    let at = top
    for (let depth = 0; depth < 100; depth++) at = await make(admin, `${depth}`, at.id)
    expect(at.path).toHaveLength(101)
    expect(await admin.api.media.removeFolder({ params: { id: top.id } })).toEqual({ id: top.id })
    expect((await refused(admin.api.media.folder({ params: { id: at.id } }))).status).toBe(404)
  })

  it('thousands of files are deleted by statements of at most 250 rows', async () => {
    const { services } = server()
    // The counter watches the one connection of an embedded database.
    if (isPostgres(services.database)) return
    const admin = await server().organization()
    const folder = await make(admin, 'Large')
    const sub = await make(admin, 'Sub', folder.id)
    const { id: first } = await uploadOne(admin)
    const row = await services.database
      .selectFrom('media')
      .selectAll()
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    const copies = Array.from({ length: 600 }, (_, n) => ({
      ...row,
      id: newId(),
      name: `${n}`,
      folderId: sub.id,
    }))
    for (const copy of copies) await services.database.insertInto('media').values(copy).execute()
    const used =
      copies
        .map(({ id }) => id)
        .sort()
        .at(-1) ?? ''
    const { widgets } = page()
    const { layout } = await admin.api.layouts.create({
      body: {
        ...{ ...page(), name: 'Uses the last one' },
        widgets: widgets.map((widget) => ({ ...widget, type: 'media-looper' })),
        config: { inputs: [{ name: 'w1-media', value: [{ mediaId: used, duration: 5 }] }] },
      },
    })
    const refusal = await refused(admin.api.media.removeFolder({ params: { id: folder.id } }))
    expect(refusal).toMatchObject({ errKey: 'USED_IN_CARD', body: { usedIn: [{ id: layout.id }] } })
    await admin.api.layouts.remove({ params: { id: layout.id } })
    const counter = await StatementCounter.of(services)
    const { statements } = await counter.during(() =>
      inTransaction(services.database, (tx) =>
        deleteFolder(scoped(tx, folder.organizationId), folder, {
          userId: 'u1',
          personId: 'u1',
          mayApprove: false,
          now: 0,
        }),
      ),
    )
    expect(statements.filter((text) => text.startsWith('delete from "media"'))).toHaveLength(3)
    const left = await services.database
      .selectFrom('media')
      .select('id')
      .where('folderId', '=', sub.id)
      .execute()
    expect(left).toEqual([])
  })
})
