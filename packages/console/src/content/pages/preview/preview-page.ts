import type { ReadDocument } from '@vitrine/contract/document/layout-document'

/** A page in previews and storyboard players. */
export interface PreviewPage {
  /** Empty for an unsaved page. */
  id: string
  /** Distinguishes two occurrences of a page in a storyboard. */
  key?: string
  name: string
  document: ReadDocument
  /** Seconds until the next page; the page stays if absent. */
  seconds?: number
}
