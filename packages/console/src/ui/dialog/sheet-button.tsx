import { Button } from '@mantine/core'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import type { SheetDialogProps } from './sheet-dialog.tsx'

const SheetDialog = lateDialog(async () => (await import('./sheet-dialog.tsx')).SheetDialog)

interface Props extends Pick<SheetDialogProps, 'kind' | 'send'> {
  /** Queries to refetch after an import. */
  invalidates: readonly QueryKey[]
}

export const dryRun = (isDryRun: boolean) => (isDryRun ? { dryRun: 'true' as const } : {})

/** Opens the import of a CSV file. */
export function SheetButton({ invalidates, ...sheet }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="subtle" onClick={() => setOpened(true)}>
        {t('sheet.open')}
      </Button>
      <SheetDialog
        {...sheet}
        opened={opened}
        onClose={() => setOpened(false)}
        onImported={() => {
          for (const queryKey of invalidates) void client.invalidateQueries({ queryKey })
        }}
      />
    </>
  )
}
