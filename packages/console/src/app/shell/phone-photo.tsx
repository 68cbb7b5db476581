import { ActionIcon } from '@mantine/core'
import { CameraIcon } from '@phosphor-icons/react/dist/csr/Camera'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { playOn } from '#lib/play-on.ts'
import { useCan } from '#ui/work/use-can.ts'

/** On phones: a photo, from the camera or the album, then the question where to show it. */
export function PhonePhoto() {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  if (!useCan('write', 'media')) return null
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*,video/*"
        multiple
        hidden
        aria-label={t('drop.photo')}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          if (files.length > 0) playOn({ dropped: { files, text: '', isCut: false } })
        }}
      />
      <ActionIcon size={44} aria-label={t('drop.photo')} onClick={() => input.current?.click()}>
        <CameraIcon size={22} aria-hidden="true" />
      </ActionIcon>
    </>
  )
}
