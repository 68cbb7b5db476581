import {
  copyWidgets,
  newWidget,
  type ReadWidget,
  WIDGET_MIN,
  WIDGETS_MAX,
} from '@vitrine/contract/document/layout-document'
import { definitionOf, WIDGET_FIELDS, type WidgetType } from '@vitrine/widgets/definitions'
import { fittedLetters } from '@vitrine/widgets/fit-to-page'
import { type Place, settingsAt } from '@vitrine/widgets/place'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { freePlace } from '#content/pages/designer/geometry/free-place.ts'
import {
  type Axis,
  boundsOf,
  intoPage,
  moved,
  type Point,
  type Rect,
  type Size,
} from '#content/pages/designer/geometry/rect.ts'
import type { Guide } from '#content/pages/designer/geometry/snap.ts'
import { fitting, toPage, type View, zoomedAt } from '#content/pages/designer/geometry/view.ts'
import { newId } from '#lib/browser/new-id.ts'
import { committed, type History, historyOf, redone, sealed, undone } from '#lib/history.ts'
import { freeName, namesOf, type Page, rectOf, widgetOf, withAdded, withRects } from './page.ts'

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
  | 'hide'
  | 'lock'
  | 'look'
  | 'match'
  | 'move'
  | 'nudge'
  | 'order'
  | 'page'
  | 'paste'
  | 'rename'
  | 'resize'
  | 'restore'
  | 'starter'
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
  | 'palette'
  | 'rename'
  | 'delete'
  | 'content'
  | 'properties'
  | 'canvas'
  | 'search'
  | 'full'

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

/** The selected widgets of a page, cached. */
interface Chosen extends Pick<DesignerState, 'page' | 'selection'> {
  all: readonly ReadWidget[]
  movable: readonly ReadWidget[]
}

const NOTHING_UNDER_WAY = {
  held: false,
  drag: null,
  dropped: null,
  resized: null,
  guides: [],
  marquee: null,
} as const

/** Letters of a drawn widget are at most this share of its height. */
const LETTERS = 0.5

/** A drawn rect in whole pixels, inside the page. */
function drawnRect(rect: Rect, page: Size): Rect {
  const along = (from: number, length: number, most: number) => {
    const start = Math.min(Math.max(0, Math.round(from)), Math.max(0, most - WIDGET_MIN))
    const end = Math.min(Math.round(from + length), most)
    return [start, Math.min(Math.max(WIDGET_MIN, end - start), most - start)] as const
  }
  const [x, width] = along(rect.x, rect.width, page.width)
  const [y, height] = along(rect.y, rect.height, page.height)
  return { x, y, width, height }
}

const VIEWPORT = { width: 1280, height: 720 }
const pageRect = (page: Size): Rect => ({ x: 0, y: 0, width: page.width, height: page.height })

/** The designer's model without UI: page, selection, and view. */
export class Designer {
  readonly store: StoreApi<DesignerState>
  readonly #listeners = new Set<(request: HostRequest) => void>()
  readonly #makeId: () => string
  /** Where new widgets are. */
  place: Place = {}
  /** Draws the page after a change with the organization's styles; set while a page has links to some. */
  linked: (page: Page, before?: Page) => Page = (page) => page
  #known: Chosen | undefined
  readonly announcers = new Set<(label: StepLabel, undone: boolean) => void>()

  constructor(page: Page, makeId: () => string = newId) {
    this.#makeId = makeId
    this.store = createStore<DesignerState>(() => ({
      page,
      history: historyOf(page),
      saved: page,
      draft: null,
      selection: [],
      ...NOTHING_UNDER_WAY,
      hovered: null,
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
    }))
  }

  get state(): DesignerState {
    return this.store.getState()
  }
  set(change: Partial<DesignerState>): void {
    this.store.setState(change)
  }

  onRequest(listener: (request: HostRequest) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  request(request: HostRequest): void {
    for (const listener of this.#listeners) listener(request)
  }

  /** The selected widgets in selection order. Cached, because every button reads them during a drag. */
  selected(): readonly ReadWidget[] {
    return this.#chosen().all
  }
  /** The selected widgets that are not locked. */
  movable(): readonly ReadWidget[] {
    return this.#chosen().movable
  }
  #chosen(): Chosen {
    const { page, selection } = this.state
    if (this.#known?.page !== page || this.#known.selection !== selection) {
      const all = selection.flatMap((id) => widgetOf(page, id) ?? [])
      this.#known = { page, selection, all, movable: all.filter((widget) => !widget.locked) }
    }
    return this.#known
  }
  select(ids: readonly string[]): void {
    const { page, selection } = this.state
    const known = ids.filter((id) => widgetOf(page, id))
    if (known.length !== selection.length || known.some((id, index) => id !== selection[index]))
      this.set({ selection: known, dropped: null })
  }

  /** Renders a page during a gesture, without an undo step. `commit` or `bail` must follow. */
  show(page: Page, guides: readonly Guide[] = []): void {
    this.set({ page, guides })
  }
  /** Commits `page` as one undo step, merged with the previous step if `merge` is equal. */
  commit(changed: Page, label: StepLabel, merge?: string): void {
    const { history, drag } = this.state
    const page = this.linked(changed, history.present)
    this.set({
      page,
      history: committed(history, page, label, merge),
      ...NOTHING_UNDER_WAY,
      dropped: drag && page,
    })
    this.select(this.state.selection)
  }
  /** Restores the state before the gesture. */
  bail(): void {
    this.set({ page: this.state.history.present, ...NOTHING_UNDER_WAY })
    this.select(this.state.selection)
  }
  /** The next change starts a new undo step, however similar it is. */
  seal(): void {
    const { history } = this.state
    const next = sealed(history)
    if (next !== history) this.set({ history: next })
  }

  undo(): void {
    const label = this.state.history.past.at(-1)?.label
    if (label) this.#travel(undone(this.state.history), label, true)
  }
  redo(): void {
    const label = this.state.history.future[0]?.label
    if (label) this.#travel(redone(this.state.history), label, false)
  }
  #travel(history: History<Page, StepLabel>, label: StepLabel, back: boolean): void {
    const before = this.state.page
    const page = history.present
    this.set({ history, page, ...NOTHING_UNDER_WAY })
    const touched = page.widgets.filter((widget) => widgetOf(before, widget.id) !== widget)
    this.select(touched.length > 0 ? touched.map(({ id }) => id) : this.state.selection)
    for (const announce of this.announcers) announce(label, back)
  }

