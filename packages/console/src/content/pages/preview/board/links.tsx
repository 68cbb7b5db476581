import type { PreviewPage } from '#content/pages/preview/preview-page.ts'
import { type Box, curve, edgeTowards, type Point } from './link-geometry.ts'
import styles from './page-board.module.css'
import type { PageLink } from './page-links.ts'
import type { Drawn } from './use-linking.ts'

interface LinksProps {
  pages: readonly PreviewPage[]
  links: readonly PageLink[]
  /** The pages' pictures; empty until they are measured. */
  boxes: readonly Box[]
  drawn: Drawn | undefined
}

/** A line from each widget to the page that it leads to, and the one that is being drawn. */
export function Links({ pages, links, boxes, drawn }: LinksProps) {
  const lines = links.flatMap(({ from, to, widget }) => {
    const [box, target] = [boxes[from], typeof to === 'number' ? boxes[to] : undefined]
    const start = box && middleOfWidget(pages[from], widget.id, box)
    if (!start || !target || to === from) return []
    return [{ key: `${from} ${widget.id} ${to}`, path: curve(start, edgeTowards(target, start)), start }]
  })
  return (
    <svg className={styles.links} aria-hidden="true">
      <defs>
        <marker
          id="board-arrow"
          viewBox="0 0 10 10"
          refX="9"
          refY="5"
          markerWidth="7"
          markerHeight="7"
          orient="auto"
        >
          <path d="M0 0 10 5 0 10z" />
        </marker>
      </defs>
      {[...new Map(lines.map((line) => [line.key, line])).values()].map(({ key, path, start }) => (
        <g key={key}>
          <path d={path} markerEnd="url(#board-arrow)" />
          <circle cx={start.x} cy={start.y} r="4" />
        </g>
      ))}
      {drawn && (
        <path className={styles.drawn} d={curve(drawn.start, drawn.end)} markerEnd="url(#board-arrow)" />
      )}
    </svg>
  )
}

function middleOfWidget(page: PreviewPage | undefined, id: string, box: Box): Point | undefined {
  const widget = page?.document.widgets.find((one) => one.id === id)
  if (!page || !widget) return undefined
  const within = (value: number) => Math.min(1, Math.max(0, value))
  return {
    x: box.x + box.width * within((widget.x + widget.width / 2) / page.document.width),
    y: box.y + box.height * within((widget.y + widget.height / 2) / page.document.height),
  }
}
