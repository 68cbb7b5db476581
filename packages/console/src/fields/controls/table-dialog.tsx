import { ActionIcon, Button, Group, Pagination, Table, TextInput } from '@mantine/core'
import { DotsSixVerticalIcon } from '@phosphor-icons/react/dist/csr/DotsSixVertical'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import type { Fields } from '@vitrine/contract/fields/field'
import { defaultsOf, type Values } from '@vitrine/contract/fields/values'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { FieldDialog } from '#fields/field-dialog.tsx'
import { useFieldTexts } from '#fields/field-texts.ts'
import styles from '#fields/fields.module.css'
import { placed } from '#fields/sortable/placed.ts'
import { MoveButtons } from '#fields/sortable/sortable-list.tsx'
import { SortableProvider, useSortable } from '#fields/sortable/sortable-provider.tsx'
import { notify } from '#lib/toasts.ts'
import { cellText, isEmptyRow, TABLE_PAGE_SIZE, takeCells, withoutEmpty, withText } from './table.ts'
import { usePasting } from './use-pasting.tsx'

interface TableDialogProps {
  opened: boolean
  title: string
  columns: Fields
  rows: readonly Values[]
  max: number
  /** Closing applies the input without empty rows. */
  onClose: (rows: Values[]) => void
}

/** A list of texts as a table, typed or pasted from a spreadsheet. */
export function TableDialog({ opened, title, columns, rows: stored, max, onClose }: TableDialogProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<readonly Values[]>()
  const rows = draft ?? (stored.length > 0 ? stored : [defaultsOf(columns)])
  const close = () => {
    const kept = withoutEmpty(rows)
    const dropped = draft === undefined ? 0 : rows.length - kept.length
    if (dropped > 0) notify({ kind: 'info', message: t('fields.table.dropped', { count: dropped }) })
    setDraft(undefined)
    onClose(draft === undefined ? [...stored] : kept)
  }
  return (
    <FieldDialog opened={opened} onClose={close} title={title} size={720}>
      <Rows columns={columns} rows={rows} max={max} onChange={setDraft} />
      <Group justify="flex-end" mt={24}>
        <Button onClick={close}>{t('fields.table.done')}</Button>
      </Group>
    </FieldDialog>
  )
}

interface RowsProps {
  columns: Fields
  rows: readonly Values[]
  max: number
  onChange: (rows: readonly Values[]) => void
}

function Rows({ columns, rows, max, onChange }: RowsProps) {
  const { t } = useTranslation()
  const words = useFieldTexts()
  const { paste, note } = usePasting({ columns, rows, max, onChange })
  const [page, setPage] = useState(1)
  const body = useRef<HTMLTableSectionElement>(null)
  const pages = Math.max(1, Math.ceil(rows.length / TABLE_PAGE_SIZE))
  const first = (Math.min(page, pages) - 1) * TABLE_PAGE_SIZE
  const shown = rows.slice(first, first + TABLE_PAGE_SIZE)
  const lastIsEmpty = isEmptyRow(rows.at(-1))
  const move = (from: number, to: number) => {
    if (to < 0 || to >= rows.length) return
    flushSync(() => {
      onChange(placed(rows, from, to))
      setPage(Math.floor(to / TABLE_PAGE_SIZE) + 1)
    })
  }
  /** Alt with an arrow moves the row with its focus. */
  const moveByKey = (event: KeyboardEvent, row: number, column: number) => {
    const step = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined
    if (!step) return
    event.preventDefault()
    move(row, row + step)
    body.current?.querySelector<HTMLElement>(`[data-cell="${row + step} ${column}"]`)?.focus()
  }
  return (
    <>
      <p className={styles.itemNote}>{t('fields.table.hint')}</p>
      <Table verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={32} />
            {Object.entries(columns).map(([name, field]) => (
              <Table.Th key={name} scope="col">
                {words(field.label)}
              </Table.Th>
            ))}
            <Table.Th>
              <span className="visually-hidden">{t('table.actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <SortableProvider onMove={(_id, from, to) => move(first + from, first + to)}>
          <Table.Tbody ref={body}>
            {shown.map((row, offset) => (
              <Row
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids of their own
                key={first + offset}
                columns={columns}
                row={row}
                index={first + offset}
                offset={offset}
                count={rows.length}
                onText={(name, text) =>
                  onChange(
                    rows.map((one, at) =>
                      at === first + offset ? { ...one, [name]: withText(one[name], text) } : one,
                    ),
                  )
                }
                onPaste={(column, text) => paste(first + offset, column, text)}
                onKey={moveByKey}
                onMove={move}
                onRemove={() => onChange(rows.filter((_, other) => other !== first + offset))}
              />
            ))}
          </Table.Tbody>
        </SortableProvider>
      </Table>
      {note}
      <div className={styles.foot}>
        <Button
          variant="default"
          leftSection={<PlusIcon size={16} aria-hidden="true" />}
          disabled={lastIsEmpty || rows.length >= max}
          onClick={() => {
            onChange([...rows, defaultsOf(columns)])
            setPage(Math.ceil((rows.length + 1) / TABLE_PAGE_SIZE))
          }}
        >
          {t('fields.table.add')}
        </Button>
        {lastIsEmpty && <span className={styles.itemNote}>{t('fields.table.lastEmpty')}</span>}
        {pages > 1 && (
          <Pagination
            size="sm"
            total={pages}
            value={Math.min(page, pages)}
            onChange={setPage}
            getItemProps={(number) => ({ 'aria-label': t('table.pageNumber', { page: number }) })}
            getControlProps={(control) => ({
              'aria-label': t(control === 'previous' ? 'table.previousPage' : 'table.nextPage'),
            })}
          />
        )}
      </div>
    </>
  )
}

interface RowProps {
  columns: Fields
  row: Values
  /** The row's index in the list, and the first index of its page. */
  index: number
  offset: number
  count: number
  onText: (name: string, text: string) => void
  onPaste: (column: number, text: string) => void
  onKey: (event: KeyboardEvent, row: number, column: number) => void
  onMove: (from: number, to: number) => void
  onRemove: () => void
}

function Row({ columns, row, index, offset, count, onText, onPaste, onKey, onMove, onRemove }: RowProps) {
  const { t } = useTranslation()
  const words = useFieldTexts()
  const { ref, handleRef, isDragging } = useSortable({ id: String(index), index: offset })
  const name = t('fields.table.row', { row: index + 1 })
  return (
    <Table.Tr ref={ref} bg={isDragging ? 'var(--accent-soft)' : undefined}>
      <Table.Td>
        <span ref={handleRef} className={styles.grip} aria-hidden="true">
          <DotsSixVerticalIcon size={16} />
        </span>
      </Table.Td>
      {Object.entries(columns).map(([key, field], column) => (
        <Table.Td key={key}>
          <TextInput
            aria-label={t('fields.table.cell', { column: words(field.label), row: index + 1 })}
            data-cell={`${index} ${column}`}
            dir="auto"
            value={cellText(row[key])}
            onChange={(event) => onText(key, event.currentTarget.value)}
            onKeyDown={(event) => onKey(event, index, column)}
            onPaste={takeCells((text) => onPaste(column, text))}
          />
        </Table.Td>
      ))}
      <Table.Td w={100}>
        <Group gap={0} wrap="nowrap">
          <MoveButtons index={index} count={count} name={name} onMove={onMove} />
          <ActionIcon aria-label={t('fields.table.remove', { row: index + 1 })} onClick={onRemove}>
            <TrashIcon size={16} aria-hidden="true" />
          </ActionIcon>
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}
