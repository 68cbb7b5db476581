import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { contract } from '@vitrine/contract'
import { type Route, routesOf, worksOnFullDisk } from '@vitrine/contract/route'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it, it as run } from 'vitest'
import { collectFiles } from '#base/storage/collector.ts'
import { inTransaction, isPostgres } from '#db/database.ts'
import { databaseError } from '#db/refusals.ts'
import type { Db } from '#db/schema.ts'
import { makeStoryboard } from '#test/content.ts'
import { type Caller, type refused, useServer } from '#test/harness.ts'
import { entityOf, fill } from '#test/paths.ts'
import { samples } from '#test/samples.ts'
import { TestScreen } from '#test/screen.ts'
import { picture, refusedUpload, removeForGood, uploadOne } from '#test/uploads.ts'

/** Megabytes that no disk has free: the server takes the real disk for a full one. */
const MORE_THAN_ANY_DISK = 1e9
const isEmbedded = !process.env.TEST_DATABASE_URL
const takeover = () => ({ ...samples.takeovers?.body?.(1) }) as never

describe('a disk that is short', () => {
  const server = useServer()
  let superAdmin: Caller
  let admin: Caller & { email: string }
  let other: Caller
  /** None of the other tests' calls took its seats or ended its sessions. */
  let rescuer: Caller & { email: string }
  const ids: Record<string, string> = {}
  const short = async (isShort: boolean) => {
    const { settings, disk } = server().services
    settings.DISK_RESERVE_MB = isShort ? MORE_THAN_ANY_DISK : 0
    await disk.look()
  }
  beforeAll(async () => {
    superAdmin = await server().signIn()
    admin = await server().organization()
    other = await server().organization()
    rescuer = await server().organization()
    for (const [name, sample] of Object.entries(samples)) ids[name] = await sample.make(admin, superAdmin)
  })
  afterEach(() => short(false))

  // With PostgreSQL this disk holds the files only.
  const isRefused = (route: Route) => !worksOnFullDisk(route) && (isEmbedded || route.upload !== undefined)

  it.each(
    routesOf(contract)
      .map(({ route }) => route)
      .filter(({ who }) => who !== 'device' && who !== 'public')
      .filter(({ method }) => method === 'POST' || method === 'PUT' || method === 'PATCH')
      .map((route) => [`${route.method} ${route.path}`, route] as const),
  )('%s: is refused with 507, or works', async (_name, route) => {
    const path = fill(route, ids[entityOf(route)] ?? 'x')
    const body = route.body ? { ...samples[entityOf(route)]?.body?.(7) } : undefined
    await short(true)
    const answer = await superAdmin.call(route.method, path, body)
    if (isRefused(route)) expect(answer).toMatchObject({ status: 507, body: { errKey: 'STORAGE_FULL' } })
    else expect(answer.status).toBeLessThan(500)
  })

  it('works for those who get out of it: log in, refresh, end sessions, switch, take over, clear, delete, log out', async () => {
    const storyboard = await makeStoryboard(rescuer)
    await rescuer.api.storyboards.setStatus({ params: { id: storyboard.id, status: 'approved' } })
    const screen = await TestScreen.claim(server(), rescuer)
    const building = await samples.buildings?.make(rescuer, superAdmin)
    await short(true)
    const nobody = server().as()
    const login = { email: rescuer.email, password: 'password-1' }
    const first = await nobody.api.auth.login({ body: login })
    const { refreshToken, token } = await nobody.api.auth.refresh({
      body: { refreshToken: first.refreshToken },
    })
    const { api } = server().as(token)
    await api.sessions.endOthers()
    await api.devices.switchStory({
      params: { id: screen.deviceId },
      body: { storyboardId: storyboard.id },
    })
    const started = await api.takeovers.start({ body: takeover() })
    expect(started.takeover.isActive).toBe(true)
    await api.takeovers.clear({ params: { id: started.takeover.id } })
    await api.buildings.remove({ params: { id: building ?? '' } })
    await nobody.api.auth.resetPassword({ body: { email: rescuer.email } })
    await nobody.api.auth.logout({ body: { refreshToken } })
  })

  it('screens play and report; what they would only add to is kept by them until later', async () => {
    const screen = await TestScreen.claim(server(), other)
    await short(true)
    const { raw } = await screen.manifest()
    await screen.report({ group: raw.group.hash, device: raw.device.hash })
    const plays = server().as(screen.token).call('POST', '/player/plays', { plays: [] })
    expect((await plays).status).toBe(isEmbedded ? 507 : 200)
  })

  it('refuses an upload before it arrives, and one that is larger than the room', async () => {
    const content = await picture()
    await short(true)
    expect(await refusedUpload(admin, [{ name: 'a.png', content }])).toMatchObject({ status: 507 })
    await short(false)
    const [disk] = server().services.disk.disks
    const bytes = { 'upload-length': String((disk?.free ?? 0) + 1e9) }
    server().services.settings.MAX_UPLOAD_MB = 1e9
    const started = await admin.call('POST', '/media/uploads', undefined, bytes)
    server().services.settings.MAX_UPLOAD_MB = 4096
    expect(started.status).toBe(507)
  })

  it('deleting media frees the disk right away, not a day later', async () => {
    await short(false)
    const { blobs } = server().services
    const used = await uploadOne(admin, 'used.png', await picture('#010101'))
    const media = await uploadOne(admin, 'a.png', await picture('#010102'))
    server().clock.advance(61_000)
    await short(true)
    await removeForGood(admin, media.id)
    await expect.poll(() => blobs.size(media.src)).toBeUndefined()
    expect(await blobs.size(used.src)).toBeGreaterThan(0)
    // A file that arrived just now may be about to be named.
    const staged = await blobs.stage(Readable.from([Buffer.from('new')]), 10)
    await staged.keep()
    await collectFiles(server().services, true)
    expect(await blobs.size(staged.sha256)).toBe(3)
  })
})

