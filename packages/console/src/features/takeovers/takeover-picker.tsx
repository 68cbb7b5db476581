import { Button } from '@mantine/core'
import { SirenIcon } from '@phosphor-icons/react/dist/csr/Siren'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { TakeoverForm } from './takeover-form.tsx'

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
      <FormDialog opened={open} onClose={() => setOpen(false)} title={t('takeovers.title')}>
        <TakeoverForm onDone={() => setOpen(false)} />
      </FormDialog>
    </>
  )
}
