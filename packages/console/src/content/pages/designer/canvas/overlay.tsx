import { inset, type Rect } from '#content/pages/designer/geometry/rect.ts'
import { toViewport } from '#content/pages/designer/geometry/view.ts'
import { GRID, SAFE_AREAS } from '#content/pages/designer/state/designer-state.ts'
import { seenRectOf, widgetOf } from '#content/pages/designer/state/page.ts'
import { useDesignerState } from '#content/pages/designer/state/use-designer.ts'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import styles from './overlay.module.css'

const Typing = lazyPart(async () => (await import('./typing/typing.tsx')).Typing)
const GroupFrames = lazyPart(async () => (await import('./group-frames.tsx')).GroupFrames)
const Selection = lazyPart(async () => (await import('./selection.tsx')).Selection)
const CutTexts = lazyPart(async () => (await import('./cut-texts.tsx')).CutTexts)
const GuideLines = lazyPart(async () => (await import('./guide-lines.tsx')).GuideLines)

/** Everything above the page: frames, handles, guides, marquee, grid, safe areas. In viewport pixels, never scaled. */
export function Overlay() {
  const { isTyping, hasGroups } = useDesignerState(({ typing, key, page }) => ({
    isTyping: typing !== null,
    hasGroups: key !== null || page.widgets.some(({ group }) => group !== undefined),
  }))
  return (
    <div className={styles.overlay}>
      <PageLines />
      <Hovered />
      <Waiting quiet>
        <GuideLines />
      </Waiting>
      <Waiting quiet>
        <Selection />
      </Waiting>
      {hasGroups && (
        <Waiting quiet>
          <GroupFrames />
        </Waiting>
      )}
      <Marquee />
      {isTyping && (
        <Waiting quiet>
          <Typing />
        </Waiting>
      )}
    </div>
  )
}

function PageLines() {
  const { width, height, view, grid, safeAreas } = useDesignerState(({ page, view, options }) => ({
    width: page.width,
    height: page.height,
    view,
    grid: options.grid,
    safeAreas: options.safeAreas,
  }))
  const page = { x: 0, y: 0, width, height }
  const step = GRID * view.zoom
  return (
    <>
      <div className={styles.page} style={box(toViewport(view, page))} />
      {grid && step >= GRID_SEEN && (
        <div
          className={styles.grid}
          style={{ ...box(toViewport(view, page)), backgroundSize: `${step}px ${step}px` }}
        />
      )}
      {safeAreas &&
        SAFE_AREAS.map((share) => (
          <div key={share} className={styles.safe} style={box(toViewport(view, inset(page, share)))} />
        ))}
      {safeAreas && (
        <Waiting quiet>
          <CutTexts />
        </Waiting>
      )}
    </>
  )
}
/** Minimum distance of grid lines in viewport pixels; denser lines would be a gray area. */
const GRID_SEEN = 4

function Hovered() {
  const { widget, view } = useDesignerState(({ page, selection, hovered, view }) => ({
    widget: hovered === null || selection.includes(hovered) ? undefined : widgetOf(page, hovered),
    view,
  }))
  return widget ? <div className={styles.hovered} style={box(toViewport(view, seenRectOf(widget)))} /> : null
}

function Marquee() {
  const { marquee, view } = useDesignerState(({ marquee, view }) => ({ marquee, view }))
  return marquee ? <div className={styles.marquee} style={box(toViewport(view, marquee))} /> : null
}

const box = ({ x, y, width, height }: Rect) => ({ left: x, top: y, width, height })
