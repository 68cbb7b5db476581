import { useTranslation } from 'react-i18next'
import { StackedDialog } from '#ui/dialog/stacked-dialog.tsx'
import sheet from './styles.module.css'
import { StylesList } from './styles-list.tsx'

/** The styles of the organization, above an editor. */
export function StylesDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <StackedDialog opened={opened} title={t('styles.title')} size={620} onClose={onClose}>
      <p className={sheet.intro}>{t('styles.text')}</p>
      <StylesList />
    </StackedDialog>
  )
}
