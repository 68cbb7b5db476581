import { TAGS_PER_ITEM_MAX, TAGS_PER_ORGANIZATION_MAX } from '@vitrine/contract/api/base/tags'
import { searchKey } from '@vitrine/contract/search-key'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { isPostgres, refreshStatistics } from '#db/database.ts'
import { newId } from '#lib/ids.ts'
import { makeLayout, makeStoryboard, page } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { uploadOne } from '#test/uploads.ts'

const words = (count: number) => Array.from({ length: count }, (_, n) => `tag ${n}`)

describe('tags', () => {
  const server = useServer()
  const listed = async (caller: Caller) => (await caller.api.tags.list({})).tags
  const found = async (caller: Caller, query: { tag?: string; search?: string; page?: number }) => {
    const { media } = await caller.api.media.list({ query: { sort: 'name', ...query } })
    return media.media.map(({ name }) => name)
  }

  it('are set, listed, filtered by, and found for every kind of thing', async () => {
    const admin = await server().organization()
    const file = await uploadOne(admin, 'a.png')
    await uploadOne(admin, 'b.png')
    const { card } = await admin.api.cards.create({ body: { ...page(), name: 'Menu' } })
    const layout = await makeLayout(admin)
    const storyboard = await makeStoryboard(admin)
    const { deviceId } = await TestScreen.claim(server(), admin, { name: 'Entrance' })
    const body = (id: string) => ({ body: { ids: [id], add: ['Lobby'] } })
    await admin.api.media.tagMany(body(file.id))
    await admin.api.cards.tagMany(body(card.id))
    await admin.api.layouts.tagMany(body(layout.id))
    await admin.api.storyboards.tagMany(body(storyboard.id))
    await admin.api.devices.tagMany(body(deviceId))
    expect(await listed(admin)).toEqual([{ name: 'Lobby', kinds: ['media', 'page', 'storyboard', 'device'] }])
    for (const query of [{ tag: 'LOBBY' }, { search: 'obb' }, { tag: 'lobby', search: 'lob' }]) {
      const tags = ['Lobby']
      const { media } = await admin.api.media.list({ query })
      expect(media.media).toMatchObject([{ id: file.id, tags }])
      expect((await admin.api.cards.list({ query })).cards).toMatchObject([{ id: card.id, tags }])
      expect((await admin.api.cards.documents({ query })).cards).toMatchObject([{ id: card.id, tags }])
      expect((await admin.api.layouts.list({ query })).layoutList).toMatchObject([{ id: layout.id, tags }])
      expect((await admin.api.layouts.documents({ query })).layouts).toMatchObject([{ id: layout.id, tags }])
      const { storyboards } = await admin.api.storyboards.list({ query })
      expect(storyboards).toMatchObject([{ id: storyboard.id, tags }])
      expect((await admin.api.devices.list({ query })).devices).toMatchObject([{ id: deviceId, tags }])
    }
    expect((await admin.api.devices.list({ query: { tag: 'lob' } })).devices).toEqual([])
    expect((await admin.api.media.get({ params: { id: file.id } })).media.tags).toEqual(['Lobby'])
  })

  it('filter across folders, together with a search', async () => {
    const admin = await server().organization()
    const { folder } = await admin.api.media.createFolder({ body: { name: 'Folder' } })
    const ids: string[] = []
    for (const name of ['one.png', 'two.png', 'three.png']) ids.push((await uploadOne(admin, name)).id)
    await admin.api.media.moveMany({ body: { ids: ids.slice(0, 1), folderId: folder.id } })
    await admin.api.media.tagMany({ body: { ids: ids.slice(0, 2), add: ['Summer'] } })
    expect(await found(admin, { tag: 'summer', page: 1 })).toEqual(['one.png', 'two.png'])
    expect(await found(admin, { tag: 'summer', search: 'two', page: 1 })).toEqual(['two.png'])
    expect(await found(admin, { search: 'summer png', page: 1 })).toEqual(['one.png', 'two.png'])
    expect(await found(admin, { search: 'three summer' })).toEqual([])
  })

  it('are no edits: nothing gets another version, and an approved storyboard stays approved', async () => {
    const admin = await server().organization()
    const storyboard = await makeStoryboard(admin)
    const screen = await TestScreen.claim(server(), admin, { name: 'Entrance' })
    const before = await screen.manifest()
    const [was] = (await admin.api.devices.list({})).devices
    await admin.api.storyboards.tagMany({ body: { ids: [storyboard.id], add: ['Lobby'] } })
    await admin.api.devices.tagMany({ body: { ids: [screen.deviceId], add: ['Lobby'] } })
    const { storyboard: after } = await admin.api.storyboards.get({ params: { id: storyboard.id } })
    const { status, version, updatedAt } = after
    expect({ status, version, updatedAt }).toEqual({
      status: 'approved',
      version: storyboard.version,
      updatedAt: storyboard.updatedAt,
    })
    const [is] = (await admin.api.devices.list({})).devices
    expect([is?.version, is?.updatedAt]).toEqual([was?.version, was?.updatedAt])
    // Rules about screens ask for their tags.
    const { group, device } = await screen.manifest()
    const traits = { tags: ['lobby'], places: [] }
    expect({ group, device }).toEqual({ group: before.group, device: { ...before.device, traits } })
  })

  it('keep the spelling that came first, until nothing has them', async () => {
    const admin = await server().organization()
    const [a, b] = [await uploadOne(admin, 'a.png'), await uploadOne(admin, 'b.png')]
    const put = (id: string, change: { add?: string[]; remove?: string[] }) =>
      admin.api.media.tagMany({ body: { ids: [id], ...change } })
    await put(a.id, { add: ['  Lobby '] })
    expect((await put(b.id, { add: ['lobby', 'LOBBY'] })).added).toEqual([{ tag: 'Lobby', ids: [b.id] }])
    expect(await put(b.id, { add: ['lobby'] })).toMatchObject({ done: [b.id], added: [], removed: [] })
    expect((await put(a.id, { remove: ['LOBBY', 'unknown'] })).removed).toEqual([
      { tag: 'Lobby', ids: [a.id] },
    ])
    await put(b.id, { remove: ['lobby'] })
    expect(await listed(admin)).toEqual([])
    await put(b.id, { add: ['lobby'] })
    expect(await listed(admin)).toEqual([{ name: 'lobby', kinds: ['media'] }])
    await expect(put(a.id, { add: ['one, two'] })).rejects.toMatchObject({ status: 400 })
    await expect(put(a.id, { add: ['x'.repeat(31)] })).rejects.toMatchObject({ status: 400 })
  })

  it('are limited per thing and per organization; unused ones make room', async () => {
    const admin = await server().organization()
    const [a, b] = [await uploadOne(admin, 'a.png'), await uploadOne(admin, 'b.png')]
    const put = (ids: string[], change: { add?: string[]; remove?: string[] }) =>
      admin.api.media.tagMany({ body: { ids, ...change } })
    await put([a.id], { add: words(TAGS_PER_ITEM_MAX) })
    const answer = await put([a.id, b.id], { add: ['one more'] })
    expect(answer).toMatchObject({
      done: [b.id],
      refused: [{ id: a.id, errKey: 'TAG_LIMIT' }],
      added: [{ tag: 'one more', ids: [b.id] }],
    })
    await put([a.id], { add: ['one more'], remove: ['tag 0'] })
    const { database } = server().services
    const { organizationId } = admin
    const fill = words(TAGS_PER_ORGANIZATION_MAX - TAGS_PER_ITEM_MAX - 1).map((word) => ({
      id: newId(),
      organizationId,
      name: `old ${word}`,
      nameKey: `old ${word}`,
    }))
    await database.insertInto('tags').values(fill).execute()
    const use = fill.map(({ id: tagId }) => ({ id: newId(), organizationId, tagId, mediaId: b.id }))
    await database
      .insertInto('tag_uses')
      .values(use.map((each) => ({ ...each, pageId: null, storyboardId: null, deviceId: null })))
      .execute()
    // Nothing has "tag 0" any more, so one more tag has room.
    await put([a.id], { remove: ['tag 1'] })
    await put([a.id], { add: ['new'] })
    await put([a.id], { remove: ['tag 2'] })
    await put([a.id], { add: ['newer'] })
    await put([a.id], { remove: ['tag 3'], add: ['one more'] })
    await expect(put([a.id], { add: ['x', 'y', 'z'], remove: ['new'] })).rejects.toMatchObject({
      status: 413,
      body: { errKey: 'TAG_LIMIT', message: expect.stringContaining('500 tags') },
    })
  })

  it('are restored with what returns from the trash, and copied with cards', async () => {
    const admin = await server().organization()
    const { folder } = await admin.api.media.createFolder({ body: { name: 'Folder' } })
    const file = await uploadOne(admin, 'a.png')
    await admin.api.media.moveMany({ body: { ids: [file.id], folderId: folder.id } })
    const { card } = await admin.api.cards.create({ body: { ...page(), name: 'Menu' } })
    const storyboard = await makeStoryboard(admin)
    await admin.api.media.tagMany({ body: { ids: [file.id], add: ['Lobby', 'Summer'] } })
    await admin.api.cards.tagMany({ body: { ids: [card.id], add: ['Lobby'] } })
    await admin.api.storyboards.tagMany({ body: { ids: [storyboard.id], add: ['Lobby'] } })
    const { card: copy } = await admin.api.cards.duplicate({
      params: { id: card.id },
      body: { name: 'Menu 2' },
    })
    expect((await admin.api.cards.list({ query: { tag: 'lobby' } })).cards).toHaveLength(2)
    await admin.api.media.removeFolder({ params: { id: folder.id } })
    await admin.api.cards.removeMany({ body: { ids: [card.id, copy.id] } })
    await admin.api.storyboards.remove({ params: { id: storyboard.id } })
    expect(await listed(admin)).toEqual([])
    // Other things get the word in another spelling in the meantime.
    const other = await uploadOne(admin, 'b.png')
    await admin.api.media.tagMany({ body: { ids: [other.id], add: ['LOBBY'] } })
    for (const id of [folder.id, card.id, storyboard.id]) await admin.api.trash.restore({ params: { id } })
    expect(await found(admin, { tag: 'lobby' })).toEqual(['a.png', 'b.png'])
    expect(await found(admin, { tag: 'Summer' })).toEqual(['a.png'])
    expect((await admin.api.cards.list({ query: { tag: 'lobby' } })).cards).toMatchObject([{ id: card.id }])
    const { storyboards } = await admin.api.storyboards.list({ query: { tag: 'lobby' } })
    expect(storyboards).toMatchObject([{ id: storyboard.id, tags: ['LOBBY'] }])
  })

  it('stay within the organization', async () => {
    const admin = await server().organization()
    const stranger = await server().organization()
    const [own, foreign] = [await uploadOne(admin, 'a.png'), await uploadOne(stranger, 'b.png')]
    await stranger.api.media.tagMany({ body: { ids: [foreign.id], add: ['Secret'] } })
    expect(await listed(admin)).toEqual([])
    expect(await found(admin, { tag: 'secret' })).toEqual([])
    const answer = await admin.api.media.tagMany({
      body: { ids: [own.id, foreign.id], add: ['Ours'], remove: ['Secret'] },
    })
    expect(answer.refused).toMatchObject([{ id: foreign.id, errKey: 'NOT_FOUND' }])
    expect(await listed(stranger)).toEqual([{ name: 'Secret', kinds: ['media'] }])
    const superAdmin = await server().signIn()
    const both = await superAdmin.api.media.tagMany({ body: { ids: [own.id, foreign.id], add: ['Both'] } })
    expect(both.done.sort()).toEqual([own.id, foreign.id].sort())
    const names = (await listed(superAdmin)).map(({ name }) => name)
    expect(names.filter((name) => ['Both', 'Ours', 'Secret'].includes(name))).toEqual([
      'Both',
      'Ours',
      'Secret',
    ])
  })

  it('filter 100,000 rows by an index', async () => {
    const admin = await server().organization()
    const { database } = server().services
    const { organizationId } = admin
    const file = await uploadOne(admin, 'a.png')
    await admin.api.media.tagMany({ body: { ids: [file.id], add: ['Lobby'] } })
    const query = sql`select * from media where "cardId" is null and "organizationId" = ${organizationId}
      and id in (select "mediaId" from tag_uses join tags on tags.id = "tagId"
        where "mediaId" is not null and "nameKey" = ${searchKey('Lobby')} and tags."organizationId" = ${organizationId})
      order by "createdAt" desc, id desc limit 50`
    if (isPostgres(database)) {
      const plan = await database.transaction().execute(async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx)
        return (await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(tx)).rows
      })
      expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/tag_uses_(of_)?media/)
      return
    }
    await refreshStatistics(database)
    const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(database)
    const lines = rows.map(({ detail }) => detail).join('\n')
    expect(lines).toMatch(/tag_uses USING (COVERING )?INDEX tag_uses_media/)
    expect(lines).not.toMatch(/SCAN (media|tag_uses)\b(?! USING)/)
  })
})
