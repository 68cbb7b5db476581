import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { WebCheck } from '@vitrine/contract/api/screens/web-media'
import { webUrl } from '@vitrine/contract/sites/allowed-sites'
import type { WebAddress } from '@vitrine/contract/sites/web-address'
import { useTranslation } from 'react-i18next'
import { SiteNotice } from '#features/allowed-sites/site-notice.tsx'
import { api } from '#lib/api.ts'
import styles from './web-page.module.css'

const lookQuery = (address: string) =>
  queryOptions({
    queryKey: ['web-media', 'look', address],
    queryFn: async ({ signal }) => (await api.webMedia.look({ body: { address } }, { signal })).check,
    staleTime: 60_000,
    retry: false,
  })

/** What the server found at an address: whether screens can show it, and if not, why. */
export function WebPageLook({ read: { address, host, hasToken } }: { read: WebAddress }) {
  const { t } = useTranslation()
  const { data: check, isFetching, refetch } = useQuery(lookQuery(address))
  const last = check && webUrl(check.address)
  return (
    <div className={styles.look}>
      <SiteNotice address={address} />
      {last && last.host !== host && <SiteNotice address={check.address} />}
      {hasToken && <p data-tone="warn">{t('media.web.token')}</p>}
      <p role="status" data-tone={check?.problem ? 'warn' : undefined}>
        {isFetching || !check ? t('media.web.looking', { host }) : <Found check={check} host={host} />}
      </p>
      {check && !isFetching && (
        <div>
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            {t('media.web.lookAgain')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Found({ check: { problem, looked, detail, address }, host }: { check: WebCheck; host: string }) {
  const { t } = useTranslation()
  const end = webUrl(address)?.host ?? host
  if (problem) return t(`media.web.problems.${problem}`, { host: end, detail })
  if (!looked) return t('media.web.notLooked', { host })
  return end === host ? t('media.web.fine', { host }) : t('media.web.leadsTo', { host, end })
}
