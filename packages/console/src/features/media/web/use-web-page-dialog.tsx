import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { WebPageCreateForm } from './web-page-form.tsx'

/** Adds a web page to a folder; null is Root. */
export function useWebPageDialog(folderId: string | null) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const dialog = (
    <FormDialog opened={opened} onClose={close} title={t('media.web.add')}>
      {opened && <WebPageCreateForm folderId={folderId} onSaved={close} />}
    </FormDialog>
  )
  return { add: useCallback(() => setOpened(true), []), dialog }
}
