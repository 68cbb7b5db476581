import { useLayoutEffect, useRef } from 'react'
import type { Guide } from '#content/pages/designer/geometry/snap.ts'
import { toViewport, type View } from '#content/pages/designer/geometry/view.ts'
import { useDesigner } from '#content/pages/designer/state/use-designer.ts'
import { DrawnLabel } from './drawn-label.ts'
import { Mover } from './mover.ts'
import styles from './overlay.module.css'

/**
 * Guide lines and distances of a gesture. Updated outside React at every move: permanent elements on separate layers
 * avoid layout and paint.
 */
export function GuideLines() {
  const designer = useDesigner()
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const lines: Part[] = []
    const labels: Label[] = []
    const made = <E extends HTMLElement>(element: E, className: string | undefined) => {
      if (className) element.className = className
      root.current?.append(element)
      return { element, mover: new Mover(element, AWAY) }
    }
    const line = () => made(document.createElement('div'), styles.guide)
    const label = () => {
      const part = made(document.createElement('canvas'), styles.distance)
      return { ...part, words: new DrawnLabel(part.element) }
    }
    /** Creates missing elements and hides surplus ones. */
    const fill = <P extends Part>(
      pool: P[],
      make: () => P,
      wanted: readonly Guide[],
      put: (part: P, guide: Guide) => void,
    ) => {
      for (const [index, guide] of wanted.entries()) {
        pool[index] ??= make()
        put(pool[index], guide)
      }
      for (const { mover } of pool.slice(wanted.length)) mover.place(AWAY)
    }
    // Create them in advance: a new element during a move would lay out and layer the whole page.
    for (let made = 0; made < READY; made += 1) {
      lines.push(line())
      labels.push(label())
    }
    // After the digits' font has loaded and the page has rendered.
    void document.fonts.ready.then(() => {
      for (const { element, words } of labels) if (element.isConnected) words.prepare()
    })
    const draw = (guides: readonly Guide[], view: View) => {
      fill(lines, line, guides, (part, guide) => putLine(part, guide, view))
      const distances = guides.filter(({ gap }) => gap !== undefined)
      fill(labels, label, distances, (part, guide) => putLabel(part, guide, view))
    }
    const stop = designer.store.subscribe((state, before) => {
      const isSame =
        state.guides === before.guides || (state.guides.length === 0 && before.guides.length === 0)
      if (!isSame || (state.view !== before.view && state.guides.length > 0)) draw(state.guides, state.view)
    })
    return () => {
      stop()
      for (const { mover, element } of [...lines, ...labels]) {
        mover.release()
        element.remove()
      }
    }
  }, [designer])
  return <div ref={root} data-guides="" />
}

/** Preallocated lines and distances; a move rarely needs more. */
const READY = 8

interface Part {
  element: HTMLElement
  mover: Mover
}
interface Label extends Part {
  words: DrawnLabel
}

/** Moves an element out of view without a repaint. */
const AWAY = 'translate(-9999px, -9999px)'

/** A guide's line in viewport pixels. */
function spanOf({ axis, at, from, to }: Guide, view: View) {
  const long = to - from
  return toViewport(
    view,
    axis === 'x' ? { x: at, y: from, width: 0, height: long } : { x: from, y: at, width: long, height: 0 },
  )
}

function putLine({ mover }: Part, guide: Guide, view: View): void {
  const { x, y, width, height } = spanOf(guide, view)
  const scale = `scale(${Math.max(1, width)}, ${Math.max(1, height)})`
  mover.place(`translate(${Math.round(x)}px, ${Math.round(y)}px) ${scale}`)
}
function putLabel({ mover, words }: Label, guide: Guide, view: View): void {
  const { x, y, width, height } = spanOf(guide, view)
  words.write(String(guide.gap))
  mover.place(`translate(${Math.round(x + width / 2)}px, ${Math.round(y + height / 2)}px)`)
}
