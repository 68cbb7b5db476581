import { TRASH_KEPT_DAYS } from '@vitrine/contract/api/content/trash/kinds'
import type { Permission } from '@vitrine/contract/permissions'
import { describe, expect, it } from 'vitest'
import { collectFiles } from '#base/storage/collector.ts'
import { storageUse } from '#base/storage/queries.ts'
import { sha256Inside } from '#db/file-references.ts'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { fetchFile, form, picture, upload, uploadOne } from '#test/uploads.ts'
import { menuBoard } from '#test/zip.ts'
import { forgetTrash } from './queries.ts'

const DAY = 24 * 60 * 60_000

const showing = (mediaId: string) => ({
  ...page(),
  widgets: page().widgets.map((widget) => ({ ...widget, type: 'media-looper' })),
  config: { inputs: [{ name: 'w1-media', value: [{ mediaId, duration: 5 }] }] },
})

describe('the trash', () => {
  const server = useServer()
  /** Logs in again, because the session expires while weeks pass. */
  const again = (admin: { email: string }) => server().signIn({ email: admin.email, password: 'password-1' })
  const restore = async (caller: Caller, id: string) =>
    (await caller.api.trash.restore({ params: { id } })).restored
  const listed = async (caller: Caller) => (await caller.api.trash.list()).trash
  const collectAll = async () => {
    for (let runs = 0; runs < 3; runs += 1) {
      await collectFiles(server().services)
      server().clock.advance(DAY + 1)
    }
    await collectFiles(server().services)
  }
  const thumbnail = async (admin: Caller, colour: string) => {
    const sent = form([
      { field: 'thumbnail', name: 'small.png', content: await picture(colour) },
      { field: 'screenshot', name: 'full.png', content: await picture(`dark${colour}`) },
    ])
    const { body } = await admin.call('POST', '/thumbnail/createCardThumbnail', sent)
    return (body as { thumbnailId: string }).thumbnailId
  }

  it('restores a media item under its id with its file, earlier files, and folder', async () => {
    let admin: Caller & { email: string } = await server().organization()
    const { folder } = await admin.api.media.createFolder({ body: { name: 'Menus' } })
    const content = await picture('navy')
    const [item] = await upload(admin, [
      { field: 'folderId', content: folder.id },
      { name: 'menu.png', content },
      { field: 'thumbnail', name: 'small.png', content: await picture('olive') },
    ])
    const params = { id: item?.id ?? '' }
    await admin.call(
      'POST',
      `/media/${params.id}/file`,
      form([{ name: 'b.png', content: await picture('red') }]),
    )
    const before = await admin.api.media.get({ params })
    const { versions } = await admin.api.mediaVersions.list({ params })
    await admin.api.media.remove({ params })
    const [deleted] = await listed(admin)
    expect(deleted).toMatchObject({ id: params.id, kind: 'media', name: 'menu.png', hasPicture: false })
    expect(deleted?.deletedBy).not.toBe('')
    expect(Date.parse(deleted?.expiresAt ?? '')).toBe(server().clock.now() + TRASH_KEPT_DAYS * DAY)
    await collectAll()
    admin = { ...admin, ...(await again(admin)) }
    expect(await restore(admin, params.id)).toMatchObject({ renamedFrom: null, missing: 0, also: [] })
    expect(await admin.api.media.get({ params })).toEqual(before)
    expect((await admin.api.mediaVersions.list({ params })).versions).toEqual(versions)
    expect((await fetchFile(server(), admin, before.media.url)).status).toBe(200)
    expect(await listed(admin)).toEqual([])
    expect((await refused(admin.api.trash.restore({ params }))).status).toBe(404)
  })

  it('restores a folder with its contents, renamed if its name is taken, at Root if its parent is deleted', async () => {
    const admin = await server().organization()
    const make = async (name: string, folderId: string | null) =>
      (await admin.api.media.createFolder({ body: { name, folderId } })).folder
    const [outer, rival] = [await make('Outer', null), await make('Inner', null)]
    const inner = await make('Inner', outer.id)
    const deep = await make('Deep', inner.id)
    const [a] = await upload(admin, [
      { field: 'folderId', content: deep.id },
      { name: 'a.png', content: await picture() },
    ])
    const [zip] = await upload(admin, [
      { field: 'folderId', content: inner.id },
      { name: 'menu.zip', content: menuBoard() },
    ])
    const values = await admin.api.packages.model({
      params: { id: zip?.id ?? '', organizationId: admin.organizationId },
    })
    await admin.api.media.removeFolder({ params: { id: inner.id } })
    expect(await listed(admin)).toMatchObject([{ kind: 'folder', name: 'Inner', files: 2 }])
    await admin.api.media.removeFolder({ params: { id: outer.id } })
    expect(await restore(admin, inner.id)).toMatchObject({ name: 'Inner 2', renamedFrom: 'Inner' })
    const { folder } = await admin.api.media.folder({ params: { id: inner.id } })
    expect(folder).toMatchObject({ name: 'Inner 2', folderId: null, folders: [{ id: deep.id }] })
    expect((await admin.api.media.get({ params: { id: a?.id ?? '' } })).media.folderId).toBe(deep.id)
    expect(
      await admin.api.packages.model({ params: { id: zip?.id ?? '', organizationId: admin.organizationId } }),
    ).toEqual(values)
    expect(rival.id).not.toBe(inner.id)
  })

  it('restores a card with its picture, earlier saves, media item, and uses', async () => {
    let admin: Caller & { email: string } = await server().organization()
    const file = await uploadOne(admin)
    const thumbnailId = await thumbnail(admin, 'green')
    const { card } = await admin.api.cards.create({
      body: { ...showing(file.id), name: 'Menu', thumbnailId },
    })
    const params = { id: card.id }
    await admin.api.cards.update({ params, body: { name: 'Menu 1' } })
    const before = (await admin.api.cards.get({ params })).card
    const item = (await admin.api.media.list({ query: { isCard: '1' } })).media.media
    await admin.api.cards.remove({ params })
    const [deleted] = await listed(admin)
    expect(deleted).toMatchObject({ kind: 'card', hasPicture: true })
    expect((await fetchFile(server(), admin, `/trash/${card.id}/picture`)).status).toBe(200)
    await collectAll()
    admin = { ...admin, ...(await again(admin)) }
    await admin.api.cards.create({ body: { ...page(), name: 'menu 1' } })
    expect(await restore(admin, card.id)).toMatchObject({ name: 'Menu 1 2', renamedFrom: 'Menu 1' })
    expect((await admin.api.cards.get({ params })).card).toEqual({ ...before, name: 'Menu 1 2' })
    const items = (await admin.api.media.list({ query: { isCard: '1' } })).media.media
    expect(items.find(({ cardId }) => cardId === card.id)).toEqual({ ...item[0], name: 'Menu 1 2' })
    expect((await admin.api.cards.versions({ params })).versions).toHaveLength(2)
    expect(
      (await fetchFile(server(), admin, `/cards/card-screenshot/${card.id}`)).headers.get('content-type'),
    ).toBe('image/png')
    const error = await refused(admin.api.media.remove({ params: { id: file.id } }))
    expect(error.errKey).toBe('USED_IN_CARD')
  })

  it('restores what a thing shows with it, in any order of deletion', async () => {
    const admin = await server().organization()
    const file = await uploadOne(admin)
    const layout = await makeLayout(admin, showing(file.id))
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const group = await makeGroup(admin, storyboard.id)
    await admin.api.deviceGroups.remove({ params: { id: group.id } })
    await admin.api.storyboards.remove({ params: { id: storyboard.id } })
    await admin.api.layouts.remove({ params: { id: layout.id } })
    await admin.api.media.remove({ params: { id: file.id } })
    const restored = await restore(admin, group.id)
    expect(restored.also.map(({ kind }) => kind)).toEqual(['media', 'layout', 'storyboard'])
    expect((await admin.api.deviceGroups.get({ params: { id: group.id } })).deviceGroup).toMatchObject({
      storyboardId: storyboard.id,
    })
    expect((await admin.api.layouts.get({ params: { id: layout.id } })).layout.config).toEqual(layout.config)
    expect(await listed(admin)).toEqual([])
  })

  it('drops permanently deleted rows, and refuses a storyboard without a page left', async () => {
    const admin = await server().organization()
    const files = [await uploadOne(admin, 'a.png'), await uploadOne(admin, 'b.png')]
    const layouts = [await makeLayout(admin, showing(files[0]?.id ?? '')), await makeLayout(admin)]
    const storyboard = await makeStoryboard(admin, { layoutIds: layouts.map(({ id }) => id) })
    await admin.api.storyboards.remove({ params: { id: storyboard.id } })
    const drop = async (kind: 'layouts' | 'media', id: string) => {
      await admin.api[kind].remove({ params: { id } })
      await admin.api.trash.remove({ params: { id } })
    }
    await drop('layouts', layouts[1]?.id ?? '')
    await admin.api.layouts.remove({ params: { id: layouts[0]?.id ?? '' } })
    await drop('media', files[0]?.id ?? '')
    const { missing, also } = await restore(admin, storyboard.id)
    expect({ missing, also: also.length }).toEqual({ missing: 1, also: 1 })
    const params = { id: storyboard.id }
    const { items, approvedVersion } = (await admin.api.storyboards.get({ params })).storyboard
    expect(items.map(({ layoutId }) => layoutId)).toEqual([layouts[0]?.id])
    expect(approvedVersion).not.toBeNull()
    const { layout } = await admin.api.layouts.get({ params: { id: layouts[0]?.id ?? '' } })
    expect(layout.config.inputs).toEqual([{ name: 'w1-media', value: [] }])
    await admin.api.storyboards.remove({ params })
    await drop('layouts', layouts[0]?.id ?? '')
    expect((await refused(admin.api.trash.restore({ params }))).errKey).toBe('PARTS_GONE')
  })

  it('restores a group with its schedule, configuration, and the screens that are free', async () => {
    const admin = await server().organization()
    const { organizationId } = admin
    const body = { number: 'L-trash', devicesCount: 3, organizationId }
    await (await server().signIn()).api.licences.create({ body })
    const storyboard = await makeStoryboard(admin)
    const group = await makeGroup(admin, storyboard.id)
    const params = { id: group.id }
    const place = { deviceGroupId: group.id }
    const screens = [
      await TestScreen.claim(server(), admin, place),
      await TestScreen.claim(server(), admin, place),
      await TestScreen.claim(server(), admin, place),
    ]
    const slots = [{ from: '08:00 AM', to: '09:00 AM', storyboardId: storyboard.id }]
    await admin.api.deviceGroups.update({ params, body: { name: group.name, schedule: { slots } } })
    const before = (await admin.api.deviceGroups.get({ params })).deviceGroup
    await admin.api.deviceGroups.remove({ params })
    const [first, second, third] = before.devices
    await admin.api.devices.remove({ params: { id: first ?? '' } })
    await admin.api.deviceGroups.create({ body: { name: 'Other', devices: [second ?? ''] } })
    const restored = await restore(admin, group.id)
    expect(restored.missing).toBe(2)
    const after = (await admin.api.deviceGroups.get({ params })).deviceGroup
    expect(after).toMatchObject({ schedule: before.schedule, devices: [third] })
    const screen = screens.find(({ deviceId }) => deviceId === third)
    await screen?.open()
    expect((await screen?.manifest())?.group.next?.programme.slots).toHaveLength(1)
    screen?.hangUp()
  })

  it('lets people restore and permanently delete only what they may delete', async () => {
    const admin = await server().organization()
    const file = await uploadOne(admin)
    await admin.api.media.remove({ params: { id: file.id } })
    const params = { id: file.id }
    const others = await server().user(admin, ['layouts', 'cards'] as Permission[])
    expect((await listed(others)).map(({ id }) => id)).toEqual([file.id])
    expect((await refused(others.api.trash.restore({ params }))).errKey).toBe('FORBIDDEN')
    expect((await refused(others.api.trash.remove({ params }))).errKey).toBe('FORBIDDEN')
    const stranger = await server().organization()
    expect(await listed(stranger)).toEqual([])
    expect((await refused(stranger.api.trash.restore({ params }))).status).toBe(404)
    await restore(await server().user(admin, ['media']), file.id)
  })

  it('restores and permanently deletes several, each completely or not at all', async () => {
    const admin = await server().organization()
    const layout = await makeLayout(admin)
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const other = await makeLayout(admin)
    await admin.api.storyboards.remove({ params: { id: storyboard.id } })
    await admin.api.layouts.removeMany({ body: { ids: [layout.id, other.id] } })
    const ids = [layout.id, storyboard.id]
    const answer = await admin.api.trash.restoreMany({ body: { ids: [...ids, 'nowhere'] } })
    expect(answer.done.sort()).toEqual([...ids].sort())
    expect(answer.refused).toMatchObject([{ id: 'nowhere', errKey: 'NOT_FOUND' }])
    expect((await admin.api.trash.removeMany({ body: { ids: [other.id] } })).done).toEqual([other.id])
    expect(await listed(admin)).toEqual([])
  })

  it('keeps every file that its rows reference, counts it, and releases it after 30 days', async () => {
    const admin = await server().organization()
    const { clock } = server()
    const { database: db, blobs } = server().services
    const organization = { id: admin.organizationId }
    const used = async () => (await storageUse(db, [organization])).get(organization.id)?.total ?? 0
    const [zip] = await upload(admin, [{ name: 'menu.zip', content: menuBoard() }])
    const id = zip?.id ?? ''
    const before = await used()
    await admin.api.media.remove({ params: { id } })
    const { bytes, trash } = await admin.api.trash.list()
    expect(trash).toMatchObject([{ id, size: bytes }])
    expect(await used()).toBe(bytes)
    expect(bytes).toBeGreaterThan(before)
    const stored: string[] = []
    for await (const { sha256 } of blobs.list()) stored.push(sha256)
    const rows = await db.selectFrom('trash_rows').select('rows').where('trashId', '=', id).execute()
    const named = await db.selectFrom('trash_files').select('sha256').where('trashId', '=', id).execute()
    const inRows = rows.flatMap((row) => sha256Inside(row.rows)).filter((hash) => stored.includes(hash))
    expect(inRows.length).toBeGreaterThan(2)
    expect(new Set(named.map(({ sha256 }) => sha256))).toEqual(new Set(inRows))
    const gone = await uploadOne(admin, 'gone.png', await picture('plum'))
    await admin.api.media.remove({ params: { id: gone.id } })
    await collectAll()
    expect(await blobs.size(gone.src)).toBe(gone.size)
    const left = () =>
      db.selectFrom('trash').select('id').where('organizationId', '=', admin.organizationId).execute()
    const until = Date.parse(trash[0]?.expiresAt ?? '')
    clock.advance(until - 1 - clock.now())
    await forgetTrash(db, clock.now())
    expect(await left()).toHaveLength(2)
    clock.advance(5 * DAY)
    const late = await again(admin)
    expect(await listed(late)).toEqual([])
    expect((await refused(late.api.trash.restore({ params: { id } }))).status).toBe(404)
    await forgetTrash(db, clock.now())
    expect(await left()).toEqual([])
    expect(await used()).toBe(0)
    await collectAll()
    expect(await blobs.size(gone.src)).toBeUndefined()
  })
})
