import { z } from 'zod'
import { Timestamp } from '#api/base/entity.ts'
import { route } from '#route.ts'

/** Why a backup was taken. */
export const BACKUP_KINDS = ['nightly', 'manual', 'before-update', 'before-restore'] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]

/** `left-out`: a backup before an update holds only the database and files that earlier backups already copied. */
export const MISSING_WHY = ['damaged', 'no-room', 'left-out'] as const

export const Backup = z.object({
  name: z.string(),
  kind: z.enum(BACKUP_KINDS),
  createdAt: Timestamp,
  /** The version of Vitrine that took it. */
  version: z.string(),
  /** Bytes: `size` of the database with all its files, `addedBytes` newly stored at the location. */
  size: z.number(),
  addedBytes: z.number(),
  files: z.int(),
  /** Files missing from the backup, and why. */
  missing: z.int(),
  missingWhy: z.enum(MISSING_WHY).nullable(),
  /** False if a newer version of Vitrine took it. */
  restorable: z.boolean(),
})
export type Backup = z.infer<typeof Backup>

/** The problem with an installation's backups; null if they are fine. */
export const BACKUP_PROBLEMS = ['off', 'none', 'failed', 'old', 'incomplete', 'unreachable'] as const

/** A damaged or missing file, with the items that use it. */
export const DamagedFile = z.object({
  sha256: z.string(),
  problem: z.enum(['damaged', 'missing']),
  foundAt: Timestamp,
  /** When and from which source it was repaired; null until then. */
  repairedAt: Timestamp.nullable(),
  repairedFrom: z.enum(['backup', 'screen', 'upload']).nullable(),
  media: z.array(z.object({ name: z.string(), organization: z.string() })),
  screens: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type DamagedFile = z.infer<typeof DamagedFile>

export const BackupStatus = z.object({
  /** A folder, or `s3://bucket/prefix`. */
  location: z.string(),
  /** On the same disk as the data: one failure would lose both. */
  sameDisk: z.boolean(),
  /** Plays are in ClickHouse, which backups don't contain. */
  withoutPlays: z.boolean(),
  /** When the next nightly backup is due; null if nightly backups are off. */
  nextAt: Timestamp.nullable(),
  keep: z.int(),
  running: z.boolean(),
  problem: z.enum(BACKUP_PROBLEMS).nullable(),
  /** Message of the last failure. */
  error: z.string().nullable(),
  /** Why the last restore failed; the data is unchanged. */
  restoreError: z.string().nullable(),
  /** Progress of a restore in verified and copied files. */
  restoring: z.object({ done: z.int(), total: z.int() }).nullable(),
  backups: z.array(Backup),
})
export type BackupStatus = z.infer<typeof BackupStatus>

export const CheckStatus = z.object({
  running: z.boolean(),
  finishedAt: Timestamp.nullable(),
  /** Of the last run: number of files read, and problems of the database. */
  files: z.int(),
  databaseProblems: z.array(z.string()),
  damaged: z.array(DamagedFile),
})
export type CheckStatus = z.infer<typeof CheckStatus>

/** The last restore drill: the newest backup restored into a separate folder, and compared. */
export const DrillStatus = z.object({
  running: z.boolean(),
  nextAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
  /** Why the last drill failed. */
  error: z.string().nullable(),
  /** Of the last successful drill; null before the first one. */
  restored: z
    .object({ takenAt: Timestamp, tables: z.int(), rows: z.int(), files: z.int(), bytes: z.number() })
    .nullable(),
})
export type DrillStatus = z.infer<typeof DrillStatus>

export const backups = {
  list: route({
    method: 'GET',
    path: '/backups',
    summary: 'List backups with their age, size, location, and problems',
    who: { read: 'backups' },
    response: BackupStatus,
  }),
  take: route({
    method: 'POST',
    path: '/backups',
    summary: 'Start a backup; GET /backups reports when it has finished',
    audited: true,
    who: { write: 'backups' },
    write: false,
    response: z.object({ started: z.boolean() }),
  }),
  /** Backs up the current data first, then closes everything, puts the old data in place and opens it again. */
  restore: route({
    method: 'POST',
    path: '/backups/restore',
    summary: 'Start restoring a backup over all data; the server restarts when it is ready',
    who: { write: 'backups' },
    write: false,
    body: z.object({
      name: z.string().max(100),
      /** The name again, typed by the user. */
      confirm: z.string().max(100),
      /** Restore even if the backup lacks files. */
      incomplete: z.boolean().optional(),
    }),
    response: z.object({}),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  checked: route({
    method: 'GET',
    path: '/backups/check',
    summary: 'Get the result of the last data check, with the screens that need damaged files',
    who: { read: 'backups' },
    response: CheckStatus,
  }),
  drilled: route({
    method: 'GET',
    path: '/backups/drill',
    summary: 'Get the result of the last restore drill',
    who: { read: 'backups' },
    response: DrillStatus,
  }),
  drill: route({
    method: 'POST',
    path: '/backups/drill',
    summary:
      'Start a restore drill: the newest backup is restored into a separate folder, compared, and deleted',
    audited: true,
    who: { write: 'backups' },
    write: false,
    response: z.object({ started: z.boolean() }),
  }),
  check: route({
    method: 'POST',
    path: '/backups/check',
    summary: 'Start a data check; GET /backups/check returns the result',
    audited: true,
    who: { write: 'backups' },
    write: false,
    response: z.object({ started: z.boolean() }),
  }),
}
