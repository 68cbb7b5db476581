import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCertificate } from '#test/certificates.ts'
import { TestServer } from '#test/harness.ts'

describe('a server with a certificate', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-plain-'))
  let server: TestServer
  beforeAll(async () => {
    const { cert, key } = makeCertificate(folder, 'plain', 30)
    server = await TestServer.start({ TLS_CERT: cert, TLS_KEY: key })
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })
  const port = (origin: keyof TestServer['origins'] = 'console') =>
    Number(new URL(server.origins[origin]).port)

  /** What plain HTTP answers to this text, sent in these pieces. */
  const plain = async (pieces: readonly string[], to = port()) => {
    const socket = connect(to, '127.0.0.1')
    const closed = once(socket, 'close')
    let said = ''
    socket.setEncoding('latin1').on('data', (text) => {
      said += text
    })
    for (const piece of pieces) {
      socket.write(piece)
      await setTimeout(20)
    }
    await closed
    return said
  }
  const secure = (options: object = {}) =>
    new Promise<{ status?: number | undefined; text: string }>((resolve, reject) => {
      const to = { host: '127.0.0.1', port: port(), path: '/api/health', rejectUnauthorized: false }
      const call = request({ ...to, ...options }, (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode, text }))
      })
      call.on('error', reject).end()
    })

  it.each(['console', 'player', 'content'] as const)(
    'redirects http to https on the port of the %s',
    async (origin) => {
      const host = `signs.example.org:${port(origin)}`
      const said = await plain(
        [`GET /a/b?c=d HTTP/1.1\r\nAccept: */*\r\nHost: ${host}\r\n\r\n`],
        port(origin),
      )
      expect(said).toMatch(/^HTTP\/1\.1 307 /)
      expect(said).toContain(`\r\nLocation: https://${host}/a/b?c=d\r\n`)
      for (const header of [
        'Connection: close',
        'X-Content-Type-Options: nosniff',
        'Content-Security-Policy: ',
      ])
        expect(said).toContain(`\r\n${header}`)
    },
  )

  it.each([
    ['a call that writes', 'POST /api/auth/login HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a program with a key', 'GET /api/media HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer x\r\n\r\n'],
    ['a call with doubled slashes', 'GET //api/media HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['the API itself', 'HEAD /api HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['a host with a path', 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n'],
    ['another address as path', 'GET //evil.example HTTP/1.0\r\n\r\n'],
    ['rubbish', '\u0000\u0001\u0002'],
  ])('tells %s to use https, and ends the connection', async (_what, text) => {
    const said = await plain([text])
    expect(said).toMatch(/^HTTP\/1\.1 400 /)
    expect(said).toContain('needs https://')
    expect(said).not.toContain('Location')
  })

  it('answers over https, also if the handshake arrives in pieces, and after connections that sent nothing', async () => {
    expect(await secure()).toMatchObject({ status: 200 })
    const silent = connect(port(), '127.0.0.1')
    const gone = once(silent.resume(), 'close')
    await once(silent, 'connect')
    silent.end()
    await gone
    const slow = connect(port(), '127.0.0.1')
    await once(slow, 'connect')
    const socket = connectTls({ socket: slow, rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    socket.write('GET /api/health HTTP/1.1\r\nHost: a\r\n')
    await setTimeout(50)
    socket.write('Connection: close\r\n\r\n')
    let said = ''
    for await (const chunk of socket) said += chunk
    expect(said).toMatch(/^HTTP\/1\.1 200 /)
    expect(said).toMatch(/\r\nstrict-transport-security: max-age=31536000\r\n/i)
    expect(await Promise.all(Array.from({ length: 20 }, () => secure()))).toHaveLength(20)
  })
})
