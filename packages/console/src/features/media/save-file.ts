import { downloadName } from '@vitrine/contract/file-name'
import type { Media } from '@vitrine/contract/media'
import { api, download } from '#lib/api.ts'
import { failureText } from '#lib/error-text.ts'
import { notify } from '#lib/toasts.ts'

/** Fetches a media item's file and hands it to the browser under the item's name. */
export async function saveFile(media: Pick<Media, 'id' | 'name' | 'mimetype'>): Promise<void> {
  try {
    const content = await download(api.media.download.route, { params: { id: media.id } })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(content)
    link.download = downloadName(media)
    link.click()
    // The browser has begun by then; at once would cut it off.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  } catch (error) {
    notify({ kind: 'negative', message: failureText(error, 'errors.get') })
  }
}
