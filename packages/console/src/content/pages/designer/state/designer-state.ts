import type { Axis, Point, Rect, Size } from '#content/pages/designer/geometry/rect.ts'
import type { Guide } from '#content/pages/designer/geometry/snap.ts'
import { fitting, type View } from '#content/pages/designer/geometry/view.ts'
import { type History, historyOf } from '#lib/history.ts'
import type { Page } from './page.ts'

/** The steps that the history names, with locale texts. `count`: the number of widgets involved. */
export type StepName =
  | 'add'
  | 'align'
  | 'background'
  | 'cut'
  | 'delete'
  | 'distribute'
  | 'draft'
  | 'duplicate'
  | 'edit'
  | 'fit'
  | 'group'
  | 'hide'
  | 'lock'
  | 'detachPart'
  | 'makePart'
  | 'value'
  | 'look'
  | 'match'
  | 'move'
  | 'nudge'
  | 'order'
  | 'page'
  | 'paste'
  | 'pin'
  | 'rename'
  | 'resize'
  | 'restore'
  | 'starter'
  | 'type'
  | 'ungroup'
export interface StepLabel {
  name: StepName
  count: number
}

/** Requests to the screen around the designer. */
export type HostRequest =
  | 'save'
  | 'preview'
  | 'help'
  | 'history'
  | 'play'
  | 'copyPage'
  | 'palette'
  | 'rename'
  | 'delete'
  | 'content'
  | 'properties'
  | 'canvas'
  | 'search'
  | 'full'
  | 'makePart'
  | 'editPart'
  | 'detachPart'
  | 'comment'
  | 'nextComment'

/** A widget type to draw with the pointer, and its name. */
export interface Brush {
  type: string
  label: string
}

export interface Options {
  /** The palette's widgets are drawn, not added by a click. */
  draw: boolean
  snap: boolean
  grid: boolean
  rulers: boolean
  safeAreas: boolean
  panels: boolean
  motion: boolean
}
export const GRID = 20
/** Margins that TVs may crop, as fractions of each side: action-safe for pictures, title-safe for text. */
export const SAFE_AREAS = [0.05, 0.1] as const

export interface DesignerState {
  /** The rendered page: the history's present, or the state during a gesture. */
  page: Page
  history: History<Page, StepLabel>
  saved: Page
  /** The draft in the browser: when it was last written, or that it couldn't be; null without one. */
  draft: { at: number } | 'failed' | null
  selection: readonly string[]
  /** The pointer is down on the selection: prepare layers, to make the first move fast. */
  held: boolean
  /** A move in progress: rendered with a transform, not yet in the page. */
  drag: { by: Point } | null
  /** The page after a drop, rendered when the browser is idle, unless another action follows first. */
  dropped: Page | null
  /** A resize of several widgets in progress: rendered outside React, not yet in the page. */
  resized: ReadonlyMap<string, Rect> | null
  /** The snap lines of the current gesture. */
  guides: readonly Guide[]
  marquee: Rect | null
  hovered: string | null
  /** The group whose members are selected one by one. */
  entered: string | null
  /** The selected widget that the others are aligned to. */
  key: string | null
  /** The size that the page gets when a person has chosen what becomes of its widgets. */
  sizing: Size | null
  /** The dialog that imports a drawing, with the file that was dropped or pasted. */
  importing: { file?: File } | null
  /** The text that is typed on the canvas. */
  typing: { id: string; field: string } | null
  view: View
  viewport: Size
  tool: 'select' | 'hand'
  brush: Brush | null
  options: Options
  /** Guides that the user drew, by axis. Never saved. */
  rulerGuides: Record<Axis, readonly number[]>
  /** Whether the user may play pages on screens. */
  mayPlay: boolean
}

/** What no gesture has. */
export const NOTHING_UNDER_WAY = {
  held: false,
  drag: null,
  dropped: null,
  resized: null,
  guides: [],
  marquee: null,
} as const

const VIEWPORT = { width: 1280, height: 720 }
export const pageRect = (page: Size): Rect => ({ x: 0, y: 0, width: page.width, height: page.height })

/** The state of a designer that opens a page. */
export const startOf = (page: Page): DesignerState => ({
  page,
  history: historyOf(page),
  saved: page,
  draft: null,
  selection: [],
  ...NOTHING_UNDER_WAY,
  hovered: null,
  entered: null,
  key: null,
  sizing: null,
  importing: null,
  typing: null,
  view: fitting(pageRect(page), VIEWPORT),
  viewport: VIEWPORT,
  tool: 'select',
  brush: null,
  options: {
    ...{ draw: false, snap: true, grid: false },
    ...{ rulers: false, safeAreas: false, panels: true, motion: true },
  },
  rulerGuides: { x: [], y: [] },
  mayPlay: true,
})
