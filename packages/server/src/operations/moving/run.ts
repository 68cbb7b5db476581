// Does exports and imports, one at a time.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { PRODUCT_VERSION } from '@vitrine/contract/version'
import type { Platform } from '#base/platform.ts'
import type { Db } from '#db/schema.ts'
import type { ArchivesTable } from '#db/tables/archives.ts'
import { AppError } from '#lib/errors.ts'
import { ArchiveError } from './archive-error.ts'
import { importArchive } from './import-archive.ts'
import { claimArchive, endArchive, noteProgress } from './queries.ts'
import { writeArchive } from './write-archive.ts'

export interface MoveParts extends Pick<Platform, 'blobs' | 'clock' | 'settings' | 'log'> {
  database: Db
}

/** Someone deleted it while it ran. */
class Canceled extends Error {}

/** Milliseconds between renewals of the lease, and of the shown progress. */
const RENEW = 20_000
const SHOW = 1000

/** Runs all that wait. Returns how many ended. */
export async function runArchives(parts: MoveParts, stopping: AbortSignal): Promise<{ moved: number }> {
  for (let moved = 0; ; moved++) {
    const row = stopping.aborted ? undefined : await claimArchive(parts.database, parts.clock.now())
    if (!row) return { moved }
    await runOne(parts, row, stopping)
  }
}

async function runOne(parts: MoveParts, row: ArchivesTable, stopping: AbortSignal): Promise<void> {
  const { database, clock, log } = parts
  const canceled = new AbortController()
  const renew = async (progress: { done?: number; total?: number } = {}) => {
    if (await noteProgress(database, row.id, progress, clock.now())) return
    canceled.abort(new Canceled())
    throw new Canceled()
  }
  let shown = 0
  const timer = setInterval(() => void renew().catch(() => {}), RENEW)
  try {
    await withFolder(parts.settings.DATA_DIR, (folder) =>
      WORK[row.kind](parts, row, {
        folder,
        signal: AbortSignal.any([stopping, canceled.signal]),
        progress: async (done, total) => {
          canceled.signal.throwIfAborted()
          if (done > 0 && performance.now() < shown + SHOW) return
          shown = performance.now()
          await renew({ done, total })
        },
      }),
    )
  } catch (error) {
    if (canceled.signal.aborted) return
    if (stopping.aborted) await endArchive(database, row.id, { state: 'waiting', attempts: 0 }, clock.now())
    else await endArchive(database, row.id, { state: 'failed', error: sentence(error) }, clock.now())
    if (!(error instanceof ArchiveError) && !stopping.aborted)
      log.error({ err: error, archive: row.id }, 'Moving an organization failed')
  } finally {
    clearInterval(timer)
  }
}

function sentence(error: unknown): string {
  if (error instanceof ArchiveError) return error.message
  if (error instanceof AppError && error.errKey === 'STORAGE_FULL')
    return `${error.message}. Nothing was changed.`
  return 'Something went wrong on the server. Nothing was changed. Try again, or contact your server administrator.'
}

/** For rows. The next start clears what a crash leaves, as it does with files that were arriving. */
export async function withFolder<T>(dataFolder: string, work: (folder: string) => Promise<T>): Promise<T> {
  const incoming = path.join(dataFolder, 'files', 'incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(path.join(incoming, 'moving-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Work {
  folder: string
  signal: AbortSignal
  progress(done: number, total: number): Promise<void>
}

const WORK: Record<
  ArchivesTable['kind'],
  (parts: MoveParts, row: ArchivesTable, work: Work) => Promise<void>
> = {
  export: async ({ database, blobs, clock }, { id, organizationId }, work) => {
    const { content } = await writeArchive({
      ...{ database, blobs, organizationId, version: PRODUCT_VERSION, now: clock.now() },
      ...work,
    })
    const staged = await blobs.stage(content, Number.MAX_SAFE_INTEGER)
    try {
      await staged.keep()
      const { sha256, size } = staged
      await endArchive(database, id, { state: 'done', sha256, size }, clock.now())
    } finally {
      await staged.discard()
    }
  },
  import: async ({ database, blobs, clock, settings }, row, work) => {
    const { id, organizationId, userId, author } = row
    if (row.sha256 === null) throw new Error('An import has no file')
    await importArchive({
      ...{ database, blobs, settings },
      from: { blobs, sha256: row.sha256, size: Number(row.size) },
      name: row.name || undefined,
      sender: { organizationId, userId },
      actor: { kind: 'operator', id: userId, name: author },
      now: () => clock.now(),
      ...work,
      done: async (tx, report) => {
        const end = { state: 'done', name: report.organization.name, report: JSON.stringify(report) } as const
        if (!(await endArchive(tx, id, { ...end, sha256: null, size: null }, clock.now())))
          throw new Canceled()
      },
    })
  },
}
