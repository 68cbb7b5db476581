import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateText } from '#lib/format.ts'
import styles from './designer.module.css'
import { DRAFT_MS, dropDraft, hasDraft, loadDraft, saveDraft } from './draft.ts'
import type { Designer } from './store.ts'

/** Keeps unsaved work in the browser every two seconds, and has what was kept before. */
export function useDraftKeeper(designer: Designer, key: string) {
  const [kept, setKept] = useState<Awaited<ReturnType<typeof loadDraft>>>()
  const [asking, setAsking] = useState(() => !designer.isDirty() && hasDraft(key))
  useEffect(() => {
    if (!asking) return
    let gone = false
    const answer = (found?: typeof kept) => {
      if (gone) return
      setKept(found)
      setAsking(false)
    }
    loadDraft(key).then(answer, () => answer())
    return () => {
      gone = true
    }
  }, [asking, key])
  useEffect(() => {
    let last = designer.state.history.present
    const timer = setInterval(() => {
      const { present } = designer.state.history
      // A draft that is still offered is not written over.
      if (present === last || kept || asking) return
      last = present
      if (designer.isDirty()) saveDraft(key, present)
      else dropDraft(key)
    }, DRAFT_MS)
    return () => clearInterval(timer)
  }, [designer, key, kept, asking])
  return {
    at: kept?.at,
    restore() {
      if (!kept) return
      designer.open(kept.page, designer.state.saved)
      setKept(undefined)
    },
    discard() {
      dropDraft(key)
      setKept(undefined)
    },
  }
}

export function DraftNotice({ draft }: { draft: ReturnType<typeof useDraftKeeper> }) {
  const { t } = useTranslation()
  if (draft.at === undefined) return null
  return (
    <div className={styles.notice} role="status">
      <span>{t('designer.draft.question', { time: dateText(draft.at, 'moment') })}</span>
      <Button size="compact-sm" onClick={draft.restore}>
        {t('designer.draft.restore')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={draft.discard}>
        {t('designer.draft.discard')}
      </Button>
    </div>
  )
}
