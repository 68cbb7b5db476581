import { Button } from '@mantine/core'
import { UploadSimpleIcon } from '@phosphor-icons/react/dist/csr/UploadSimple'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { DROPPED_MOST, type Dropped } from '#lib/dropped-files.ts'
import { useCan } from '#ui/work/use-can.ts'

interface FileChoiceProps {
  onChoose: (dropped: Dropped) => void
  /** Replaces files that were chosen before. */
  isOther: boolean
}

/** Chooses files of this device, as dropping them does. */
export function FileChoice({ onChoose, isOther }: FileChoiceProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  if (!useCan('write', 'media')) return null
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('drop.choose')}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          if (files.length > 0)
            onChoose({ files: files.slice(0, DROPPED_MOST), text: '', isCut: files.length > DROPPED_MOST })
        }}
      />
      <Button
        variant="default"
        leftSection={<UploadSimpleIcon size={18} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {t(isOther ? 'drop.chooseOther' : 'drop.choose')}
      </Button>
    </>
  )
}
