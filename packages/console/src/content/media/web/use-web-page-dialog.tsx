import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'

const WebPageCreateForm = lazyPart(async () => (await import('./web-page-form.tsx')).WebPageCreateForm)

/** Adds a web page to a folder; null is Root. */
export function useWebPageDialog(folderId: string | null) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const dialog = (
    <FormDialog opened={opened} onClose={close} title={t('media.web.add')}>
      {opened && (
        <Waiting>
          <WebPageCreateForm folderId={folderId} onSaved={close} />
        </Waiting>
      )}
    </FormDialog>
  )
  return { add: useCallback(() => setOpened(true), []), dialog }
}
