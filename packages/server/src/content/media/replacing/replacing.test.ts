import type { Media } from '@vitrine/contract/api/content/media'
import type { ErrorBody } from '@vitrine/contract/errors'
import { describe, expect, it } from 'vitest'
import { collectFiles } from '#base/storage/collector.ts'
import { storageUse } from '#base/storage/queries.ts'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { fetchFile, form, noise, type Part, picture, upload, uploadOne, video } from '#test/uploads.ts'
import { menuBoard, zipOf } from '#test/zip.ts'

const DAY = 24 * 60 * 60_000

describe('replacing the file of a media item', () => {
  const server = useServer()
  const send = (admin: Caller, id: string, parts: readonly Part[]) =>
    admin.call('POST', `/media/${id}/file`, form(parts))
  const replace = async (admin: Caller, id: string, content: Buffer, name = 'new.png') => {
    const { status, body } = await send(admin, id, [{ name, content }])
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return (body as { media: Media }).media
  }
  const bytes = async (admin: Caller, url: string) =>
    Buffer.from(await (await fetchFile(server(), admin, url)).arrayBuffer())
  const layoutShowing = (admin: Caller, mediaId: string) =>
    makeLayout(admin, {
      ...page(),
      widgets: page().widgets.map((widget) => ({ ...widget, type: 'media-looper' })),
      config: { inputs: [{ name: 'w1-media', value: [{ mediaId, duration: 5 }] }] },
    })
  const shown = async (admin: Caller, mediaId: string) => {
    const layout = await layoutShowing(admin, mediaId)
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const group = await makeGroup(admin, storyboard.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    return { layout, storyboard, group, screen }
  }

  it('keeps the id, name, and folder, and serves the new bytes at a new URL', async () => {
    const admin = await server().organization()
    const { folder } = await admin.api.media.createFolder({ body: { name: 'Menus' } })
    const old = await picture('navy')
    const [before] = await upload(admin, [
      { field: 'folderId', content: folder.id },
      { name: 'menu.png', content: old },
    ])
    const id = before?.id ?? ''
    const content = await picture('olive')
    const after = await replace(admin, id, content)
    expect(after).toMatchObject({ id, name: 'menu.png', folderId: folder.id, version: 2 })
    expect(after.url).not.toBe(before?.url)
    expect(await bytes(admin, after.url)).toEqual(content)
    expect(await bytes(admin, `/media/file/${id}`)).toEqual(content)
    const current = await fetchFile(server(), admin, `/media/file/${id}`)
    expect(current.headers.get('cache-control')).toBe('private, no-cache')
    expect(await bytes(admin, before?.url ?? '')).toEqual(old)
  })

  it('delivers the new file to a screen as one change, and a screen can finish fetching the old one', async () => {
    const admin = await server().organization()
    const before = await uploadOne(admin, 'a.png', await picture('navy'))
    const { screen } = await shown(admin, before.id)
    await screen.open()
    const { raw } = await screen.manifest()
    const after = await replace(admin, before.id, await picture('olive'))
    const told = await screen.next(({ name }) => name === 'group')
    expect(told.data.version).toBe(raw.group.version + 1)
    const { group } = await screen.manifest()
    expect(group.media[before.id]?.sha256).toBe(after.src)
    expect(Object.keys(group.files)).toEqual([after.src])
    expect((await screen.call(`/player/files/${before.src}`)).status).toBe(200)
    screen.hangUp()
  })

  it('lists who replaced which file and when, and restores the same bytes, and the newer ones again', async () => {
    const admin = await server().organization()
    const params = { id: (await uploadOne(admin, 'a.png', await picture('navy'))).id }
    const first = await picture('navy')
    const second = await picture('olive')
    await replace(admin, params.id, second)
    const [version] = (await admin.api.mediaVersions.list({ params })).versions
    expect(version).toMatchObject({ version: 1, width: 64, size: first.length })
    expect(version?.replacedBy).not.toBe('')
    expect(Date.parse(version?.expiresAt ?? '') - Date.parse(version?.replacedAt ?? '')).toBe(30 * DAY)
    const { media } = await admin.api.mediaVersions.restore({ params: { ...params, version: 1 } })
    expect(await bytes(admin, media.url)).toEqual(first)
    const { versions } = await admin.api.mediaVersions.list({ params })
    expect(versions.map((each) => each.version)).toEqual([2])
    const redo = await admin.api.mediaVersions.restore({ params: { ...params, version: 2 } })
    expect(await bytes(admin, redo.media.url)).toEqual(second)
    const gone = admin.api.mediaVersions.restore({ params: { ...params, version: 2 } })
    expect((await refused(gone)).status).toBe(404)
  })

  it('counts old files as storage, and deletes them after 30 days', async () => {
    const admin = await server().organization()
    const { services, clock } = server()
    const use = async () =>
      (await storageUse(services.database, [{ id: admin.organizationId }])).get(admin.organizationId)?.total
    const [old, content] = [await noise(20_000), await noise(30_000)]
    const before = await uploadOne(admin, 'a.png', old)
    const icon = { field: 'thumbnail', name: 't.png', content: await picture('red') }
    await send(admin, before.id, [{ name: 'b.png', content }, icon])
    expect(await use()).toBe(old.length + content.length + icon.content.length)
    clock.advance(29 * DAY)
    await services.jobs.look()
    expect(await use()).toBeGreaterThan(content.length + old.length)
    clock.advance(DAY + 1)
    await services.jobs.look()
    expect(await use()).toBe(content.length + icon.content.length)
    for (let run = 0; run < 3; run++) {
      await collectFiles(services)
      clock.advance(25 * 60 * 60_000)
    }
    expect(await services.blobs.size(before.src)).toBeUndefined()
  })

  it('refuses another kind of file, non-media, a card, and an outdated version', async () => {
    const admin = await server().organization()
    const { id } = await uploadOne(admin)
    const content = await picture('olive')
    const status = async (parts: Part[], to = id) => {
      const answer = await send(admin, to, parts)
      return [answer.status, (answer.body as ErrorBody).errKey]
    }
    expect(await status([{ name: 'a.mp4', content: video() }])).toEqual([415, 'UNSUPPORTED_MEDIA'])
    expect(await status([{ name: 'a.png', content: 'no picture' }])).toEqual([415, 'UNSUPPORTED_MEDIA'])
    expect(
      await status([
        { name: 'a.png', content },
        { field: 'version', content: '7' },
      ]),
    ).toEqual([409, 'CONFLICT'])
    const two = { name: 'a.png', content }
    expect((await status([two, two]))[0]).toBe(400)
    await admin.api.cards.create({ body: { ...page(), name: 'Menu' } })
    const [card] = (await admin.api.media.list({ query: { isCard: '1' } })).media.media
    expect((await status([{ name: 'a.png', content }], card?.id))[0]).toBe(400)
    expect((await admin.api.mediaVersions.list({ params: { id } })).versions).toEqual([])
  })

  it('accepts a resumable upload instead of a file', async () => {
    const admin = await server().organization()
    const { id } = await uploadOne(admin)
    const content = await picture('olive')
    const { headers } = await admin.call('POST', '/media/uploads', undefined, {
      'upload-length': String(content.length),
    })
    const uploadId = (headers.get('location') ?? '').split('/').at(-1) ?? ''
    await fetch(`${server().origins.console}/api/media/uploads/${uploadId}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
      },
      body: new Uint8Array(content),
    })
    const { status } = await send(admin, id, [{ content: uploadId }])
    expect(status).toBe(200)
    expect(await bytes(admin, `/media/file/${id}`)).toEqual(content)
    expect((await admin.api.media.uploads()).uploads).toEqual([])
  })

  it('lists the pages, storyboards, and screens that show it', async () => {
    const admin = await server().organization()
    const { id } = await uploadOne(admin)
    const { layout, storyboard, screen } = await shown(admin, id)
    await layoutShowing(admin, (await uploadOne(admin)).id)
    const uses = await admin.api.media.uses({ params: { id } })
    expect(uses).toMatchObject({
      usedIn: [{ kind: 'layout', id: layout.id }],
      storyboards: { total: 1, first: [{ kind: 'storyboard', id: storyboard.id }] },
      screens: { total: 1, first: [{ kind: 'device', id: screen.deviceId }] },
    })
  })

  it('replaces the zip of a package, keeps its values, and restores the old zip', async () => {
    const admin = await server().organization()
    const { id, name, url } = await uploadOne(admin, 'menu.zip', menuBoard())
    const model = { ...((await admin.call('GET', `${url}model.json`)).body as object), title: 'Tonight' }
    await admin.api.media.update({ params: { id }, body: { name, model } as never })
    const plain = zipOf([{ name: 'index.html', content: '<title>New board</title>' }])
    await replace(admin, id, plain, 'new.zip')
    const file = async () => {
      const answer = await fetchFile(server(), admin, url)
      return answer.text()
    }
    expect(await file()).toContain('New board')
    await admin.api.mediaVersions.restore({ params: { id, version: 2 } })
    expect(await file()).toContain('Menu board')
  })

  it('updates packages whose values include the file', async () => {
    const admin = await server().organization()
    const { id } = await uploadOne(admin, 'logo.png', await picture('navy'))
    const board = await uploadOne(admin, 'menu.zip', menuBoard())
    const model = (await admin.call('GET', `${board.url}model.json`)).body as object
    const body = { name: board.name, model: { ...model, logo: [{ mediaId: id }] } }
    await admin.api.media.update({ params: { id: board.id }, body: body as never })
    const { screen } = await shown(admin, board.id)
    const after = await replace(admin, id, await picture('olive'))
    const { group } = await screen.manifest()
    expect(Object.values(group.media[board.id]?.files ?? {})).toContain(after.src)
  })
})
