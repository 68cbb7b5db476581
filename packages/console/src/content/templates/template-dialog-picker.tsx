import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { Size } from './shapes.ts'
import { type ChosenTemplate, isPreset, TemplateGallery } from './template-picker.tsx'

interface TemplatePickerProps {
  opened: boolean
  /** Offers only pages of this size, if there are any: otherwise the new page takes the template's size. */
  size?: Size
  /** A copy of the document, with new ids. */
  onPick: (picked: ChosenTemplate) => void
  onClose: () => void
}

/** The template gallery as a dialog. */
export function TemplatePicker({ opened, size, onPick, onClose }: TemplatePickerProps) {
  const { t } = useTranslation()
  const phone = useMediaQuery('(width < 768px)')
  return (
    <Modal opened={opened} onClose={onClose} title={t('templates.title')} size={1080} fullScreen={phone}>
      <TemplateGallery size={size && isPreset(size) ? size : undefined} onChoose={onPick} />
    </Modal>
  )
}
