import { Button } from '@mantine/core'
import { ListNumbersIcon } from '@phosphor-icons/react/dist/csr/ListNumbers'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { useCan } from '#ui/work/use-can.ts'

const ComingDrawer = lateDialog(async () => (await import('./coming-drawer.tsx')).ComingDrawer)

interface ComingButtonProps {
  deviceId?: string
  groupId?: string
  storyboardId?: string
}

/** Opens what a screen really plays in the next hour. */
export function ComingButton(of: ComingButtonProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const mayRead = useCan('read', 'devices')
  if (!mayRead) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<ListNumbersIcon size={16} aria-hidden="true" />}
        onClick={() => setOpened(true)}
      >
        {t('coming.open')}
      </Button>
      <ComingDrawer {...of} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
