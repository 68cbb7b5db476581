import type { Media } from '@vitrine/contract/api/media'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** A file that was chosen, with its thumbnail as soon as there is one. */
export interface ChosenFile {
  key: string
  file: File
  thumbnail: Promise<Blob>
  /** An address of the thumbnail for the time that it is shown. */
  picture?: string
}

/** Files that are sent together: all of them arrive, or none. */
export interface UploadJob {
  id: string
  folderId: string | null
  organizationId: string
  files: readonly ChosenFile[]
  /** Per page in a storyboard of each PDF and of slides; null makes none. */
  seconds: number | null
  state: 'sending' | 'failed' | 'done'
  /** The share (0 to 1) of each file that has left. */
  shares: readonly number[]
  /** Describes the processing of uploaded files: their pages are being drawn. */
  steps: readonly (string | undefined)[]
  /** The connection broke; the rest resumes automatically. */
  waiting: boolean
  /** Why it failed. */
  problem?: string
  /** Problems of single files, in their order. */
  problems: readonly (string | undefined)[]
  /** What became of them. */
  media: readonly Media[]
  /** Its own screen shows it. */
  watched: boolean
}

/** Uploads in progress on any screen, oldest first. */
export const uploads = createStore<{ jobs: readonly UploadJob[] }>(() => ({ jobs: [] }))

export const useUploadJob = (id: string | undefined): UploadJob | undefined =>
  useStore(uploads, ({ jobs }) => jobs.find((job) => job.id === id))

/** Whether there is anything that no other page shows. */
export const useHasUploads = (): boolean =>
  useStore(uploads, ({ jobs }) => jobs.some(({ watched }) => !watched))

export const isUploading = (): boolean => uploads.getState().jobs.some(({ state }) => state === 'sending')

/** How much of all of them has left, 0 to 1, by their bytes. */
export function shareOf(jobs: readonly UploadJob[]): number {
  let [sent, whole] = [0, 0]
  for (const { files, shares } of jobs)
    for (const [index, { file }] of files.entries()) {
      sent += file.size * (shares[index] ?? 0)
      whole += file.size
    }
  return whole === 0 ? 0 : sent / whole
}
