import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useTranslation } from 'react-i18next'
import { inset, intoPage, type Rect } from '#content/pages/designer/geometry/rect.ts'
import { toViewport } from '#content/pages/designer/geometry/view.ts'
import { SAFE_AREAS } from '#content/pages/designer/state/designer-state.ts'
import { useDesignerState, useLaterPage } from '#content/pages/designer/state/use-designer.ts'
import styles from './overlay.module.css'

/** Marks texts outside the title-safe area, which TVs may crop. */
export function CutTexts() {
  const { t } = useTranslation()
  const page = useLaterPage()
  const view = useDesignerState((state) => state.view)
  const line = inset({ x: 0, y: 0, width: page.width, height: page.height }, SAFE_AREAS[0])
  return page.widgets
    .filter((widget) => !widget.hidden && hasText(widget) && !isInside(widget, line))
    .map((widget) => (
      <div key={widget.id} className={styles.cut} style={box(toViewport(view, widget))}>
        <span>{t('designer.cutText')}</span>
      </div>
    ))
}
const hasText = ({ type }: ReadWidget) =>
  Object.values(WIDGET_FIELDS[type] ?? {}).some(
    (field) => field.type === 'font-settings' && !field.lettersOnly,
  )
const isInside = (rect: Rect, outer: Rect) => {
  const by = intoPage({ ...rect, x: rect.x - outer.x, y: rect.y - outer.y }, outer)
  return by.x === 0 && by.y === 0 && rect.width <= outer.width && rect.height <= outer.height
}

const box = ({ x, y, width, height }: Rect) => ({ left: x, top: y, width, height })
