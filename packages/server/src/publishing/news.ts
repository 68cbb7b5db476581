import { isAboutPlaying, type Report } from './reports.ts'

/** What consoles that are open want to hear of. Hints: who misses one asks the list itself. */
export interface News {
  /** Whose it is; null when the caller acts for all organizations and none was named. */
  organizationId: string | null
  /** Kinds of things that changed, as topicOf() names them. */
  topics?: readonly string[]
  /** Screens of which something is known that was not. */
  devices?: readonly string[]
  /** Screens that play another page: worth a line where they are few, and never a reason to load lists again. */
  playing?: readonly string[]
  /** A session may have ended: open consoles check theirs. */
  sessions?: boolean
  /** News were lost: open consoles reload everything. */
  hasGap?: boolean
}

export type NewsListener = (news: readonly News[]) => void

/** Lists whose JSON has about `bytes` at most. */
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

/** Beyond this many screens of one organization, the event names its screens as a whole. */
const DEVICES_NAMED = 100

/** The news about screens that have reported. */
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
