import { Button } from '@mantine/core'
import { GridFourIcon } from '@phosphor-icons/react/dist/csr/GridFour'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { VideoWallForm } from './video-wall-form.tsx'

/** Opens the video wall form; shows the size of an existing wall. */
export function VideoWallButton({ group }: { group: DeviceGroup }) {
  const { t } = useTranslation()
  const [isOpened, setOpened] = useState(false)
  const close = () => setOpened(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<GridFourIcon size={16} aria-hidden="true" />}
        onClick={() => setOpened(true)}
      >
        {group.wall ? t('videoWall.of', group.wall) : t('videoWall.title')}
      </Button>
      <FormDialog opened={isOpened} onClose={close} title={t('videoWall.title')} wide>
        <VideoWallForm group={group} onDone={close} />
      </FormDialog>
    </>
  )
}
