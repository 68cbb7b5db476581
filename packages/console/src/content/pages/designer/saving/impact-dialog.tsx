import { Button, Group, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { dateText } from '#lib/text/format.ts'
import { missingText } from '#pickers/impact/impact-text.ts'
import type { useSave } from './use-save.ts'

/** Says before a page is saved which values screens don't have, and which screens would show nothing. */
export function ImpactDialog({ opened, saving }: { opened: boolean; saving: ReturnType<typeof useSave> }) {
  const { t } = useTranslation()
  const { missing = [], nothing } = saving.warnings ?? {}
  return (
    <Modal
      opened={opened}
      onClose={saving.giveUp}
      title={t(nothing ? 'screenRules.darkTitle' : 'screenValues.missingTitle')}
      size={440}
    >
      {nothing && (
        <p>{t('screenRules.dark', { count: nothing.screens, date: dateText(nothing.from, 'monthDay') })}</p>
      )}
      {missing.length > 0 && (
        <>
          <p>{missingText(t, missing)}</p>
          <p>{t('screenValues.missingHelp', { example: '{Screen: Manager | Team}' })}</p>
        </>
      )}
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
