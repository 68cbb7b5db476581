import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { type Action, isAction } from '@vitrine/contract/fields/actions'
import { actionsIn } from '@vitrine/contract/fields/values'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'

interface FlowPage {
  id: string
  name: string
  document: ReadDocument
  seconds?: number
}

/** The target of an action: a page's index in the list, an external thing, or a missing one. */
export interface FlowEdge {
  from: number
  to: number | 'elsewhere' | 'missing'
  /** The name of the touched widget. */
  widget: string
  action: Action
}

/**
 * The actions' targets, page by page, on the screen itself. `known`: layouts outside these lists, which count as
 * external; any other target is missing.
 */
export function flowOf(
  pages: readonly FlowPage[],
  known: readonly Pick<FlowPage, 'id' | 'name'>[],
): FlowEdge[] {
  return pages.flatMap((page, from) =>
    page.document.widgets.flatMap((widget) =>
      actionsIn(WIDGET_FIELDS[widget.type] ?? {}, widget.settings)
        .flatMap(({ actions }) => actions)
        .filter(isAction)
        .filter(({ target }) => target === '')
        .map((action) => ({ from, to: leadsTo(action, from, pages, known), widget: widget.name, action })),
    ),
  )
}

function leadsTo(
  action: Action,
  from: number,
  pages: readonly FlowPage[],
  known: readonly Pick<FlowPage, 'id' | 'name'>[],
): FlowEdge['to'] {
  const count = pages.length
  const placeOf = (fits: (page: Pick<FlowPage, 'id' | 'name'>) => boolean): FlowEdge['to'] => {
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
      return placeOf(({ name }) => name === action.props.layoutName)
    default:
      return action.props.layoutId === '' ? from : placeOf(({ id }) => id === action.props.layoutId)
  }
}

/** The indexes of pages that neither time nor actions reach from the first one. */
export function unreachable(pages: readonly FlowPage[], edges: readonly FlowEdge[]): number[] {
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
