import { useQueryClient } from '@tanstack/react-query'
import { SOURCE_CELLS_MAX, type SourcePreview } from '@vitrine/contract/api/data/sources'
import { textOf } from '@vitrine/contract/document/source-data'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { linesOf } from '#fields/controls/paste-cells.ts'
import { takeCells } from '#fields/controls/table.ts'
import { api } from '#lib/api.ts'
import { notify } from '#lib/toasts.ts'
import { sourceRowsQuery, sourcesKey } from '#queries/sources.ts'
import { useWrite } from '#ui/work/use-write.ts'
import { SourceRows } from './source-rows.tsx'
import styles from './sources.module.css'

/** Rows that can be edited here; further ones in the file. */
const SHOWN = 200

interface EditableRowsProps {
  id: string
  table: SourcePreview & { at: number }
}

interface Cell {
  row: number
  column: number
}

/** The rows of an uploaded sheet: screens show an edited cell seconds later. */
export function EditableRows({ id, table }: EditableRowsProps) {
  const { t } = useTranslation()
  const frame = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<Cell>({ row: 0, column: 0 })
  const save = useSaving(id, table)
  const { columns, rows } = table
  const go = ({ row, column }: Cell) => {
    const next = { row: clamp(row, Math.min(rows.length, SHOWN)), column: clamp(column, columns.length) }
    setActive(next)
    const cell = frame.current?.querySelector<HTMLInputElement>(`[data-cell="${next.row} ${next.column}"]`)
    cell?.focus()
    cell?.select()
  }
  /** Fills the rows and columns that there are; more rows come with another file. */
  const paste = (from: Cell, lines: readonly string[][]) => {
    const cells = lines.flatMap((line, down) =>
      line.map((value, across) => ({ row: from.row + down, column: from.column + across, value })),
    )
    const fitting = cells.filter(({ row, column }) => row < rows.length && column < columns.length)
    const changed = fitting.filter(({ row, column, value }) => value !== textOf(rows[row]?.[column]))
    for (let at = 0; at < changed.length; at += SOURCE_CELLS_MAX)
      save(changed.slice(at, at + SOURCE_CELLS_MAX))
    const left = from.row + lines.length - rows.length
    if (left > 0) notify({ kind: 'info', message: t('sources.pastedPart', { count: left }) })
  }
  return (
    <div ref={frame}>
      <SourceRows
        label={t('sources.rows')}
        columns={columns}
        rows={rows.slice(0, SHOWN)}
        draw={(text, row, column) => (
          <input
            // Another value of the server replaces what is shown.
            key={text}
            className={styles.input}
            data-cell={`${row} ${column}`}
            aria-label={t('sources.cell', {
              column: columns[column] ?? '',
              row: textOf(rows[row]?.[0]) || String(row + 1),
            })}
            defaultValue={text}
            dir="auto"
            maxLength={2000}
            tabIndex={active.row === row && active.column === column ? 0 : -1}
            onFocus={() => setActive({ row, column })}
            onBlur={({ currentTarget }) => {
              const { value } = currentTarget
              if (value !== text) save([{ row, column, value }], () => (currentTarget.value = text))
            }}
            onPaste={takeCells((pasted) => paste({ row, column }, linesOf(pasted)))}
            onKeyDown={(event) => onKey(event, { row, column }, go, text)}
          />
        )}
      />
      {rows.length > SHOWN && <p className={styles.note}>{t('sources.editedFirst', { count: SHOWN })}</p>}
    </div>
  )
}

const clamp = (place: number, count: number) => Math.max(0, Math.min(count - 1, place))

/** Arrows and Enter move as in a spreadsheet; Escape restores the saved value. */
function onKey(
  event: KeyboardEvent<HTMLInputElement>,
  { row, column }: Cell,
  go: (cell: Cell) => void,
  stored: string,
) {
  const { key, currentTarget, nativeEvent } = event
  if (nativeEvent.isComposing) return
  const { selectionStart, selectionEnd, value } = currentTarget
  const isRtl = getComputedStyle(currentTarget).direction === 'rtl'
  const atStart = selectionEnd === 0
  const atEnd = selectionStart === value.length
  const [back, on] = isRtl ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
  const next =
    key === 'Enter' || key === 'ArrowDown'
      ? { row: row + 1, column }
      : key === 'ArrowUp'
        ? { row: row - 1, column }
        : key === back && atStart
          ? { row, column: column - 1 }
          : key === on && atEnd
            ? { row, column: column + 1 }
            : undefined
  if (key === 'Escape' && value !== stored) {
    event.stopPropagation()
    currentTarget.value = stored
  }
  if (!next) return
  event.preventDefault()
  // In the last row, Enter saves without moving.
  currentTarget.blur()
  go(next)
}

/** Saves changed cells one after another, each on the rows that the one before left. */
function useSaving(id: string, { at }: { at: number }) {
  const client = useQueryClient()
  const seen = useRef(at)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const write = useWrite({
    write: api.sources.setCells,
    failed: 'sources.cellFailed',
    done: 'sources.cellSaved',
    invalidates: [sourcesKey],
  })
  if (at > seen.current) seen.current = at
  return (cells: readonly (Cell & { value: string })[], restore = () => {}) => {
    last.current = last.current.then(async () => {
      try {
        const { source } = await write({ params: { id }, body: { cells: [...cells], at: seen.current } })
        seen.current = source.fetchedAt
      } catch {
        // The message names the reason; the cells return to their saved values.
        restore()
        void client.invalidateQueries({ queryKey: sourceRowsQuery(id).queryKey })
      }
    })
  }
}
