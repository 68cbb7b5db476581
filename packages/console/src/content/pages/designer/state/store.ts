import type { Parts } from '@vitrine/contract/document/expanded-page'
import { newWidget, type ReadWidget, WIDGETS_MAX } from '@vitrine/contract/document/layout-document'
import { definitionOf, WIDGET_FIELDS, type WidgetType } from '@vitrine/widgets/definitions'
import { fittedLetters } from '@vitrine/widgets/fit-to-page'
import { type Place, settingsAt } from '@vitrine/widgets/place'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { freePlace } from '#content/pages/designer/geometry/free-place.ts'
import type { Reach } from '#content/pages/designer/geometry/reach.ts'
import { boundsOf, type Point, type Rect } from '#content/pages/designer/geometry/rect.ts'
import type { Guide } from '#content/pages/designer/geometry/snap.ts'
import { fitting, toPage, zoomedAt } from '#content/pages/designer/geometry/view.ts'
import { newId } from '#lib/browser/new-id.ts'
import { committed, type History, historyOf, redone, sealed, undone } from '#lib/history.ts'
import { type Copied, copiesOf } from './copies.ts'
import {
  type DesignerState,
  type HostRequest,
  NOTHING_UNDER_WAY,
  type Options,
  pageRect,
  type StepLabel,
  startOf,
} from './designer-state.ts'
import { drawnRect } from './drawn-rect.ts'
import { freeName, namesOf, type Page, rectOf, widgetOf, withAdded, withRects } from './page.ts'

/** The selected widgets of a page, cached. */
interface Chosen extends Pick<DesignerState, 'page' | 'selection'> {
  all: readonly ReadWidget[]
  movable: readonly ReadWidget[]
}

/** Letters of a drawn widget are at most this share of its height. */
const LETTERS = 0.5

/** The designer's model without UI: page, selection, and view. */
export class Designer {
  readonly store: StoreApi<DesignerState>
  readonly #listeners = new Set<(request: HostRequest) => void>()
  readonly #makeId: () => string
  /** Where new widgets are. */
  place: Place = {}
  /** Draws the page after a change with the organization's styles; set while a page has links to some. */
  linked: (page: Page, before?: Page) => Page = (page) => page
  /** The name of a new group, in the language of the person. */
  groupLabel = 'Group'
  /** Whether the page can get another size. */
  sizes = false
  /** Opens a page as a new one, which a person reviews before it is saved. */
  openNew: ((page: Page) => void) | undefined
  /** The parts that the page shows, once they have loaded. */
  parts: Parts = new Map()
  /** Whether the page is a part, whose fields can be values of its uses. */
  isPart = false
  /** Whether the person may make and edit parts. */
  mayDesign = true
  /** What the last copies are copies of. */
  copied: Copied | undefined
  #known: Chosen | undefined
  readonly announcers = new Set<(label: StepLabel, undone: boolean) => void>()

  constructor(page: Page, makeId: () => string = newId) {
    this.#makeId = makeId
    this.store = createStore<DesignerState>(() => startOf(page))
  }

  newId(): string {
    return this.#makeId()
  }

  /** Where widgets may be. */
  get reach(): Reach {
    return { page: this.state.page, clips: !this.isPart }
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
    if (known.length === selection.length && known.every((id, index) => id === selection[index])) return
    const { entered, key, typing } = this.state
    const isInside = known.length > 0 && known.every((id) => widgetOf(page, id)?.group === entered)
    this.set({
      selection: known,
      dropped: null,
      entered: isInside ? entered : null,
      key: known.length > 1 && key !== null && known.includes(key) ? key : null,
      typing: typing && known.includes(typing.id) ? typing : null,
    })
  }
  /** Selects members of a group one by one. */
  enter(group: string, ids: readonly string[]): void {
    this.set({ entered: group })
    this.select(ids)
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
    this.set({ history, page, ...NOTHING_UNDER_WAY, typing: null })
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
    const drawn = at && 'width' in at ? drawnRect(at, this.reach) : undefined
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
   * Adds copies with new ids and names in front, selected, and offset by `by`, see `copiesOf`. Returns false if the
   * limit is reached.
   */
  addCopies(widgets: readonly ReadWidget[], by: Point, label: StepLabel, show = false): boolean {
    const { page, entered } = this.state
    const from = boundsOf(widgets)
    if (!from || !this.#hasRoom(widgets.length)) return false
    const copies = copiesOf(page, widgets, from, by, entered, this.#makeId, this.reach)
    const next = withAdded(page, copies)
    if (show) this.show(next)
    else this.commit(next, label)
    const ids = copies.map(({ id }) => id)
    this.select(ids)
    this.copied = { ids, from }
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
