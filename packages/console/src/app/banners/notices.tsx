import { useQuery } from '@tanstack/react-query'
import { ROLES } from '@vitrine/contract/permissions'
import { nextToExpire } from '#accounts/licences/licence-state.ts'
import { useSession } from '#lib/session/session.ts'
import { useViewedOrganization } from '#lib/session/view-as.ts'
import { useNow } from '#lib/use-now.ts'
import { licencesQuery } from '#queries/licences.ts'
import { warningsQuery } from '#queries/settings.ts'
import { useToastRoom } from '#ui/toast/toast-room.ts'
import { useCan } from '#ui/work/use-can.ts'
import { DiskBanner } from './disk-banner.tsx'
import { LicenceBanner } from './licence-banner.tsx'
import { VerifyBanner } from './verify-banner.tsx'
import { ViewAsBanner } from './view-as-banner.tsx'

const HOUR = 3_600_000

/** Warnings above every screen; usually there are none. */
export function Notices() {
  const profile = useSession((state) => state.profile)
  const viewed = useViewedOrganization()
  const now = useNow(HOUR)
  const isAdmin = profile?.role === ROLES.admin
  const { data = [] } = useQuery({ ...licencesQuery(), staleTime: HOUR, enabled: isAdmin })
  const found = isAdmin && nextToExpire(data, now)
  const { data: warnings = [] } = useQuery({ ...warningsQuery(), enabled: useCan('read', 'system') })
  const isFull = warnings.some(({ kind }) => kind === 'disk-full')
  const mayAdd = [useCan('write', 'media'), useCan('write', 'devices')].includes(true)
  const waits = mayAdd && profile?.mustVerifyEmail
  useToastRoom([isFull, viewed, found, waits].filter(Boolean).length)
  return (
    <>
      {isFull && <DiskBanner />}
      {viewed && <ViewAsBanner name={viewed.name} />}
      {found && <LicenceBanner found={found} />}
      {waits && <VerifyBanner email={profile.email} />}
    </>
  )
}
