import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { Upload } from 'tus-js-client'
import { describe, expect, it } from 'vitest'
import { type Caller, type TestServer, useServer } from '#test/harness.ts'
import { form, picture, uploadOne, video } from '#test/uploads.ts'

const TUS = { 'tus-resumable': '1.0.0' }
const TYPE = { 'content-type': 'application/offset+octet-stream' }

/** A real video of this size: players skip the empty box at its end. */
function longVideo(size: number): Buffer {
  const clip = video()
  const box = Buffer.alloc(size - clip.length)
  box.writeUInt32BE(box.length)
  box.write('free', 4)
  return Buffer.concat([clip, box])
}

async function begin(caller: Caller, size: number, name = 'film.mp4', headers: Record<string, string> = {}) {
  const metadata = `filename ${Buffer.from(name).toString('base64')},modified ${Buffer.from('1700000000000').toString('base64')}`
  const answer = await caller.call('POST', '/media/uploads', undefined, {
    ...TUS,
    'upload-length': String(size),
    'upload-metadata': metadata,
    ...headers,
  })
  return { ...answer, path: answer.headers.get('location')?.replace('/api', '') ?? '' }
}

async function send(server: TestServer, caller: Caller, path: string, offset: number, part: Buffer) {
  const response = await fetch(`${server.origins.console}/api${path}`, {
    method: 'PATCH',
    headers: { ...TUS, ...TYPE, authorization: `Bearer ${caller.token}`, 'upload-offset': String(offset) },
    body: part as Buffer<ArrayBuffer>,
  })
  return { status: response.status, offset: response.headers.get('upload-offset') }
}

const offsetOf = async (caller: Caller, path: string) => {
  const { status, headers } = await caller.call('HEAD', path, undefined, TUS)
  return status === 200 ? Number(headers.get('upload-offset')) : status
}

const idOf = (path: string) => path.split('/').at(-1) ?? ''
const use = (caller: Caller, ids: readonly string[], more: Parameters<typeof form>[0] = []) =>
  caller.call('POST', '/media', form([...ids.map((id) => ({ content: id })), ...more]))

