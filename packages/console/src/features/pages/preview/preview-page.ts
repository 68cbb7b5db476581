import type { ReadDocument } from '@vitrine/contract/document/layout-document'

/** A page as previews and players of storyboards show it. */
export interface PreviewPage {
  /** Empty for a page that has not been saved. */
  id: string
  /** Distinguishes two occurrences of a page in a storyboard. */
  key?: string
  name: string
  document: ReadDocument
  /** Seconds until the next page; absent: the page stays. */
  seconds?: number
}
