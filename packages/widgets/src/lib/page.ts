import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import type { Frame } from '@vitrine/contract/document/frame'
import { contrastText, meanColor } from '@vitrine/contract/fields/color'
import type { Host } from '@vitrine/widgets/host'
import { createContext, type ReactNode, useContext } from 'react'

/** The page of a widget, for the few that render outside their box. */
export interface Page {
  width: number
  height: number
  /** Black or white, whichever is readable on the page's background: for texts without a color. */
  ink: 'black' | 'white'
  /** Above all widgets, in layout pixels; null before the page is mounted. */
  overlay: HTMLElement | null
  /** The nesting depth of this page. */
  depth: number
  /** Renders another page inside a box: a card in a media zone. */
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

/** The color of a text without one, on a background of its widget; on a see-through one, what the page shows decides. */
export function useInk(ground: string): 'black' | 'white' {
  const { ink } = useContext(PageContext)
  return (meanColor(ground)?.a ?? 1) < 0.5 ? ink : contrastText(ground)
}

interface Box {
  x: number
  y: number
  width: number
  height: number
  frame?: Frame | undefined
  /** A zone over a drawing, which shows until the zone has files. */
  isOverDrawing: boolean
}
/** A widget's position on its page, and the settings of its box. */
export const BoxContext = createContext<Box>({ x: 0, y: 0, width: 0, height: 0, isOverDrawing: false })
