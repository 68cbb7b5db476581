import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../setup/ports.mjs'
import { root } from '../setup/root.mjs'
import { ORIGINS, programOf, writeNginxConfig } from './nginx.mjs'

const NODES = ['127.0.0.2', '127.0.0.3']
const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-proxies-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Two servers with three origins each. They say who they are, and what they got. */
async function startNodes() {
  const ports = await Promise.all(ORIGINS.map(() => freePort()))
  const nodes = NODES.map((host) => ({ host, isReady: true, servers: [] }))
  for (const node of nodes)
    for (const [index, origin] of ORIGINS.entries()) {
      const server = http.createServer((request, response) => answer(node, origin, request, response))
      node.servers.push(server)
      server.listen(ports[index], node.host)
      await once(server, 'listening')
    }
  const close = (node) =>
    node.servers.forEach((server) => {
      server.close()
      server.closeAllConnections()
    })
  return { ports, nodes, close }
}

function answer(node, origin, request, response) {
  if (request.url === '/api/ready?read') return response.writeHead(node.isReady ? 200 : 503).end()
  if (request.url === '/stream')
    return response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
  const said = JSON.stringify({ node: node.host, origin, headers: request.headers })
  // An upload is answered at its first bytes, while the rest is on its way.
  if (request.method === 'POST') return request.once('data', () => response.writeHead(200).end(said))
  response.end(said)
}

const PROXIES = {
  caddy: (ports, at) => ({
    args: ['run', '--config', path.join(root, 'deploy/Caddyfile'), '--adapter', 'caddyfile'],
    env: {
      HOME: folder,
      HEALTH_PORT: String(ports[0]),
      ...Object.fromEntries(
        ORIGINS.flatMap((origin, index) => [
          [`${origin.toUpperCase()}_SITE`, `http://${origin}.example.org:${at}`],
          [`${origin.toUpperCase()}_SERVERS`, NODES.map((host) => `${host}:${ports[index]}`).join(' ')],
        ]),
      ),
    },
  }),
  nginx: (ports, at) => {
    const addressOf = (node, origin) => `${NODES[node]}:${ports[ORIGINS.indexOf(origin)]}`
    const config = writeNginxConfig(folder, { addressOf, portOf: () => at })
    return { args: ['-c', config, '-g', 'daemon off;'], env: {} }
  },
}

describe.each(Object.keys(PROXIES))('the example for %s', (name) => {
  const program = programOf(name)
  const it = test.skipIf(!program)
  let [proxy, nodes, at] = []
  let said = ''
  beforeAll(async () => {
    if (!program) return
    nodes = await startNodes()
    at = await freePort()
    const { args, env } = PROXIES[name](nodes.ports, at)
    proxy = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [proxy.stdout, proxy.stderr]) stream.on('data', (text) => (said += text))
    for (let tries = 0; tries < 200 && (await call().catch(() => undefined))?.status !== 200; tries++) {
      if (proxy.exitCode !== null) throw new Error(said)
      await setTimeout(50)
    }
  })
  afterAll(async () => {
    if (!program) return
    for (const node of nodes.nodes) nodes.close(node)
    proxy.kill('SIGTERM')
    if (proxy.exitCode === null) await once(proxy, 'exit')
  })

  /** A call of a site; `read`: what to wait for in the answer. */
  function call({ origin = 'console', url = '/', method = 'GET', headers = {}, body, read } = {}) {
    return new Promise((resolve, reject) => {
      const host = `${origin}.example.org`
      const request = http.request({
        host: '127.0.0.1',
        port: at,
        path: url,
        method,
        headers: { host, ...headers },
        agent: false,
      })
      request.on('error', reject)
      request.on('response', (response) => {
        let text = ''
        const end = () => resolve({ status: response.statusCode, headers: response.headers, text })
        response.on('data', (piece) => {
          text += piece
          if (!read || !text.includes(read)) return
          end()
          request.destroy()
        })
        response.on('end', end)
        response.on('error', () => {})
      })
      if (body) request.write(body)
      else request.end()
    })
  }
  const who = async (options) => JSON.parse((await call(options)).text)
  const nodesOf = async (tokens) =>
    new Set(
      await Promise.all(
        tokens.map(async (token) => (await who({ headers: { authorization: `Bearer ${token}` } })).node),
      ),
    )
  const many = Array.from({ length: 40 }, (_, n) => `token-${n}`)

  it('leads each host to the origin of its name', async () => {
    for (const origin of ORIGINS) expect((await who({ origin })).origin).toBe(origin)
  })

  it('spreads screens over the servers, and keeps each at one', async () => {
    expect(await nodesOf(many)).toEqual(new Set(NODES))
    expect((await nodesOf(Array(20).fill('token-1'))).size).toBe(1)
  })

  it("passes on the caller's address, whatever the caller claims", async () => {
    const { headers } = await who({ headers: { 'x-forwarded-for': '6.6.6.6' } })
    expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' })
    expect(headers.host.split(':')[0]).toBe('console.example.org')
  })

  it('tells browsers to use HTTPS', async () => {
    for (const origin of ORIGINS)
      expect((await call({ origin })).headers['strict-transport-security']).toBe(
        'max-age=31536000; includeSubDomains',
      )
  })

  it('passes streams and uploads on as they come', async () => {
    expect(await call({ url: '/stream', read: 'data: 1' })).toMatchObject({ status: 200 })
    const started = await call({
      method: 'POST',
      headers: { 'content-length': String(2 ** 31) },
      body: 'the first bytes',
      read: '}',
    })
    expect(started.status).toBe(200)
  })

  it('loses no call when a server dies', async () => {
    nodes.close(nodes.nodes[0])
    expect(await nodesOf(many)).toEqual(new Set([NODES[1]]))
  })
})
