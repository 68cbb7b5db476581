import { useQueryClient } from '@tanstack/react-query'
import type { Restored, TrashItem } from '@vitrine/contract/api/content/trash/trash'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { blocking } from '#lib/overlay.ts'
import { failureText } from '#lib/text/error-text.ts'
import { listText } from '#lib/text/format.ts'
import { notify } from '#lib/toasts.ts'
import type { Selection } from '#ui/list/use-selection.ts'
import { useBulk } from '#ui/work/use-bulk.ts'

/** Restores one record or the selection, and reports side effects. */
export function useRestore(selection: Selection<TrashItem>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  // Restoring may include dependent records, so any list may have changed.
  const refresh = () => void client.invalidateQueries()
  const restore = async ({ id }: TrashItem) => {
    try {
      const { restored } = await blocking(() => api.trash.restore({ params: { id } }))
      notify({ kind: restored.missing > 0 ? 'warning' : 'positive', message: restoredText(t, restored) })
    } catch (error) {
      notify({ kind: 'negative', message: failureText(error, 'trash.failed') })
    }
    refresh()
  }
  const restoring = useBulk<TrashItem>({
    selection,
    write: async (ids) => {
      const { restored, ...answer } = await api.trash.restoreMany({ body: { ids } })
      const remarks = restored.filter(({ missing, renamedFrom }) => missing > 0 || renamedFrom !== null)
      for (const one of remarks.slice(0, 3)) notify({ kind: 'warning', message: restoredText(t, one) })
      return answer
    },
    done: ({ length: count }) => t('trash.manyRestored', { count }),
    invalidates: [[]],
  })
  return { restore, restoring }
}

function restoredText(t: TFunction, { name, renamedFrom, also, missing }: Restored): string {
  return [
    renamedFrom === null ? t('trash.restored', { name }) : t('trash.renamed', { from: renamedFrom, name }),
    ...(also.length > 0 ? [t('trash.also', { names: listText(also.map((one) => one.name)) })] : []),
    ...(missing > 0 ? [t('trash.missing', { count: missing })] : []),
  ].join('\n')
}