  isDirty(): boolean {
    return this.state.history.present !== this.state.saved
  }
  /** Records `page` as the server's version. */
  markSaved(page: Page): void {
    this.set({ saved: page, history: sealed(this.state.history) })
  }
  /** Replaces the page: loaded, restored, or reloaded. */
  open(opened: Page, stored: Page = opened): void {
    const page = this.linked(opened)
    const saved = stored === opened ? page : this.linked(stored)
    this.set({ page, saved, history: historyOf(page), selection: [], ...NOTHING_UNDER_WAY })
    this.fit()
  }

  moveTo(rects: ReadonlyMap<string, Rect>, label: StepLabel, merge?: string): void {
    this.commit(withRects(this.state.page, rects), label, merge)
  }

  /** Whether this many more widgets fit the limit; shows a message if not. */
  #hasRoom(count: number): boolean {
    const fits = this.state.page.widgets.length + count <= WIDGETS_MAX
    if (!fits) this.request('full')
    return fits
  }

  /**
   * Adds a widget of the drawn size; or of its type's default size, at most the page's, where it was dropped, or in free
   * space near the middle of the view.
   */
  add(type: string, label: string, at?: Point | Rect): void {
    const definition = definitionOf(type)
    if (!definition || !this.#hasRoom(1)) return
    const { size: usual, starts } = definition
    const { page, view, viewport } = this.state
    const size = { width: Math.min(usual.width, page.width), height: Math.min(usual.height, page.height) }
    const middle = toPage(view, { x: viewport.width / 2, y: viewport.height / 2 })
    const drawn = at && 'width' in at ? drawnRect(at, page) : undefined
    const place = drawn ?? freePlace(size, page, at ? [] : page.widgets, at ?? middle)
    const id = this.#makeId()
    const made = newWidget(
      { id, type, name: freeName(namesOf(page), label), zIndex: 1, ...place },
      WIDGET_FIELDS,
    )
    const here = settingsAt(type as WidgetType, this.place)
    const settings = { ...made.settings, ...here, ...starts }
    const widget = {
      ...made,
      settings: drawn ? fittedLetters(type, settings, page, drawn.height * LETTERS) : settings,
    }
    this.commit(withAdded(page, [widget]), { name: 'add', count: 1 })
    this.select([id])
  }

  /**
   * Adds copies with new ids and names in front, selected, and offset by `by` within the page. Returns false if the
   * limit is reached.
   */
  addCopies(widgets: readonly ReadWidget[], by: Point, label: StepLabel, show = false): boolean {
    const { page } = this.state
    const bounds = boundsOf(widgets)
    if (!bounds || !this.#hasRoom(widgets.length)) return false
    const wanted = moved(bounds, by)
    const inside = intoPage(wanted, page)
    const way = { x: by.x + inside.x, y: by.y + inside.y }
    const names = namesOf(page)
    const back = [...widgets].sort((a, b) => a.zIndex - b.zIndex)
    const copies = copyWidgets(back, WIDGET_FIELDS, this.#makeId).map((widget) => {
      const name = freeName(names, widget.name)
      names.add(name)
      return { ...moved(widget, way), name, locked: undefined }
    })
    const next = withAdded(page, copies.map(withoutUnsetLock))
    if (show) this.show(next)
    else this.commit(next, label)
    this.select(copies.map(({ id }) => id))
    return true
  }

  // --- view

  zoomTo(zoom: number, anchor?: Point): void {
    const { view, viewport } = this.state
    this.set({ view: zoomedAt(view, zoom, anchor ?? { x: viewport.width / 2, y: viewport.height / 2 }) })
  }
  panBy(by: Point): void {
    const { view } = this.state
    this.set({ view: { ...view, x: view.x + by.x, y: view.y + by.y } })
  }
  fit(): void {
    const { page, viewport } = this.state
    this.set({ view: fitting(pageRect(page), viewport) })
  }
  fitSelection(): void {
    const bounds = boundsOf(this.selected().map(rectOf))
    if (bounds) this.set({ view: fitting(bounds, this.state.viewport, 80, 2) })
  }
  toggle(option: keyof Options): void {
    const { options } = this.state
    this.set({ options: { ...options, [option]: !options[option] } })
  }
}

/** Comparing documents as JSON: omit an unset `locked`, because an undefined key disappears. */
const withoutUnsetLock = (widget: ReadWidget): ReadWidget => {
  const { locked, ...rest } = widget
  return locked ? widget : rest
}
