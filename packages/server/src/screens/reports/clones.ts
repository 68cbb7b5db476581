import type { Report, ReportDetail } from './report.ts'

/**
 * Two machines with one identity alternate within this interval; a restarted machine never reappears under its old
 * boot id.
 */
const CLONE_MS = 300_000
/** Milliseconds for which a screen counts as cloned after the last alternation. */
export const CLONED_MS = 600_000

/** A screen's last two starts, the later first, and when two machines last alternated. */
export interface Starts {
  boots: { id: string; at: number }[]
  clonedAt?: number | undefined
}

/** The last two starts of a screen. A reappearing boot id means two machines share one identity. */
export function detectClones({ detail, lastSeenAt: at }: Report, before: Starts | undefined): Starts {
  const { bootId } = JSON.parse(detail) as ReportDetail
  const boots = before?.boots ?? []
  const clonedAt = before?.clonedAt && at - before.clonedAt < CLONED_MS ? before.clonedAt : undefined
  if (!bootId) return { boots, clonedAt }
  const last = boots[0]
  const earlier = boots[1]
  if (!last || last.id === bootId)
    return { boots: [{ id: bootId, at }, ...(earlier ? [earlier] : [])], clonedAt }
  const isBack = earlier?.id === bootId && at - earlier.at < CLONE_MS
  return { boots: [{ id: bootId, at }, last], clonedAt: isBack ? at : clonedAt }
}
