import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { readSettings } from '#lib/env.ts'
import { Bucket } from './s3-bucket.ts'
import { openS3Store } from './s3-store.ts'

const LIMITS = { connect: 300, answer: 300, file: 300, idle: 300 }
const opened: { close(): unknown }[] = []
afterEach(() => {
  for (const each of opened.splice(0)) each.close()
})

/** Settings of a fake storage with this request handler. */
async function storageWith(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  opened.push({
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return readSettings({
    S3_BUCKET: 'b',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  })
}

const bucketOf = async (answer: RequestListener) => new Bucket(await storageWith(answer), LIMITS)

describe('a storage of files', () => {
  it('that never answers makes calls fail', async () => {
    const bucket = await bucketOf(() => {})
    const began = performance.now()
    await expect(bucket.size('a')).rejects.toThrow(/timed? ?out|exceeded/i)
    expect(performance.now() - began).toBeLessThan(8000)
  })

  it('that stalls within a file ends the reading, but waits for a reader that pauses', async () => {
    const bucket = await bucketOf((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('some')
    })
    const silent = await bucket.get('a')
    await expect(silent?.toArray()).rejects.toThrow('stopped responding')
    const paused = await bucket.get('a')
    await setTimeout(1000)
    expect(paused?.destroyed).toBe(false)
    paused?.destroy()
  })

  it('creates a new object only if there is none, with or without a conditional write', async () => {
    const seen: (string | undefined)[] = []
    const statuses = [412, 501, 200]
    const bucket = await bucketOf((request, response) => {
      seen.push(request.headers['if-none-match'])
      request.resume().on('end', () => response.writeHead(statuses.shift() ?? 200).end())
    })
    expect(await bucket.putNew('marker', Buffer.from('1'))).toBe(false)
    expect(await bucket.putNew('marker', Buffer.from('1'))).toBe(true)
    expect(seen).toEqual(['*', '*', undefined])
  })

  const FAILURES: Record<string, RequestListener> = {
    'refuses the keys': (_request, response) => response.writeHead(403).end(),
    'closes every connection': (request) => request.socket.destroy(),
  }
  it.each(Object.entries(FAILURES))(
    'that %s is reported as unavailable, whatever is asked of it',
    async (_, fail) => {
      let isBroken = false
      const settings = await storageWith((request, response) => {
        if (isBroken) fail(request, response)
        else response.end(JSON.stringify({ id: 'storage', format: 1 }))
      })
      const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-broken-'))
      opened.push({ close: () => rmSync(folder, { recursive: true, force: true }) })
      const store = await openS3Store(settings, folder)
      isBroken = true
      const sha256 = 'a'.repeat(64)
      const content = () => Readable.from([Buffer.from('content')])
      const calls: Record<string, () => Promise<unknown>> = {
        read: () => store.read(sha256),
        readRange: () => store.readRange(sha256, { start: 0, end: 1 }),
        size: () => store.size(sha256),
        delete: () => store.delete(sha256),
        keep: async () => (await store.stage(content(), 100)).keep(),
        replace: async () => (await store.stage(content(), 100)).keep({ replace: true }),
        'partials.append': () => store.partials.append('a', 0, content(), 100),
        'partials.size': () => store.partials.size('a'),
        'partials.stage': () => store.partials.stage('a'),
      }
      for (const [name, call] of Object.entries(calls))
        await expect(call(), name).rejects.toMatchObject({ errKey: 'STORAGE_UNAVAILABLE' })
    },
  )
})
