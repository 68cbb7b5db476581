import { readFile, rm, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { beforeAll, describe, expect, it } from 'vitest'
import { repairJob } from '#app/maintenance/backup-jobs.ts'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { obey } from '#test/screens.ts'
import { form, picture, uploadOne } from '#test/uploads.ts'
import { check } from './check.ts'
import { onDatabase } from './database-task.ts'
import { takeBackup } from './take.ts'

describe('check', () => {
  const server = useServer()
  let owner: Caller & { organizationId: string }
  let superAdmin: Caller
  let screen: TestScreen
  const files: Record<string, { sha256: string; bytes: Buffer }> = {}

  const fileOf = (sha256: string) => path.join(server().folder, 'files', sha256.slice(0, 2), sha256.slice(2))
  /** Flips one bit of the uploaded file, as a failing disk does: the size stays right. */
  const damage = async (sha256: string) => {
    const whole = Object.values(files).find((file) => file.sha256 === sha256)?.bytes
    const bytes = Buffer.from(whole ?? '')
    const middle = Math.floor(bytes.length / 2)
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    await writeFile(fileOf(sha256), bytes)
  }
  const run = () => check(server().services)
  const status = async () => (await superAdmin.api.backups.checked()).damaged
  /** An image on a page that the screen plays. */
  const played = async (color: string) => {
    const bytes = await picture(color)
    const media = await uploadOne(owner, `${color}.png`, bytes)
    const [widget] = page().widgets
    const { id } = await makeLayout(owner, {
      ...page(),
      widgets: [{ ...widget, id: 'z', type: 'media-looper', name: 'Zone' }] as LayoutDocument['widgets'],
      config: { inputs: [{ name: 'z-media', value: [{ mediaId: media.id, duration: 5 }] }] },
    })
    const [row] = await server()
      .services.database.selectFrom('media')
      .select('sha256')
      .where('id', '=', media.id)
      .execute()
    files[color] = { sha256: row?.sha256 ?? '', bytes }
    return id
  }

  beforeAll(async () => {
    superAdmin = await server().signIn()
    owner = await server().organization('Harbor')
    const layoutIds = [await played('red'), await played('green'), await played('blue')]
    const { id } = await makeStoryboard(owner, { layoutIds })
    const group = await makeGroup(owner, id)
    screen = await TestScreen.claim(server(), owner, { name: 'Pier', deviceGroupId: group.id })
  })
  const of = (color: string) => files[color] ?? { sha256: '', bytes: Buffer.of() }

  it('finds nothing wrong with a sound installation', async () => {
    const checked = await run()
    expect(checked).toMatchObject({ databaseProblems: [], damaged: 0, repaired: 0 })
    expect(checked.files).toBeGreaterThanOrEqual(3)
    expect(await superAdmin.api.backups.checked()).toMatchObject({ files: checked.files, damaged: [] })
  })

  it('names damaged and missing files with the media and screens that need them', async () => {
    await damage(of('red').sha256)
    await rm(fileOf(of('green').sha256))
    expect(await run()).toMatchObject({ damaged: 2, repaired: 0 })
    const found = new Map((await status()).map((each) => [each.sha256, each]))
    for (const [color, problem] of [
      ['red', 'damaged'],
      ['green', 'missing'],
    ] as const)
      expect(found.get(of(color).sha256)).toMatchObject({
        problem,
        repairedAt: null,
        media: [{ name: expect.stringContaining(color), organization: 'Harbor' }],
        screens: [{ id: screen.deviceId, name: 'Pier' }],
      })
  })

  it('an upload of the same file repairs it', async () => {
    await uploadOne(owner, 'again.png', of('green').bytes)
    expect(await run()).toMatchObject({ damaged: 1 })
    const found = (await status()).find(({ sha256 }) => sha256 === of('green').sha256)
    expect(found).toMatchObject({ repairedFrom: 'upload' })
  })

  const send = async (sha256: string, content: Buffer, token = screen.token) =>
    (
      await server()
        .as(token)
        .call('POST', `/player/files/${sha256}`, form([{ field: 'file', name: 'x', content }]))
    ).status

  it('requests the file from a screen that plays it, and accepts only the right bytes', async () => {
    const { services } = server()
    await damage(of('red').sha256)
    await uploadOne(owner, 'again.png', of('green').bytes)
    await run()
    const { commands, close } = await obey(screen)
    const repaired = await repairJob(services).run({ signal: new AbortController().signal, byHand: false })
    close()
    expect(repaired).toMatchObject({ repaired: 0, left: 1, sending: 1 })
    expect(commands).toContainEqual(expect.objectContaining({ kind: 'send-file', sha256: of('red').sha256 }))
    expect(await send(of('red').sha256, Buffer.from('forged'))).toBe(400)
    expect(await send(of('blue').sha256, of('blue').bytes)).toBe(404)
    expect(await send(of('red').sha256, of('red').bytes, 'a.b')).toBe(401)
    expect((await readFile(fileOf(of('red').sha256))).equals(of('red').bytes)).toBe(false)
    expect(await send(of('red').sha256, of('red').bytes)).toBe(200)
    expect((await readFile(fileOf(of('red').sha256))).equals(of('red').bytes)).toBe(true)
    expect((await status()).find(({ sha256 }) => sha256 === of('red').sha256)).toMatchObject({
      repairedFrom: 'screen',
    })
    expect(await run()).toMatchObject({ damaged: 0 })
  })

  it('repairs from a backup if possible, and a backup of damaged files lists its gaps', async () => {
    const { services } = server()
    const good = await takeBackup(services, { kind: 'manual' })
    expect(good.manifest.missing.count).toBe(0)
    await damage(of('blue').sha256)
    services.clock.now()
    server().clock.advance(1000)
    const elsewhere = path.join(server().folder, 'elsewhere')
    const poor = await takeBackup(services, { kind: 'manual', where: elsewhere })
    expect(poor.manifest.missing).toEqual({ count: 1, why: 'damaged' })
    expect(await run()).toMatchObject({ damaged: 1, repaired: 1 })
    expect((await readFile(fileOf(of('blue').sha256))).equals(of('blue').bytes)).toBe(true)
  })

  it('a check that stops halfway resumes there', async () => {
    const { services } = server()
    const whole = await check(services)
    // The test's clock advances only when a file is read.
    const clock = {
      monotonic: () => server().clock.monotonic(),
      now: () => {
        server().clock.advance(1000)
        return server().clock.now()
      },
    }
    const first = await check({ ...services, clock }, { atMost: 500 })
    expect(first.files).toBe(1)
    const second = await check({ ...services, clock }, { atMost: 500 })
    expect(second.files).toBe(2)
    expect((await check(services)).files).toBe(whole.files)
  })

  it('reports damage of a database file instead of throwing', async () => {
    const file = path.join(server().folder, 'broken.db')
    await writeFile(file, 'this is no database, and long enough to be looked at as one'.repeat(100))
    expect((await onDatabase({ kind: 'inspect', file })).problems).not.toEqual([])
    await truncate(file, 0)
    expect((await onDatabase({ kind: 'inspect', file })).problems).toEqual([])
  })
})

describe('backups in the settings', () => {
  const server = useServer({ BACKUP_AT: '02:30' })

  it('lists backups with age and size, starts one, and reports problems', async () => {
    const superAdmin = await server().signIn()
    const before = await superAdmin.api.backups.list()
    expect(before).toMatchObject({
      problem: null,
      keep: 7,
      sameDisk: true,
      withoutPlays: false,
      backups: [],
      running: false,
    })
    expect(Date.parse(before.nextAt ?? '')).toBeGreaterThan(server().clock.now())
    server().clock.advance(31 * 60 * 60_000)
    const later = await server().signIn()
    expect((await later.api.backups.list()).problem).toBe('none')
    expect(await later.api.backups.take()).toEqual({ started: true })
    await expect.poll(async () => (await later.api.backups.list()).backups.length).toBe(1)
    await expect.poll(async () => (await later.api.backups.list()).running).toBe(false)
    const { problem, backups } = await later.api.backups.list()
    expect(problem).toBeNull()
    expect(backups[0]).toMatchObject({ kind: 'manual', missing: 0, restorable: true })
    expect(backups[0]?.size).toBeGreaterThan(10_000)
    server().clock.advance(31 * 60 * 60_000)
    expect((await (await server().signIn()).api.backups.list()).problem).toBe('old')
  })

  it('only the super admin sees results or starts a check', async () => {
    const admin = await server().organization()
    for (const [method, where] of [
      ['GET', '/backups'],
      ['POST', '/backups'],
      ['GET', '/backups/check'],
      ['POST', '/backups/check'],
      ['POST', '/backups/restore'],
    ] as const)
      expect((await admin.call(method, where, method === 'POST' ? {} : undefined)).status).toBe(403)
  })

  it('a restore needs the typed name, and an existing backup', async () => {
    const superAdmin = await server().signIn()
    const { name } = await takeBackup(server().services, { kind: 'manual' })
    const ask = (body: object) => superAdmin.call('POST', '/backups/restore', body)
    expect((await ask({ name, confirm: 'yes' })).status).toBe(400)
    const missing = '2020-01-01-000000-manual'
    expect((await ask({ name: missing, confirm: missing })).status).toBe(404)
    expect((await ask({ name: '../..', confirm: '../..' })).status).toBe(404)
  })
})
