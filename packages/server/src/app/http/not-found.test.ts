import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '#test/harness.ts'

describe('unknown paths', () => {
  let server: TestServer
  let folder = ''

  beforeAll(async () => {
    // With a built console, every path is looked up among its files.
    folder = await mkdtemp(path.join(tmpdir(), 'vitrine-test-'))
    await mkdir(path.join(folder, 'console'))
    await writeFile(path.join(folder, 'console', 'index.html'), '<!doctype html><title>x</title>')
    server = await TestServer.start({}, { assets: folder })
  })
  afterAll(async () => {
    await server.close()
    await rm(folder, { recursive: true })
  })

  it.each([
    ['GET', '/api/nope', 404, 'NOT_FOUND'],
    ['GET', '/api/nope?token=secret', 404, 'NOT_FOUND'],
    ['GET', '/api', 404, 'NOT_FOUND'],
    ['GET', `/api/user/${'x'.repeat(250)}`, 404, 'NOT_FOUND'],
    ['DELETE', '/api/nope', 404, 'NOT_FOUND'],
    ['PATCH', '/api/user', 404, 'NOT_FOUND'],
    ['GET', '/api/%ZZ', 400, 'INVALID'],
    ['GET', '/api/user/%E0%A4%A', 400, 'INVALID'],
    ['GET', '/%ZZ', 400, 'INVALID'],
  ])('XSS-10: %s %s is a failure like every other', async (method, url, status, errKey) => {
    const answer = await fetch(server.origins.console + url, { method, headers: { accept: 'text/html' } })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual({ message: expect.any(String), errKey })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  it('a page that a browser has keeps its policy: the headers of a 304 replace those that it has', async () => {
    // Not by `fetch`, which asks for no 304.
    const ask = async (headers: OutgoingHttpHeaders) => {
      const [answer] = (await once(get(`${server.origins.console}/`, { headers }), 'response')) as [
        IncomingMessage,
      ]
      answer.resume()
      return answer
    }
    const first = await ask({})
    const again = await ask({ 'if-none-match': first.headers.etag })
    expect([first.statusCode, again.statusCode]).toEqual([200, 304])
    expect(first.headers['content-security-policy']).toContain("script-src 'self'")
    expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy'])
  })

  it('N-043: is a page to people, in the words of the console', async () => {
    const texts = JSON.parse(
      await readFile(path.resolve(import.meta.dirname, '../../../../console/src/locales/en-us.json'), 'utf8'),
    ) as unknown
    const answer = await fetch(`${server.origins.console}/somewhere`, { headers: { accept: 'text/html' } })
    expect(answer.status).toBe(404)
    const page = await answer.text()
    const [, sentence = ''] = /<p>(The page[^<]+)<\/p>/.exec(page) ?? []
    expect(sentence).not.toBe('')
    expect(JSON.stringify(texts)).toContain(sentence)
    expect(page).not.toContain('<script')
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none';.* frame-ancestors 'none'/,
    )
    expect((await fetch(`${server.origins.console}/`)).status).toBe(200)
    expect((await fetch(`${server.origins.console}/missing.js`)).headers.get('content-type')).toMatch(/json/)
  })
})
