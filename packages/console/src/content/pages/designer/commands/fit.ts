import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { definitionOf } from '@vitrine/widgets/definitions'
import { fittedLetters, fittedSize } from '@vitrine/widgets/fit-to-page'
import { freePlace } from '#content/pages/designer/geometry/free-place.ts'
import { centreOf } from '#content/pages/designer/geometry/rect.ts'
import { withWidgets } from '#content/pages/designer/state/page.ts'
import type { Designer } from '#content/pages/designer/state/store.ts'
import { type Command, hasMovable } from './command.ts'

/** Gives each selected widget the size and the letters that suit the page, near its place and beside the others. */
function fitToPage(designer: Designer): void {
  const { page } = designer.state
  const fitted: ReadWidget[] = []
  for (const widget of designer.movable()) {
    const { fit } = definitionOf(widget.type) ?? {}
    if (!fit) continue
    const size = fittedSize(fit, page)
    const others = [
      ...page.widgets.filter(({ id }) => id !== widget.id && fitted.every((other) => other.id !== id)),
      ...fitted,
    ]
    const place =
      fit.edge === 'bottom'
        ? { x: 0, y: page.height - size.height, ...size }
        : freePlace(size, page, others, { x: centreOf(widget, 'x'), y: centreOf(widget, 'y') })
    const next = { ...widget, ...place, settings: fittedLetters(widget.type, widget.settings, page) }
    // A widget that fits stays the same, and is no step of undo.
    fitted.push(JSON.stringify(next) === JSON.stringify(widget) ? widget : next)
  }
  designer.commit(withWidgets(page, fitted), { name: 'fit', count: fitted.length })
}

export const FIT = [
  { id: 'fitToPage', group: 'arrange', keys: ['KeyF'], menu: true, enabled: hasMovable, run: fitToPage },
] as const satisfies readonly Command[]
