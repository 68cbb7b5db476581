import { Button, Group, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { useSave } from './use-save.ts'

interface ConflictDialogProps {
  saving: ReturnType<typeof useSave>
  reload: () => Promise<void>
}

/** Somebody else saved meanwhile: theirs or mine. */
export function ConflictDialog({ saving, reload }: ConflictDialogProps) {
  const { t } = useTranslation()
  return (
    <Modal opened={saving.conflict} onClose={saving.giveUp} title={t('form.conflict')} size={440}>
      <p>{t('form.conflictText')}</p>
      <Group justify="flex-end" gap={8} mt={24}>
        <Button
          variant="default"
          onClick={() => {
            saving.giveUp()
            void reload()
          }}
        >
          {t('form.reload')}
        </Button>
        <Button loading={saving.saving} onClick={() => void saving.keepMine()} data-autofocus>
          {t('form.keepMine')}
        </Button>
      </Group>
    </Modal>
  )
}
