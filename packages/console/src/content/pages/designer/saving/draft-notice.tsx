import { Button } from '@mantine/core'
import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#content/pages/designer/designer.module.css'
import type { Designer } from '#content/pages/designer/state/store.ts'
import { dateText } from '#lib/text/format.ts'
import { DRAFT_MS, dropDraft, hasDraft, type KeptWork, loadDraft, saveDraft } from './draft.ts'

/** The saved version that the edits are based on; saving over a newer one is a conflict. */
export type BaseVersion = RefObject<number | undefined>

/** Writes a draft of unsaved edits to the browser every two seconds, and returns an earlier draft. */
export function useDraftKeeper(designer: Designer, key: string, base: BaseVersion) {
  const [kept, setKept] = useState<KeptWork>()
  const [asking, setAsking] = useState(() => !designer.isDirty() && hasDraft(key))
  useEffect(() => {
    if (!asking) return
    let gone = false
    const answer = (found?: KeptWork) => {
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
    let known = designer.state.saved
    let last = known
    const timer = setInterval(() => {
      const { saved, history } = designer.state
      const { present } = history
      // Saving deleted the draft; write a new one for edits made during the save.
      if (saved !== known) last = saved
      known = saved
      // Don't overwrite a draft that is still offered to the user.
      if (present === last || kept || asking) return
      last = present
      if (designer.isDirty()) saveDraft(key, present, base.current)
      else dropDraft(key)
    }, DRAFT_MS)
    return () => clearInterval(timer)
  }, [designer, key, base, kept, asking])
  return {
    at: kept?.at,
    restore() {
      if (!kept) return
      designer.open(kept.page, designer.state.saved)
      // Keep the draft's base version, so that saving over a newer one reports the conflict.
      base.current = kept.base ?? base.current
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
