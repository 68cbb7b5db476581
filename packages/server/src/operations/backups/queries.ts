import { statSync } from 'node:fs'
import path from 'node:path'
import type { Backup, BackupStatus, CheckStatus } from '@vitrine/contract/api/operations/backups'
import { rule } from '@vitrine/contract/rules'
import { z } from 'zod'
import type { Platform } from '#base/platform.ts'
import type { Db } from '#db/schema.ts'
import { ageOf } from '#db/start/migrate.ts'
import { isoTime } from '#lib/clock.ts'
import type { Settings } from '#lib/env.ts'
import { conflict, invalid, notFound } from '#lib/errors.ts'
import { describeDamage } from './damage.ts'
import { listBackups, readManifest, type StoredBackup } from './format.ts'
import { nextNight } from './nights.ts'
import { failedRestore, noteFailedRestore, stageRestore } from './restore.ts'
import { takeBackup } from './take.ts'
import { BACKUP_NAME, backupPlace, openTarget } from './target.ts'

const HOUR = 60 * 60_000
/** Milliseconds after which the newest backup is too old: a night was missed, plus time for taking the next. */
const OLD = 30 * HOUR
/** Without nightly backups, manual ones must be at most this old. */
const OLD_BY_HAND = 8 * 24 * HOUR

export interface BackupParts extends Pick<Platform, 'settings' | 'clock' | 'jobs'> {
  database: Db
}

export async function statusOf(parts: BackupParts): Promise<BackupStatus> {
  const { settings, clock, jobs, database } = parts
  const now = clock.now()
  const location = backupPlace(settings)
  const listed = await listAt(parts).catch((error: Error) => error)
  const found = listed instanceof Error ? [] : listed
  const job = await database.selectFrom('jobs').selectAll().where('id', '=', 'backup').executeTakeFirst()
  const next = nextNight(settings.BACKUP_AT, now)
  const running = jobs.isRunning('backup')
  const problem =
    listed instanceof Error
      ? ('unreachable' as const)
      : await problemOf(parts, found, { failed: Boolean(job?.error), running })
  return {
    location,
    sameDisk: isSameDisk(settings.DATA_DIR, location),
    withoutPlays: settings.CLICKHOUSE_URL !== undefined,
    nextAt: next === null ? null : isoTime(next),
    keep: settings.BACKUP_KEEP,
    running,
    problem,
    error: listed instanceof Error ? listed.message : (job?.error ?? null),
    restoreError: await failedRestore(settings),
    restoring: inProgress.get(settings) ?? null,
    backups: found.map(backupOf),
  }
}

async function listAt({ settings }: Pick<BackupParts, 'settings'>): Promise<StoredBackup[]> {
  const target = await openTarget(backupPlace(settings), settings, 'read')
  try {
    return await listBackups(target)
  } finally {
    await target.close()
  }
}

/** The problem that needs attention; none on the first day of an installation. */
async function problemOf(
  { settings, clock, database }: BackupParts,
  backups: readonly StoredBackup[],
  { failed, running }: { failed: boolean; running: boolean },
): Promise<BackupStatus['problem']> {
  const now = clock.now()
  const isOff = settings.BACKUP_AT === 'never'
  const limit = now - (isOff ? OLD_BY_HAND : OLD)
  const first = await database
    .selectFrom('organizations')
    .select('createdAt')
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  const young = (at: string | undefined) => at !== undefined && Date.parse(at) > limit
  const full = backups.filter(({ manifest }) => manifest.kind !== 'before-update')
  const whole = full.find(({ manifest }) => manifest.missing.count === 0)
  if (failed && !running) return full[0] && full[0] !== whole ? 'incomplete' : 'failed'
  if (running || young(whole?.manifest.createdAt) || young(first?.createdAt)) return null
  if (isOff) return 'off'
  return whole ? 'old' : 'none'
}

const backupOf = ({ name, manifest }: StoredBackup): Backup => ({
  name,
  kind: manifest.kind,
  createdAt: manifest.createdAt,
  version: manifest.version,
  size: manifest.database.size + manifest.files.bytes,
  addedBytes: manifest.addedBytes,
  files: manifest.files.count,
  missing: manifest.missing.count,
  missingWhy: manifest.missing.why,
  restorable: ageOf([manifest.schema]) === 'known',
})

function isSameDisk(data: string, location: string): boolean {
  if (location.startsWith('s3://')) return false
  for (let folder = location; ; folder = path.dirname(folder)) {
    const found = statSync(folder, { throwIfNoEntry: false })
    if (found) return found.dev === statSync(data).dev
    if (folder === path.dirname(folder)) return false
  }
}

export interface Restoring extends BackupParts, Pick<Platform, 'blobs' | 'log' | 'restart'> {}

/** Restores in preparation, by the settings of their server. */
const inProgress = new WeakMap<Settings, { done: number; total: number }>()

/**
 * Starts a restore: takes a backup of the current data, prepares the old data, and restarts with it. Throws NOT_FOUND,
 * INVALID for a wrong typed name, CONFLICT while another restore or a backup runs.
 */
export async function beginRestore(
  parts: Restoring,
  { name, confirm, incomplete = false }: { name: string; confirm: string; incomplete?: boolean | undefined },
): Promise<Record<string, never>> {
  const { settings, jobs, log } = parts
  if (!BACKUP_NAME.test(name)) throw notFound('Backup not found')
  if (confirm.trim() !== name) throw invalid({ confirm: rule('invalid') })
  if (inProgress.has(settings) || jobs.isRunning('backup')) throw conflict()
  const target = await openTarget(backupPlace(settings), settings, 'read')
  const manifest = await readManifest(target, name)
  await target.close()
  if (!manifest) throw notFound('Backup not found')
  inProgress.set(settings, { done: 0, total: manifest.files.count })
  restoreInBackground(parts, { name, manifest }, incomplete)
    .catch(async (error) => {
      log.error({ err: error }, 'Restoring the backup failed; the data is unchanged')
      await noteFailedRestore(settings, (error as Error).message)
    })
    .finally(() => inProgress.delete(settings))
  return {}
}

async function restoreInBackground(
  { settings, clock, blobs, log, restart }: Restoring,
  backup: StoredBackup,
  incomplete: boolean,
): Promise<void> {
  await takeBackup({ settings, blobs, clock, log }, { kind: 'before-restore' })
  const target = await openTarget(backupPlace(settings), settings, 'read')
  try {
    const now = clock.now()
    const onProgress = (done: number, total: number) => inProgress.set(settings, { done, total })
    await stageRestore({ settings, target, backup, blobs, now, incomplete, onProgress })
  } finally {
    await target.close()
  }
  restart()
}

/** Milliseconds to list repaired files. */
const RECENT = 30 * 24 * HOUR

export async function checkStatusOf({ database, clock, jobs }: BackupParts): Promise<CheckStatus> {
  const run = await database.selectFrom('check_runs').selectAll().executeTakeFirst()
  const files = await database
    .selectFrom('damaged_files')
    .selectAll()
    .where((where) => where.or([where('mendedAt', 'is', null), where('mendedAt', '>', clock.now() - RECENT)]))
    .orderBy('foundAt', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()
  return {
    running: jobs.isRunning('check'),
    finishedAt: run?.finishedAt ? isoTime(run.finishedAt) : null,
    files: run?.files ?? 0,
    databaseProblems: z.array(z.string()).parse(JSON.parse(run?.databaseProblems ?? '[]')),
    damaged: await describeDamage(database, files),
  }
}
