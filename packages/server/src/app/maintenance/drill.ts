import { mkdir, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { locateKey } from '#app/start/secret-key.ts'
import { inFolder } from '#app/start/stores.ts'
import type { BlobStore } from '#blobs/blob-store.ts'
import { openDiskStore } from '#blobs/disk-store.ts'
import { type Settings, StartError } from '#lib/env.ts'
import { createLog } from '#lib/log.ts'
import { type DatabaseFacts, onDatabase } from '#operations/backups/database-task.ts'
import { listBackups, readFileList, type StoredBackup } from '#operations/backups/format.ts'
import { applyRestore, isSound, stageRestore } from '#operations/backups/restore.ts'
import { originOf } from '#operations/backups/sqlite-file.ts'
import type { BackupParts } from '#operations/backups/take.ts'
import { type BackupTarget, backupPlace, openTarget } from '#operations/backups/target.ts'

/** In the data folder, deleted when the drill ends. */
const FOLDER = 'restore-drill'
/** Share of the disk to leave to the installation. */
const RESERVE = 0.1

export interface Drilled {
  /** When the backup was taken, in milliseconds since 1970. */
  takenAt: number
  tables: number
  rows: number
  files: number
  bytes: number
}

interface Pace {
  signal: AbortSignal
  /** Throttles reading, so that users don't notice it. */
  bytesPerSecond: number
}

/**
 * Restores the newest backup into a separate folder, never into the installation's stores: its database is put in
 * place, compared with what the backup recorded, checked, and updated as a start would; its key is tried; and each file
 * is stored, read back, and deleted, so that one fits at a time. Undefined without any backup. Throws a StartError that
 * says what can't be restored.
 */
export async function drill({ settings, clock }: BackupParts, pace: Pace): Promise<Drilled | undefined> {
  const target = await openTarget(backupPlace(settings), settings, 'read')
  const folder = path.join(settings.DATA_DIR, FOLDER)
  try {
    const all = await listBackups(target)
    const backup = all.find(({ manifest }) => manifest.missing.count === 0) ?? all[0]
    if (!backup) return undefined
    await rm(folder, { recursive: true, force: true })
    await refuseWithoutRoom(target, backup, settings)
    await mkdir(folder)
    return await restoreInto(folder, { target, backup, settings, now: clock.now(), pace })
  } finally {
    await rm(folder, { recursive: true, force: true })
    await target.close()
  }
}

interface Restoring {
  target: BackupTarget
  backup: StoredBackup
  settings: Settings
  now: number
  pace: Pace
}

async function restoreInto(
  folder: string,
  { target, backup, settings, now, pace }: Restoring,
): Promise<Drilled> {
  const { name, manifest } = backup
  const copy = inFolder(settings, folder)
  const store = await openDiskStore(path.join(folder, 'files'), { freshId: manifest.storage })
  const blobs = oneAtATime(store, pace)
  const { missing } = await stageRestore({ settings: copy, target, backup, blobs, now, incomplete: true })
  if (missing.length > manifest.missing.count)
    throw new StartError(
      `${missing.length - manifest.missing.count} files of the backup ${name} are missing or damaged (${missing[0]} …).`,
    )
  await applyRestore(copy, createLog('silent'))
  const file = path.join(folder, 'vitrine.db')
  const found = await onDatabase({ kind: 'inspect', file }, pace.signal)
  refuseDifference(backup, found)
  const mark = originOf(file).secrets.get('key-fingerprint')
  if (mark) locateKey(manifest.secretKey ? copy : { ...settings, DATA_DIR: folder }, mark)
  await onDatabase({ kind: 'update', file }, pace.signal)
  const counts = Object.values(found.rows)
  return {
    takenAt: Date.parse(manifest.createdAt),
    tables: counts.length,
    rows: counts.reduce((sum, each) => sum + each, 0),
    files: found.files.length - missing.length,
    bytes: manifest.database.size + manifest.files.bytes,
  }
}

/** Compares the restored database with the rows that the backup counted in the installation's; older backups didn't. */
function refuseDifference(
  { name, manifest: { rows } }: StoredBackup,
  found: DatabaseFacts & { problems: string[] },
): void {
  const [problem] = found.problems
  if (problem)
    throw new StartError(`The database of the backup ${name} is damaged when restored: ${problem}.`)
  for (const [table, expected] of Object.entries(rows ?? {}))
    if (found.rows[table] !== expected)
      throw new StartError(
        `The backup ${name} restores ${found.rows[table] ?? 0} rows of the table ${table}; there were ${expected}.`,
      )
}

/** A store that reads each file back once it is kept, and deletes it. */
const oneAtATime = (
  store: BlobStore,
  { signal, bytesPerSecond }: Pace,
): Pick<BlobStore, 'id' | 'size' | 'read' | 'stage'> => ({
  id: store.id,
  size: (sha256) => store.size(sha256),
  read: (sha256) => store.read(sha256),
  async stage(content, limit) {
    signal.throwIfAborted()
    const staged = await store.stage(content, limit)
    await setTimeout((staged.size / bytesPerSecond) * 1000, undefined, { signal })
    const keep = async () => {
      await staged.keep()
      const isRead = await isSound(store, staged.sha256)
      await store.delete(staged.sha256)
      if (!isRead) throw new StartError(`The disk of DATA_DIR doesn't keep the file ${staged.sha256}.`)
    }
    return { ...staged, keep }
  },
})

async function refuseWithoutRoom(
  target: BackupTarget,
  { name, manifest }: StoredBackup,
  { DATA_DIR }: Settings,
): Promise<void> {
  const sizes = (await readFileList(target, name))?.files.values() ?? []
  // An update may write every page of the database again.
  const needed = 2 * manifest.database.size + Math.max(0, ...sizes)
  const { bavail, blocks, bsize } = await statfs(DATA_DIR)
  if (needed > (bavail - blocks * RESERVE) * bsize)
    throw new StartError(
      `Not enough space in ${DATA_DIR} to try restoring the backup ${name}: it needs ${Math.ceil(needed / 2 ** 20).toLocaleString('en')} MB.`,
    )
}
