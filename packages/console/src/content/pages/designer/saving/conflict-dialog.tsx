import { Button, Group, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useConflictText } from '#ui/dialog/conflict-text.ts'
import type { useSave } from './use-save.ts'

interface ConflictDialogProps {
  opened: boolean
  saving: ReturnType<typeof useSave>
  reload: () => Promise<void>
}

/** Asks whose version to keep when another user has saved in the meantime. */
export function ConflictDialog({ opened, saving, reload }: ConflictDialogProps) {
  const { t } = useTranslation()
  const who = useConflictText(saving.conflict)
  return (
    <Modal opened={opened} onClose={saving.giveUp} title={t('form.conflict')} size={440}>
      <p>{who}</p>
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
