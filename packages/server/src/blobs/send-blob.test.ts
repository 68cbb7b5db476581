import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { UnsentResponses } from '#lib/http/unsent-responses.ts'
import { sendingFiles } from '#test/blobs.ts'
import { openDiskStore } from './disk-store.ts'
import { attachment, type ReadableFiles, readRange, sendBlob } from './send-blob.ts'

const content = Buffer.from('0123456789')
const { addStream } = UnsentResponses.prototype
afterEach(() => void vi.restoreAllMocks())
const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-send-'))
const app = Fastify()
let etag = ''
let emptyHash = ''

beforeAll(async () => {
  const store = await openDiskStore(folder)
  const staged = await store.stage(Readable.from([content]), 100)
  await staged.keep()
  const empty = await store.stage(Readable.from([]), 100)
  await empty.keep()
  etag = `"${staged.sha256}"`
  emptyHash = empty.sha256
  app.get<{ Params: { sha256: string } }>('/:sha256', (request, reply) =>
    sendBlob(request, reply, store, {
      sha256: request.params.sha256,
      mimetype: 'image/png',
      saveAs: 'a "b".png',
    }),
  )
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
  hash = etag.slice(1, -1),
) => app.inject({ method, url: `/${hash}`, headers })

test('FILE-16: whole: every header that makes it cacheable and harmless', async () => {
  const answer = await ask()
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toBe('0123456789')
  expect(answer.headers).toMatchObject({
    etag,
    'content-type': 'image/png',
    'content-length': '10',
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-disposition': `attachment; filename="a _b_.png"; filename*=UTF-8''a%20%22b%22.png`,
  })
  expect(answer.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/)
})

test('HEAD answers the headers alone', async () => {
  const answer = await ask({}, 'HEAD')
  expect(answer).toMatchObject({ statusCode: 200, body: '' })
  expect(answer.headers['content-length']).toBe('10')
})

test('a client that has it gets 304', async () => {
  for (const have of [etag, `W/${etag}`, '*', `"other", ${etag}`])
    expect(await ask({ 'if-none-match': have })).toMatchObject({ statusCode: 304, body: '' })
  expect((await ask({ 'if-none-match': '"other"' })).statusCode).toBe(200)
})

describe('FILE-15: ranges', () => {
  test.each([
    ['bytes=0-0', '0', '0-0'],
    ['bytes=3-5', '345', '3-5'],
    ['bytes=7-', '789', '7-9'],
    ['bytes=-2', '89', '8-9'],
    ['bytes=-99', '0123456789', '0-9'],
    ['bytes=8-99', '89', '8-9'],
  ])('%s', async (range, body, part) => {
    const answer = await ask({ range })
    expect(answer).toMatchObject({ statusCode: 206, body })
    expect(answer.headers).toMatchObject({
      'content-range': `bytes ${part}/10`,
      'content-length': `${body.length}`,
    })
  })
  test.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('%s lies outside', async (range) => {
    const answer = await ask({ range })
    expect(answer).toMatchObject({ statusCode: 416, body: '' })
    expect(answer.headers['content-range']).toBe('bytes */10')
  })
  test.each(['bytes=5-3', 'bytes=-', 'bytes=a-b', 'lines=1-2', `bytes=${Array(1000).fill('0-0')}`])(
    '%.20s is ignored',
    async (range) => expect(await ask({ range })).toMatchObject({ statusCode: 200, body: '0123456789' }),
  )
  test('If-Range that no longer matches gets the whole file', async () => {
    expect((await ask({ range: 'bytes=0-1', 'if-range': etag })).statusCode).toBe(206)
    expect((await ask({ range: 'bytes=0-1', 'if-range': '"older"' })).statusCode).toBe(200)
  })
  test('an empty file has none', async () => {
    expect((await ask({}, 'GET', emptyHash)).statusCode).toBe(200)
    expect((await ask({ range: 'bytes=0-' }, 'GET', emptyHash)).statusCode).toBe(416)
    expect(readRange('bytes=-1', 0)).toBe('unsatisfiable')
  })
})

describe('clients that open a file and never read it', () => {
  const MB = 2 ** 20
  const endless: ReadableFiles = {
    size: async () => 1e12,
    readRange: async (_, { start, end }) => [Buffer.alloc(end - start + 1)],
    rangeBytes: 4 * MB,
  }

  test('get smaller pieces, the more of them are in memory', async () => {
    const pieces: number[] = []
    vi.spyOn(UnsentResponses.prototype, 'addStream').mockImplementation(function (
      this: UnsentResponses,
      ...args
    ) {
      const n = pieces.length
      pieces.push(0)
      const hold = addStream.apply(this, args)
      return (bytes) => {
        pieces[n] = bytes
        hold(bytes)
      }
    })
    const { stall, close } = await sendingFiles(endless)
    await stall('a', 60)
    expect(pieces).toHaveLength(60)
    const held = pieces.reduce((sum, bytes) => sum + bytes, 0)
    expect(held).toBeGreaterThan(30 * MB)
    expect(held).toBeLessThan(64 * MB + 60 * 64 * 1024)
    await close()
  })
})

test('a stored file that is shorter than it was ends the answer early', async () => {
  const { url, close } = await sendingFiles({
    size: async () => 200_000,
    readRange: async (_, { start, end }) => [Buffer.alloc(start === 0 ? end + 1 : 10)],
    rangeBytes: 100_000,
  })
  await expect(fetch(`${url}a`).then((answer) => answer.text())).rejects.toThrow()
  await close()
})

test('a file missing in the storage is not found', async () => {
  const answer = await ask({}, 'GET', 'f'.repeat(64))
  expect(answer.json()).toMatchObject({ message: expect.stringContaining('missing') })
})

test('any name survives as an attachment', () => {
  for (const name of [
    'a;b="c"\r\nX: y',
    'صورة.png',
    'a\u202Egpj.exe',
    "l'été (1)*.mp4",
    '\ud800',
    '100%.png',
  ]) {
    const header = attachment(name)
    expect(header).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w%.~!-]*$/)
    expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(name.toWellFormed())
  }
})
