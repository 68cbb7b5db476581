import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { blocking } from '#lib/overlay.ts'
import { failureText } from '#lib/text/error-text.ts'
import { notify } from '#lib/toasts.ts'

/** Runs *Undo* of a message, invalidates the same lists, and reports the result. */
export function useUndo(invalidates: readonly QueryKey[]): (back: () => Promise<unknown>) => () => void {
  const client = useQueryClient()
  const { t } = useTranslation()
  const run = async (back: () => Promise<unknown>) => {
    try {
      await blocking(back)
      notify({ kind: 'positive', message: t('undo.done') })
    } catch (error) {
      notify({ kind: 'negative', message: failureText(error, 'undo.failed') })
    }
    for (const queryKey of invalidates) void client.invalidateQueries({ queryKey })
  }
  return (back) => () => void run(back)
}
