import type { Media } from '@vitrine/contract/api/content/media'
import { useState } from 'react'
import { newId } from '#lib/browser/new-id.ts'
import { looksPlayable } from './looks-playable.ts'
import { makeThumbnail } from './make-thumbnail.ts'
import { MAX_FILES } from './upload-files.ts'
import { retryUpload, startUpload } from './uploads.ts'
import { shareOf, type UploadJob } from './uploads-state.ts'
import { useWatchedJob } from './use-watched-job.ts'

export interface DirectUpload {
  /** Uploads the first 30 that look playable. */
  send: (files: readonly File[]) => void
  /** The others of the last choice. */
  refused: readonly File[]
  state: UploadJob['state'] | undefined
  /** Progress of all its files, 0 to 100. */
  percent: number
  problem: string | undefined
  retry: () => void
  forget: () => void
}

/** Uploads files as soon as they are chosen, for pickers. `onUploaded` gets the new media. */
export function useDirectUpload(
  folderId: string | null,
  onUploaded: (media: readonly Media[]) => void,
): DirectUpload {
  const { job, watch, forget } = useWatchedJob(({ media }) => {
    if (media.length > 0) onUploaded(media)
  })
  const [refused, setRefused] = useState<readonly File[]>([])
  const send = (files: readonly File[]) => {
    setRefused(files.filter((file) => !looksPlayable(file)))
    const playable = files.filter(looksPlayable).slice(0, MAX_FILES)
    if (playable.length === 0) return
    // A running upload continues in the tray.
    if (job?.state === 'failed') forget()
    const chosen = playable.map((file) => ({ key: newId(), file, thumbnail: makeThumbnail(file) }))
    watch(startUpload(chosen, folderId, null))
  }
  return {
    send,
    refused,
    state: job?.state,
    percent: job ? Math.floor(shareOf([job]) * 100) : 0,
    problem: job?.problem,
    retry: () => job && retryUpload(job.id),
    forget,
  }
}
