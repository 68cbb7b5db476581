import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { readSettings } from '#lib/env.ts'
import { Bucket } from './s3-bucket.ts'

const LIMITS = { connect: 300, answer: 300, file: 300, idle: 300 }
const opened: Server[] = []
afterEach(() => {
  for (const server of opened.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A bucket of a fake storage with this request handler. */
async function bucketOf(answer: RequestListener): Promise<Bucket> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  opened.push(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const settings = readSettings({
    S3_BUCKET: 'b',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  })
  return new Bucket(settings, LIMITS)
}

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
})
