import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './designer.module.css'
import { DRAFT_MS, dropDraft, loadDraft, saveDraft } from './draft.ts'
import type { Designer } from './store.ts'

/** Keeps unsaved work in the browser every two seconds, and has what was kept before. */
export function useDraftKeeper(designer: Designer, key: string) {
  const [kept, setKept] = useState(() => (designer.isDirty() ? undefined : loadDraft(key)))
  useEffect(() => {
    let last = designer.state.history.present
    const timer = setInterval(() => {
      const { present } = designer.state.history
      // A draft that is still offered is not written over.
      if (present === last || kept) return
      last = present
      if (designer.isDirty()) saveDraft(key, present)
      else dropDraft(key)
    }, DRAFT_MS)
    return () => clearInterval(timer)
  }, [designer, key, kept])
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
  const { t, i18n } = useTranslation()
  if (draft.at === undefined) return null
  const time = new Intl.DateTimeFormat(i18n.resolvedLanguage, {
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(draft.at)
  return (
    <div className={styles.notice} role="status">
      <span>{t('designer.draft.question', { time })}</span>
      <Button size="compact-sm" onClick={draft.restore}>
        {t('designer.draft.restore')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={draft.discard}>
        {t('designer.draft.discard')}
      </Button>
    </div>
  )
}
