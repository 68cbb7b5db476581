import { Button } from '@mantine/core'
import { UsersThreeIcon } from '@phosphor-icons/react/dist/csr/UsersThree'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { lazyPart } from '#ui/late/lazy-part.tsx'
import { useCan } from '#ui/work/use-can.ts'

const ScreenAccessView = lazyPart(
  async () => (await import('#pickers/access/screen-access-view.tsx')).ScreenAccessView,
)

/** People and API keys that may change a screen, for admins. */
export function WhoMayChange({ device: { id, name } }: { device: Pick<Device, 'id' | 'name'> }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  if (!useCan('read', 'roles')) return null
  return (
    <div>
      <Button
        variant="default"
        leftSection={<UsersThreeIcon size={16} aria-hidden="true" />}
        onClick={() => setOpened(true)}
      >
        {t('access.screen')}
      </Button>
      <FormDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('access.screenOf', { name })}
        drawer
      >
        <ScreenAccessView id={id} />
      </FormDialog>
    </div>
  )
}
