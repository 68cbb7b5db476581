import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import Fastify from 'fastify'
import type { BlobStore } from '#blobs/blob-store.ts'
import { type ReadableFiles, sendBlob } from '#blobs/send-blob.ts'

export async function listed(store: BlobStore) {
  const files = []
  for await (const file of store.list()) files.push(file)
  return files
}

/** A stream that fails after `content`, like a request whose client disconnects. */
export const breaking = (content: Buffer) =>
  Readable.from(
    (async function* () {
      yield content
      throw new Error('gone')
    })(),
  )

/** A server that sends files of a store, and clients that open one and never read it. */
export async function sendingFiles(store: ReadableFiles) {
  const app = Fastify()
  let asked = 0
  let reading = 0
  const counted: ReadableFiles = {
    rangeBytes: store.rangeBytes,
    size: (sha256) => store.size(sha256),
    readRange: (sha256, range) => {
      reading++
      return store.readRange(sha256, range).finally(() => reading--)
    },
  }
  app.get<{ Params: { sha256: string } }>('/:sha256', (request, reply) => {
    asked++
    return sendBlob(request, reply, counted, { sha256: request.params.sha256, mimetype: 'image/png' })
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const sockets: Socket[] = []
  return {
    url: `http://127.0.0.1:${port}/`,
    /** Resolves once nothing more is read for them. */
    stall: async (sha256: string, count: number) => {
      for (let n = 0; n < count; n++) {
        const socket = connect({ host: '127.0.0.1', port }).on('error', () => {})
        socket.pause().write(`GET /${sha256} HTTP/1.1\r\nhost: a\r\n\r\n`)
        sockets.push(socket)
      }
      const isQuiet = () => asked >= sockets.length && reading === 0
      for (let quiet = 0; quiet < 10; quiet = isQuiet() ? quiet + 1 : 0) await setTimeout(50)
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await app.close()
    },
  }
}
