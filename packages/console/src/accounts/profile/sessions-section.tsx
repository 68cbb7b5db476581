import { Button } from '@mantine/core'
import { DesktopIcon } from '@phosphor-icons/react/dist/csr/Desktop'
import { DeviceMobileIcon } from '@phosphor-icons/react/dist/csr/DeviceMobile'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { SignedIn } from '@vitrine/contract/api/accounts/sessions'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { agoText } from '#lib/text/ago.ts'
import { browserOf } from '#lib/text/browser-name.ts'
import { useNow } from '#lib/use-now.ts'
import { FailedList } from '#ui/page/failed-list.tsx'
import { Section } from '#ui/page/page.tsx'
import { useAction } from '#ui/work/use-write.ts'
import styles from './profile-page.module.css'

const sessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => (await api.sessions.list({}, { signal })).sessions,
  })

/** The user's sessions, which can be ended here. */
export function SessionsSection() {
  const { t } = useTranslation()
  const query = useQuery(sessionsQuery())
  const now = useNow(60_000)
  const shared = { failed: 'profile.sessions.failed', invalidates: [['sessions']] } as const
  const end = useAction({
    ...shared,
    write: ({ id }: SignedIn) => api.sessions.end({ params: { id } }),
    done: 'profile.sessions.ended',
  })
  const endOthers = useAction({
    ...shared,
    write: () => api.sessions.endOthers(),
    done: 'profile.sessions.othersEnded',
  })
  const others = query.data?.some(({ current }) => !current)
  return (
    <Section title={t('profile.sessions.title')} text={t('profile.sessions.text')}>
      {!query.data && query.isError && <FailedList error={query.error} retry={() => void query.refetch()} />}
      <ul className={styles.sessions} aria-label={t('profile.sessions.title')}>
        {query.data?.map((one) => (
          <li key={one.id}>
            <Sign userAgent={one.userAgent} />
            <span>
              <strong>{nameOf(one) ?? t('profile.sessions.unknown')}</strong>
              <small>
                {one.current
                  ? t('profile.sessions.current')
                  : t('profile.sessions.used', { ago: agoText(Date.parse(one.usedAt), now) })}
                <Origin session={one} />
              </small>
            </span>
            {!one.current && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('profile.sessions.endOf', {
                  name: nameOf(one) ?? t('profile.sessions.unknown'),
                })}
                onClick={() => void end(one)}
              >
                {t('profile.sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others && (
        <Button variant="default" color="bad" onClick={() => void endOthers(undefined)}>
          {t('profile.sessions.endOthers')}
        </Button>
      )}
    </Section>
  )
}

/** The provider it came through, and its address. */
function Origin({ session: { provider, address } }: { session: SignedIn }) {
  const { t } = useTranslation()
  return (
    <>
      {provider && (
        <>
          {' · '}
          {t('profile.sessions.provider')} <bdi dir="ltr">{provider}</bdi>
        </>
      )}
      {address && (
        <>
          {' · '}
          <bdi dir="ltr">{address}</bdi>
        </>
      )}
    </>
  )
}

function nameOf({ userAgent }: SignedIn): string | undefined {
  const { browser, system } = browserOf(userAgent)
  return [browser, system].filter(Boolean).join(' · ') || undefined
}

function Sign({ userAgent }: { userAgent: string }) {
  const Icon = /Mobile|Android|iPhone|iPad/.test(userAgent) ? DeviceMobileIcon : DesktopIcon
  return <Icon size={22} aria-hidden="true" />
}
