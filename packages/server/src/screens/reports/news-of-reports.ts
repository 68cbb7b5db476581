import type { News } from '#playback/news.ts'
import type { Report } from './report.ts'
import { isAboutPlaying } from './reports.ts'

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
