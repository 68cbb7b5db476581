import type { Media } from '@vitrine/contract/api/content/media'
import { downloadName } from '@vitrine/contract/file-name'
import { api, download } from '#lib/api.ts'
import { saveContent } from '#lib/browser/save-content.ts'
import { failureText } from '#lib/text/error-text.ts'
import { notify } from '#lib/toasts.ts'

/** Downloads a media item's file under the item's name. */
export async function saveFile(media: Pick<Media, 'id' | 'name' | 'mimetype'>): Promise<void> {
  try {
    const content = await download(api.media.download.route, { params: { id: media.id } })
    saveContent(content, downloadName(media))
  } catch (error) {
    notify({ kind: 'negative', message: failureText(error, 'errors.get') })
  }
}
