import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consolePolicy, playerPolicy, serveApp } from './static.ts'

const INTRANET = 'https://intranet.example.org'

describe('the pages of a built app', () => {
  let folder = ''
  let shared = ''
  let app: FastifyInstance
  let allowed: string[] = []

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vitrine-test-'))
    await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>x</title>')
    await writeFile(path.join(folder, 'mark.svg'), '<svg/>')
    shared = await mkdtemp(path.join(tmpdir(), 'vitrine-test-'))
    await mkdir(path.join(shared, 'fonts'))
    await writeFile(path.join(shared, 'fonts', 'plex-1.woff2'), 'font')
    app = fastify()
    await serveApp(app, {
      folder,
      shared,
      policy: consolePolicy(folder),
      kioskOrigins: async (id) => (id === 'org-1' ? allowed : []),
    })
  })
  afterAll(async () => {
    await app.close()
    for (const each of [folder, shared]) await rm(each, { recursive: true })
  })

  const framers = async (url: string, headers = {}) => {
    const answer = await app.inject({ url, headers })
    expect(answer.statusCode).toBe(200)
    const policy = String(answer.headers['content-security-policy'])
    return { ancestors: /frame-ancestors ([^;]*)/.exec(policy)?.[1], cached: answer.headers['cache-control'] }
  }

  it('G-025: no other site may frame the console until an organization allows it', async () => {
    for (const url of ['/', '/index.html', '/?kiosk=org-1', '/?kiosk=', '/?kiosk=org-2', '/?kiosk=a&kiosk=b'])
      expect((await framers(url)).ancestors, url).toBe("'self'")
  })

  it('an allowed origin frames the page that names its organization, and no other', async () => {
    allowed = [INTRANET, 'http://localhost:9900']
    expect(await framers('/?kiosk=org-1')).toEqual({
      ancestors: `'self' ${INTRANET} http://localhost:9900`,
      cached: 'no-store',
    })
    for (const url of ['/', '/?kiosk=org-2']) expect((await framers(url)).ancestors, url).toBe("'self'")
    allowed = []
    expect((await framers('/?kiosk=org-1')).ancestors).toBe("'self'")
  })

  it('is never answered with 304, because the headers may have changed', async () => {
    const { headers } = await app.inject('/')
    const known = { 'if-none-match': headers.etag, 'if-modified-since': headers['last-modified'] }
    expect((await app.inject({ url: '/', headers: known })).statusCode).toBe(304)
    await framers('/?kiosk=org-1', known)
  })

  it('files other than pages don’t get the policy of pages', async () => {
    const { headers } = await app.inject('/mark.svg?kiosk=org-1')
    expect(headers['content-security-policy']).toBeUndefined()
  })

  it('fonts that apps share are files of each, and an app without them is served too', async () => {
    const { statusCode, headers, body } = await app.inject('/fonts/plex-1.woff2')
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: 'font' })
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await app.inject('/fonts/none.woff2')).statusCode).toBe(404)
    const alone = fastify()
    await serveApp(alone, { folder, shared: path.join(folder, 'none'), policy: consolePolicy(folder) })
    expect((await alone.inject('/')).statusCode).toBe(200)
    expect((await alone.inject('/fonts/plex-1.woff2')).statusCode).toBe(404)
    await alone.close()
  })

  it('nothing may frame the player, not even itself, except the page where moving screens meet', async () => {
    await writeFile(path.join(folder, 'meet.html'), '<!doctype html><title>x</title>')
    const player = fastify()
    await serveApp(player, { folder, shared, policy: playerPolicy(folder) })
    const policy = async (url: string) => (await player.inject(url)).headers['content-security-policy']
    expect(await policy('/')).toContain("frame-ancestors 'none'")
    expect(await policy('/meet.html')).toContain('frame-ancestors http: https:')
    await player.close()
  })

  it('the player runs the script inside its start page, and no other inline script', async () => {
    const scriptOf = async (page: string) => {
      await writeFile(path.join(folder, 'index.html'), page)
      return /script-src ([^;]*)/.exec(playerPolicy(folder)([]))?.[1]
    }
    // SHA-256 of `run()`.
    const HASH = 'sha256-AvyuiL0SD1mVY3NNxR+V2uo+lhk6RMFrytWmRt6CrJQ='
    expect(await scriptOf('<script>run()</script><script type="module" src="./x.js"></script>')).toBe(
      `'self' '${HASH}'`,
    )
    expect(await scriptOf('<title>x</title>')).toBe("'self'")
  })

  it('pages request a separate process for their origin', async () => {
    expect((await app.inject('/')).headers['origin-agent-cluster']).toBe('?1')
  })
})
