import { Button } from '@mantine/core'
import { SirenIcon } from '@phosphor-icons/react/dist/csr/Siren'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { closeDialog, openDialog, useOpenedDialog } from '#lib/opened-dialog.ts'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { useCan } from '#ui/work/use-can.ts'

const TakeoverDialog = lateDialog(async () => (await import('./takeover-dialog.tsx')).TakeoverDialog)

/** Opens the takeover form, with permission to start one. The palette opens it on the dashboard. */
export function TakeoverButton() {
  const { t } = useTranslation()
  const opened = useOpenedDialog() === 'takeover'
  useEffect(
    () => () => {
      if (!location.hash.startsWith('#/app/dashboard')) closeDialog()
    },
    [],
  )
  if (!useCan('write', 'takeovers')) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<SirenIcon size={18} aria-hidden="true" />}
        onClick={() => openDialog('takeover')}
      >
        {t('takeovers.open')}
      </Button>
      <TakeoverDialog opened={opened} onClose={closeDialog} />
    </>
  )
}
