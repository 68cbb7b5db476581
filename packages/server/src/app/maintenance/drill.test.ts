import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#lib/log.ts'
import { nextSunday } from '#operations/backups/nights.ts'
import { databaseAddress, takeBackup } from '#operations/backups/take.ts'
import { treeOf } from '#test/faults/trees.ts'
import { useServer } from '#test/harness.ts'
import { everyRow } from '#test/rows.ts'
import { picture, upload } from '#test/uploads.ts'
import { drill } from './drill.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-drill-'))
const kept = path.join(folder, 'kept')
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a restore drill', () => {
  const server = useServer({ BACKUP_TO: kept })
  beforeAll(async () => {
    const owner = await server().organization()
    await upload(owner, [{ name: 'gold.png', content: await picture('gold') }])
  })
  let name = ''
  const inBackup = (file: string) => path.join(kept, 'snapshots', name, file)
  const manifest = async () => JSON.parse(await readFile(inBackup('manifest.json'), 'utf8'))
  beforeEach(async () => {
    await rm(kept, { recursive: true, force: true })
    server().clock.advance(1000)
    const { settings, blobs, clock } = server().services
    const log = createLog('silent')
    name = (await takeBackup({ settings, blobs, clock, log }, { kind: 'manual' })).name
  })
  const begin = async () => {
    const superAdmin = await server().signIn()
    expect(await superAdmin.api.backups.drill()).toEqual({ started: true })
    const status = () => superAdmin.api.backups.drilled()
    await expect.poll(async () => (await status()).running).toBe(false)
    const { warnings } = await superAdmin.api.system.warnings()
    return { ...(await status()), warnings: warnings.filter(({ kind }) => kind === 'drill-failed') }
  }

  it('restores the newest backup beside the live stores, reports it, and leaves nothing', async () => {
    const { settings } = server().services
    const stored = async () => {
      const { jobs: _jobs, sessions: _sessions, ...rows } = await everyRow(databaseAddress(settings))
      return { buildings: rows.buildings, media: rows.media, secrets: rows.secrets }
    }
    const live = { ...(await stored()), files: treeOf(path.join(server().folder, 'files')) }
    const { rows, files, createdAt } = await manifest()
    expect(Object.keys(rows).length).toBeGreaterThan(50)
    const done = await begin()
    expect(done).toMatchObject({
      error: null,
      warnings: [],
      finishedAt: expect.any(String),
      nextAt: expect.any(String),
      restored: { takenAt: createdAt, files: files.count },
    })
    const counts = Object.values<number>(rows)
    expect(done.restored?.rows).toBeGreaterThanOrEqual(counts.reduce((sum, each) => sum + each, 0))
    expect({ ...(await stored()), files: treeOf(path.join(server().folder, 'files')) }).toEqual(live)
    expect(existsSync(path.join(settings.DATA_DIR, 'restore-drill'))).toBe(false)
  })

  const damages: [string, RegExp, () => Promise<void>][] = [
    [
      'a cut-off file',
      /1 files of the backup .* are missing or damaged/,
      async () => {
        const [line = ''] = (await readFile(inBackup('files.txt'), 'utf8')).split('\n')
        await truncate(path.join(kept, 'files', line.slice(0, 2), line.slice(2, 64)), 1)
      },
    ],
    ['a cut-off database', /its database has changed/, () => truncate(inBackup('database.db'), 4096)],
    [
      'a row less than there was',
      /restores \d+ rows of the table organizations; there were 1000/,
      async () => {
        const { rows, ...rest } = await manifest()
        const changed = { ...rest, rows: { ...rows, organizations: 1000 } }
        await writeFile(inBackup('manifest.json'), JSON.stringify(changed))
      },
    ],
    [
      'no key',
      /The key of this database is missing/,
      async () =>
        writeFile(inBackup('manifest.json'), JSON.stringify({ ...(await manifest()), secretKey: null })),
    ],
  ]
  it.each(damages)(
    'of a backup with %s fails, and is a warning until one succeeds',
    async (_what, why, damage) => {
      const good = await manifest()
      await damage()
      const failed = await begin()
      expect(failed.error).toMatch(why)
      expect(failed.warnings).toMatchObject([{ kind: 'drill-failed', reason: failed.error }])
      await writeFile(inBackup('manifest.json'), JSON.stringify(good))
      expect(existsSync(path.join(server().services.settings.DATA_DIR, 'restore-drill'))).toBe(false)
    },
  )

  it('without a backup fails only if a person started it', async () => {
    await rm(kept, { recursive: true, force: true })
    expect(
      await drill(server().services, { signal: AbortSignal.timeout(60_000), bytesPerSecond: 1e9 }),
    ).toBeUndefined()
    expect((await begin()).error).toBe('There is no backup to restore yet.')
  })

  it.each([
    ['2026-11-23T12:00:00', '2026-11-29T05:30:00'],
    ['2026-11-29T05:29:59', '2026-11-29T05:30:00'],
    ['2026-11-29T05:30:00', '2026-12-06T05:30:00'],
  ])('is due on Sundays: after %s at %s', (now, next) => {
    expect(nextSunday('05:30', new Date(now).getTime())).toBe(new Date(next).getTime())
  })
})
