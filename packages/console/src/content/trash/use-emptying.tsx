import { Button } from '@mantine/core'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import type { TrashItem } from '@vitrine/contract/api/content/trash/trash'
import { BULK_PART } from '@vitrine/contract/body-limits'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { trashKey } from '#lib/trash.ts'
import { trashSource } from '#queries/trash.ts'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { loadMatching } from '#ui/list/list-source.ts'

/** *Empty trash*: deletes everything that the user may delete, including items outside the current list. */
export function useEmptying(mayRemove: (item: TrashItem) => boolean) {
  const { t } = useTranslation()
  const { ask, dialog } = useDeletion<'all'>({
    remove: async () => {
      const all = await loadMatching(trashSource(undefined), { search: undefined, sort: undefined })
      const ids = all.filter(mayRemove).map(({ id }) => id)
      for (let start = 0; start < ids.length; start += BULK_PART)
        await api.trash.removeMany({ body: { ids: ids.slice(start, start + BULK_PART) } })
    },
    name: () => t('trash.everything'),
    failed: 'errors.delete',
    invalidates: [trashKey],
  })
  const button = (
    <Button
      variant="default"
      leftSection={<TrashIcon size={18} aria-hidden="true" />}
      onClick={() => ask('all')}
    >
      {t('trash.emptyAll')}
    </Button>
  )
  return { button, dialog }
}