describe('a database without room', () => {
  const it = run.runIf(isEmbedded)
  const server = useServer({ DISK_RESERVE_MB: '1' })
  const reserve = () => path.join(server().folder, 'vitrine.reserve')
  /** Pages that the database may have; the real limit of SQLite, as a full disk would be. */
  const limit = (pages: number) =>
    sql`pragma max_page_count = ${sql.lit(pages)}`.execute(server().services.database)
  const fill = async () => {
    // No free pages either: the next row finds no room.
    await sql`vacuum`.execute(server().services.database)
    await limit(1)
  }
  const relieve = () => limit(1_000_000)
  const big = 'x'.repeat(200_000)
  const put = (db: Db, name: string, value: string) =>
    db.insertInto('secrets').values({ name, value }).execute()

  it('reports the error, rolls back the transaction, and accepts the next one', async () => {
    const { database } = server().services
    expect(isPostgres(database)).toBe(false)
    await fill()
    const failed = await inTransaction(database, async (tx) => {
      await put(tx, 'small', 'x')
      await put(tx, 'big', big)
    }).catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 'SQLITE_FULL' })
    expect(databaseError(failed)?.status).toBe(507)
    const careless = inTransaction(database, async (tx) => {
      await put(tx, 'big', big).catch(() => {})
      await put(tx, 'alone', 'x')
    })
    await expect(careless).rejects.toThrow('rolled back')
    await relieve()
    const names = await database.selectFrom('secrets').select('name').execute()
    for (const name of ['small', 'big', 'alone']) expect(names).not.toContainEqual({ name })
    await inTransaction(database, (tx) => put(tx, 'small', 'x'))
  })

  it('answers saves with 507 in words, gives up the reserve, and makes it again later', async () => {
    const admin = await server().organization()
    await expect.poll(() => existsSync(reserve())).toBe(true)
    expect(statSync(reserve()).size).toBe(2 ** 20)
    const card = (name: string) =>
      admin.api.cards.create({ body: { ...samples.cards?.body?.(1), name } as never })
    await fill()
    let full: Awaited<ReturnType<typeof refused>> | undefined
    for (let tries = 0; tries < 50 && !full; tries++)
      full = await card(`Card ${tries}`).then(
        () => undefined,
        (error) => error,
      )
    expect(full).toMatchObject({ status: 507, errKey: 'STORAGE_FULL' })
    expect(full?.message).toContain('disk is full')
    expect(existsSync(reserve())).toBe(false)
    expect(server().services.disk.isShort('database')).toBe(true)
    await relieve()
    await card('After')
    expect(server().services.disk.isShort('database')).toBe(false)
    await server().services.disk.look()
    expect(existsSync(reserve())).toBe(true)
  })
})
