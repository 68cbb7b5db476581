import { system } from '@vitrine/contract/api/operations/system'
import { ROLES } from '@vitrine/contract/permissions'
import { feature } from '#base/handler.ts'
import { isoTime } from '#lib/clock.ts'
import { installedTools } from './installed-tools.ts'
import { systemFacts } from './queries.ts'

/** Problems that an organization's admin notices when saving; the rest is for the server's administrators. */
const EVERY_ADMINS: readonly string[] = ['disk-low', 'disk-full']

export const systemFeature = feature(system, {
  get: async ({ reader, settings, disk, certificate, clock, tools, playStore }) => ({
    system: {
      ...(await systemFacts(reader, settings)),
      startedAt: isoTime(clock.now() - Math.round(process.uptime() * 1000)),
      disks: disk.disks.map(({ used, ...rest }) => ({ ...rest, percent: Math.floor(used * 100) })),
      tools: await installedTools(tools),
      clickhouse: playStore.engineVersion ? { version: playStore.engineVersion() } : null,
      certificateEndsAt: certificate && isoTime(certificate.endsAt),
    },
  }),
  warnings: async ({ warnings, session }) => {
    const all = await warnings.current()
    const isSuperAdmin = session.role === ROLES.superAdmin
    return { warnings: isSuperAdmin ? all : all.filter(({ kind }) => EVERY_ADMINS.includes(kind)) }
  },
})
