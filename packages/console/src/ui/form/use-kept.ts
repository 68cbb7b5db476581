import { useEffect, useRef } from 'react'
import { useSession } from '#lib/session/session.ts'
import { holdForm, takeKept, type UnsavedForm } from '#lib/unsaved.ts'

/** Passes a form's stored input from before a logout or an update to `restore`. */
export function useKept(form: UnsavedForm, restore: (kept: object) => void): void {
  const userId = useSession(({ profile }) => profile?.id ?? '')
  const latest = useRef({ form, restore })
  useEffect(() => {
    latest.current = { form, restore }
  })
  useEffect(() => {
    const kept = takeKept(latest.current.form.key(), userId)
    if (typeof kept === 'object' && kept) latest.current.restore(kept)
    return holdForm({ key: () => latest.current.form.key(), values: () => latest.current.form.values() })
  }, [userId])
}

/** The current path without search parameters. */
export const currentPath = (): string => window.location.hash.split('?')[0] ?? ''
