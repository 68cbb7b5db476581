import { system } from '@vitrine/contract/api/operations/system'
import { ROLES } from '@vitrine/contract/permissions'
import { feature } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { isoTime } from '#lib/clock.ts'
import type { PlayStore } from '#screens/plays/store/play-store.ts'
import { installedTools } from './installed-tools.ts'
import { systemFacts } from './queries.ts'
import type { Warnings } from './warnings.ts'

/** Problems that an organization's admin notices when saving; the rest is for the server's administrators. */
const EVERY_ADMINS: readonly string[] = ['disk-low', 'disk-full']

interface Needs extends Pick<Platform, 'settings' | 'disk' | 'certificate' | 'tools'> {
  playStore: PlayStore
  warnings: Warnings
}

export const systemFeature = feature(
  system,
  ({ disk, certificate, playStore, warnings, ...others }: Needs) => ({
    get: async ({ reader, clock }) => ({
      system: {
        ...(await systemFacts(reader, others.settings)),
        startedAt: isoTime(clock.now() - Math.round(process.uptime() * 1000)),
        disks: disk.disks.map(({ used, ...rest }) => ({ ...rest, percent: Math.floor(used * 100) })),
        tools: await installedTools(others.tools),
        clickhouse: playStore.engineVersion ? { version: playStore.engineVersion() } : null,
        certificateEndsAt: certificate && isoTime(certificate.endsAt),
      },
    }),
    warnings: async ({ session }) => {
      const all = await warnings.current()
      const isSuperAdmin = session.role === ROLES.superAdmin
      return { warnings: isSuperAdmin ? all : all.filter(({ kind }) => EVERY_ADMINS.includes(kind)) }
    },
  }),
)
