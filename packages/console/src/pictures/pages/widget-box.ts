import type { ReadDocument, ReadWidget } from '@vitrine/contract/document/layout-document'
import type { CSSProperties } from 'react'

/** The frame of a widget over a picture of its page, for an element that is placed absolutely. */
export function widgetBox(
  { x, y, width, height }: ReadWidget,
  page: Pick<ReadDocument, 'width' | 'height'>,
): CSSProperties {
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`
  return {
    left: percent(x, page.width),
    top: percent(y, page.height),
    width: percent(width, page.width),
    height: percent(height, page.height),
  }
}
