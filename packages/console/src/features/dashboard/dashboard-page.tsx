import type { Icon } from '@phosphor-icons/react'
import { CheckCircleIcon } from '@phosphor-icons/react/dist/csr/CheckCircle'
import { CircleIcon } from '@phosphor-icons/react/dist/csr/Circle'
import { DevicesIcon } from '@phosphor-icons/react/dist/csr/Devices'
import { ImagesSquareIcon } from '@phosphor-icons/react/dist/csr/ImagesSquare'
import { MonitorPlayIcon } from '@phosphor-icons/react/dist/csr/MonitorPlay'
import { SlideshowIcon } from '@phosphor-icons/react/dist/csr/Slideshow'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import type { TextKey } from '#lib/i18n.ts'
import { useSession } from '#lib/session.ts'
import { Page, Section } from '#ui/page.tsx'
import styles from './dashboard-page.module.css'

interface Part {
  key: 'screen' | 'media' | 'storyboard' | 'group'
  text: TextKey
  to: NonNullable<LinkProps['to']>
  icon: Icon
  count: UseQueryResult<number>
}

/** How much there is of what a screen needs, and what comes next. Each part loads and fails alone. */
function useParts(): Part[] {
  const screens = useQuery({
    queryKey: ['dashboard', 'devices'],
    queryFn: async () => (await api.devices.list()).devices.length,
  })
  const media = useQuery({
    queryKey: ['dashboard', 'media'],
    queryFn: async () => (await api.media.list()).media.media.length,
  })
  const approved = useQuery({
    queryKey: ['dashboard', 'storyboards'],
    queryFn: async () => (await api.storyboards.list({ query: { status: 'approved' } })).storyboards.length,
  })
  const groups = useQuery({
    queryKey: ['dashboard', 'device-groups'],
    queryFn: async () => (await api.deviceGroups.list()).devicesGroups.length,
  })
  return [
    { key: 'screen', text: 'menu.devices', to: '/app/devices', icon: MonitorPlayIcon, count: screens },
    {
      key: 'media',
      text: 'menu.mediaLibrary',
      to: '/app/media-library',
      icon: ImagesSquareIcon,
      count: media,
    },
    {
      key: 'storyboard',
      text: 'menu.storyboards',
      to: '/app/storyboard',
      icon: SlideshowIcon,
      count: approved,
    },
    { key: 'group', text: 'menu.deviceGroups', to: '/app/device-group', icon: DevicesIcon, count: groups },
  ]
}

export function DashboardPage() {
  const { t } = useTranslation()
  const profile = useSession((state) => state.profile)
  const parts = useParts()
  const finished = parts.every(({ count }) => (count.data ?? 0) > 0)
  return (
    <Page
      title={t('dashboard.title')}
      intro={t('dashboard.intro', { organization: profile?.organization.name ?? '' })}
    >
      <div className={styles.counts}>
        {parts.map((part) => (
          <Count key={part.key} part={part} />
        ))}
      </div>
      {!finished && (
        <Section title={t('dashboard.start')}>
          <ol className={styles.steps}>
            {parts.map((part) => (
              <Step key={part.key} part={part} />
            ))}
          </ol>
        </Section>
      )}
    </Page>
  )
}

function Count({ part }: { part: Part }) {
  const { t } = useTranslation()
  const { icon: Sign, count } = part
  return (
    <Link to={part.to} className={styles.count}>
      <Sign size={20} aria-hidden="true" />
      <span className={styles.number}>{count.data ?? '–'}</span>
      <span className={styles.what}>{t(part.text)}</span>
      {count.isError && <span className={styles.what}>{t('dashboard.unavailable')}</span>}
    </Link>
  )
}

function Step({ part }: { part: Part }) {
  const { t } = useTranslation()
  const done = (part.count.data ?? 0) > 0
  const Sign = done ? CheckCircleIcon : CircleIcon
  return (
    <li className={styles.step} data-done={done}>
      <Sign
        size={20}
        weight={done ? 'fill' : 'regular'}
        aria-label={t(`dashboard.steps.${done ? 'done' : 'open'}`)}
      />
      <div>
        <Link to={part.to}>{t(`dashboard.steps.${part.key}`)}</Link>
        <p>{t(`dashboard.steps.${part.key}Text`)}</p>
      </div>
    </li>
  )
}
