import * as pdfjs from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import type { DrawingSource } from '#content/pages/designer/importing/drawing-source.ts'
import { Refused } from '#content/pages/designer/importing/drawn-item.ts'
import { drawn } from './pdf-picture.ts'
import { readPage } from './read-page.ts'

/** Bytes of a file. */
const PDF_MOST = 50 * 2 ** 20
/** Pixels of the longer side of a page that becomes a picture. */
const PICTURE_SIDE = 2400

/** Opens an untrusted PDF file in a worker. Nothing in it runs, and nothing is loaded. Throws `Refused`. */
export async function openPdf(file: File): Promise<DrawingSource> {
  if (file.size > PDF_MOST) throw new Refused('bytes')
  pdfjs.GlobalWorkerOptions.workerSrc = workerUrl
  const task = pdfjs.getDocument({
    data: await file.arrayBuffer(),
    enableXfa: false,
    useSystemFonts: true,
    useWasm: false,
    useWorkerFetch: false,
    // Their names.
    fontExtraProperties: true,
    maxImageSize: 40e6,
    verbosity: 0,
  })
  const document = await task.promise.catch((error: Error) => {
    void task.destroy()
    throw new Refused(error.name === 'PasswordException' ? 'locked' : 'broken')
  })
  const name = file.name.replace(/\.pdf$/i, '')
  return {
    pages: document.numPages,
    read: async (number) => readPage(await document.getPage(number)),
    picture: async (number) => {
      const page = await document.getPage(number)
      const { width, height } = page.getViewport({ scale: 1 })
      const picture = await drawn(page, PICTURE_SIDE / Math.max(width, height))
      return { file: new File([picture], `${name} ${number}.png`, { type: 'image/png' }), width, height }
    },
    close: () => void task.destroy(),
  }
}
