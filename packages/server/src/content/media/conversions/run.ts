import { setTimeout as wait } from 'node:timers/promises'
import type { Platform } from '#base/platform.ts'
import type { Db } from '#db/schema.ts'
import type { ConversionsTable } from '#db/tables/content.ts'
import { AppError } from '#lib/errors.ts'
import type { Publisher } from '#playback/publisher.ts'
import { claimConversion, endConversion, noteProgress } from './queries.ts'

/** The services that converting needs. */
export interface ConvertParts extends Pick<Platform, 'blobs' | 'clock' | 'settings' | 'log' | 'tools'> {
  database: Db
  publisher: Publisher
}

/** A running conversion. */
export interface Running {
  row: ConversionsTable
  /** Aborted when the server stops or someone cancels it. */
  signal: AbortSignal
  /** Reports progress, which also renews the lease. Throws if it was canceled. */
  progress(done: number, total?: number): Promise<void>
}

type Convert = (parts: ConvertParts, running: Running) => Promise<void>

/** Someone deleted the conversion while it ran. */
class Canceled extends Error {}

/** Milliseconds between polls for new ones while others run, and between lease renewals. */
const LOOK_AGAIN = 500
const RENEW = 20_000

/** Runs all waiting conversions, some at a time, until none is left. Returns how many ended. */
export async function runConversions(
  parts: ConvertParts,
  kind: ConversionsTable['kind'],
  { atOnce, signal }: { atOnce: number; signal: AbortSignal },
  convert: Convert,
): Promise<{ converted: number }> {
  const running = new Set<Promise<void>>()
  let converted = 0
  for (;;) {
    while (!signal.aborted && running.size < atOnce) {
      const row = await claimConversion(parts.database, kind, parts.clock.now())
      if (!row) break
      converted++
      const work = runOne(parts, row, signal, convert).finally(() => running.delete(work))
      running.add(work)
    }
    if (running.size === 0) return { converted }
    await Promise.race([...running, wait(LOOK_AGAIN)])
  }
}

async function runOne(
  parts: ConvertParts,
  row: ConversionsTable,
  stopping: AbortSignal,
  convert: Convert,
): Promise<void> {
  const { database, clock, log } = parts
  const canceled = new AbortController()
  const state = { done: 0 }
  const renew = async (total?: number) => {
    const progress = { done: state.done, ...(total !== undefined && { total }) }
    if (await noteProgress(database, row.id, progress, clock.now())) return
    canceled.abort(new Canceled())
    throw new Canceled()
  }
  const timer = setInterval(() => void renew().catch(() => {}), RENEW)
  try {
    await convert(parts, {
      row,
      signal: AbortSignal.any([stopping, canceled.signal]),
      progress: (done, total) => {
        state.done = done
        return renew(total)
      },
    })
  } catch (error) {
    if (canceled.signal.aborted) return
    const end = stopping.aborted
      ? ({ state: 'waiting', attempts: 0 } as const)
      : ({ state: 'failed', error: sentence(row, error) } as const)
    if (!(error instanceof AppError) && !stopping.aborted)
      log.error({ err: error, conversion: row.id }, 'Converting a file failed')
    await endConversion(database, row.id, end, clock.now()).catch((err) =>
      log.error({ err, conversion: row.id }, 'Recording the end of a conversion failed'),
    )
  } finally {
    clearInterval(timer)
  }
}

/** A file's refusal is the end of a sentence that starts with its name. */
function sentence({ name }: ConversionsTable, error: unknown): string {
  if (!(error instanceof AppError))
    return `${name} couldn't be converted. Try again, or contact your server administrator.`
  return error.errKey === 'UNSUPPORTED_MEDIA' ? `${name} ${error.message}` : error.message
}
