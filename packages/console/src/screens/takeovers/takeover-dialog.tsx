import { useTranslation } from 'react-i18next'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { TakeoverForm } from './takeover-form.tsx'

export function TakeoverDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('takeovers.title')}>
      <TakeoverForm onDone={onClose} />
    </FormDialog>
  )
}
