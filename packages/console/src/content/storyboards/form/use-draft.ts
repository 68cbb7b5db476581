import type { StoryboardType } from '@vitrine/contract/api/content/storyboards'
import { useEffect, useRef, useState } from 'react'
import { storage } from '#lib/browser/storage.ts'
import { clock } from '#lib/clock.ts'
import { useSession } from '#lib/session/session.ts'
import { DRAFT_MS, dataOf, dropDraft, loadDraft, saveDraft } from './draft.ts'
import type { StoryboardFormState } from './storyboard-values.ts'

/** Saves a new storyboard as a draft in the browser, and restores an earlier one. */
export function useDraft({ form }: StoryboardFormState, type: StoryboardType) {
  const userId = useSession(({ profile }) => profile?.id ?? '')
  const [kept, setKept] = useState(() => loadDraft(storage, userId, type))
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const stored = loadDraft(storage, userId, type)
    if (stored) form.reset({ ...form.getValues(), ...stored.data }, { keepDefaultValues: true })
    let last = JSON.stringify(dataOf(form.getValues()))
    const write = () => {
      pending.current = undefined
      const data = dataOf(form.getValues())
      const text = JSON.stringify(data)
      if (text === last) return
      last = text
      saveDraft(storage, { userId, type, data, savedAt: clock.now() })
    }
    const flush = () => {
      if (pending.current === undefined) return
      clearTimeout(pending.current)
      write()
    }
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(pending.current)
        pending.current = setTimeout(write, DRAFT_MS)
      },
    })
    window.addEventListener('pagehide', flush)
    return () => {
      stop()
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [form, userId, type])

  return {
    /** When the restored draft was written; `undefined` without one. */
    at: kept?.savedAt,
    /** Deletes it; the form is unchanged. */
    drop() {
      clearTimeout(pending.current)
      pending.current = undefined
      dropDraft(storage)
    },
    discard() {
      form.reset()
      clearTimeout(pending.current)
      pending.current = undefined
      dropDraft(storage)
      setKept(undefined)
    },
  }
}
