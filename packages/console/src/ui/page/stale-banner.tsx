import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { dateText } from '#lib/text/format.ts'
import styles from './stale-banner.module.css'

/** Shown after a failed refetch, with the age of the data. */
export function StaleBanner({ at, retry }: { at: number; retry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.banner} role="status">
      <span>{t('table.stale', { time: dateText(at, 'time') })}</span>
      <Button variant="default" size="compact-sm" onClick={retry}>
        {t('failure.retry')}
      </Button>
    </div>
  )
}
