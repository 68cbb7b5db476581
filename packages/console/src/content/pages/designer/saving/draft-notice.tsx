import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import styles from '#content/pages/designer/designer.module.css'
import type { Designer } from '#content/pages/designer/state/store.ts'
import { useSession } from '#lib/session/session.ts'
import { dateText } from '#lib/text/format.ts'
import { type BaseVersion, DraftKeeper } from './draft-keeper.ts'

/** Keeps a draft of a designer's edits while the component is mounted. `page`: its id, or a key for new pages. */
export function useDraftKeeper(designer: Designer, page: string, base: BaseVersion): DraftKeeper {
  const userId = useSession(({ profile }) => profile?.id ?? '')
  const [keeper] = useState(() => new DraftKeeper(designer, base, { userId, page }))
  useEffect(() => keeper.start(), [keeper])
  useEffect(() => keeper.move({ userId, page }), [keeper, userId, page])
  return keeper
}

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
