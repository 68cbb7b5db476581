import { once } from 'node:events'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import http, { type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '#lib/clock.ts'
import { readSettings } from '#lib/env.ts'
import { useServer } from '#test/harness.ts'
import { checkAddress, checkStream } from './addresses.ts'
import { checksOf } from './doctor.ts'
import { checkMail } from './mail.ts'

const open: http.Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})
async function listen(answer: RequestListener): Promise<string> {
  const server = http.createServer(answer).listen(0, '127.0.0.1')
  open.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const at = (url: string) => ({ name: 'Console', url, path: '/api/health', isSet: true })
const said = async (finding: ReturnType<typeof checkAddress>) =>
  (await finding).map(({ ok, text }) => `${ok ? 'ok' : 'problem'}: ${text}`).join('\n')

describe('the doctor', () => {
  const server = useServer()
  const settingsWith = (more: Record<string, string> = {}) => ({
    ...server().services.settings,
    ...readSettings({}),
    DATA_DIR: server().services.settings.DATA_DIR,
    DATABASE_URL: server().services.settings.DATABASE_URL,
    ...more,
  })

  it('finds the stores and addresses of a working installation', async () => {
    const { console, player } = server().origins
    const found = new Map<string, string>()
    for (const { name, run } of checksOf(settingsWith({ PUBLIC_URL: console, PLAYER_URL: player }), {}))
      if (!/CONTENT_URL|Email/.test(name))
        for (const { ok, text } of [await run()].flat()) {
          expect(ok, `${name}: ${text}`).toBe(true)
          found.set(name, text)
        }
    expect(found.get('Database')).toMatch(/^(SQLite 3|PostgreSQL)/)
    expect(found.get('Console (PUBLIC_URL)')).toBe(`${console} is Vitrine.`)
    expect(found.get('Event streams')).toBe(`Events arrive immediately through ${player}.`)
  })

  it("leaves the server's incoming files alone, and doesn't create storage", async () => {
    const settings = settingsWith()
    const files = checksOf(settings, {}).find(({ name }) => name === 'Files')
    const incoming = path.join(settings.DATA_DIR, 'files/incoming/upload')
    await writeFile(incoming, 'part of an upload')
    expect(await files?.run()).toMatchObject({ ok: true })
    expect(await readdir(path.dirname(incoming))).toEqual(['upload'])
    await rm(incoming)

    const folder = path.join(settings.DATA_DIR, 'files')
    await rename(folder, `${folder}-away`)
    try {
      expect(await files?.run()).toMatchObject({
        ok: false,
        text: expect.stringMatching(/^The files .* missing/),
      })
      await expect(readdir(folder)).rejects.toThrow('ENOENT')
    } finally {
      await rename(`${folder}-away`, folder)
    }
  })

  it('names a setting that has no effect', async () => {
    const [settings] = checksOf(settingsWith(), { DATABSE_URL: 'postgres://db/vitrine' })
    expect(await settings?.run()).toEqual([
      { ok: false, text: expect.stringMatching(/DATABSE_URL .* Did you mean DATABASE_URL/) },
    ])
  })

  it('says why an address does not work', async () => {
    const redirecting = await listen((_, reply) =>
      reply.writeHead(301, { location: 'https://x.test/' }).end(),
    )
    expect(await said(checkAddress(at(redirecting), fetch))).toContain('redirects to https://x.test/')
    const other = await listen((_, reply) => reply.writeHead(404).end())
    expect(await said(checkAddress(at(other), fetch))).toMatch(/returns 404\. Check that the proxy/)
    const late = await listen((_, reply) => reply.setHeader('date', 'Thu, 01 Jan 2026 00:00:00 GMT').end())
    expect(await said(checkAddress(at(late), fetch))).toMatch(/clocks .* differ by \d+ seconds/)
    // Slow by 16 seconds, and right halfway.
    const slow = vi.spyOn(systemClock, 'now')
    for (const second of [-8, 8]) slow.mockReturnValueOnce(Date.parse('2026-01-01T00:00:00Z') + second * 1000)
    expect(await said(checkAddress(at(late), fetch))).not.toMatch(/clocks/)
    slow.mockRestore()
    const closed = await listen(() => {})
    open.at(-1)?.close()
    expect(await said(checkAddress(at(closed), fetch))).toContain('Nothing listens there')
    expect(await said(checkAddress(at('http://nowhere.invalid'), fetch))).toMatch(/name/)
  })

  it('tells a proxy that buffers events from one that does not', async () => {
    const { console } = server().origins
    const proxy = (isBuffering: boolean) =>
      listen(async (request, reply) => {
        const answer = await fetch(`${console}${request.url}`)
        if (isBuffering) return reply.end(await answer.text())
        for await (const chunk of answer.body ?? []) reply.write(chunk)
        return reply.end()
      })
    const [straight] = await checkStream([at(await proxy(false))], fetch)
    expect(straight).toMatchObject({ ok: true })
    const [buffered] = await checkStream([at(await proxy(true))], fetch)
    expect(buffered?.text).toMatch(/collects events .* proxy_buffering off/)
  })

  it('says what is missing without email, and without a mail server', async () => {
    expect((await checkMail(settingsWith())).text).toMatch(/^SMTP_URL is not set/)
    const closed = await checkMail(settingsWith({ SMTP_URL: 'smtp://127.0.0.1:1' }))
    expect(closed).toMatchObject({ ok: false, text: expect.stringMatching(/^127\.0\.0\.1 can't be used: /) })
  })
})
