import { Button, Group, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { missingText } from '#pickers/impact/impact-text.ts'
import type { useSave } from './use-save.ts'

/** Says which values screens don't have before a page that shows them is saved. */
export function MissingDialog({ opened, saving }: { opened: boolean; saving: ReturnType<typeof useSave> }) {
  const { t } = useTranslation()
  return (
    <Modal opened={opened} onClose={saving.giveUp} title={t('screenValues.missingTitle')} size={440}>
      <p>{missingText(t, saving.missing ?? [])}</p>
      <p>{t('screenValues.missingHelp', { example: '{Screen: Manager | Team}' })}</p>
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" onClick={saving.giveUp}>
          {t('screenValues.keepEditing')}
        </Button>
        <Button loading={saving.saving} onClick={() => void saving.saveAnyway()} data-autofocus>
          {t('screenValues.saveAnyway')}
        </Button>
      </Group>
    </Modal>
  )
}
