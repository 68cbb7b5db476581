import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Objects by `bucket/key`, with the few S3 calls that Vitrine makes; signatures aren't verified. */
export class MemoryBucket {
  readonly objects = new Map<string, Buffer>()
  /** The status of every answer while it is set. */
  failing: number | undefined
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  #port = 0

  static async start(): Promise<MemoryBucket> {
    const bucket = new MemoryBucket()
    await bucket.listen()
    return bucket
  }

  /** Settings of a server that stores its files in it. */
  get env(): Record<string, string> {
    return {
      S3_ENDPOINT: `http://127.0.0.1:${this.#port}`,
      S3_BUCKET: 'vitrine',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    }
  }

  /** Again on the same port after `close`, like a storage that starts later than its users. */
  async listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.failing !== undefined) {
      response.writeHead(this.failing).end()
      return
    }
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://storage')
    const key = decodeURIComponent(pathname.slice(1))
    const content = this.objects.get(key)
    if (request.method === 'PUT') {
      const body = await buffer(request)
      if (content && request.headers['if-none-match'] === '*') response.writeHead(412).end()
      else {
        this.objects.set(key, body)
        response.writeHead(200, { etag: '"x"' }).end()
      }
    } else if (request.method === 'DELETE') {
      this.objects.delete(key)
      response.writeHead(204).end()
    } else if (searchParams.has('list-type')) response.end(this.#list(key, searchParams.get('prefix') ?? ''))
    else if (!content) response.writeHead(404).end()
    else {
      const [, start = 0, end = content.length - 1] =
        /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')?.map(Number) ?? []
      const part = content.subarray(start, end + 1)
      response.writeHead(request.headers.range ? 206 : 200, { 'content-length': part.length })
      response.end(request.method === 'HEAD' ? undefined : part)
    }
  }

  #list(bucket: string, prefix: string): string {
    const found = [...this.objects].filter(([key]) =>
      key.startsWith(`${bucket.replace(/\/$/, '')}/${prefix}`),
    )
    const items = found.map(
      ([key, { length }]) =>
        `<Contents><Key>${key.slice(key.indexOf('/') + 1)}</Key><Size>${length}</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`,
    )
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated>${items.join('')}</ListBucketResult>`
  }

  /** Every object with its hash, to compare. */
  hashes(): Record<string, string> {
    const hashes = [...this.objects].map(([key, content]) => [
      key,
      createHash('sha256').update(content).digest('hex'),
    ])
    return Object.fromEntries(hashes.sort())
  }
}
