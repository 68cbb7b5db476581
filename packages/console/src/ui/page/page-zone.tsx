import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ZoneContext, zoneText } from '#lib/text/page-zone.ts'
import styles from './page.module.css'

/** A page or part of it that is about one place: all its times are in that time zone, which it names once. */
export function PageZone({ zone, children }: { zone: string | undefined; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <ZoneContext value={zone}>
      {zone && <p className={styles.zone}>{t('page.zone', { zone: zoneText(zone) })}</p>}
      {children}
    </ZoneContext>
  )
}
