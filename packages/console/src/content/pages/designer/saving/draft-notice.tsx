import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import styles from '#content/pages/designer/designer.module.css'
import { dateText } from '#lib/text/format.ts'
import type { DraftKeeper } from './draft-keeper.ts'

/** Offers the newest earlier draft. */
export function DraftNotice({ keeper }: { keeper: DraftKeeper }) {
  const { t } = useTranslation()
  const draft = useStore(keeper.offers, ([newest]) => newest)
  if (!draft) return null
  return (
    <div className={styles.notice} role="status">
      <span>{t('designer.draft.question', { time: dateText(draft.at, 'moment') })}</span>
      <Button size="compact-sm" onClick={() => keeper.restore(draft)}>
        {t('designer.draft.restore')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => keeper.discard(draft)}>
        {t('designer.draft.discard')}
      </Button>
    </div>
  )
}
