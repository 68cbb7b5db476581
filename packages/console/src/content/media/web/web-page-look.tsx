import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { WebCheck } from '@vitrine/contract/api/content/web-media'
import { webUrl } from '@vitrine/contract/sites/allowed-sites'
import type { WebAddress } from '@vitrine/contract/sites/web-address'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { SiteNotice } from '#pickers/sites/site-notice.tsx'
import styles from '#pictures/media/web-page.module.css'

const lookQuery = (address: string) =>
  queryOptions({
    queryKey: ['web-media', 'look', address],
    queryFn: async ({ signal }) => (await api.webMedia.look({ body: { address } }, { signal })).check,
    staleTime: 60_000,
    retry: false,
  })

/** The server's lookup of a URL; disabled for ''. */
export const useLook = (address: string) => useQuery({ ...lookQuery(address), enabled: address !== '' })

/** The result of the lookup: whether screens can show the page, and if not, why. */
export function WebPageLook({ read: { address, host, hasToken } }: { read: WebAddress }) {
  const { t } = useTranslation()
  const { data: check, isFetching, refetch } = useLook(address)
  const last = check && webUrl(check.address)
  const parts = check?.stream?.hosts.filter((each) => each !== host && each !== last?.host) ?? []
  return (
    <div className={styles.look}>
      <SiteNotice address={address} />
      {last && last.host !== host && <SiteNotice address={check.address} />}
      {parts.map((each) => (
        <SiteNotice key={each} address={each} />
      ))}
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

function Found({
  check: { problem, looked, detail, address, stream },
  host,
}: {
  check: WebCheck
  host: string
}) {
  const { t } = useTranslation()
  const end = webUrl(address)?.host ?? host
  if (problem) return t(`media.web.problems.${problem}`, { host: end, detail })
  if (!looked) return t('media.web.notLooked', { host })
  if (stream) return <StreamFound stream={stream} host={end} />
  return end === host ? t('media.web.fine', { host }) : t('media.web.leadsTo', { host, end })
}

const isVideo = (codec: string) => /^(avc|hvc|hev|vp0|av01|dvh|dav)/.test(codec)

function StreamFound({
  stream: { live, variants, codecs },
  host,
}: {
  stream: NonNullable<WebCheck['stream']>
  host: string
}) {
  const { t } = useTranslation()
  const videos = codecs.filter(isVideo)
  const isHevc = videos.length > 0 && videos.every((codec) => /^(hvc|hev)/.test(codec))
  return (
    <>
      {t(live ? 'media.web.streamLive' : 'media.web.streamVideo', { host, count: variants })}
      {isHevc && ` ${t('media.warnHevc')}`}
    </>
  )
}
