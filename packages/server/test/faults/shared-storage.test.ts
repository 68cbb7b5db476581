import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it as run } from 'vitest'
import { collectFiles } from '#base/storage/collector.ts'
import { type Caller, TestServer } from '#test/harness.ts'
import { fetchFile, form, picture, removeForGood, uploadOne, video } from '#test/uploads.ts'
import { startS3 } from './s3-server.ts'

const TUS = { 'tus-resumable': '1.0.0' }
const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-shared-'))
const isShared = Boolean(process.env.TEST_DATABASE_URL)
const s3 = isShared ? await startS3(folder) : undefined

describe('two servers on one PostgreSQL and one S3-compatible storage', () => {
  // Needs TEST_DATABASE_URL and Debian's packages swift-* and memcached.
  const it = run.skipIf(!s3)
  let [one, two] = [undefined as TestServer | undefined, undefined as TestServer | undefined]
  beforeAll(async () => {
    if (!s3) return
    one = await TestServer.start(s3.env)
    two = await TestServer.start(s3.env, { beside: one })
  })
  afterAll(async () => {
    await two?.close()
    await one?.close()
    s3?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const both = () => {
    if (!one || !two) throw new Error('The servers have not started')
    return [one, two] as const
  }
  const bytes = async (server: TestServer, caller: Caller, url: string, range?: string) =>
    Buffer.from(await (await fetchFile(server, caller, url, range ? { range } : {})).arrayBuffer())

  it('a file uploaded to one is played by the other, whole and in ranges', async () => {
    const [first, second] = both()
    const admin = await first.organization()
    const content = video()
    const media = await uploadOne(admin, 'film.mp4', content)
    const there = second.as(admin.token)
    expect(await bytes(second, there, media.url)).toEqual(content)
    expect(await bytes(second, there, media.url, 'bytes=100-199')).toEqual(content.subarray(100, 200))
    expect(await bytes(second, there, media.url, 'bytes=-50')).toEqual(content.subarray(-50))
  })

  it('a large upload resumes at the other server', async () => {
    const [first, second] = both()
    const admin = await first.organization()
    const there = second.as(admin.token)
    const content = video()
    const started = await admin.call('POST', '/media/uploads', undefined, {
      ...TUS,
      'upload-length': String(content.length),
    })
    const at = started.headers.get('location')?.replace('/api', '') ?? ''
    const patch = (server: TestServer, offset: number, part: Buffer) =>
      fetch(`${server.origins.console}/api${at}`, {
        method: 'PATCH',
        headers: {
          ...TUS,
          authorization: `Bearer ${admin.token}`,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
        },
        body: part as Buffer<ArrayBuffer>,
      })
    expect((await patch(first, 0, content.subarray(0, 1000))).status).toBe(204)
    expect((await there.call('HEAD', at, undefined, TUS)).headers.get('upload-offset')).toBe('1000')
    expect((await patch(second, 1000, content.subarray(1000))).status).toBe(204)
    const made = await admin.call('POST', '/media', form([{ content: at.split('/').at(-1) ?? '' }]))
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const [media] = (made.body as { media: { url: string }[] }).media
    expect(await bytes(second, there, media?.url ?? '')).toEqual(content)
  })

  it('CONC-04: the same submission to both makes one thing', async () => {
    const [first, second] = both()
    const admin = await first.organization()
    const body = { name: 'House', location: 'Here', floors: [{ name: 'Ground' }] }
    const key = { 'idempotency-key': 'on-both' }
    const answers = await Promise.all(
      [first, second, first, second].map((server) =>
        server.as(admin.token).call('POST', '/buildings/create', body, key),
      ),
    )
    expect(new Set(answers.map((each) => JSON.stringify(each.body))).size).toBe(1)
    expect((await admin.api.buildings.list()).buildings).toHaveLength(1)
  })

  it('FILE-13: one collects while the other takes the same file in again', async () => {
    const [first, second] = both()
    const admin = await first.organization()
    const content = await picture(`#${randomBytes(3).toString('hex')}`)
    const signIn = (server: TestServer) => server.signIn({ email: admin.email, password: 'password-1' })
    for (let round = 0; round < 4; round++) {
      const media = await uploadOne(await signIn(first), 'a.png', content)
      await removeForGood(await signIn(first), media.id)
      await collectFiles(first.services)
      for (let days = 0; days < 2; days++) {
        first.clock.advance(26 * 3_600_000)
        if (days === 0) await collectFiles(first.services)
      }
      const there = await signIn(second)
      const [, again] = await Promise.all([
        collectFiles(first.services),
        uploadOne(there, 'b.png', content),
        collectFiles(second.services),
      ])
      expect(await bytes(first, there, again.url)).toEqual(content)
      await removeForGood(there, again.id)
    }
  })
})
