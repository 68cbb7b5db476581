import type { Point } from '#content/pages/designer/geometry/rect.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'

/** What a paste or a drop brings, read during the event: its data is gone afterwards. */
export interface Transfer {
  files: readonly File[]
  html: string
  text: string
  address: string
}

/** Characters that are looked at. */
const TEXT_MOST = 2 ** 20

export const transferOf = (data: DataTransfer): Transfer => {
  const [html = '', text = '', address = ''] = ['html', 'plain', 'uri-list'].map((type) =>
    data.getData(`text/${type}`).slice(0, TEXT_MOST),
  )
  return { files: [...data.files], html, text, address }
}

/** Adds it to the page; loads what does. */
export const take = async (designer: Designer, transfer: Transfer, at?: Point): Promise<void> =>
  (await import('./place-parts.ts')).placeTransfer(designer, transfer, at)
