import type { Device } from '@vitrine/contract/api/screens/devices'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { ReplacePlayer } from './adding/replace-player.tsx'
import { ChangeStoryForm } from './change-story-form.tsx'
import { DeviceForm } from './device-form.tsx'

type Subject = 'edit' | 'replacePlayer' | 'changeStory'

/** The dialogs to edit a screen: settings, player, storyboard. Render `dialog` in the page. */
export function useDeviceDialogs() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<{ subject: Subject; device: Device }>()
  const close = () => setOpen(undefined)
  const opener = (subject: Subject) => (device: Device) => setOpen({ subject, device })
  const deviceFor = (subject: Subject) => (open?.subject === subject ? open.device : undefined)
  const edited = deviceFor('edit')
  const replaced = deviceFor('replacePlayer')
  const switched = deviceFor('changeStory')
  const replacePlayer = opener('replacePlayer')
  const dialog = (
    <>
      <FormDialog opened={edited !== undefined} onClose={close} title={t('devices.edit')}>
        {edited && <DeviceForm device={edited} onSaved={close} onReplace={() => replacePlayer(edited)} />}
      </FormDialog>
      <FormDialog opened={replaced !== undefined} onClose={close} title={t('devices.replacePlayer')}>
        {replaced && <ReplacePlayer device={replaced} onDone={close} />}
      </FormDialog>
      <FormDialog opened={switched !== undefined} onClose={close} title={t('devices.changeStory')}>
        {switched && <ChangeStoryForm device={switched} onSaved={close} />}
      </FormDialog>
    </>
  )
  return { edit: opener('edit'), replacePlayer, changeStory: opener('changeStory'), dialog }
}
