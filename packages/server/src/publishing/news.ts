import type { Report } from './reports/report.ts'
import { isAboutPlaying } from './reports/reports.ts'

/** Hints for open consoles. A console that misses one reloads the list. */
export interface News {
  /** The affected organization; null if the caller acts for all organizations and named none. */
  organizationId: string | null
  /** Topics of changed items, from topicOf(). */
  topics?: readonly string[]
  /** Screens with new information. */
  devices?: readonly string[]
  /** Screens that changed pages: sent if they are few, and never a reason to reload lists. */
  playing?: readonly string[]
  /** A session may have ended: open consoles check theirs. */
  sessions?: boolean
  /** News were lost: open consoles reload everything. */
  hasGap?: boolean
}

export type NewsListener = (news: readonly News[]) => void

/** Splits a list into chunks whose JSON has about `bytes` at most. */
export function chunksBySize<T>(all: readonly T[], bytes: number): T[][] {
  const pieces: T[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const each of all) {
    const length = Buffer.byteLength(JSON.stringify(each)) + 1
    if (size + length > bytes) {
      pieces.push([])
      size = 0
    }
    pieces.at(-1)?.push(each)
    size += length
  }
  return pieces
}

/** Above this many screens of one organization, the event has the topic instead of the ids. */
const DEVICES_NAMED = 100

/** News about screens that have reported. */
export function newsOfReports(reports: readonly Report[]): News[] {
  const byOrganization = Map.groupBy(reports, ({ organizationId }) => organizationId)
  return [...byOrganization].flatMap(([organizationId, each]) => {
    const devices = [...new Set(each.filter((report) => !isAboutPlaying(report)).map(({ id }) => id))]
    const playing = [...new Set(each.filter(isAboutPlaying).map(({ id }) => id))]
    if (devices.length > DEVICES_NAMED) return { organizationId, topics: ['devices'] }
    if (devices.length + playing.length <= DEVICES_NAMED) return { organizationId, devices, playing }
    return devices.length ? { organizationId, devices } : []
  })
}
