import { Button } from '@mantine/core'
import { UploadSimpleIcon } from '@phosphor-icons/react/dist/csr/UploadSimple'
import { SOURCE_FILE_MAX } from '@vitrine/contract/api/data/sources'
import { useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fileSize } from '#lib/text/file-size.ts'
import { contentOf, isTooLarge } from './api.ts'
import styles from './sources.module.css'

interface FileFieldProps {
  accept: string
  /** A file has already been uploaded. */
  isStored: boolean
}

/** A spreadsheet file, uploaded with the form. */
export function FileField({ accept, isStored }: FileFieldProps) {
  const { t } = useTranslation()
  const { setValue, setError, clearErrors, formState } = useFormContext()
  const file = useWatch({ name: 'file' }) as { name: string } | undefined
  const input = useRef<HTMLInputElement>(null)
  const problem = formState.errors.file?.message
  const take = async (chosen: File | undefined) => {
    if (!chosen) return
    if (isTooLarge(chosen))
      return setError('file', { message: t('sources.fileTooLarge', { size: fileSize(SOURCE_FILE_MAX) }) })
    clearErrors('file')
    const content = await contentOf(chosen)
    setValue(
      'file',
      { name: chosen.name.slice(0, 200), content },
      { shouldDirty: true, shouldValidate: true },
    )
  }
  return (
    <div className={styles.file}>
      <div className={styles.fileLine}>
        <input
          ref={input}
          type="file"
          hidden
          accept={accept}
          aria-label={t('sources.file')}
          onChange={(event) => {
            void take(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
        <Button
          variant="default"
          leftSection={<UploadSimpleIcon size={18} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {t(file || isStored ? 'sources.replaceFile' : 'sources.chooseFile')}
        </Button>
        <bdi>{file?.name ?? (isStored ? t('sources.fileStored') : t('sources.noFile'))}</bdi>
      </div>
      {typeof problem === 'string' && (
        <p className={styles.error} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
