import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { copyText } from '#lib/browser/clipboard.ts'
import { notify } from '#lib/toasts.ts'
import { playerAddressesQuery, waitingQuery } from '#queries/adding-screens.ts'
import styles from '#screens/devices/devices.module.css'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'

const AddressHelp = lazyPart(async () => (await import('./address-help.tsx')).AddressHelp)

const NONE = { addresses: [], signedBy: '' }

/** The address to open on a new screen. */
export function PlayerAddress() {
  const { t } = useTranslation()
  const { data = NONE } = useQuery(playerAddressesQuery())
  const hint = useQuery(waitingQuery()).data?.hint
  const [best, ...others] = data.addresses
  const link = best && (hint ? `${best}/#hint=${hint}` : best)
  const copy = async () => {
    if (link && (await copyText(link))) notify({ kind: 'positive', message: t('devices.addressCopied') })
  }
  return (
    <div className={styles.address}>
      <span>{t('devices.openAddress')}</span>
      {best && (
        <p>
          <strong dir="ltr">{best}</strong>
          <Button variant="subtle" size="compact-sm" onClick={() => void copy()}>
            {t('devices.copyAddress')}
          </Button>
        </p>
      )}
      {others.length > 0 && (
        <p className={styles.quiet}>
          {t('devices.otherAddresses')} <bdi dir="ltr">{others.join(' · ')}</bdi>
        </p>
      )}
      {best && link && (
        <Waiting quiet>
          <AddressHelp address={best} link={link} signedBy={data.signedBy} />
        </Waiting>
      )}
    </div>
  )
}
