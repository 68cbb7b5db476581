import { useTranslation } from 'react-i18next'
import { boundsOf, type Rect } from '#content/pages/designer/geometry/rect.ts'
import { toViewport } from '#content/pages/designer/geometry/view.ts'
import { membersOf } from '#content/pages/designer/state/groups.ts'
import { seenRectOf, widgetOf } from '#content/pages/designer/state/page.ts'
import { useDesignerState } from '#content/pages/designer/state/use-designer.ts'
import styles from './overlay.module.css'

/** The entered group, the group below the pointer, and the widget that others are aligned to. */
export function GroupFrames() {
  const { t } = useTranslation()
  const shown = useDesignerState(({ page, view, entered, hovered, selection, key, drag }) => {
    const group = hovered === null || selection.includes(hovered) ? undefined : widgetOf(page, hovered)?.group
    const frameOf = (name: string) => boundsOf(membersOf(page, name).map(seenRectOf))
    const widget = key === null || drag ? undefined : widgetOf(page, key)
    return {
      view,
      entered,
      inside: entered === null || drag ? undefined : textOf(frameOf(entered)),
      below: group === undefined || group === entered ? undefined : textOf(frameOf(group)),
      key: widget && textOf(seenRectOf(widget)),
    }
  })
  const box = (text: string) => {
    const { x, y, width, height } = toViewport(shown.view, JSON.parse(text) as Rect)
    return { left: x, top: y, width, height }
  }
  return (
    <>
      {shown.below && <div className={styles.hovered} style={box(shown.below)} />}
      {shown.inside && (
        <div className={styles.entered} style={box(shown.inside)}>
          <span dir="auto">{shown.entered}</span>
        </div>
      )}
      {shown.key && (
        <div className={styles.key} style={box(shown.key)}>
          <span>{t('designer.key')}</span>
        </div>
      )}
    </>
  )
}

/** The state is compared shallowly: equal rects as texts are equal. */
const textOf = (rect: Rect | undefined): string | undefined => rect && JSON.stringify(rect)
