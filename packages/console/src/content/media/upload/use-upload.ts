import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { drawingWarnings } from '#content/media/preview/drawing-parts.ts'
import { newId } from '#lib/browser/new-id.ts'
import { looksPlayable } from './looks-playable.ts'
import { makeThumbnail } from './make-thumbnail.ts'
import { MAX_FILES } from './upload-files.ts'
import { retryUpload, startUpload } from './uploads.ts'
import type { ChosenFile, UploadJob } from './uploads-state.ts'
import { useWatchedJob } from './use-watched-job.ts'

/** The upload screen's files: selection, upload, result. The upload continues after the screen closes. */
export function useUpload(
  folderId: string | null,
  dropped: readonly File[],
  onUploaded: (job: UploadJob) => void,
) {
  const { job, watch, forget } = useWatchedJob((ended) =>
    ended.state === 'done' ? onUploaded(ended) : keep(ended.files),
  )
  const [seconds, setSeconds] = useState<number | null>(null)
  // Changing the selection clears the previous failure.
  const { files, refused, isCut, add, remove, keep } = useChosenFiles(dropped, forget)

  const busy = job !== undefined && job.state !== 'failed'
  return {
    ...{ files, refused, isCut, add, remove, busy },
    /** Chosen, but neither uploading nor uploaded. */
    unsent: files.length > 0 && job === undefined,
    progress: busy ? job.shares : undefined,
    waiting: job?.waiting ?? false,
    problems: job?.problems ?? [],
    /** Files that a failed attempt stored. */
    stored: job?.state === 'failed' ? job.stored : 0,
    steps: job?.steps ?? [],
    seconds,
    setSeconds,
    start: () => (job ? retryUpload(job.id) : watch(startUpload(files, folderId, seconds))),
    cancel: forget,
  }
}

/** The chosen files with their thumbnails, and the rejected ones. `isCut`: there were more than an upload takes. */
function useChosenFiles(dropped: readonly File[], onChange: () => void) {
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [refused, setRefused] = useState<readonly File[]>([])
  const [isCut, setIsCut] = useState(false)
  const pictures = useRef(new Set<string>())
  const show = (key: string, blob: Blob) => {
    const picture = URL.createObjectURL(blob)
    pictures.current.add(picture)
    setFiles((before) => before.map((chosen) => (chosen.key === key ? { ...chosen, picture } : chosen)))
  }
  const add = (more: readonly File[]) => {
    const fitting = more.filter(looksPlayable)
    const room = Math.max(0, MAX_FILES - files.length)
    setRefused(more.filter((file) => !looksPlayable(file)))
    setIsCut(fitting.length > room)
    const added = fitting
      .slice(0, room)
      .map((file) => ({ key: newId(), file, thumbnail: makeThumbnail(file) }))
    onChange()
    setFiles((before) => [...before, ...added])
    for (const { key, file } of added)
      void drawingWarnings(file).then((warnings) =>
        setFiles((before) => before.map((chosen) => (chosen.key === key ? { ...chosen, warnings } : chosen))),
      )
    // The upload reports a thumbnail that fails.
    for (const { key, thumbnail } of added)
      void thumbnail.then(
        (blob) => show(key, blob),
        () => {},
      )
  }
  const remove = (key: string) => {
    onChange()
    setFiles((before) => before.filter((chosen) => chosen.key !== key))
  }
  const keep = (left: readonly ChosenFile[]) =>
    setFiles((before) => before.filter(({ key }) => left.some((each) => each.key === key)))
  const addDropped = useEffectEvent(add)
  useEffect(() => {
    if (dropped.length > 0) addDropped(dropped)
  }, [dropped])
  useEffect(
    () => () => {
      for (const picture of pictures.current) URL.revokeObjectURL(picture)
    },
    [],
  )
  return { files, refused, isCut, add, remove, keep }
}
