import type { Media } from '@vitrine/contract/api/content/media'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** A chosen file; its thumbnail follows asynchronously. */
export interface ChosenFile {
  key: string
  file: File
  thumbnail: Promise<Blob>
  /** An object URL of the thumbnail. */
  picture?: string
  /** What will be different on screens. */
  warnings?: readonly string[]
}

/** Files uploaded together. Those that couldn't be stay in it; the others are in the library. */
export interface UploadJob {
  id: string
  folderId: string | null
  organizationId: string
  files: readonly ChosenFile[]
  /** Seconds per page of a storyboard of each PDF and deck; null creates none. */
  seconds: number | null
  state: 'sending' | 'failed' | 'done'
  /** Each file's uploaded share (0 to 1). */
  shares: readonly number[]
  /** Describes the processing of uploaded files: their pages are being drawn. */
  steps: readonly (string | undefined)[]
  /** The connection broke; the upload resumes automatically. */
  waiting: boolean
  /** Why it failed. */
  problem?: string
  /** Errors of single files, by index. */
  problems: readonly (string | undefined)[]
  /** The media created by the last attempt. */
  media: readonly Media[]
  /** Number of files that the last attempt stored. */
  stored: number
  /** The upload screen shows it, so the tray doesn't. */
  watched: boolean
}

/** Uploads in progress on any screen, oldest first. */
export const uploads = createStore<{ jobs: readonly UploadJob[] }>(() => ({ jobs: [] }))

export const useUploadJob = (id: string | undefined): UploadJob | undefined =>
  useStore(uploads, ({ jobs }) => jobs.find((job) => job.id === id))

/** Whether the tray has uploads to show. */
export const useHasUploads = (): boolean =>
  useStore(uploads, ({ jobs }) => jobs.some(({ watched }) => !watched))

export const isUploading = (): boolean => uploads.getState().jobs.some(({ state }) => state === 'sending')

/** The uploaded share of all jobs by bytes, 0 to 1. */
export function shareOf(jobs: readonly UploadJob[]): number {
  let [sent, whole] = [0, 0]
  for (const { files, shares } of jobs)
    for (const [index, { file }] of files.entries()) {
      sent += file.size * (shares[index] ?? 0)
      whole += file.size
    }
  return whole === 0 ? 0 : sent / whole
}
