import { ActionIcon, Button, TextInput } from '@mantine/core'
import { DotsSixVerticalIcon } from '@phosphor-icons/react/dist/csr/DotsSixVertical'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import type { Field, Fields } from '@vitrine/contract/fields/field'
import { defaultsOf, type Values } from '@vitrine/contract/fields/values'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useFieldTexts } from '#fields/field-texts.ts'
import { placed } from '#fields/sortable/placed.ts'
import { MoveButtons } from '#fields/sortable/sortable-list.tsx'
import { SortableProvider, useSortable } from '#fields/sortable/sortable-provider.tsx'
import { cellText, isEmptyRow, isShort, takeCells, withText } from './table.ts'
import styles from './table-rows.module.css'
import { usePasting } from './use-pasting.tsx'

interface TableRowsProps {
  id: string
  columns: Fields
  rows: readonly Values[]
  max: number
  onChange: (rows: readonly Values[]) => void
  /** Rendered beside *Add row*. */
  more?: ReactNode
}

/** A list of texts with one row each: typed, moved and pasted in place. On a narrow form a row takes two lines. */
export function TableRows({ id, columns, rows, max, onChange, more }: TableRowsProps) {
  const { t } = useTranslation()
  const { list, move, add, remove, onKey } = useRowActs({ id, columns, rows, max, onChange })
  const { paste, note } = usePasting({ columns, rows, max, onChange })
  const widths = Object.values(columns).map((field) => (isShort(field) ? '112px' : 'minmax(0, 1fr)'))
  return (
    <div className={styles.table} style={{ '--columns': widths.join(' ') } as CSSProperties}>
      <SortableProvider onMove={(_id, from, to) => move(from, to)}>
        <ol ref={list} className={styles.rows}>
          {rows.map((row, index) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids of their own
              key={index}
              columns={columns}
              row={row}
              index={index}
              count={rows.length}
              onText={(name, text) =>
                onChange(
                  rows.map((one, at) => (at === index ? { ...one, [name]: withText(one[name], text) } : one)),
                )
              }
              onPaste={(column, text) => paste(index, column, text)}
              onKey={onKey}
              onMove={move}
              onRemove={remove}
            />
          ))}
        </ol>
      </SortableProvider>
      {note}
      <div className={styles.foot}>
        <Button
          id={id}
          variant="default"
          size="compact-md"
          leftSection={<PlusIcon size={14} aria-hidden="true" />}
          disabled={rows.length >= max}
          onClick={() => add(rows.length)}
        >
          {t('fields.table.add')}
        </Button>
        {more}
      </div>
      {rows.length > 0 && <p className={styles.hint}>{t('fields.table.hint')}</p>}
    </div>
  )
}

/** Adds, moves, and removes rows; the focus follows the changed row. */
function useRowActs({ id, columns, rows, max, onChange }: TableRowsProps) {
  const list = useRef<HTMLOListElement>(null)
  const focus = (row: number, column: number) =>
    list.current?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"]`)?.focus()
  const move = (from: number, to: number) => {
    if (to < 0 || to >= rows.length) return
    flushSync(() => onChange(placed(rows, from, to)))
  }
  const add = (at: number) => {
    if (rows.length >= max) return
    flushSync(() => onChange([...rows.slice(0, at), defaultsOf(columns), ...rows.slice(at)]))
    focus(at, 0)
  }
  const remove = (row: number) => {
    flushSync(() => onChange(rows.filter((_, other) => other !== row)))
    if (rows.length > 1) focus(Math.max(0, row - 1), 0)
    else document.getElementById(id)?.focus()
  }
  const onKey = (event: KeyboardEvent, row: number, column: number) => {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
    if (step) {
      move(row, row + step)
      focus(row + step, column)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      if (row + 1 < rows.length) focus(row + 1, column)
      else if (!isEmptyRow(rows[row])) add(row + 1)
    } else if (event.key === 'Backspace' && isEmptyRow(rows[row])) remove(row)
    else return
    event.preventDefault()
  }
  return { list, move, add, remove, onKey }
}

interface RowProps {
  columns: Fields
  row: Values
  index: number
  count: number
  onText: (name: string, text: string) => void
  onPaste: (column: number, text: string) => void
  onKey: (event: KeyboardEvent, row: number, column: number) => void
  onMove: (from: number, to: number) => void
  onRemove: (row: number) => void
}

function Row({ columns, row, index, count, onText, onPaste, onKey, onMove, onRemove }: RowProps) {
  const { t } = useTranslation()
  const words = useFieldTexts()
  const { ref, handleRef, isDragging } = useSortable({ id: String(index), index })
  const name = t('fields.table.row', { row: index + 1 })
  return (
    <li ref={ref} className={styles.row} data-dragging={isDragging}>
      <span ref={handleRef} className={styles.grip} aria-hidden="true">
        <DotsSixVerticalIcon size={16} />
      </span>
      {Object.entries(columns).map(([key, field], column) => (
        <TextInput
          key={key}
          className={isShort(field) ? styles.short : styles.cell}
          data-cell={`${index} ${column}`}
          aria-label={t('fields.table.cell', { column: words(field.label), row: index + 1 })}
          placeholder={words(field.label)}
          maxLength={mostOf(field)}
          dir="auto"
          value={cellText(row[key])}
          onChange={(event) => onText(key, event.currentTarget.value)}
          onKeyDown={(event) => onKey(event, index, column)}
          onPaste={takeCells((text) => onPaste(column, text))}
        />
      ))}
      <span className={styles.actions}>
        <MoveButtons index={index} count={count} name={name} size={28} onMove={onMove} />
        <ActionIcon
          size={28}
          aria-label={t('fields.table.remove', { row: index + 1 })}
          onClick={() => onRemove(index)}
        >
          <TrashIcon size={16} aria-hidden="true" />
        </ActionIcon>
      </span>
    </li>
  )
}

const mostOf = (field: Field): number | undefined => (field.type === 'textbox' ? field.max : undefined)
