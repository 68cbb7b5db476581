import { Button } from '@mantine/core'
import { ArrowsOutIcon } from '@phosphor-icons/react/dist/csr/ArrowsOut'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { commandOf, isEnabled, run } from '#content/pages/designer/commands/commands.ts'
import { useDesigner } from '#content/pages/designer/state/use-designer.ts'

/** Fits the selection to the page, in one press. */
export function FitButton() {
  const { t } = useTranslation()
  const designer = useDesigner()
  const command = commandOf('fitToPage')
  const enabled = useStore(designer.store, () => isEnabled(command, designer))
  return (
    <Button
      variant="default"
      size="compact-sm"
      fullWidth
      disabled={!enabled}
      leftSection={<ArrowsOutIcon size={16} aria-hidden="true" />}
      onClick={() => run(command, designer)}
    >
      {t('designer.commands.fitToPage')}
    </Button>
  )
}
