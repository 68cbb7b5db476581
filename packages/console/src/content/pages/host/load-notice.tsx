import { useQuery } from '@tanstack/react-query'
import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { liveLoadOf } from '@vitrine/contract/document/live-loads'
import { useTranslation } from 'react-i18next'
import styles from '#fields/fields.module.css'
import { dateText } from '#lib/text/format.ts'
import { failingQuery } from '#queries/pages.ts'
import { useCan } from '#ui/work/use-can.ts'

/** Says since when a widget's live data fails to load, and why. Renders nothing otherwise. */
export function LoadNotice({ widget }: { widget: Pick<ReadWidget, 'type' | 'settings'> }) {
  const { t } = useTranslation()
  const load = liveLoadOf(widget)
  const { data } = useQuery({ ...failingQuery(), enabled: useCan('read', 'layouts') && load !== undefined })
  const failing = data?.find(({ kind, address }) => kind === load?.kind && address === load.address)
  if (!failing) return null
  const { since, reason } = failing
  return (
    <p className={styles.error} role="status">
      {t('designer.notLoaded', { date: dateText(since, 'moment'), reason })}
    </p>
  )
}
