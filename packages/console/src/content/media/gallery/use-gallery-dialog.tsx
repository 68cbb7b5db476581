import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Gallery } from './gallery.tsx'

/** The dialog that adds a ready-made package to a folder; null is Root. */
export function useGalleryDialog(folderId: string | null) {
  const { t } = useTranslation()
  const phone = useMediaQuery('(width < 768px)')
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const dialog = (
    <Modal opened={opened} onClose={close} title={t('media.gallery.title')} size={1080} fullScreen={phone}>
      {opened && <Gallery folderId={folderId} onAdded={close} />}
    </Modal>
  )
  return { open: useCallback(() => setOpened(true), []), dialog }
}
