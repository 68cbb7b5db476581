import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { useServer } from '#test/harness.ts'
import { fetchFile, form, picture, refusedUpload, upload, uploadOne, video } from '#test/uploads.ts'
import { zipOf } from '#test/zip.ts'

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const FOREIGN = '019aa000-0000-7000-8000-000000000000'

describe('uploads', () => {
  const server = useServer({ MAX_UPLOAD_MB: '1' })
  const incoming = () => readdirSync(path.join(server().folder, 'files', 'incoming'))
  const stored = async () => {
    const all = []
    for await (const { sha256: hash } of server().services.blobs.list()) all.push(hash)
    return all
  }

  it('C-060, C-065, FILE-03: stores pictures, videos, and packages by their detected type, with thumbnails in order', async () => {
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
    expect(media[0]?.url).toBe(`/media/file/${media[0]?.id}/${sha256(content)}`)
    expect(media[2]?.url).toBe(`/media/preview/${admin.organizationId}/${media[2]?.id}/`)

    const shown = await fetchFile(server(), admin, media[0]?.url ?? '')
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(content)
    expect(shown.headers.get('content-type')).toBe('image/png')
    const thumbnail = await fetchFile(server(), admin, `/thumbnail/download/${media[1]?.thumbnailId}`)
    expect(Buffer.from(await thumbnail.arrayBuffer())).toEqual(await picture('green'))
    expect((await admin.api.media.list()).media.media.map(({ id }) => id).sort()).toEqual(
      media.map(({ id }) => id).sort(),
    )
    expect(incoming()).toEqual([])
  })

  it('stores no thumbnails if their number differs, because they might not match', async () => {
    const admin = await server().organization()
    const content = await picture()
    const media = await upload(admin, [
      { name: 'a.png', content },
      { name: 'b.png', content },
      { field: 'thumbnail', name: 't.png', content },
    ])
    expect(media.map(({ thumbnailId }) => thumbnailId)).toEqual([null, null])
  })

  it('accepts the folder before or after the files; empty is Root', async () => {
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

  it("FILE-02: the data folder contains generated names only, whatever the files' names", async () => {
    const admin = await server().organization()
    const names = [
      '../../../etc/x.png',
      '..\\x.png',
      '/etc/passwd',
      'C:\\x.png',
      '.htaccess',
      'con',
      'a\u202egnp.exe',
      'b\u2067gnp.\u200bexe',
    ]
    for (const name of [...names, 'x'.repeat(4000)])
      await upload(admin, [{ name, content: await picture('olive') }])
    // FILE-01: names contain no characters that change the text direction.
    expect((await admin.api.media.list({ query: { search: 'agnp' } })).media.media[0]?.name).toBe('agnp.exe')
    expect((await admin.api.media.list({ query: { search: 'bgnp' } })).media.media[0]?.name).toBe('bgnp.exe')
    const files = readdirSync(server().folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.relative(server().folder, path.join(parentPath, name)))
    for (const file of files)
      expect(file).toMatch(
        /^(secret\.key|vitrine\.\w+(-\w+)?|files\/[\w-]+\.json|files\/[\da-f]{2}\/[\da-f]{62})$/,
      )
  })

  it('is all or nothing: one bad file rejects all', async () => {
    const admin = await server().organization()
    const before = await stored()
    const good = { name: 'good.png', content: await picture('olive') }
    const cut = video().subarray(0, 3000)
    for (const [bad, errKey, message] of [
      [{ name: 'notes.png', content: 'just text' }, 'UNSUPPORTED_MEDIA', "notes.png isn't an image"],
      [{ name: 'film.mp4', content: cut }, 'UNSUPPORTED_MEDIA', 'film.mp4 is damaged or incomplete'],
      [
        { name: 'page.jpg', content: '<html><script>1</script>' },
        'UNSUPPORTED_MEDIA',
        "page.jpg isn't an image",
      ],
      [{ name: 'empty.png', content: '' }, 'UNSUPPORTED_MEDIA', 'empty.png is empty'],
      [{ name: 'big.png', content: Buffer.alloc(2 ** 20 + 1) }, 'TOO_LARGE', 'big.png is larger than 1 MB'],
      [{ field: 'picture', name: 'a.png', content: 'x' }, 'INVALID', "Picture isn't valid"],
      [{ field: 'folderId', content: FOREIGN }, 'INVALID', "refers to something that doesn't exist"],
      [{ field: 'folderId', content: '../x' }, 'INVALID', "refers to something that doesn't exist"],
    ] as const) {
      const answer = await refusedUpload(admin, [good, bad])
      expect(answer).toMatchObject({ errKey, message: expect.stringContaining(message) })
    }
    expect(await refusedUpload(admin, [good, { name: 'x', content: 'text' }])).toMatchObject({
      status: 415,
      errors: { 'media.1': expect.stringContaining("x isn't") },
    })
    expect((await admin.api.media.list()).media.media).toEqual([])
    expect(await stored()).toEqual(before)
    expect(incoming()).toEqual([])
  })

  it('a refusal names every bad file, and stores none', async () => {
    const admin = await server().organization()
    const good = await picture()
    const zip = (name: string) => zipOf([{ name, content: 'x' }])
    const files: [string, Buffer | string][] = [
      ['a.png', good],
      ['b.png', 'text'],
      ['c.jpg', good.subarray(0, good.length - 20)],
      ['d.zip', zip('index.html')],
      ['e.zip', zip('start.html')],
    ]
    const parts = files.map(([name, content]) => ({ name, content }))
    const answer = await refusedUpload(admin, parts)
    expect(answer).toMatchObject({ status: 415, errKey: 'UNSUPPORTED_MEDIA' })
    expect(Object.keys(answer.errors ?? {}).sort()).toEqual(['media.1', 'media.2', 'media.4'])
    const sentences = Object.values(answer.errors ?? {})
    for (const name of ['b.png ', 'c.jpg ', 'e.zip '])
      expect(sentences).toContainEqual(expect.stringContaining(name))
    expect((await admin.api.media.list()).media.media).toEqual([])
    // Packages that can't be unpacked are found only then.
    const broken = (name: string) => ({
      name,
      content: zipOf([{ name: 'index.html' }, { name: 'a', content: 'x', crc: 1 }]),
    })
    const later = await refusedUpload(admin, [
      broken('x.zip'),
      { name: 'a.png', content: good },
      broken('y.zip'),
    ])
    expect(Object.keys(later.errors ?? {}).sort()).toEqual(['media.0', 'media.2'])
  })

  it('accepts up to the allowed bytes and 30 files, and no more', async () => {
    const admin = await server().organization()
    const package1 = zipOf([{ name: 'index.html', content: 'x'.repeat(2 ** 20 - 200) }])
    expect(await uploadOne(admin, 'full.zip', package1)).toMatchObject({ size: package1.length })
    const content = await picture()
    const parts = [...Array(31).keys()].map((n) => ({ name: `${n}.png`, content }))
    expect(await refusedUpload(admin, parts)).toMatchObject({
      status: 400,
      errors: { media: 'You can choose up to 30 files' },
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

  it('refuses thumbnails that are not pictures', async () => {
    const admin = await server().organization()
    const file = { name: 'a.png', content: await picture() }
    const answer = await refusedUpload(admin, [file, { field: 'thumbnail', name: 't.jpg', content: video() }])
    expect(answer).toMatchObject({ status: 415, errors: { 'thumbnail.0': "t.jpg isn't an image" } })
    const empty = await admin.call('POST', '/thumbnail/createCardThumbnail', form([]))
    expect(empty).toMatchObject({ status: 400, body: { errors: { thumbnail: 'Thumbnail is required' } } })
  })

  it('FILE-01: answers broken requests with a clear 4xx and stores nothing', async () => {
    const admin = await server().organization()
    const head = (extra: string) =>
      `POST /api/media HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${admin.token}\r\n${extra}\r\n\r\n`
    const part = '--b\r\nContent-Disposition: form-data; name="media"; filename="a.png"\r\n\r\n'
    const cases: [string, RegExp][] = [
      [`${head('Content-Type: application/json\r\nContent-Length: 2')}{}`, / 415 .*UNSUPPORTED_MEDIA/s],
      [`${head('Content-Type: text/plain\r\nContent-Length: 2')}xx`, / 415 .*UNSUPPORTED_MEDIA/s],
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

  it('FILE-17: stores nothing of an interrupted upload', async () => {
    const admin = await server().organization()
    const before = await stored()
    const start = `POST /api/media HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n--b\r\nContent-Disposition: form-data; name="media"; filename="a.png"\r\n\r\n${'x'.repeat(300_000)}`
    await Promise.all([...Array(10).keys()].map(() => breakOff(server().origins.console, start)))
    await expect.poll(incoming).toEqual([])
    expect(await stored()).toEqual(before)
    expect((await admin.api.media.list()).media.media).toEqual([])
  })
})

/** Sends raw text and returns everything received until the server closes. */
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
