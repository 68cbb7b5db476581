import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Holder } from '#queries/access.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { lazyPart } from '#ui/late/lazy-part.tsx'

const AccessView = lazyPart(async () => (await import('./access-view.tsx')).AccessView)

/** A list's dialog with what one of its people, keys, or roles may see and change. */
export function useAccessDialog() {
  const { t } = useTranslation()
  const [holder, setHolder] = useState<Holder>()
  const dialog = (
    <FormDialog
      opened={holder !== undefined}
      onClose={() => setHolder(undefined)}
      title={holder?.name === undefined ? t('access.mine') : t('access.of', { name: holder.name })}
      drawer
    >
      {holder && <AccessView of={holder.of} id={holder.id} />}
    </FormDialog>
  )
  return { ask: setHolder, dialog }
}
