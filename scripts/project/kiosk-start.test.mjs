import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../setup/root.mjs'

const PUBLIC = path.join(root, 'packages/player/public')
const KEY = 'ab'.repeat(32)
const MANIFEST = '{"name":"Vitrine player"}'
const hasPython = spawnSync('python3', ['--version']).status === 0
const canLeaveNetwork = spawnSync('unshare', ['-n', 'true']).status === 0

it('the programs of a kiosk run in the shell and the Python of Debian 11', () => {
  const programs = readdirSync(PUBLIC).filter((name) => /^kiosk.*\.(sh|py)$/.test(name))
  expect(programs.length).toBeGreaterThan(7)
  for (const name of programs) {
    const file = path.join(PUBLIC, name)
    const parse = `import ast; ast.parse(open("${file}").read(), feature_version=(3, 9))`
    const read = name.endsWith('.py') ? ['python3', '-c', parse] : ['sh', '-n', file]
    const { error, status } = spawnSync(read[0], read.slice(1))
    if (!error) expect(status, name).toBe(0)
  }
})

describe.skipIf(!hasPython)('the page of a kiosk that waits for its server', () => {
  let folder
  const closing = []
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-start-'))
    writeFileSync(path.join(folder, 'key'), KEY)
  })
  afterEach(() => {
    for (const close of closing.splice(0)) close()
    rmSync(folder, { recursive: true, force: true })
  })
  /** A server that answers like this; returns its address. */
  const serve = async (answer) => {
    const server = http.createServer((request, reply) => {
      const { status = 200, headers = {}, body = '' } = answer(request.url)
      reply.writeHead(status, headers).end(body)
    })
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close())
    return `http://127.0.0.1:${server.address().port}`
  }
  const player = (url) => (url === '/app.webmanifest' ? { body: MANIFEST } : { status: 404 })
  const look = (address, ...before) =>
    new Promise((resolve) => {
      const words = [...before, 'python3', '-I', path.join(PUBLIC, 'kiosk-network.py'), address]
      const child = spawn(words[0], words.slice(1))
      let said = ''
      child.stdout.on('data', (text) => {
        said += text
      })
      child.once('close', () => resolve(JSON.parse(said)))
    })
  const login = { status: 200, body: '<html>Log in to the hotel network</html>' }
  it.each([
    ['the player', player, null],
    ['another server', () => ({ status: 404 }), 'wrong-address'],
    [
      'another web app',
      (url) => (url === '/app.webmanifest' ? { body: '{"name":"Shop"}' } : { status: 404 }),
      'wrong-address',
    ],
    [
      'a server that redirects to its own page',
      () => ({ status: 302, headers: { location: '/login' } }),
      'wrong-address',
    ],
    ['a proxy whose server is down', () => ({ status: 502 }), 'no-server'],
    ['a login page', () => login, 'captive-portal'],
    [
      'a redirect to a login page',
      () => ({ status: 302, headers: { location: 'http://login.test/' } }),
      'captive-portal',
    ],
    ['a network that requires authentication', () => ({ status: 511 }), 'captive-portal'],
  ])('tells what answers: %s', async (_, answer, problem) => {
    const address = await serve(answer)
    const state = await look(address)
    expect(state).toMatchObject({ player: address, problem, name: os.hostname() })
    expect(state.addresses).toEqual(
      expect.arrayContaining(
        Object.values(os.networkInterfaces())
          .flat()
          .filter(({ family, internal }) => family === 'IPv4' && !internal)
          .slice(0, 1)
          .map(({ address }) => address),
      ),
    )
  })

  it('tells that nothing answers', async () => {
    expect(await look('http://127.0.0.1:9')).toMatchObject({
      problem: 'no-server',
      detail: expect.stringContaining('refused'),
    })
  })

  it.skipIf(!canLeaveNetwork)('tells that there is no network', async () => {
    expect(await look('http://10.0.0.5:8081', 'unshare', '-n')).toMatchObject({
      problem: 'no-network',
      addresses: [],
    })
  })

  it('is served on loopback, and its answers to no other site', async () => {
    const address = await serve(player)
    const env = { ...process.env, KEY_FILE: path.join(folder, 'key'), ORDERS_FOLDER: folder }
    const child = spawn('python3', [path.join(PUBLIC, 'kiosk-machine.py'), address, '0'], { env })
    closing.push(() => child.kill())
    const port = await new Promise((resolve) => child.stdout.once('data', (text) => resolve(Number(text))))
    const get = (where, headers = {}) =>
      new Promise((resolve, reject) => {
        http
          .get({ host: '127.0.0.1', port, path: where, headers }, (answer) => {
            let body = ''
            answer.on('data', (text) => {
              body += text
            })
            answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body }))
          })
          .on('error', reject)
      })
    const page = await get('/start')
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    const own = { 'x-vitrine-start': '1' }
    const { status, headers, body } = await get('/state', own)
    expect([status, JSON.parse(body).problem]).toEqual([200, null])
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect((await get('/state')).status).toBe(404)
    expect((await get('/state', { ...own, host: 'evil.test' })).status).toBe(403)
    expect((await get('/start', { host: 'evil.test' })).status).toBe(403)
  })
})
