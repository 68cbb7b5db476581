import { Skeleton } from '@mantine/core'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { ROLES } from '@vitrine/contract/permissions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/session/session.ts'
import { useViewedOrganization } from '#lib/session/view-as.ts'
import { fleetQuery } from '#queries/devices.ts'
import { TakeoverButton } from '#screens/takeovers/takeover-picker.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { Page } from '#ui/page/page.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { Counters } from './counters.tsx'
import styles from './dashboard-page.module.css'
import { firstGroups, knownStoryboards, worstScreens } from './loads.ts'
import { NeedsBlock } from './needs-block.tsx'
import { PlacesBlock } from './places-block.tsx'
import { RecentBlock } from './recent-block.tsx'
import { ScreensBlock } from './screens-block.tsx'
import { TodayBlock } from './today-block.tsx'
import { TruthLine } from './truth-line.tsx'
import { useWall, WallButton } from './wall-button.tsx'
import wallStyles from './wall-mode.module.css'

const FirstRun = lazyPart(async () => (await import('./first-run.tsx')).FirstRun)

/**
 * Shows whether everything is online and correct, and what needs attention; for a new organization, the first steps.
 */
export function DashboardPage() {
  const seesScreens = useCan('read', 'devices')
  return (
    <>
      {seesScreens && <Prefetches />}
      <Dashboard />
    </>
  )
}

function Dashboard() {
  const { t } = useTranslation()
  const profile = useSession((state) => state.profile)
  const viewed = useViewedOrganization()
  const sees = profile?.role === ROLES.superAdmin ? t('viewAs.all') : profile?.organization.name
  const organization = viewed?.name ?? sees ?? ''
  const fresh = useFresh()
  const wall = useWall()
  const title = t('dashboard.title')
  if (fresh === undefined)
    return (
      <Page title={title}>
        <div role="status" aria-label={t('table.loading', { list: title })}>
          <Skeleton height={420} radius="md" />
        </div>
      </Page>
    )
  if (fresh.is)
    return (
      <Page title={title} intro={t('firstRun.intro')} width="text">
        <Waiting>
          <FirstRun onDone={fresh.end} />
        </Waiting>
      </Page>
    )
  return (
    <Page
      title={title}
      intro={t('dashboard.intro', { organization })}
      actions={
        <>
          {wall.open && <WallButton onOpen={wall.open} />}
          <TakeoverButton />
        </>
      }
    >
      <div className={wallStyles.dashboard} data-wall={wall.isOpen || undefined}>
        <Blocks isWall={wall.isOpen} />
      </div>
    </Page>
  )
}

/** In parallel with what tells whether these blocks are shown. */
function Prefetches() {
  usePrefetchQuery(worstScreens)
  usePrefetchQuery(fleetQuery())
  usePrefetchQuery(firstGroups)
  return null
}

function Blocks({ isWall }: { isWall: boolean }) {
  const seesScreens = useCan('read', 'devices')
  const seesGroups = useCan('read', 'device-groups')
  const seesPlaces = useCan('read', 'buildings')
  return (
    <>
      {seesScreens && <TruthLine />}
      <Counters />
      <div className={styles.blocks}>
        <div className={styles.main}>
          <div className={styles.column}>
            <NeedsBlock whole={isWall} />
          </div>
          <div className={styles.column}>
            {seesScreens && <ScreensBlock />}
            {seesGroups && <TodayBlock />}
          </div>
        </div>
        <div className={styles.column}>
          {seesPlaces && <PlacesBlock />}
          <RecentBlock />
        </div>
      </div>
    </>
  )
}

/**
 * Whether nothing was ever shown here and the user has the permissions to change that. Stays true until `end`,
 * although the first steps create data; `undefined` while loading.
 */
function useFresh(): { is: boolean; end: () => void } | undefined {
  const mayConnect = useCan('write', 'devices')
  const mayMake = useCan('write', 'storyboards')
  const screens = useQuery({ ...worstScreens, enabled: mayConnect && mayMake })
  const storyboards = useQuery({ ...knownStoryboards, enabled: mayConnect && mayMake })
  const [began, setBegan] = useState<boolean>()
  const end = () => setBegan(false)
  if (!mayConnect || !mayMake || screens.isError || storyboards.isError) return { is: false, end }
  if (!screens.data || !storyboards.data) return undefined
  const is =
    began ??
    (storyboards.data.length === 0 &&
      // A fleet that is already connected needs content, not a first screen.
      (screens.data.total ?? 0) <= 1 &&
      !screens.data.rows.some(({ playing }) => playing?.storyboardId))
  if (is && began === undefined) setBegan(true)
  return { is, end }
}
