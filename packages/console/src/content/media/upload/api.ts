import type { Media } from '@vitrine/contract/api/content/media'
import { newId } from '#lib/browser/new-id.ts'
import { makeThumbnail } from './make-thumbnail.ts'
import { MAX_FILES } from './upload-files.ts'
import { forgetUpload, startUpload } from './uploads.ts'
import { uploads } from './uploads-state.ts'

/** Uploads the first 30 files in the background, which reports itself; resolves to the stored media. */
export function uploadNow(files: readonly File[]): Promise<readonly Media[]> {
  const chosen = files
    .slice(0, MAX_FILES)
    .map((file) => ({ key: newId(), file, thumbnail: makeThumbnail(file) }))
  if (chosen.length === 0) return Promise.resolve([])
  const id = startUpload(chosen, null, null)
  return new Promise((resolve) => {
    const stop = uploads.subscribe(({ jobs }) => {
      const job = jobs.find((one) => one.id === id)
      if (job?.state === 'sending') return
      stop()
      resolve(job?.media ?? [])
      // A failed one stays in the tray, to be tried again.
      if (job?.state === 'done') forgetUpload(id)
    })
  })
}
