import { useQueryClient } from '@tanstack/react-query'
import type { SourcePreview } from '@vitrine/contract/api/data/sources'
import { textOf } from '@vitrine/contract/document/source-data'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
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
            onBlur={({ currentTarget }) => save({ row, column }, text, currentTarget)}
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
  return (cell: Cell, stored: string, input: HTMLInputElement) => {
    const { value } = input
    if (value === stored) return
    last.current = last.current.then(async () => {
      try {
        const body = { cells: [{ ...cell, value }], at: seen.current }
        const { source } = await write({ params: { id }, body })
        seen.current = source.fetchedAt
      } catch {
        // The message names the reason; the cell returns to its saved value.
        input.value = stored
        void client.invalidateQueries({ queryKey: sourceRowsQuery(id).queryKey })
      }
    })
  }
}
