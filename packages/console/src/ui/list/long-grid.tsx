import { type CSSProperties, memo, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import styles from './long-grid.module.css'
import { useDrawnRows } from './use-drawn-rows.ts'
import { useKeptFocus } from './use-kept-focus.ts'

interface LongGridProps<Item> {
  items: readonly Item[]
  label: string
  keyOf: (item: Item) => string
  /** Another function draws everything anew. */
  render: (item: Item) => ReactNode
  /** Pixels: the narrowest a cell gets, the gap, and a cell's likely height until one is measured. */
  cellWidth: number
  gap: number
  cellHeight: number
  /** Cells that fill the row whatever its width: a list. */
  single?: boolean
}

interface RowProps<Item> extends Pick<LongGridProps<Item>, 'items' | 'keyOf' | 'render'> {
  from: number
  columns: number
}

/**
 * Drawn anew only when the list itself was. Cells are known by their place, so that another list changes texts and
 * addresses of what stands there instead of building it again.
 */
const Row = memo(function Row<Item>({ items, keyOf, render, from, columns }: RowProps<Item>) {
  return (
    <div className={styles.row}>
      {items.slice(from, from + columns).map((item, offset) => (
        // biome-ignore lint/a11y/useSemanticElements: rows lie between the list and its items
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={offset}
          role="listitem"
          aria-setsize={items.length}
          aria-posinset={from + offset + 1}
          data-key={keyOf(item)}
        >
          {render(item)}
        </div>
      ))}
    </div>
  )
}) as <Item>(props: RowProps<Item>) => ReactNode

/**
 * A grid of equally high cells of which only those near what is seen are drawn: ten thousand cost as much as a hundred.
 * It has the height of all of them, so scrolling and the address of a place on the page work as if they were there.
 */
export const LongGrid = memo(function LongGrid<Item>(props: LongGridProps<Item>) {
  const { items, label, keyOf, render, cellWidth, gap, single } = props
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [cellHeight, setCellHeight] = useState(props.cellHeight)
  const columns = single ? 1 : Math.max(1, Math.floor((width + gap) / (cellWidth + gap)))
  const rows = width > 0 ? Math.ceil(items.length / columns) : 0
  const rowHeight = cellHeight + gap
  const { start, end } = useDrawnRows(frame, rows, rowHeight, render, items)
  const keepsFocus = useKeptFocus(frame, items)

  useLayoutEffect(() => {
    if (frame.current) setWidth(frame.current.clientWidth)
  }, [])
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  // Cells are as high as the first one, which follows the width.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured when what decides the height has changed
  useLayoutEffect(() => {
    const cell = frame.current?.querySelector<HTMLElement>('[data-key]')
    if (cell && cell.offsetHeight > 0) setCellHeight(cell.offsetHeight)
  }, [width, columns, end > start, single])

  return (
    // biome-ignore lint/a11y/useSemanticElements: rows lie between the list and its items
    <div
      ref={frame}
      role="list"
      aria-label={label}
      {...keepsFocus}
      style={
        {
          '--columns': columns,
          '--gap': `${gap}px`,
          '--row': `${rowHeight}px`,
          paddingBlock: `${start * rowHeight}px ${Math.max(0, (rows - end) * rowHeight)}px`,
        } as CSSProperties
      }
    >
      {Array.from({ length: end - start }, (_, offset) => {
        const row = start + offset
        return (
          <Row key={row} items={items} keyOf={keyOf} render={render} from={row * columns} columns={columns} />
        )
      })}
    </div>
  )
}) as <Item>(props: LongGridProps<Item>) => ReactNode
