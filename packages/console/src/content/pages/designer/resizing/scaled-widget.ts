import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { scaledWidget as scaledIn } from '@vitrine/contract/document/scaled-widget'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import type { Rect } from '#content/pages/designer/geometry/rect.ts'

/** A widget in another box, with letters, corners, and borders that many times as large. */
export const scaledWidget = (widget: ReadWidget, rect: Rect, by: number): ReadWidget =>
  scaledIn(widget, rect, by, WIDGET_FIELDS)
