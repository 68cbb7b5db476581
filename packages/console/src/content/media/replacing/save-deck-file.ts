import { saveContent } from '#lib/browser/save-content.ts'
import { failureText } from '#lib/text/error-text.ts'
import { notify } from '#lib/toasts.ts'

/** Saves a downloaded PDF or slide deck, and reports a failure. */
export async function saveDeckFile(content: Promise<Blob>, name: string): Promise<void> {
  try {
    saveContent(await content, name)
  } catch (error) {
    notify({ kind: 'negative', message: failureText(error, 'errors.get') })
  }
}
