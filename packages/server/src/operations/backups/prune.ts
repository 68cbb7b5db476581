import { filesIn, foldersIn, keyOfFile, listBackups, readFileList, type StoredBackup } from './format.ts'
import type { BackupTarget } from './target.ts'

/** Milliseconds after which an unfinished backup counts as abandoned. */
const ABANDONED = 24 * 60 * 60_000

/**
 * Keeps the newest of each kind, and deletes the others with every file that no backup references any more. Only
 * complete backups count: an incomplete one is deleted once enough newer ones are complete, and never replaces one.
 */
export async function pruneBackups(
  target: BackupTarget,
  { keep, now }: { keep: number; now: number },
): Promise<void> {
  const backups = await listBackups(target)
  const kept = new Set(keptOf(backups, keep).map(({ name }) => name))
  const whole = new Set(backups.map(({ name }) => name))
  let removed = 0
  for (const [name, at] of await foldersIn(target)) {
    const isOver = whole.has(name) ? !kept.has(name) : at < now - ABANDONED
    if (!isOver) continue
    // Without its manifest it no longer counts as a backup, even if deleting the rest fails.
    await target.delete(`snapshots/${name}/manifest.json`)
    await target.delete(`snapshots/${name}`)
    removed++
  }
  if (removed) await removeUnnamedFiles(target)
}

export function keptOf(backups: readonly StoredBackup[], keep: number): StoredBackup[] {
  const newer = new Map<string, number>()
  return backups.filter(({ manifest: { kind, missing } }) => {
    const isWhole = missing.count === 0
    const whole = newer.get(`${kind} whole`) ?? 0
    const withGaps = newer.get(`${kind} gaps`) ?? 0
    newer.set(isWhole ? `${kind} whole` : `${kind} gaps`, (isWhole ? whole : withGaps) + 1)
    return whole < keep && (isWhole || withGaps < keep)
  })
}

async function removeUnnamedFiles(target: BackupTarget): Promise<void> {
  const named = new Set<string>()
  for (const name of (await foldersIn(target)).keys())
    for (const sha256 of (await readFileList(target, name))?.files.keys() ?? []) named.add(sha256)
  for (const sha256 of (await filesIn(target)).keys())
    if (!named.has(sha256)) await target.delete(keyOfFile(sha256))
}
