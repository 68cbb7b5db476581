import { createHash, randomInt } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { contract } from '@vitrine/contract'
import type { Media } from '@vitrine/contract/api/content/media'
import { createClient } from '@vitrine/contract/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { page } from '#test/content.ts'
import { createDatabase } from '#test/databases.ts'
import { FACTS } from '#test/screen.ts'
import { form, picture, video } from '#test/uploads.ts'
import { ServerProcess } from './server-process.ts'

/** Kills per test, each at another moment. */
const ROUNDS = 4
const TUS = { 'tus-resumable': '1.0.0' }
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** A real video of so many bytes: players skip the empty box at its end. */
function longVideo(size: number, fill: number): Buffer<ArrayBuffer> {
  const clip = video()
  const box = Buffer.alloc(size - clip.length, fill)
  box.writeUInt32BE(box.length)
  box.write('free', 4)
  return Buffer.concat([clip, box])
}

describe('a server that is killed', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-kill-'))
  let server: ServerProcess
  let database: { url: string; drop(): Promise<void> } | undefined
  const env = (): Record<string, string> => (database ? { DATABASE_URL: database.url } : {})
  beforeAll(async () => {
    const { TEST_DATABASE_URL } = process.env
    if (TEST_DATABASE_URL) database = await createDatabase(TEST_DATABASE_URL)
    server = await ServerProcess.start(folder, env())
  })
  afterAll(async () => {
    await server.kill()
    await database?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Every row has its bytes, whole, and nothing half-written is left. */
  async function check(): Promise<Media[]> {
    const call = await server.signIn()
    const { media } = ((await (await call('GET', '/media')).json()) as { media: { media: Media[] } }).media
    for (const { id, src, size } of media) {
      const bytes = Buffer.from(await (await call('GET', `/media/file/${id}`)).arrayBuffer())
      expect([bytes.length, sha256(bytes)]).toEqual([size, src])
    }
    expect(readdirSync(path.join(folder, 'files', 'incoming'))).toEqual([])
    for (const shelf of readdirSync(path.join(folder, 'files')).filter((name) => /^[0-9a-f]{2}$/.test(name)))
      for (const name of readdirSync(path.join(folder, 'files', shelf)))
        expect(sha256(readFileSync(path.join(folder, 'files', shelf, name)))).toBe(shelf + name)
    return media
  }

  it('FILE-11: resumes an upload where it was', { timeout: 120_000 }, async () => {
    const call = await server.signIn()
    const content = longVideo(30_000_000, 7)
    const started = await call('POST', '/media/uploads', undefined, {
      ...TUS,
      'upload-length': String(content.length),
      'upload-metadata': `filename ${Buffer.from('film.mp4').toString('base64')}`,
    })
    const at = started.headers.get('location')?.replace('/api', '') ?? ''
    const patch = (offset: number, part: Buffer<ArrayBuffer>) =>
      call('PATCH', at, part, {
        ...TUS,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
      })
    const arrived = async () =>
      Number((await (await server.signIn())('HEAD', at, undefined, TUS)).headers.get('upload-offset'))
    expect((await patch(0, content.subarray(0, 10_000_000))).status).toBe(204)
    const cut = patch(10_000_000, content.subarray(10_000_000)).catch(() => undefined)
    await setTimeout(20)
    await server.kill()
    await cut
    await server.start()
    const offset = await arrived()
    expect(offset).toBeGreaterThanOrEqual(10_000_000)
    if (offset < content.length) expect((await patch(offset, content.subarray(offset))).status).toBe(204)
    // Killed again, complete but not used yet.
    await server.kill()
    await server.start()
    expect(await arrived()).toBe(content.length)
    const made = await call('POST', '/media', form([{ content: at.split('/').at(-1) ?? '' }]))
    expect(made.status).toBe(201)
    const media = await check()
    expect(media.map(({ src }) => src)).toContain(sha256(content))
  })

  it('DUR-01: keeps every upload that it acknowledged, and no other', { timeout: 120_000 }, async () => {
    const acknowledged = new Set((await check()).map(({ id }) => id))
    for (let round = 0; round < ROUNDS; round++) {
      const call = await server.signIn()
      const sending = [...Array(4).keys()].map(async (n) => {
        const content = n % 2 ? longVideo(8_000_000, round * 10 + n) : await picture(`#0${round}0${n}ff`)
        const answer = await call('POST', '/media', form([{ name: `r${round}-${n}`, content }])).catch(
          () => undefined,
        )
        if (answer?.status !== 201) return
        const { media } = (await answer.json()) as { media: Media[] }
        for (const { id } of media) acknowledged.add(id)
      })
      await setTimeout(randomInt(10, 400))
      await server.kill()
      await Promise.allSettled(sending)
      await server.start()
      const ids = new Set((await check()).map(({ id }) => id))
      for (const id of acknowledged) expect([...ids]).toContain(id)
      // Count answers from now on: their data was stored just before they could be sent.
      for (const id of ids) acknowledged.add(id)
    }
  })

  it('CONC-04, DUR-02: a save whose answer was lost is repeated by its key and done once', {
    timeout: 120_000,
  }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const body = { name: `House ${round}`, location: 'Here', floors: [{ name: 'Ground' }] }
      const key = { 'idempotency-key': `kill-${round}` }
      const create = async () => (await server.signIn())('POST', '/buildings/create', body, key)
      const call = await server.signIn()
      const first = call('POST', '/buildings/create', body, key).catch(() => undefined)
      await setTimeout(randomInt(0, 15))
      await server.kill()
      await first
      await server.start()
      expect((await create()).status).toBe(201)
      const answer = await (await server.signIn())('GET', '/buildings?search=House')
      const { buildings } = (await answer.json()) as { buildings: { name: string }[] }
      expect(buildings.filter(({ name }) => name === body.name)).toHaveLength(1)
    }
  })

  it('DUR-02: every save that it acknowledged reaches its screen, however far publishing was', {
    timeout: 120_000,
  }, async () => {
    const apiOf = (call: Awaited<ReturnType<ServerProcess['signIn']>>) =>
      createClient(contract, async ({ method, path, body }) =>
        (await call(method, path, body as object)).json(),
      )
    const admin = apiOf(await server.signIn())
    const { layout } = await admin.layouts.create({ body: { ...page('Save 0'), name: 'Killed' } })
    const items = [{ layoutId: layout.id, duration: 5 }]
    const { storyboard } = await admin.storyboards.create({
      body: { name: 'Killed', type: 'designed', items },
    })
    await admin.storyboards.setStatus({ params: { id: storyboard.id, status: 'approved' } })
    const { secret, code } = await admin.player.startPairing({ body: { screen: FACTS } })
    const { device } = await admin.devices.claim({ body: { code, name: 'Lobby' } })
    const { claimed } = await admin.player.awaitPairing({ body: { secret } })
    await admin.devices.switchStory({
      params: { id: device.id },
      body: { storyboardId: storyboard.id },
    })
    const shown = async () => {
      const headers = { authorization: `Bearer ${claimed?.token}` }
      return (await fetch(`${server.url}/api/player/manifest`, { headers })).text()
    }
    expect(await shown()).toContain('Save 0')
    for (let round = 1; round <= ROUNDS; round++) {
      const save = { ...page(`Save ${round}`), name: 'Killed' }
      const saving = apiOf(await server.signIn())
        .layouts.update({ params: { id: layout.id }, body: save })
        .catch(() => undefined)
      await setTimeout(randomInt(0, 40))
      await server.kill()
      const isAcknowledged = (await saving)?.layout !== undefined
      await server.start()
      const stored = await apiOf(await server.signIn()).layouts.get({ params: { id: layout.id } })
      const latest = /Save \d+/.exec(JSON.stringify(stored))?.[0] ?? ''
      if (isAcknowledged) expect(latest).toBe(`Save ${round}`)
      expect(await shown()).toContain(latest)
    }
  })

  it('DUR-15: a second server on the same data is refused, and the first one continues', async () => {
    await expect(ServerProcess.start(folder, env())).rejects.toThrow(
      /Another Vitrine server is using the data folder/,
    )
    expect((await check()).length).toBeGreaterThan(0)
  })
})
