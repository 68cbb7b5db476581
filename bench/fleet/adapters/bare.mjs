// The floor for Vitrine's own screens: a server that computes and stores nothing, and writes each change to every open
// connection. What its screens take is the time of the connections, and of the screens themselves.
import { createHash } from 'node:crypto'
import { createServer } from 'node:net'

export { play, STATES } from './vitrine.mjs'

/** As many as a layout of 4 kB. */
const TEXT_BYTES = 3800
/** Milliseconds per screen over which reports are spread, as in Vitrine's notices. */
const SPREAD_MS = 0.3
const event = (name, data) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
const HELLO = `HTTP/1.1 200 OK\r\n\r\n${event('hello', { hashes: { group: '', device: '' } })}`
/** Answers every call: nothing new, nothing to say. */
const NOTHING = 'HTTP/1.1 304 Not Modified\r\nconnection: close\r\n\r\n'

export async function prepare({ count }) {
  const lines = new Set()
  let version = 0
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => {})
    socket.on('close', () => lines.delete(socket))
    socket.once('data', (request) => {
      if (!request.includes('/api/player/stream')) return socket.end(NOTHING)
      lines.add(socket)
      socket.write(HELLO)
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    screens: Array.from({ length: count }, (_, n) => `screen-${n}`),
    shared: { url: `http://127.0.0.1:${server.address().port}`, pageId: 'page', count },
    change: async () => {
      const page = { version: ++version, text: 'x'.repeat(TEXT_BYTES) }
      const body = JSON.stringify({ pages: { page }, files: {} })
      const hash = createHash('sha256').update(body).digest('hex')
      const notice = Buffer.from(event('group', { hash, body, spreadMs: count * SPREAD_MS }))
      return async () => {
        for (const line of lines) line.write(notice)
      }
    },
    remove: async () => {
      for (const line of lines) line.destroy()
      server.close()
    },
  }
}
