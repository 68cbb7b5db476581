import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '#lib/browser/new-id.ts'
import { makeThumbnail } from './make-thumbnail.ts'
import { MAX_FILES, mayBeShown } from './upload-files.ts'
import { forgetUpload, retryUpload, startUpload, watchUpload } from './uploads.ts'
import { type ChosenFile, type UploadJob, useUploadJob } from './uploads-state.ts'

/** The files of the upload screen: chosen, sent, and what became of them. Sending goes on without the screen. */
export function useUpload(
  folderId: string | null,
  dropped: readonly File[],
  onUploaded: (job: UploadJob) => void,
) {
  const { t } = useTranslation()
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [refused, setRefused] = useState<readonly string[]>([])
  const [jobId, setJobId] = useState<string>()
  const job = useUploadJob(jobId)
  const pictures = useRef(new Set<string>())

  /** What is chosen is no longer what failed. */
  const changeFiles = (next: (before: readonly ChosenFile[]) => readonly ChosenFile[]) => {
    if (jobId) forgetUpload(jobId)
    setJobId(undefined)
    setFiles(next)
  }
  const add = (more: readonly File[]) => {
    const fitting = more.filter(mayBeShown)
    const room = Math.max(0, MAX_FILES - files.length)
    setRefused([
      ...more.filter((file) => !mayBeShown(file)).map(({ name }) => t('media.wrongType', { name })),
      ...(fitting.length > room ? [t('media.tooMany', { count: MAX_FILES })] : []),
    ])
    const added = fitting
      .slice(0, room)
      .map((file) => ({ key: newId(), file, thumbnail: makeThumbnail(file) }))
    changeFiles((before) => [...before, ...added])
    for (const { key, thumbnail } of added) void thumbnail.then((blob) => show(key, blob))
  }
  const show = (key: string, blob: Blob) => {
    const picture = URL.createObjectURL(blob)
    pictures.current.add(picture)
    setFiles((before) => before.map((chosen) => (chosen.key === key ? { ...chosen, picture } : chosen)))
  }
  const remove = (key: string) => changeFiles((before) => before.filter((chosen) => chosen.key !== key))

  // biome-ignore lint/correctness/useExhaustiveDependencies: a drop is the trigger; `add` changes with every render and must not add the files again
  useEffect(() => {
    if (dropped.length > 0) add(dropped)
  }, [dropped])
  useEffect(() => {
    if (!jobId) return
    watchUpload(jobId, true)
    return () => watchUpload(jobId, false)
  }, [jobId])
  useEffect(
    () => () => {
      for (const picture of pictures.current) URL.revokeObjectURL(picture)
    },
    [],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change to 'done' is the trigger; a new callback or progress must not report the upload again
  useEffect(() => {
    if (job?.state !== 'done') return
    onUploaded(job)
    // When the screen has gone: until then its files are sent ones.
    return () => forgetUpload(job.id)
  }, [job?.state])

  const busy = job !== undefined && job.state !== 'failed'
  return {
    files,
    refused,
    add,
    remove,
    busy,
    /** Chosen, and neither sent nor on the way. */
    unsent: files.length > 0 && job === undefined,
    progress: busy ? job.shares : undefined,
    waiting: job?.waiting ?? false,
    problems: job?.problems ?? [],
    start: () => (job ? retryUpload(job.id) : setJobId(startUpload(files, folderId))),
    cancel() {
      if (jobId) forgetUpload(jobId)
      setJobId(undefined)
    },
  }
}
