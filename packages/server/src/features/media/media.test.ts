import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import type { Media } from '@vitrine/contract/media'
import { describe, expect, it } from 'vitest'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { form, type Part, picture, upload, video } from '#test/uploads.ts'
import { zipOf } from '#test/zip.ts'
import { saveMediaUses } from './queries.ts'

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const FOREIGN = '019aa000-0000-7000-8000-000000000000'

describe('media', () => {
  const server = useServer({ MAX_UPLOAD_MB: '1' })
  const files = () => path.join(server().folder, 'files')
  const incoming = () => readdirSync(path.join(files(), 'incoming'))
  const stored = async () => {
    const all = []
    for await (const { sha256: hash } of server().services.blobs.list()) all.push(hash)
    return all
  }

  /** The bytes of a path below the API base, with a token in the address as pages use it. */
  const fetchFile = (caller: Caller, url: string, headers: Record<string, string> = {}) =>
    fetch(`${server().origins.console}/api${url}?token=${caller.token}`, { headers })
  const refusedUpload = async (caller: Caller, parts: readonly Part[]) => {
    const { status, body } = await caller.call('POST', '/media', form(parts))
    return { status, ...(body as { errKey: string; message: string; errors: Record<string, string> }) }
  }
  const one = async (caller: Caller, name = 'a.png', content?: Buffer): Promise<Media> => {
    const [media] = await upload(caller, [{ name, content: content ?? (await picture()) }])
    if (!media) throw new Error('nothing came back')
    return media
  }

  it('C-060, C-065: stores pictures, videos and packages for what they are, with their thumbnails by order', async () => {
    const admin = await server().organization()
    const content = await picture('navy')
    const parts = [
      { name: 'shop.png', content },
      { name: 'film.png', content: video(), type: 'image/png' },
      { name: 'page.zip', content: zipOf([{ name: 'index.html', content: '<p>hello' }]), type: 'text/plain' },
    ]
    const icons = ['red', 'green', 'blue'].map(async (colour) => ({
      field: 'thumbnail',
      name: 't.jpg',
      content: await picture(colour),
    }))
    const media = await upload(admin, [...parts, ...(await Promise.all(icons))])
    expect(media).toMatchObject(
      [
        {
          name: 'shop.png',
          mimetype: 'image/png',
          width: 64,
          height: 36,
          duration: null,
          src: sha256(content),
        },
        { name: 'film.png', mimetype: 'video/mp4', width: 128, height: 72, duration: 2, codec: /^avc1/ },
        { name: 'page.zip', mimetype: 'application/zip', width: null },
      ].map((each) =>
        expect.objectContaining(each.codec ? { ...each, codec: expect.stringMatching(each.codec) } : each),
      ),
    )
    expect(media[0]?.url).toBe(`/media/file/${media[0]?.id}`)
    expect(media[2]?.url).toBe(`/media/preview/${admin.organizationId}/${media[2]?.id}/`)

    const shown = await fetchFile(admin, media[0]?.url ?? '')
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(content)
    expect(shown.headers.get('content-type')).toBe('image/png')
    const thumbnail = await fetchFile(admin, `/thumbnail/download/${media[1]?.thumbnailId}`)
    expect(Buffer.from(await thumbnail.arrayBuffer())).toEqual(await picture('green'))
    expect((await admin.api.media.list()).media.media.map(({ id }) => id).sort()).toEqual(
      media.map(({ id }) => id).sort(),
    )
    expect(incoming()).toEqual([])
  })

  it('stores no thumbnails rather than wrong ones when their number differs', async () => {
    const admin = await server().organization()
    const content = await picture()
    const media = await upload(admin, [
      { name: 'a.png', content },
      { name: 'b.png', content },
      { field: 'thumbnail', name: 't.png', content },
    ])
    expect(media.map(({ thumbnailId }) => thumbnailId)).toEqual([null, null])
  })

  it('takes the folder before or after the files; empty is Root', async () => {
    const admin = await server().organization()
    const { folder } = await admin.api.media.createFolder({ body: { name: 'Summer' } })
    const content = await picture()
    const file = { name: 'a.png', content }
    const place = { field: 'folderId', content: folder.id }
    const [before] = await upload(admin, [place, file])
    const [after] = await upload(admin, [file, place])
    const [root] = await upload(admin, [{ field: 'folderId', content: '' }, file])
    expect([before?.folderId, after?.folderId, root?.folderId]).toEqual([folder.id, folder.id, null])
    const opened = await admin.api.media.folder({ params: { id: folder.id } })
    expect(opened.folder.media.map(({ id }) => id)).toEqual([after?.id, before?.id])
    expect((await admin.api.media.list()).media.media.map(({ id }) => id)).toEqual([root?.id])
  })

  it('is all or nothing: one bad file and none is there', async () => {
    const admin = await server().organization()
    const before = await stored()
    const good = { name: 'good.png', content: await picture('olive') }
    const cut = video().subarray(0, 3000)
    for (const [bad, errKey, message] of [
      [{ name: 'notes.png', content: 'just text' }, 'UNSUPPORTED_MEDIA', 'notes.png is not a picture'],
      [{ name: 'film.mp4', content: cut }, 'UNSUPPORTED_MEDIA', 'film.mp4 is damaged or cut off'],
      [
        { name: 'page.jpg', content: '<html><script>1</script>' },
        'UNSUPPORTED_MEDIA',
        'page.jpg is not a picture',
      ],
      [{ name: 'empty.png', content: '' }, 'UNSUPPORTED_MEDIA', 'empty.png is empty'],
      [{ name: 'big.png', content: Buffer.alloc(2 ** 20 + 1) }, 'TOO_LARGE', 'big.png is larger than 1 MB'],
      [{ field: 'picture', name: 'a.png', content: 'x' }, 'INVALID', 'Picture is not valid'],
      [{ field: 'folderId', content: FOREIGN }, 'INVALID', 'names something that does not exist'],
      [{ field: 'folderId', content: '../x' }, 'INVALID', 'names something that does not exist'],
    ] as const) {
      const answer = await refusedUpload(admin, [good, bad])
      expect(answer).toMatchObject({ errKey, message: expect.stringContaining(message) })
    }
    expect(await refusedUpload(admin, [good, { name: 'x', content: 'text' }])).toMatchObject({
      status: 415,
      errors: { 'media.1': expect.stringContaining('x is not') },
    })
    expect((await admin.api.media.list()).media.media).toEqual([])
    expect(await stored()).toEqual(before)
    expect(incoming()).toEqual([])
  })

  it('takes exactly as many bytes as allowed, 30 files, and no more', async () => {
    const admin = await server().organization()
    const package1 = zipOf([{ name: 'index.html', content: 'x'.repeat(2 ** 20 - 200) }])
    expect(await one(admin, 'full.zip', package1)).toMatchObject({ size: package1.length })
    const content = await picture()
    const parts = [...Array(31).keys()].map((n) => ({ name: `${n}.png`, content }))
    expect(await refusedUpload(admin, parts)).toMatchObject({
      status: 400,
      errors: { media: 'At most 30 files' },
    })
    expect(await upload(admin, parts.slice(0, 30))).toHaveLength(30)
    expect(await refusedUpload(admin, [])).toMatchObject({
      status: 400,
      errors: { media: 'Media is required' },
    })
    expect(await refusedUpload(admin, [{ field: 'thumbnail', name: 't.png', content }])).toMatchObject({
      status: 400,
    })
  })

  it('refuses thumbnails that are no pictures', async () => {
    const admin = await server().organization()
    const file = { name: 'a.png', content: await picture() }
    const answer = await refusedUpload(admin, [file, { field: 'thumbnail', name: 't.jpg', content: video() }])
    expect(answer).toMatchObject({ status: 415, errors: { 'thumbnail.0': 't.jpg is not a picture' } })
    const empty = await admin.call('POST', '/thumbnail/createCardThumbnail', form([]))
    expect(empty).toMatchObject({ status: 400, body: { errors: { thumbnail: 'Thumbnail is required' } } })
  })

  it('answers broken requests with a clear 4xx and keeps nothing of them', async () => {
    const admin = await server().organization()
    const head = (extra: string) =>
      `POST /api/media HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${admin.token}\r\n${extra}\r\n\r\n`
    const part = '--b\r\nContent-Disposition: form-data; name="media"; filename="a.png"\r\n\r\n'
    const cases: [string, RegExp][] = [
      [`${head('Content-Type: application/json\r\nContent-Length: 2')}{}`, / 400 .*INVALID/s],
      [`${head('Content-Type: text/plain\r\nContent-Length: 2')}xx`, / 400 .*INVALID/s],
      [`${head('Content-Type: multipart/form-data\r\nContent-Length: 2')}xx`, / 400 .*INVALID/s],
      [
        `${head('Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 6')}nobody`,
        / 400 .*INVALID/s,
      ],
      [
        `${head(`Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${part.length + 9}`)}${part}no ending`,
        / 400 .*INVALID/s,
      ],
      [`${head('Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 0')}`, / 400 .*INVALID/s],
    ]
    for (const [text, answer] of cases)
      expect(await raw(server().origins.console, text), text).toMatch(answer)
    expect((await admin.api.media.list()).media.media).toEqual([])
    expect(incoming()).toEqual([])
  })

  it('keeps nothing of an upload that breaks off', async () => {
    const admin = await server().organization()
    const before = await stored()
    const start = `POST /api/media HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n--b\r\nContent-Disposition: form-data; name="media"; filename="a.png"\r\n\r\n${'x'.repeat(300_000)}`
    await Promise.all([...Array(10).keys()].map(() => breakOff(server().origins.console, start)))
    await expect.poll(incoming).toEqual([])
    expect(await stored()).toEqual(before)
    expect((await admin.api.media.list()).media.media).toEqual([])
  })

  it('keeps any name as a name and hands it back when downloading, with the ending of what the file is', async () => {
    const admin = await server().organization()
    const content = await picture()
    for (const [sent, kept, saved] of [
      ['صورة الواجهة.png', 'صورة الواجهة.png', 'صورة الواجهة.png'],
      ['../../etc/passwd', 'passwd', 'passwd.png'],
      ['C:\\x\\photo.JPG', 'photo.JPG', 'photo.JPG.png'],
      ['<img src=x onerror=1>;".png', '<img src=x onerror=1>;".png', '<img src=x onerror=1>;".png'],
      ['x'.repeat(300), 'x'.repeat(255), `${'x'.repeat(255)}.png`],
    ] as const) {
      const { id, name } = await one(admin, sent, content)
      expect(name).toBe(kept)
      const answer = await fetchFile(admin, `/media/download/${id}`)
      const disposition = answer.headers.get('content-disposition') ?? ''
      expect(decodeURIComponent(disposition.split("UTF-8''")[1] ?? '')).toBe(saved)
      expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=/)
    }
  })

  it('two organizations with the same file do not meet', async () => {
    const [first, second] = [await server().organization(), await server().organization()]
    const content = await picture('maroon')
    const [one1, two] = [await one(first, 'a.png', content), await one(second, 'b.png', content)]
    expect(one1.src).toBe(two.src)
    await first.api.media.remove({ params: { id: one1.id } })
    expect((await fetchFile(second, two.url)).status).toBe(200)
    expect((await fetchFile(first, two.url)).status).toBe(404)
    expect((await fetchFile(first, `/thumbnail/download/${two.id}`)).status).toBe(404)
  })

  it('takes a token in the address for files only', async () => {
    const admin = await server().organization()
    const { id, url } = await one(admin)
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

  it('answers ranges and what is cached', async () => {
    const admin = await server().organization()
    const content = video()
    const { url, src } = await one(admin, 'a.mp4', content)
    const part = await fetchFile(admin, url, { range: 'bytes=100-199' })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(100, 200))
    expect((await fetchFile(admin, url, { 'if-none-match': `"${src}"` })).status).toBe(304)
    const answer = await fetchFile(admin, url)
    expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox/)
  })

  it('C-066, C-067: renames and moves, and refuses what is not there or was changed meanwhile', async () => {
    const admin = await server().organization()
    const stranger = await server().organization()
    const { id, version } = await one(admin)
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

  it('what a document shows is not deleted, alone or with its folder', async () => {
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
    const owner = { kind: 'layout', id: 'some-layout' } as const
    const { database } = server().services
    await saveMediaUses(database, organizationId, owner, [id])
    const text = 'this media in use, please delete all related items before delete'
    for (const call of [
      () => admin.api.media.remove({ params: { id } }),
      () => admin.api.media.removeFolder({ params: { id: inner.id } }),
      () => admin.api.media.removeFolder({ params: { id: outer.id } }),
    ]) {
      const error = await refused(call())
      expect([error.status, error.errKey, error.body.message]).toEqual([409, 'USED_IN_CARD', text])
    }
    expect((await admin.api.media.folder({ params: { id: inner.id } })).folder.media).toHaveLength(1)
    const unknown = saveMediaUses(database, organizationId, owner, [FOREIGN])
    await expect(unknown).rejects.toMatchObject({ errors: { widgets: expect.any(String) } })

    await saveMediaUses(database, organizationId, owner, [])
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

  it('lets a user without the permission look but not touch', async () => {
    const admin = await server().organization()
    const { id, url } = await one(admin)
    const user = await server().user(admin)
    expect((await user.api.media.get({ params: { id } })).media.id).toBe(id)
    expect((await fetchFile(user, url)).status).toBe(200)
    expect((await refused(user.api.media.remove({ params: { id } }))).errKey).toBe('FORBIDDEN')
    expect((await refusedUpload(user, [{ name: 'a.png', content: await picture() }])).errKey).toBe(
      'FORBIDDEN',
    )
    const uploader = await server().user(admin, ['media'])
    expect(await one(uploader)).toMatchObject({ organizationId: admin.organizationId })
  })

  it('puts what a super admin uploads where the folder is', async () => {
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

/** Sends text as it is and answers what comes back until the server closes. */
function raw(origin: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(text))
    socket.on('data', (data) => {
      answer += data
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

function breakOff(origin: string, text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () =>
      socket.write(text, () => setTimeout(() => socket.destroy(), 100)),
    )
    socket.on('close', () => resolve())
  })
}
