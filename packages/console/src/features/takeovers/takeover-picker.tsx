import { Button } from '@mantine/core'
import { SirenIcon } from '@phosphor-icons/react/dist/csr/Siren'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { useCan } from '#ui/work/use-can.ts'

const TakeoverDialog = lateDialog(async () => (await import('./takeover-dialog.tsx')).TakeoverDialog)

/** Opens the form of an emergency takeover, for people who may start one. */
export function TakeoverButton() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  if (!useCan('write', 'takeovers')) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<SirenIcon size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('takeovers.open')}
      </Button>
      <TakeoverDialog opened={open} onClose={() => setOpen(false)} />
    </>
  )
}
