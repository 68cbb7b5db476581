import { Button, Progress, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { sendInParts } from '#lib/server/resumable.ts'
import { archivesKey } from '#queries/archives.ts'
import { ClearableFileInput } from '#ui/form/clearable-file-input.tsx'
import { useAction } from '#ui/work/use-write.ts'
import styles from './moving.module.css'

/** Sends an archive in resumable parts, and starts its import. */
export function ImportForm() {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState('')
  const [share, setShare] = useState<number>()
  const leaving = useRef(new AbortController())
  useEffect(() => () => leaving.current.abort(), [])
  const begin = useAction({
    write: async (chosen: File) => {
      setShare(0)
      try {
        const uploadId = await sendInParts(chosen, undefined, {
          name: chosen.name,
          signal: leaving.current.signal,
          onProgress: (loaded) => setShare(loaded / Math.max(1, chosen.size)),
          onWaiting: () => {},
        })
        await api.archives.import({ body: { uploadId, ...(name.trim() && { name: name.trim() }) } })
        setFile(null)
        setName('')
      } finally {
        setShare(undefined)
      }
    },
    done: 'moving.importStarted',
    failed: 'moving.importFailed',
    invalidates: [archivesKey],
    quiet: true,
  })
  const isSending = share !== undefined
  return (
    <>
      <div className={styles.form}>
        <ClearableFileInput
          label={t('moving.file')}
          placeholder={t('moving.choose')}
          accept=".zip,application/zip"
          value={file}
          onChange={setFile}
          disabled={isSending}
        />
        <TextInput
          label={t('moving.name')}
          placeholder={t('moving.nameKept')}
          value={name}
          maxLength={100}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          disabled={isSending}
        />
        <Button disabled={!file || isSending} onClick={() => file && void begin(file)}>
          {t('moving.importNow')}
        </Button>
      </div>
      {isSending && (
        <Progress value={100 * share} aria-label={t('moving.sending')} className={styles.progress} />
      )}
    </>
  )
}
