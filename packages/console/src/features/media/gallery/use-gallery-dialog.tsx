import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'

const Gallery = lazyPart(async () => (await import('./gallery.tsx')).Gallery)

/** The product's own packages, to add one to a folder; null is Root. */
export function useGalleryDialog(folderId: string | null) {
  const { t } = useTranslation()
  const phone = useMediaQuery('(width < 768px)')
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const dialog = (
    <Modal opened={opened} onClose={close} title={t('media.gallery.title')} size={1080} fullScreen={phone}>
      {opened && (
        <Waiting>
          <Gallery folderId={folderId} onAdded={close} />
        </Waiting>
      )}
    </Modal>
  )
  return { open: useCallback(() => setOpened(true), []), dialog }
}
