import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isAllowed, webUrl } from '@vitrine/contract/sites/allowed-sites'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { allowedSitesKey, allowedSitesQuery } from '#queries/allowed-sites.ts'
import { useCan } from '#ui/work/use-can.ts'
import { useAction } from '#ui/work/use-write.ts'
import styles from './sites.module.css'

/** Warns that screens won't open a site that isn't allowed, and lets admins allow it. Renders nothing otherwise. */
export function SiteNotice({ address }: { address: string }) {
  const { t } = useTranslation()
  const { data } = useQuery(allowedSitesQuery())
  const mayAllow = useCan('write', 'own-organization')
  const allow = useAction({
    write: api.allowedSites.add,
    done: 'allowedSites.added',
    invalidates: [allowedSitesKey],
    quiet: true,
  })
  const host = webUrl(address)?.host
  if (!data || host === undefined) return null
  const hosts = data.map((site) => site.host)
  if (isAllowed(hosts, address)) return null
  return (
    <div className={styles.notice} role="status">
      <p>
        {t('allowedSites.notAllowed', { host })} {!mayAllow && t('allowedSites.askAdmin')}
      </p>
      {mayAllow && (
        <Button size="compact-sm" variant="default" onClick={() => void allow({ body: { host } })}>
          {t('allowedSites.allow', { host })}
        </Button>
      )}
    </div>
  )
}
