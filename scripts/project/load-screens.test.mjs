import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import https from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { AnswerReader, eventReader } from '../../bench/fleet/answer-reader.mjs'
import { Screen, Site } from '../../bench/fleet/screen.mjs'
import { makeCertificate } from '../../packages/server/test/certificates.ts'

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n'
const EVENTS = ['event: hello\ndata: {}', 'data: Größe ✓', 'retry: 5']
const STREAM = Buffer.from(EVENTS.map((text) => `${text}\n\n`).join(''))
/** The stream in chunks of `size` bytes, as a proxy may divide it: in the middle of events and of letters. */
const chunked = (size) =>
  Buffer.concat([
    Buffer.from(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`),
    ...Array.from({ length: Math.ceil(STREAM.length / size) }, (_, n) => {
      const piece = STREAM.subarray(n * size, (n + 1) * size)
      return Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
    }),
    Buffer.from('0\r\n\r\n'),
  ])

test.each([
  ['unchanged', Buffer.concat([Buffer.from(`${HEAD}\r\n`), STREAM])],
  ...[1, 3, 7, 16, 1000].map((size) => [`in chunks of ${size}`, chunked(size)]),
])('reads a stream that arrives %s, however its packets are cut', (_, answer) => {
  for (const packet of [1, 2, 5, 13, answer.length]) {
    const events = []
    const statuses = []
    const reader = new AnswerReader({
      onHead: (status) => statuses.push(status),
      onBody: eventReader((text) => events.push(text)),
    })
    for (let at = 0; at < answer.length; at += packet) reader.push(answer.subarray(at, at + packet))
    expect([statuses, events]).toEqual([[200], EVENTS])
  }
})

test('a screen follows changes through https and chunks as soon as they are sent', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-load-'))
  const { cert, key } = makeCertificate(folder, 'load', 2)
  const part = (version) => {
    const body = JSON.stringify({ pages: { p1: { version } }, files: {} })
    return { body, hash: createHash('sha256').update(body).digest('hex') }
  }
  const [first, second] = [part(1), part(2)]
  let send
  // Node divides a response without a length into chunks.
  const server = https.createServer(
    { cert: readFileSync(cert), key: readFileSync(key) },
    (request, reply) => {
      if (request.url === '/api/player/manifest')
        return reply.end(JSON.stringify({ group: first, device: first }))
      if (request.url !== '/api/player/stream') return reply.end('{}')
      reply.writeHead(200, { 'content-type': 'text/event-stream' })
      reply.write('event: hello\ndata: {"hashes":{}}\n\n')
      send = () => reply.write(`event: group\ndata: ${JSON.stringify({ ...second, spreadMs: 0 })}\n\n`)
    },
  )
  try {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const site = new Site(`https://127.0.0.1:${server.address().port}`, 1)
    site.pageId = 'p1'
    const screen = new Screen('token', 1, site)
    await screen.begin()
    expect(screen.version).toBe(1)
    const held = new Promise((resolve) => {
      site.onHeld = resolve
    })
    send()
    await held
    expect([screen.version, [...site.troubles]]).toEqual([2, []])
    site.isClosed = true
  } finally {
    server.close()
    server.closeAllConnections()
    rmSync(folder, { recursive: true, force: true })
  }
})
