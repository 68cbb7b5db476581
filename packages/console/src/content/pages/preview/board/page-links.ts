import type { ReadDocument, ReadWidget } from '@vitrine/contract/document/layout-document'
import { type Action, type ActionEntry, isAction, newAction } from '@vitrine/contract/fields/actions'
import { samePageName } from '@vitrine/contract/fields/same-page-name'
import { actionsIn } from '@vitrine/contract/fields/values'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'

interface LinkedPage {
  id: string
  name: string
  document: ReadDocument
  seconds?: number
}

/** The target of an action: a page's index in the list, an external thing, or a missing one. */
export interface PageLink {
  from: number
  to: number | 'elsewhere' | 'missing'
  /** The touched widget. */
  widget: Pick<ReadWidget, 'id' | 'name'>
  action: Action
}

/**
 * The actions' targets, page by page, on the screen itself. `known`: layouts outside these lists, which count as
 * external; any other target is missing.
 */
export function linksOf(
  pages: readonly LinkedPage[],
  known: readonly Pick<LinkedPage, 'id' | 'name'>[],
): PageLink[] {
  return pages.flatMap((page, from) =>
    page.document.widgets.flatMap((widget) =>
      actionsIn(WIDGET_FIELDS[widget.type] ?? {}, widget.settings)
        .flatMap(({ actions }) => actions)
        .filter(isAction)
        .filter(({ target }) => target === '')
        .map((action) => ({ from, to: leadsTo(action, from, pages, known), widget, action })),
    ),
  )
}

function leadsTo(
  action: Action,
  from: number,
  pages: readonly LinkedPage[],
  known: readonly Pick<LinkedPage, 'id' | 'name'>[],
): PageLink['to'] {
  const count = pages.length
  const placeOf = (fits: (page: Pick<LinkedPage, 'id' | 'name'>) => boolean): PageLink['to'] => {
    const place = pages.findIndex(fits)
    if (place >= 0) return place
    return known.some(fits) ? 'elsewhere' : 'missing'
  }
  switch (action.verb) {
    case 'LOAD_STORYBOARD':
      return 'elsewhere'
    case 'LOAD_NEXT_LAYOUT':
      return (from + 1) % count
    case 'LOAD_PREVIOUS_LAYOUT':
      return (from + count - 1) % count
    case 'LOAD_LAYOUT_BY_ORDER':
      return action.props.layoutOrder < count ? action.props.layoutOrder : 'missing'
    case 'LOAD_LAYOUT_BY_NAME':
      return placeOf(({ name }) => samePageName(name, action.props.layoutName))
    default:
      return action.props.layoutId === '' ? from : placeOf(({ id }) => id === action.props.layoutId)
  }
}

/** Where a button leads: a page by its index in the storyboard, beside the present page, or nowhere. */
export type LinkTarget = number | 'next' | 'previous' | 'nowhere'

/** The field of a widget that holds what a touch does; undefined if it has none. */
const touchField = ({ type }: ReadWidget): string | undefined => {
  const fields = WIDGET_FIELDS[type] ?? {}
  return Object.keys(fields).find((name) => fields[name]?.type === 'actions')
}

/** Whether a touch on a widget does anything. */
const acts = ({ type, settings }: ReadWidget) => actionsIn(WIDGET_FIELDS[type] ?? {}, settings).length > 0

/** The visible widgets that a link can start from, the front one last: buttons, and what else is touched already. */
export const touchables = ({ widgets }: ReadDocument): readonly ReadWidget[] =>
  widgets
    .filter(
      (widget) =>
        !widget.hidden && touchField(widget) !== undefined && (widget.type === 'button' || acts(widget)),
    )
    .toSorted((a, b) => a.zIndex - b.zIndex)

/** Buttons that do nothing when touched. */
export const idleButtons = ({ widgets }: ReadDocument): readonly ReadWidget[] =>
  widgets.filter((widget) => widget.type === 'button' && !widget.hidden && !acts(widget))

/** Whether an action takes the touched screen to another page. */
const leaves = (entry: ActionEntry) =>
  isAction(entry) && entry.target === '' && (entry.type === 'APPLICATION' || entry.type === 'SYSTEM')

/** A page whose widget leads to `to`; its actions for zones and other screens stay. */
export function withLink(
  document: ReadDocument,
  widgetId: string,
  to: LinkTarget,
  pages: readonly Pick<LinkedPage, 'name'>[],
): ReadDocument {
  const widget = document.widgets.find(({ id }) => id === widgetId)
  const field = widget && touchField(widget)
  if (!widget || field === undefined) return document
  const actions = actionsIn(WIDGET_FIELDS[widget.type] ?? {}, widget.settings).flatMap((one) => one.actions)
  const kept = actions.filter((entry) => !leaves(entry))
  const linked = { ...widget, settings: { ...widget.settings, [field]: [...kept, ...actionTo(to, pages)] } }
  return { ...document, widgets: document.widgets.map((one) => (one === widget ? linked : one)) }
}

/** By name, which stays right when pages are moved; by position if several have that name. */
function actionTo(to: LinkTarget, pages: readonly Pick<LinkedPage, 'name'>[]): Action[] {
  const start = newAction('APPLICATION')
  if (to === 'nowhere') return []
  if (to === 'next') return [{ ...start, verb: 'LOAD_NEXT_LAYOUT', props: {} }]
  if (to === 'previous') return [{ ...start, verb: 'LOAD_PREVIOUS_LAYOUT', props: {} }]
  const layoutName = pages[to]?.name ?? ''
  const isAlone = pages.filter(({ name }) => samePageName(name, layoutName)).length === 1
  return isAlone && layoutName !== ''
    ? [{ ...start, verb: 'LOAD_LAYOUT_BY_NAME', props: { layoutName } }]
    : [{ ...start, verb: 'LOAD_LAYOUT_BY_ORDER', props: { layoutOrder: to } }]
}

/** The indexes of pages that neither time nor actions reach from the first one. */
export function unreachable(pages: readonly LinkedPage[], edges: readonly PageLink[]): number[] {
  const reached = new Set<number>()
  const waiting = pages.length > 0 ? [0] : []
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (reached.has(place)) continue
    reached.add(place)
    if (pages[place]?.seconds) waiting.push((place + 1) % pages.length)
    for (const { from, to } of edges) if (from === place && typeof to === 'number') waiting.push(to)
  }
  return pages.map((_page, place) => place).filter((place) => !reached.has(place))
}
