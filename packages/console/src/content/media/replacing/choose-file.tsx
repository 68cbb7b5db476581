import { Button } from '@mantine/core'
import { FileArrowUpIcon } from '@phosphor-icons/react/dist/csr/FileArrowUp'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'

interface ChooseFileProps {
  /** The file input's `accept` attribute. */
  accept: string
  isChosen: boolean
  disabled: boolean
  onChoose: (file: File | undefined) => void
}

/** A button that opens the file chooser for one file. */
export function ChooseFile({ accept, isChosen, disabled, onChoose }: ChooseFileProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={t('media.replace.choose')}
        onChange={(event) => {
          onChoose(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <Button
        variant="default"
        data-autofocus
        disabled={disabled}
        leftSection={<FileArrowUpIcon size={18} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {t(isChosen ? 'media.replace.chooseOther' : 'media.replace.choose')}
      </Button>
    </>
  )
}
