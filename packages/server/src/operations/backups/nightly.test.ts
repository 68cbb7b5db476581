import { afterEach, describe, expect, it } from 'vitest'
import { backupJob } from '#app/maintenance/backup-jobs.ts'
import { JobRunner } from '#operations/jobs/runner.ts'
import { useServer } from '#test/harness.ts'
import { listBackups } from './format.ts'
import { nextNight } from './nights.ts'
import { backupPlace, openTarget } from './target.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe('nightly backups', () => {
  const server = useServer({ BACKUP_AT: '02:30' })
  const runners: JobRunner[] = []
  afterEach(async () => {
    for (const runner of runners.splice(0)) await runner.close()
  })

  /** A server's jobs with these settings, without those that would delete files while the clock jumps. */
  const runnerAt = (BACKUP_AT: string) => {
    const { services } = server()
    const settings = { ...services.settings, BACKUP_AT }
    const runner = new JobRunner(services, [backupJob({ ...services, settings })])
    runners.push(runner)
    return runner
  }
  const look = async (runner: JobRunner) => {
    await runner.look()
    await expect.poll(() => runner.isRunning('backup')).toBe(false)
  }
  /** Milliseconds until the local clock shows the time next. */
  const until = (at: string) =>
    server().clock.advance((nextNight(at, server().clock.now()) ?? 0) - server().clock.now())
  const taken = async () => {
    const { settings } = server().services
    const target = await openTarget(backupPlace(settings), settings, 'read')
    return (await listBackups(target)).map(({ manifest: { kind, createdAt } }) => ({
      kind,
      at: Date.parse(createdAt),
    }))
  }

  it('are taken once a night, at BACKUP_AT of the local clock', async () => {
    const runner = runnerAt('02:30')
    await look(runner)
    until('02:29')
    await look(runner)
    expect(await taken()).toEqual([])
    until('02:30')
    const night = server().clock.now()
    await look(runner)
    expect(await taken()).toEqual([{ kind: 'nightly', at: night }])
    expect([new Date(night).getHours(), new Date(night).getMinutes()]).toEqual([2, 30])
    for (const at of ['02:31', '12:00', '23:59', '02:29']) {
      until(at)
      await look(runner)
      expect(await taken(), at).toHaveLength(1)
    }
    until('02:30')
    await look(runner)
    expect((await taken()).map(({ at }) => at)).toEqual([server().clock.now(), night])
  })

  it('are taken after a start later than the hour, once for all missed nights', async () => {
    const before = await taken()
    server().clock.advance(3 * DAY + 5 * 60 * MINUTE)
    const runner = runnerAt('02:30')
    await look(runner)
    await look(runner)
    expect((await taken()).length).toBe(before.length + 1)
  })

  it('follow a changed BACKUP_AT in the same night, and stop with never', async () => {
    until('12:00')
    await look(runnerAt('02:30'))
    const before = (await taken()).length
    const moved = runnerAt('04:15')
    await look(moved)
    until('02:31')
    await look(moved)
    expect(await taken()).toHaveLength(before)
    until('04:15')
    await look(moved)
    expect((await taken())[0]).toEqual({ kind: 'nightly', at: server().clock.now() })
    const off = runnerAt('never')
    server().clock.advance(2 * DAY)
    await look(off)
    expect(await taken()).toHaveLength(before + 1)
  })

  it('keep the last seven nights, and manual backups in addition', async () => {
    const runner = runnerAt('02:30')
    await runner.start('backup')
    await expect.poll(() => runner.isRunning('backup')).toBe(false)
    const nights: number[] = []
    for (let n = 0; n < 9; n++) {
      until('02:30')
      nights.unshift(server().clock.now())
      await look(runner)
    }
    const found = await taken()
    expect(found.filter(({ kind }) => kind === 'nightly').map(({ at }) => at)).toEqual(nights.slice(0, 7))
    expect(found.filter(({ kind }) => kind === 'manual')).toHaveLength(1)
  }, 120_000)
})

describe('the next night', () => {
  const zone = process.env.TZ
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })

  it.each([
    ['UTC', '02:30', '2026-11-23T02:29:59Z', '2026-11-23T02:30:00Z'],
    ['UTC', '02:30', '2026-11-23T02:30:00Z', '2026-11-24T02:30:00Z'],
    ['UTC', '00:00', '2026-12-31T12:00:00Z', '2027-01-01T00:00:00Z'],
    ['Asia/Amman', '02:30', '2026-11-23T00:00:00Z', '2026-11-23T23:30:00Z'],
    // The night without 02:30: an hour later, and at the usual time again the next night.
    ['Europe/Berlin', '02:30', '2026-03-29T00:59:00Z', '2026-03-29T01:30:00Z'],
    ['Europe/Berlin', '02:30', '2026-03-29T01:30:00Z', '2026-03-30T00:30:00Z'],
    // The night with two of them: only once.
    ['Europe/Berlin', '02:30', '2026-10-25T00:00:00Z', '2026-10-25T00:30:00Z'],
    ['Europe/Berlin', '02:30', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z'],
    ['Europe/Berlin', '02:30', '2026-10-25T01:15:00Z', '2026-10-26T01:30:00Z'],
  ])('in %s at %s after %s is %s', (timezone, at, now, next) => {
    process.env.TZ = timezone
    expect(new Date(nextNight(at, Date.parse(now)) ?? 0).toISOString()).toBe(next.replace('Z', '.000Z'))
  })

  it('never comes when nightly backups are off', () => {
    expect(nextNight('never', 0)).toBeNull()
  })
})
