import type { LayoutDocument } from '@vitrine/contract/api/page-document'
import type { Host } from '@vitrine/widgets/host'
import { createContext, type ReactNode } from 'react'

/** The page that a widget stands on, for the few that reach beyond their box. */
export interface Page {
  width: number
  height: number
  /** Black or white, whichever can be read on the page's own ground: for texts that have no colour of their own. */
  ink: 'black' | 'white'
  /** Above all widgets, in layout pixels; null before the page is mounted. */
  overlay: HTMLElement | null
  /** How many pages this one lies in. */
  depth: number
  /** Draws another page inside a box: a card in a media zone. */
  draw: (document: LayoutDocument, size: { width: number; height: number }, host: Host) => ReactNode
}
export const PageContext = createContext<Page>({
  width: 0,
  height: 0,
  ink: 'black',
  overlay: null,
  depth: 0,
  draw: () => null,
})

/** Where a widget stands on its page. */
export const BoxContext = createContext({ x: 0, y: 0, width: 0, height: 0 })
