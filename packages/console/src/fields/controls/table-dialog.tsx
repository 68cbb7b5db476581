import { ActionIcon, Button, Group, Pagination, Table, TextInput } from '@mantine/core'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import type { Fields } from '@vitrine/contract/fields/field'
import { defaultsOf, type Values } from '@vitrine/contract/fields/values'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldDialog } from '#fields/field-dialog.tsx'
import styles from '#fields/fields.module.css'
import { useWords } from '#fields/words.ts'
import { notify } from '#lib/toasts.ts'
import { cellText, isEmptyRow, pasteCells, TABLE_PAGE_SIZE, withoutEmpty, withText } from './table.ts'

interface TableDialogProps {
  opened: boolean
  title: string
  columns: Fields
  rows: readonly Values[]
  max: number
  /** Closing keeps what was typed; empty rows are dropped. */
  onClose: (rows: Values[]) => void
}

/** A list of texts as a table: typed cell by cell, or pasted from a spreadsheet. */
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
  const words = useWords()
  const [page, setPage] = useState(1)
  const pages = Math.max(1, Math.ceil(rows.length / TABLE_PAGE_SIZE))
  const first = (Math.min(page, pages) - 1) * TABLE_PAGE_SIZE
  const shown = rows.slice(first, first + TABLE_PAGE_SIZE)
  const lastIsEmpty = isEmptyRow(rows.at(-1))
  const replace = (index: number, name: string, text: string) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, [name]: withText(row[name], text) } : row)))
  return (
    <>
      <Table verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
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
        <Table.Tbody>
          {shown.map((row, offset) => {
            const index = first + offset
            return (
              <Table.Tr key={index}>
                {Object.entries(columns).map(([name, field], column) => (
                  <Table.Td key={name}>
                    <TextInput
                      aria-label={t('fields.table.cell', { column: words(field.label), row: index + 1 })}
                      dir="auto"
                      value={cellText(row[name])}
                      onChange={(event) => replace(index, name, event.currentTarget.value)}
                      onPaste={(event) => {
                        const text = event.clipboardData.getData('text/plain')
                        if (!/[\t\n\r]/.test(text)) return
                        event.preventDefault()
                        onChange(pasteCells(rows, columns, { row: index, column }, text, max))
                      }}
                    />
                  </Table.Td>
                ))}
                <Table.Td w={40}>
                  <ActionIcon
                    aria-label={t('fields.table.remove', { row: index + 1 })}
                    onClick={() => onChange(rows.filter((_, other) => other !== index))}
                  >
                    <TrashIcon size={16} aria-hidden="true" />
                  </ActionIcon>
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
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
