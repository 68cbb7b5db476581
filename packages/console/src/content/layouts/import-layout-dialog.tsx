import { Button, Progress, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ImportReport } from '@vitrine/contract/api/content/layout-imports'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { sendInParts } from '#lib/server/resumable.ts'
import { viewedOrganization } from '#lib/session/view-as.ts'
import { addedText } from '#lib/text/done-text.ts'
import { failureText } from '#lib/text/error-text.ts'
import { notify } from '#lib/toasts.ts'
import { layoutsKey } from '#queries/layouts.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { ClearableFileInput } from '#ui/form/clearable-file-input.tsx'
import styles from './import-layout-dialog.module.css'
import { ImportReportView } from './import-report.tsx'

interface Props {
  opened: boolean
  onClose: () => void
}

/** Imports a layout that Xibo exported: first shows what becomes of its parts, then makes the layout. */
export function ImportLayoutDialog({ opened, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('layoutImport.title')} wide>
      {opened && <ImportForm onClose={onClose} />}
    </FormDialog>
  )
}

interface Checked {
  uploadId: string
  report: ImportReport
}

/** The chosen file, what a dry run says about it, and its import. */
function useImport(onClose: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState('')
  const [share, setShare] = useState<number>()
  const [checked, setChecked] = useState<Checked>()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  /** Of the file that is being sent; a later one ends it. */
  const sending = useRef(new AbortController())
  useEffect(() => () => sending.current.abort(), [])
  const run = async (work: () => Promise<void>, { signal }: AbortController) => {
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (failure) {
      if (!signal.aborted) setError(failureText(failure, 'layoutImport.failed'))
    } finally {
      if (!signal.aborted) {
        setBusy(false)
        setShare(undefined)
      }
    }
  }
  const choose = (chosen: File | null) => {
    sending.current.abort()
    sending.current = new AbortController()
    const { current } = sending
    setFile(chosen)
    setChecked(undefined)
    setError(undefined)
    setBusy(false)
    if (!chosen) return
    void run(async () => {
      setShare(0)
      const uploadId = await sendFile(chosen, current.signal, setShare)
      setShare(undefined)
      const { report } = await api.layoutImports.import({ query: { dryRun: 'true' }, body: bodyOf(uploadId) })
      if (current.signal.aborted) return
      setChecked({ uploadId, report })
      setName(report.name)
    }, current)
  }
  const importAll = () =>
    run(async () => {
      if (!checked) return
      const { id, report } = await api.layoutImports.import({ body: bodyOf(checked.uploadId, name) })
      void client.invalidateQueries({ queryKey: layoutsKey })
      notify({ kind: 'positive', message: addedText(report.name) })
      onClose()
      void navigate({ to: '/app/layouts/design/$id', params: { id } })
    }, sending.current)
  return { file, choose, name, setName, share, report: checked?.report, error, isBusy, importAll }
}

const sendFile = (file: File, signal: AbortSignal, onShare: (share: number) => void): Promise<string> =>
  sendInParts(file, undefined, {
    name: file.name,
    signal,
    onProgress: (loaded) => onShare(loaded / Math.max(1, file.size)),
    onWaiting: () => {},
  })

const bodyOf = (uploadId: string, name = '') => ({
  uploadId,
  ...(name.trim() && { name: name.trim() }),
  organizationId: viewedOrganization()?.id,
})

function ImportForm({ onClose }: Pick<Props, 'onClose'>) {
  const { t } = useTranslation()
  const { file, choose, name, setName, share, report, error, isBusy, importAll } = useImport(onClose)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    choose(event.dataTransfer.files[0] ?? null)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut for the input
    <div className={styles.form} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <p>{t('layoutImport.text')}</p>
      <ClearableFileInput
        label={t('layoutImport.file')}
        placeholder={t('layoutImport.choose')}
        accept=".zip,application/zip"
        value={file}
        onChange={choose}
        error={error}
      />
      {share !== undefined && <Progress value={100 * share} aria-label={t('layoutImport.sending')} />}
      {isBusy && share === undefined && !report && <p role="status">{t('layoutImport.reading')}</p>}
      {report && (
        <>
          <TextInput
            label={t('layoutImport.name')}
            value={name}
            maxLength={100}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <ImportReportView report={report} />
        </>
      )}
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('form.cancel')}
        </Button>
        <Button loading={isBusy && report !== undefined} disabled={!report} onClick={() => void importAll()}>
          {t('layoutImport.import')}
        </Button>
      </div>
    </div>
  )
}
