import { describe, expect, it } from 'vitest'
import { saveReferences } from '#base/references/queries.ts'
import { refused, useServer } from '#test/harness.ts'
import { fetchFile, picture, refusedUpload, upload, uploadOne, video } from '#test/uploads.ts'

const FOREIGN = '019aa000-0000-7000-8000-000000000000'

describe('G-008: media', () => {
  const server = useServer()

  it('keeps any name and uses it for downloads, with the extension of the detected type', async () => {
    const admin = await server().organization()
    const content = await picture()
    for (const [sent, kept, saved] of [
      ['صورة الواجهة.png', 'صورة الواجهة.png', 'صورة الواجهة.png'],
      ['../../etc/passwd', 'passwd', 'passwd.png'],
      ['C:\\x\\photo.JPG', 'photo.JPG', 'photo.JPG.png'],
      ['<img src=x onerror=1>;".png', '<img src=x onerror=1>;".png', '<img src=x onerror=1>;".png'],
      ['x'.repeat(300), 'x'.repeat(255), `${'x'.repeat(255)}.png`],
    ] as const) {
      const { id, name } = await uploadOne(admin, sent, content)
      expect(name).toBe(kept)
      const answer = await fetchFile(server(), admin, `/media/download/${id}`)
      const disposition = answer.headers.get('content-disposition') ?? ''
      expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(saved)
      expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=/)
    }
  })

  it('keeps the same file separate in two organizations', async () => {
    const [first, second] = [await server().organization(), await server().organization()]
    const content = await picture('maroon')
    const [one1, two] = [await uploadOne(first, 'a.png', content), await uploadOne(second, 'b.png', content)]
    expect(one1.src).toBe(two.src)
    await first.api.media.remove({ params: { id: one1.id } })
    expect((await fetchFile(server(), second, two.url)).status).toBe(200)
    expect((await fetchFile(server(), first, two.url)).status).toBe(404)
    expect((await fetchFile(server(), first, `/thumbnail/download/${two.id}`)).status).toBe(404)
  })

  it('accepts a token in the URL for files only', async () => {
    const admin = await server().organization()
    const { id, url } = await uploadOne(admin)
    const { profile } = await admin.api.auth.profile()
    const at = async (where: string, token: string | undefined) =>
      (await fetch(`${server().origins.console}/api${where}?token=${token}`)).status
    expect(await at(url, profile.mediaToken)).toBe(200)
    expect(await at(`/media/download/${id}`, admin.token)).toBe(200)
    expect(await at(url, 'nonsense')).toBe(401)
    expect(await at(`/media/${id}`, profile.mediaToken)).toBe(401)
    expect(await at(`/media/${id}`, admin.token)).toBe(401)
    const asHeader = { authorization: `Bearer ${profile.mediaToken}` }
    expect((await admin.call('GET', '/media', undefined, asHeader)).status).toBe(401)
  })

  it('supports ranges and conditional requests', async () => {
    const admin = await server().organization()
    const content = video()
    const { url, src } = await uploadOne(admin, 'a.mp4', content)
    const part = await fetchFile(server(), admin, url, { range: 'bytes=100-199' })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(100, 200))
    expect((await fetchFile(server(), admin, url, { 'if-none-match': `"${src}"` })).status).toBe(304)
    const answer = await fetchFile(server(), admin, url)
    expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox/)
  })

  it('C-066, C-067: renames and moves, and refuses unknown items and those changed in the meantime', async () => {
    const admin = await server().organization()
    const stranger = await server().organization()
    const { id, version } = await uploadOne(admin)
    const { folder } = await admin.api.media.createFolder({ body: { name: 'Here' } })
    const theirs = await stranger.api.media.createFolder({ body: { name: 'Theirs' } })
    const params = { id }
    const moved = await admin.api.media.update({
      params,
      body: { name: ' Front ', folderId: folder.id, version },
    })
    expect(moved.media).toMatchObject({ name: 'Front', folderId: folder.id, version: 2 })
    expect((await admin.api.media.update({ params, body: { name: 'Back' } })).media.folderId).toBe(folder.id)
    expect((await refused(admin.api.media.update({ params, body: { name: 'Old', version } }))).errKey).toBe(
      'CONFLICT',
    )
    const foreign = await refused(
      admin.api.media.update({ params, body: { name: 'x', folderId: theirs.folder.id } }),
    )
    expect(foreign.body.errors).toHaveProperty('folderId')
    const nameless = await refused(admin.api.media.update({ params, body: { name: ' ' } }))
    expect(nameless.body.errors).toEqual({ name: 'Name is required' })
  })

  it("media shown by a document can't be deleted, alone or with its folder", async () => {
    const admin = await server().organization()
    const { organizationId } = admin
    const outer = (await admin.api.media.createFolder({ body: { name: 'Outer' } })).folder
    const inner = (await admin.api.media.createFolder({ body: { name: 'Inner', folderId: outer.id } })).folder
    const content = await picture()
    const parts = [
      { field: 'folderId', content: inner.id },
      { name: 'a.png', content },
      { field: 'thumbnail', name: 't.png', content },
    ]
    const [media] = await upload(admin, parts)
    const id = media?.id ?? ''
    const owner = { kind: 'floor', id: 'some-floor' } as const
    const { database } = server().services
    await saveReferences(database, organizationId, owner, { media: [id] })
    const text = 'this media in use, please delete all related items before delete'
    for (const call of [
      () => admin.api.media.remove({ params: { id } }),
      () => admin.api.media.removeFolder({ params: { id: inner.id } }),
      () => admin.api.media.removeFolder({ params: { id: outer.id } }),
    ]) {
      const error = await refused(call())
      expect([error.status, error.errKey, error.body.message]).toEqual([409, 'USED_IN_CARD', text])
      expect(error.body.usedIn).toEqual([{ ...owner, name: '' }])
    }
    expect((await admin.api.media.folder({ params: { id: inner.id } })).folder.media).toHaveLength(1)
    const unknown = saveReferences(database, organizationId, owner, { media: [FOREIGN] })
    await expect(unknown).rejects.toMatchObject({ errors: { widgets: expect.any(String) } })

    await saveReferences(database, organizationId, owner, { media: [] })
    await admin.api.media.removeFolder({ params: { id: outer.id } })
    for (const path of [
      `/media/${id}`,
      `/media/folders/${inner.id}`,
      `/thumbnail/download/${media?.thumbnailId}`,
    ])
      expect((await admin.call('GET', path)).status).toBe(404)
    expect((await admin.api.media.list()).media).toEqual({ media: [], folders: [] })
  })

  it('searches everywhere, pages and sorts', async () => {
    const admin = await server().organization()
    const { folder } = await admin.api.media.createFolder({ body: { name: 'Sale 50%' } })
    const content = await picture()
    await upload(admin, [
      { field: 'folderId', content: folder.id },
      { name: 'SALE.png', content },
    ])
    await upload(
      admin,
      ['b.png', 'a.png', 'c.png'].map((name) => ({ name, content })),
    )
    const names = async (query: object) => {
      const { media } = await admin.api.media.list({ query })
      return [media.folders.map(({ name }) => name), media.media.map(({ name }) => name), media.total]
    }
    expect(await names({ search: 'sale' })).toEqual([['Sale 50%'], ['SALE.png'], undefined])
    expect(await names({ search: '%' })).toEqual([['Sale 50%'], [], undefined])
    expect(await names({ sort: 'name', page: 1, pageSize: 2 })).toEqual([['Sale 50%'], ['a.png', 'b.png'], 3])
    expect(await names({ sort: 'name', page: 2, pageSize: 2 })).toEqual([[], ['c.png'], 3])
    expect(await names({ isCard: '1' })).toEqual([[], [], undefined])
    expect((await admin.call('GET', '/media/?isCard=1')).status).toBe(200)
  })

  it('lets a user without the permission view but not change media', async () => {
    const admin = await server().organization()
    const { id, url } = await uploadOne(admin)
    const user = await server().user(admin)
    expect((await user.api.media.get({ params: { id } })).media.id).toBe(id)
    expect((await fetchFile(server(), user, url)).status).toBe(200)
    expect((await refused(user.api.media.remove({ params: { id } }))).errKey).toBe('FORBIDDEN')
    expect((await refusedUpload(user, [{ name: 'a.png', content: await picture() }])).errKey).toBe(
      'FORBIDDEN',
    )
    const uploader = await server().user(admin, ['media'])
    expect(await uploadOne(uploader)).toMatchObject({ organizationId: admin.organizationId })
  })

  it("stores a super admin's upload in the folder's organization", async () => {
    const admin = await server().organization()
    const superAdmin = await server().signIn()
    const { folder } = await admin.api.media.createFolder({ body: { name: 'Theirs' } })
    const content = await picture()
    const [inFolder] = await upload(superAdmin, [
      { field: 'folderId', content: folder.id },
      { name: 'a.png', content },
    ])
    const [named] = await upload(superAdmin, [
      { field: 'organizationId', content: admin.organizationId },
      { name: 'b.png', content },
    ])
    expect([inFolder?.organizationId, named?.organizationId]).toEqual([
      admin.organizationId,
      admin.organizationId,
    ])
    const lie = await upload(admin, [
      { field: 'organizationId', content: FOREIGN },
      { name: 'c.png', content },
    ])
    expect(lie[0]?.organizationId).toBe(admin.organizationId)
  })
})
