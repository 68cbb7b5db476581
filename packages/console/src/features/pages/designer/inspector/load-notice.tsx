import { useQuery } from '@tanstack/react-query'
import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { liveLoadOf } from '@vitrine/contract/document/live-loads'
import { useTranslation } from 'react-i18next'
import styles from '#features/pages/designer/panels/panels.module.css'
import { dateText } from '#lib/text/format.ts'
import { failingQuery } from '#queries/pages.ts'

/** Says since when a widget's live data fails to load, and why. Renders nothing otherwise. */
export function LoadNotice({ widget }: { widget: ReadWidget }) {
  const { t } = useTranslation()
  const load = liveLoadOf(widget)
  const { data } = useQuery({ ...failingQuery(), enabled: load !== undefined })
  const failing = data?.find(({ kind, address }) => kind === load?.kind && address === load.address)
  if (!failing) return null
  const { since, reason } = failing
  return (
    <p className={styles.mixed} role="status">
      {t('designer.notLoaded', { date: dateText(since, 'moment'), reason })}
    </p>
  )
}