describe('resumable uploads', () => {
  const server = useServer({ MAX_UPLOAD_MB: '4' })
  const files = async () => {
    const all = []
    for await (const { sha256 } of server().services.blobs.list()) all.push(sha256)
    return all
  }

  it('FILE-11: a file that arrives in parts becomes media, with the rules of every upload', async () => {
    const admin = await server().organization()
    const content = longVideo(3_000_000)
    const { status, path } = await begin(admin, content.length, '../Film "1".mp4')
    expect(status).toBe(201)
    expect(await send(server(), admin, path, 0, content.subarray(0, 1_000_000))).toEqual({
      status: 204,
      offset: '1000000',
    })
    expect(await offsetOf(admin, path)).toBe(1_000_000)
    expect((await admin.api.media.uploads()).uploads).toMatchObject([
      { id: idOf(path), name: 'Film "1".mp4', offset: 1_000_000, size: 3_000_000, modifiedAt: 1.7e12 },
    ])
    const early = await use(admin, [idOf(path)])
    expect(early).toMatchObject({ status: 400, body: { errors: { 'media.0': expect.anything() } } })
    for (const wrong of [0, 999_999, 1_000_001])
      expect((await send(server(), admin, path, wrong, content)).status).toBe(409)
    expect((await send(server(), admin, path, 1_000_000, content.subarray(1_000_000))).status).toBe(204)

    const { folder } = await admin.api.media.createFolder({ body: { name: 'Films' } })
    const image = await picture()
    const made = await use(
      admin,
      [idOf(path)],
      [
        { name: 'b.png', content: image },
        { field: 'folderId', content: folder.id },
        { field: 'thumbnail', name: 't.png', content: image },
        { field: 'thumbnail', name: 't.png', content: image },
      ],
    )
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const { media } = made.body as { media: { mimetype: string; src: string; folderId: string }[] }
    expect(media).toMatchObject([
      { name: 'Film "1".mp4', mimetype: 'video/mp4', folderId: folder.id, size: 3_000_000 },
      { name: 'b.png', mimetype: 'image/png', folderId: folder.id },
    ])
    expect(media[0]?.src).toBe(createHash('sha256').update(content).digest('hex'))
    expect((await admin.api.media.uploads()).uploads).toEqual([])
    expect(await offsetOf(admin, path)).toBe(404)
    expect((await use(admin, [idOf(path)])).status).toBe(400)
  })

  it('FILE-11: other files are refused, can be retried, and are deleted when canceled', async () => {
    const admin = await server().organization()
    const before = await files()
    const { path } = await begin(admin, 4, 'notes.mp4')
    await send(server(), admin, path, 0, Buffer.from('text'))
    for (let tries = 0; tries < 2; tries++)
      expect(await use(admin, [idOf(path)])).toMatchObject({
        status: 415,
        body: { errors: { 'media.0': expect.stringContaining("notes.mp4 isn't") } },
      })
    expect((await admin.call('DELETE', path, undefined, TUS)).status).toBe(204)
    expect(await offsetOf(admin, path)).toBe(404)
    expect(await files()).toEqual(before)
  })

  it('FILE-11: refuses what is too large, malformed, or too many', async () => {
    const admin = await server().organization()
    expect((await begin(admin, 4 * 2 ** 20 + 1)).status).toBe(413)
    // A size beyond the disk's is still too large, not a full disk.
    expect((await begin(admin, 10 ** 15 - 1)).status).toBe(413)
    expect((await begin(admin, Number.NaN)).status).toBe(400)
    expect((await begin(admin, 1, 'x', { 'tus-resumable': '0.2.2' })).status).toBe(412)
    const { path } = await begin(admin, 10)
    expect((await send(server(), admin, path, 0, randomBytes(11))).status).toBe(413)
    const { status } = await admin.call('PATCH', path, { not: 'bytes' }, TUS)
    expect(status).toBe(415)
    const all = await Promise.all([...Array(65).keys()].map(() => begin(admin, 10)))
    // One already exists.
    expect(all.filter((each) => each.status === 429)).toHaveLength(6)
  })

  it("FILE-11: another person's upload does not exist", async () => {
    const admin = await server().organization()
    const colleague = await server().user(admin, ['media'])
    const { path } = await begin(admin, 4)
    expect(await offsetOf(colleague, path)).toBe(404)
    expect((await send(server(), colleague, path, 0, Buffer.from('text'))).status).toBe(404)
    expect((await colleague.call('DELETE', path, undefined, TUS)).status).toBe(404)
    expect((await use(colleague, [idOf(path)])).status).toBe(400)
    expect((await colleague.api.media.uploads()).uploads).toEqual([])
  })

  it('FILE-11: unfinished ones expire a week after their last part', async () => {
    const admin = await server().organization()
    const { path } = await begin(admin, 10)
    await send(server(), admin, path, 0, Buffer.from('half'))
    server().clock.advance(6 * 24 * 3_600_000)
    const again = await server().signIn({ email: admin.email, password: 'password-1' })
    await send(server(), again, path, 4, Buffer.from('!'))
    await server().services.jobs.look()
    server().clock.advance(6 * 24 * 3_600_000)
    const later = await server().signIn({ email: admin.email, password: 'password-1' })
    await server().services.jobs.look()
    expect(await offsetOf(later, path)).toBe(5)
    server().clock.advance(2 * 24 * 3_600_000)
    const last = await server().signIn({ email: admin.email, password: 'password-1' })
    await server().services.jobs.look()
    expect(await offsetOf(last, path)).toBe(404)
    expect(await server().services.blobs.partials.size(idOf(path))).toBe(0)
  })

  it('FILE-11: a second connection takes over from one that hangs', async () => {
    const admin = await server().organization()
    const content = randomBytes(100_000)
    const { path } = await begin(admin, content.length)
    const hanging = request(`${server().origins.console}/api${path}`, {
      method: 'PATCH',
      headers: {
        ...TUS,
        ...TYPE,
        authorization: `Bearer ${admin.token}`,
        'upload-offset': '0',
        'content-length': content.length,
      },
    })
    hanging.on('error', () => {})
    hanging.write(content.subarray(0, 40_000))
    await new Promise((resolve) => setTimeout(resolve, 300))
    const offset = Number(await offsetOf(admin, path))
    expect(offset).toBe(40_000)
    expect((await send(server(), admin, path, offset, content.subarray(offset))).status).toBe(204)
    hanging.destroy()
  })

  it('FILE-11: of concurrent connections to one upload one is accepted, and no byte is stored twice', async () => {
    const admin = await server().organization()
    const content = longVideo(500_000)
    const { path } = await begin(admin, content.length)
    const lines = Array.from({ length: 6 }, () =>
      send(server(), admin, path, 0, content).catch(() => undefined),
    )
    await Promise.all(lines)
    const offset = Number(await offsetOf(admin, path))
    expect(offset).toBeLessThanOrEqual(content.length)
    if (offset < content.length) await send(server(), admin, path, offset, content.subarray(offset))
    const made = await use(admin, [idOf(path)])
    expect(made.body).toMatchObject({ media: [{ src: createHash('sha256').update(content).digest('hex') }] })
  })

  it('FILE-11: using an upload twice, in one call or concurrently, creates one medium', async () => {
    const admin = await server().organization()
    const content = longVideo(300_000)
    const { path } = await begin(admin, content.length)
    await send(server(), admin, path, 0, content)
    const twice = await use(admin, [idOf(path), idOf(path)])
    expect(twice).toMatchObject({ status: 400, body: { errors: { 'media.1': expect.anything() } } })
    const together = await Promise.all([1, 2, 3, 4].map(() => use(admin, [idOf(path)])))
    expect(together.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400])
    expect((await admin.api.media.list()).media.media).toHaveLength(1)
  })

  it('FILE-11: a super admin uses one for another organization, which consumes it', async () => {
    const superAdmin = await server().signIn()
    const { organizationId } = await server().organization()
    const content = longVideo(200_000)
    const { path } = await begin(superAdmin, content.length)
    await send(server(), superAdmin, path, 0, content)
    const made = await use(superAdmin, [idOf(path)], [{ field: 'organizationId', content: organizationId }])
    expect(made).toMatchObject({ status: 201, body: { media: [{ organizationId }] } })
    expect(await offsetOf(superAdmin, path)).toBe(404)
  })

  it("FILE-11: the console's client resumes where the connection broke", async () => {
    const admin = await server().organization()
    const content = longVideo(2_000_000)
    const upload = (uploadUrl?: string, until = content.length) =>
      new Promise<string>((resolve, reject) => {
        const client = new Upload(content, {
          endpoint: `${server().origins.console}/api/media/uploads`,
          uploadUrl,
          chunkSize: 300_000,
          headers: { authorization: `Bearer ${admin.token}` },
          metadata: { filename: 'film.mp4' },
          onError: reject,
          onSuccess: () => resolve(client.url ?? ''),
          onChunkComplete: (_size, accepted) => {
            if (accepted >= until) void client.abort().then(() => resolve(client.url ?? ''))
          },
        })
        client.start()
      })
    const url = await upload(undefined, 600_000)
    const { pathname } = new URL(url)
    const arrived = Number(await offsetOf(admin, pathname.replace('/api', '')))
    expect(arrived).toBeGreaterThanOrEqual(600_000)
    expect(arrived).toBeLessThan(content.length)
    expect(await upload(url)).toBe(url)
    const made = await use(admin, [idOf(url)])
    expect(made.body).toMatchObject({ media: [{ src: createHash('sha256').update(content).digest('hex') }] })
  })

  it('a file that is already stored is not stored twice', async () => {
    const admin = await server().organization()
    const content = video()
    const one = await uploadOne(admin, 'a.mp4', content)
    const before = await files()
    const { path } = await begin(admin, content.length)
    await send(server(), admin, path, 0, content)
    const { body } = await use(admin, [idOf(path)])
    expect((body as { media: { src: string }[] }).media[0]?.src).toBe(one.src)
    expect(await files()).toEqual(before)
  })

  it.each(['before', 'after'] as const)(
    'FILE-11: one whose server died %s its bytes moved into the store is still whole, and used at the next try',
    async (when) => {
      const admin = await server().organization()
      const content = longVideo(250_000)
      const { path } = await begin(admin, content.length)
      await send(server(), admin, path, 0, content)
      const { partials } = server().services.blobs
      const { stage } = partials
      partials.stage = async (id) => {
        const staged = await stage(id)
        const keep = async () => {
          if (when === 'after') await staged.keep()
          throw new Error('killed here')
        }
        return { ...staged, keep }
      }
      await expect(use(admin, [idOf(path)])).rejects.toThrow('answered 500')
      partials.stage = stage
      expect(await offsetOf(admin, path)).toBe(content.length)
      const made = await use(admin, [idOf(path)])
      expect(made.body).toMatchObject({
        media: [{ src: createHash('sha256').update(content).digest('hex') }],
      })
    },
  )
})
