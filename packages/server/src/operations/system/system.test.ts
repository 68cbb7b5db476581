import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Warning } from '@vitrine/contract/api/operations/system'
import { PRODUCT_VERSION } from '@vitrine/contract/version'
import { afterAll, describe, expect, it } from 'vitest'
import { makeCertificate } from '#test/certificates.ts'
import { type Caller, TestClock, useServer } from '#test/harness.ts'
import { Warnings } from './warnings.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The machine's clock and the test's differ, which PostgreSQL reveals. */
const isOurs = ({ kind }: Pick<Warning, 'kind'>) => kind !== 'clock-differs'

describe('warnings about the server', () => {
  const server = useServer()
  const read = async (caller: Caller) => (await caller.api.system.warnings()).warnings.filter(isOurs)
  const kinds = async (caller: Caller) => (await read(caller)).map(({ kind }) => kind)
  const setReserve = async (megabytes: number) => {
    server().services.settings.DISK_RESERVE_MB = megabytes
    await server().services.disk.look()
  }
  const logged = (msg: string) => server().log.filter((line) => line.msg === msg && isOurs(line as never))

  it("don't exist on a healthy server, and only admins may read them", async () => {
    const admin = await server().organization()
    expect(await kinds(await server().signIn())).toEqual(
      server().services.disk.disks[0]?.status === 'low' ? ['disk-low'] : [],
    )
    expect((await (await server().user(admin)).call('GET', '/system/warnings')).status).toBe(403)
    expect((await admin.call('GET', '/system')).status).toBe(403)
  })

  it('a full disk: super admins and admins see it, and the log has a line when it begins and ends', async () => {
    const admin = await server().organization()
    const superAdmin = await server().signIn()
    await setReserve(1e9)
    for (const caller of [admin, superAdmin])
      expect((await read(caller))[0]).toMatchObject({
        kind: 'disk-full',
        percent: expect.any(Number),
        bytes: expect.any(Number),
      })
    for (let times = 0; times < 3; times++) await server().services.warnings.look()
    expect(logged('Needs attention')).toHaveLength(1)
    await setReserve(0)
    for (let times = 0; times < 3; times++) await server().services.warnings.look()
    expect(logged('No longer needs attention')).toHaveLength(1)
  })

  it('failed jobs and backups, and a backup that is too old, are for super admins', async () => {
    const admin = await server().organization()
    const superAdmin = await server().signIn()
    const { database, clock } = server().services
    const now = clock.now()
    const job = (id: string, facts: { error: string | null; succeededAt: number | null }) => ({
      ...{ id, nextAt: now + HOUR, startedAt: now - 3 * DAY, finishedAt: now - HOUR, result: null },
      ...facts,
    })
    const put = (row: ReturnType<typeof job>) =>
      database
        .insertInto('jobs')
        .values(row)
        .onConflict((there) => there.column('id').doUpdateSet(row))
        .execute()
    await put(job('collect-files', { error: 'the folder is gone', succeededAt: null }))
    await put(job('backup', { error: 'no such bucket', succeededAt: now - HOUR }))
    const found = await read(superAdmin)
    expect(found).toMatchObject([
      { kind: 'backup-failed', reason: 'no such bucket' },
      { kind: 'job-failed', name: 'collect-files', reason: 'the folder is gone' },
    ])
    await put(job('collect-files', { error: null, succeededAt: now }))
    await put(job('backup', { error: null, succeededAt: now - 49 * HOUR }))
    expect(await kinds(superAdmin)).toEqual([])
    await put(job('backup', { error: null, succeededAt: now - 51 * HOUR }))
    expect(await kinds(superAdmin)).toEqual(['backup-old'])
    await put(job('backup', { error: null, succeededAt: null }))
    expect(await kinds(superAdmin)).toEqual(['backup-old'])
    server().services.settings.BACKUP_AT = 'never'
    expect(await kinds(superAdmin)).toEqual([])
    expect(await kinds(admin)).toEqual([])
    await database.deleteFrom('jobs').where('id', '=', 'backup').execute()
  })

  it('damaged files, until they are repaired', async () => {
    const superAdmin = await server().signIn()
    const { database, clock } = server().services
    const row = { problem: 'damaged', foundAt: clock.now(), mendedAt: null, mendedFrom: null } as const
    await database
      .insertInto('damaged_files')
      .values(['a', 'b'].map((id) => ({ id, ...row })))
      .execute()
    expect(await read(superAdmin)).toMatchObject([{ kind: 'files-damaged', count: 2 }])
    await database.updateTable('damaged_files').set({ mendedAt: clock.now(), mendedFrom: 'screen' }).execute()
    expect(await kinds(superAdmin)).toEqual([])
    await database.deleteFrom('damaged_files').execute()
  })

  it('describes the installation', async () => {
    const { system } = await (await server().signIn()).api.system.get()
    expect(system).toMatchObject({
      version: PRODUCT_VERSION,
      commit: '',
      database: { kind: process.env.TEST_DATABASE_URL ? 'postgresql' : 'sqlite' },
      files: { kind: 'folder' },
      certificateEndsAt: null,
    })
    expect(system.disks[0]?.total).toBeGreaterThan(system.disks[0]?.free ?? Number.POSITIVE_INFINITY)
  })

  it('a clock that jumps while the server runs, or went back while it did not', async () => {
    const { services } = server()
    const clock = new TestClock()
    clock.advance(services.clock.now() - clock.now() + DAY)
    const readiness = { failures: async () => null }
    const start = () => new Warnings({ ...services, readiness, clock })
    const found = async (warnings: Warnings) =>
      (await warnings.current()).filter(({ kind }) => kind === 'clock-jumped').map(({ seconds }) => seconds)
    let warnings = start()
    await warnings.look()
    expect(await found(warnings)).toEqual([])
    clock.advance(30_000)
    await warnings.look()
    expect(await found(warnings)).toEqual([])
    clock.advance(10 * MINUTE)
    await warnings.look()
    expect((await found(warnings))[0]).toBeCloseTo(600, -1)
    clock.advance(25 * HOUR)
    await warnings.close()
    // A start after any pause is no jump; one before the last stop is.
    warnings = start()
    await warnings.look()
    expect(await found(warnings)).toEqual([])
    await warnings.close()
    clock.advance(-2 * HOUR)
    warnings = start()
    await warnings.look()
    expect(await found(warnings)).toEqual([-7200])
    await warnings.close()
    warnings = start()
    await warnings.look()
    expect(await found(warnings)).toEqual([-7200])
    clock.advance(25 * HOUR)
    await warnings.close()
    warnings = start()
    await warnings.look()
    expect(await found(warnings)).toEqual([])
    await warnings.close()
  })
})

describe('a certificate', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-warnings-'))
  const { cert, key } = makeCertificate(folder, 'soon', 30)
  const server = useServer({ TLS_CERT: cert, TLS_KEY: key })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('warns three weeks before its end, and after it', async () => {
    const { warnings, certificate } = server().services
    const endsAt = certificate?.endsAt ?? 0
    const kinds = async () =>
      (await warnings.current()).filter(({ kind }) => kind.startsWith('certificate')).map(({ kind }) => kind)
    const until = (left: number) => server().clock.advance(endsAt - left - server().clock.now())
    until(22 * DAY)
    expect(await kinds()).toEqual([])
    until(20 * DAY)
    expect(await kinds()).toEqual(['certificate-ends'])
    until(-HOUR)
    expect(await kinds()).toEqual(['certificate-ended'])
  })
})
