import { randomInt } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { GroupPart, Manifest } from '@vitrine/contract/api/playback/manifest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { page } from '#test/content.ts'
import { FACTS } from '#test/screen.ts'
import { ServerProcess } from './server-process.ts'

describe('a server that restarts with other data', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-restore-'))
  const data = path.join(folder, 'data')
  const backup = path.join(folder, 'backup')
  const nothing = path.join(folder, 'nothing')
  let server: ServerProcess
  let token = ''
  let layoutId = ''
  beforeAll(async () => {
    server = await ServerProcess.start(data)
    const call = await server.signIn()
    const made = async <T>(where: string, body: object) =>
      (await (await call('POST', where, body)).json()) as T
    layoutId = (await made<{ layout: { id: string } }>('/layout', { ...page('First'), name: 'Page' })).layout
      .id
    const { storyboard } = await made<{ storyboard: { id: string } }>('/storyboards/create', {
      name: 'Story',
      type: 'designed',
      items: [{ layoutId, duration: 5 }],
    })
    await call('PUT', `/storyboards/${storyboard.id}/approved`)
    const { deviceGroup } = await made<{ deviceGroup: { id: string } }>('/device-groups/create', {
      name: 'Group',
      storyboardId: storyboard.id,
    })
    const { code, secret } = await made<{ code: string; secret: string }>('/player/pairing', {
      screen: FACTS,
    })
    const { device } = await made<{ device: { id: string } }>('/devices/claim', {
      code,
      name: 'Lobby',
      deviceGroupId: deviceGroup.id,
    })
    token = `${device.id}.${secret}`
  })
  afterAll(async () => {
    await server.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  const asScreen = async (from = server, tag = '') => {
    const headers = { authorization: `Bearer ${token}`, ...(tag && { 'if-none-match': tag }) }
    const answer = await fetch(`${from.url}/api/player/manifest`, { headers })
    const body: Partial<Manifest> & { errKey?: string } = {}
    if (answer.status !== 304) Object.assign(body, await answer.json())
    return { status: answer.status, tag: answer.headers.get('etag') ?? '', body }
  }
  /** The version of the page in the screen's manifest. */
  const reportedVersion = ({ body }: Awaited<ReturnType<typeof asScreen>>) =>
    (JSON.parse(body.group?.body ?? '{"pages":{}}') as GroupPart).pages[layoutId]?.version
  const save = async (text: string) =>
    (await server.signIn())('PUT', `/layout/${layoutId}`, { ...page(text), name: 'Page' })
  const savedVersion = async () => {
    const answer = await (await server.signIn())('GET', `/layout/${layoutId}`)
    return ((await answer.json()) as { layout: { version: number } }).layout.version
  }

  it('DUR-16: a screen gets saved changes, even if the server died before it could notify the screen', async () => {
    let acknowledged = 0
    for (let round = 0; round < 3; round++) {
      const saving = save(`Round ${round}`).catch(() => undefined)
      await setTimeout(randomInt(1, 120))
      await server.kill()
      if ((await saving)?.status === 200) acknowledged++
      await server.start()
      const told = reportedVersion(await asScreen())
      expect(told).toBe(await savedVersion())
      expect(told).toBeGreaterThan(acknowledged)
    }
  })

  it('DUR-14, BAK-05: yesterday’s data: screens get in and follow, people log in again', async () => {
    await server.kill()
    cpSync(data, backup, { recursive: true })
    await server.start()
    const login = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@vitrine.local', password: 'first-sign-in-1' }),
    })
    const { refreshToken } = (await login.json()) as { refreshToken: string }
    expect((await save('Tomorrow')).status).toBe(200)
    const later = await asScreen()
    await server.kill()
    rmSync(data, { recursive: true })
    cpSync(backup, data, { recursive: true })
    await server.start()
    const back = await asScreen(server, later.tag)
    expect(back.status).toBe(200)
    expect(reportedVersion(back)).toBe(await savedVersion())
    expect(back.tag).not.toBe(later.tag)
    const refresh = await fetch(`${server.url}/api/auth/refresh-token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken }),
    })
    expect(refresh.status).toBe(401)
    // The same number of a version, and yet another content: the screen hears of it by the hash.
    expect((await save('Another tomorrow')).status).toBe(200)
    const now = await asScreen(server, later.tag)
    expect([now.status, reportedVersion(now)]).toEqual([200, reportedVersion(later)])
    expect((await asScreen(server, now.tag)).status).toBe(304)
  })

  it('DUR-13: an empty data folder wipes no screen; a screen forgets only after a recorded disconnection', async () => {
    const empty = await ServerProcess.start(nothing)
    const stranger = await asScreen(empty)
    await empty.kill()
    expect([stranger.status, stranger.body]).toMatchObject([401, { errKey: 'SESSION_EXPIRED' }])
    expect((await asScreen()).status).toBe(200)
    const [deviceId = ''] = token.split('.')
    expect((await (await server.signIn())('DELETE', `/devices/${deviceId}`)).status).toBe(200)
    expect(await asScreen()).toMatchObject({ status: 401, body: { errKey: 'DEVICE_UNPAIRED' } })
  })
})
