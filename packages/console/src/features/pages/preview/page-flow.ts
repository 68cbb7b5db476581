import { type Action, isAction } from '@vitrine/contract/document/actions'
import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { actionsIn } from '@vitrine/contract/fields/values'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'

interface FlowPage {
  id: string
  name: string
  document: ReadDocument
  seconds?: number
}

/** What a touch on a page leads to: the place of a page in the list, another thing, or nothing any more. */
export interface FlowEdge {
  from: number
  to: number | 'elsewhere' | 'missing'
  /** The name of the widget that is touched. */
  widget: string
  action: Action
}

/**
 * Where touching leads, page by page, on the screen itself. `known` are layouts outside these lists: actions on them
 * lead elsewhere; actions on anything else are missing their target.
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

/** The places of pages that neither time nor touching leads to from the first one. */
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
