import { ActionIcon, Button, Skeleton } from '@mantine/core'
import type { Icon } from '@phosphor-icons/react'
import { PencilSimpleIcon } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { FailedList } from '#ui/page/failed-list.tsx'
import { PrimaryAction } from '#ui/page/page.tsx'
import { StaleBanner } from '#ui/page/stale-banner.tsx'
import { useShortcut } from '#ui/shortcuts.ts'
import { type BulkActions, BulkBar } from './bulk-bar.tsx'
import styles from './data-table.module.css'
import type { ListSearch } from './list-search.ts'
import { type ListSource, loadMatching, pageQuery } from './list-source.ts'
import { useListState } from './list-state.ts'
import { NoMatch } from './no-match.tsx'
import { SearchField } from './search-field.tsx'
import { SelectPage, SelectRow } from './select-cells.tsx'
import { isSorted, SortHeader, TableFooter } from './table-parts.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

export interface Column<Row> {
  /** The server's sort key, for columns with a value. */
  key: string
  header: string
  value?: (row: Row) => string | number | null | undefined
  /** Renders the cell; by default its value. */
  render?: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /** The cell contains a link, so no button wraps it. */
  linked?: boolean
  /** For columns with a value that the server can't sort by. */
  unsorted?: boolean
}

interface DataTableProps<Row> {
  /** The list's accessible name, also used in texts. */
  label: string
  source: ListSource<Row>
  /** The first column is the row's name. */
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  rowName: (row: Row) => string
  onEdit?: (row: Row) => void
  /** Called by clicking the row's name, instead of editing. */
  onOpen?: (row: Row) => void
  onDelete?: (row: Row) => void
  /** Rows that can't be edited or deleted have disabled buttons. */
  mayEdit?: (row: Row) => boolean
  /** Rows that can't be deleted have a disabled button. */
  mayDelete?: (row: Row) => boolean
  create?: { label: string; onClick: () => void }
  /** Shown, with the create button or `action`, if the list has no rows at all. */
  empty: { icon: Icon; title: string; text?: string; action?: ReactNode }
  /** Additional buttons of a row, before edit and delete. */
  rowActions?: (row: Row) => ReactNode
  /** Filters beside the search; `total` is the number of matching rows. */
  toolbar?: (total: number) => ReactNode
  /** Adds a checkbox to each row. */
  bulk?: BulkActions<Row> | undefined
}

/** The generic table. Search, sorting and page are in the URL and applied by the server. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, source, columns, create, empty, toolbar, bulk, rowName } = props
  const { t } = useTranslation()
  const { state, set } = useListState()
  const { q, size } = state
  const isSortable = columns.some(
    (column) => column.key === state.sort?.replace(/^-/, '') && isSorted(column),
  )
  const sort = isSortable ? state.sort : undefined
  const query = useQuery(pageQuery(source, { ...state, sort }))
  const { data } = query
  const table = useRef<HTMLTableElement>(null)
  useShortcut('c', create?.onClick)
  useShortcut('j', () => stepRow(table.current, 1))
  useShortcut('k', () => stepRow(table.current, -1))
  const search = useCallback((next: string | undefined) => set({ q: next }), [set])
  const createButton = create && (
    <Button leftSection={<PlusIcon size={16} aria-hidden="true" />} onClick={create.onClick}>
      {create.label}
    </Button>
  )

  if (query.isPending) return <LoadingRows label={t('table.loading', { list: label })} />
  if (!data) return <FailedList error={query.error} retry={() => void query.refetch()} />
  if (data.total === 0 && !data.search && !data.tag)
    return (
      <div className={styles.surface}>
        <EmptyState {...empty} action={createButton ?? empty.action} />
      </div>
    )

  return (
    <div>
      {query.isError && <StaleBanner at={query.dataUpdatedAt} retry={() => void query.refetch()} />}
      <div className={styles.toolbar}>
        <SearchField label={t('table.searchIn', { list: label })} value={q} onChange={search} />
        {toolbar?.(data.total)}
      </div>
      <PrimaryAction>{createButton}</PrimaryAction>
      <div className={styles.surface}>
        {data.rows.length ? (
          <Rows {...props} rows={data.rows} sort={sort} onSort={set} table={table} />
        ) : (
          <NoMatch search={data.search} onClear={() => set({ q: undefined, tag: undefined })} />
        )}
        <TableFooter {...data} size={size} onChange={set} />
      </div>
      {bulk && bulk.selection.items.length > 0 && (
        <BulkBar
          {...bulk}
          total={data.total}
          nameOf={rowName}
          loadAll={() => loadMatching(source, { search: data.search, tag: data.tag, sort })}
        />
      )}
    </div>
  )
}

/** Moves the focus to the first focusable element of the next row. */
function stepRow(table: HTMLTableElement | null, step: 1 | -1) {
  const rows = [...(table?.tBodies[0]?.rows ?? [])]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)
  rows[next]?.querySelector<HTMLElement>('td:not([data-select]) :is(button, a)')?.focus()
}

interface RowsProps<Row> extends DataTableProps<Row> {
  rows: readonly Row[]
  sort: string | undefined
  onSort: (change: ListSearch) => void
  table: RefObject<HTMLTableElement | null>
}

function Rows<Row>(props: RowsProps<Row>) {
  const { label, columns, rows, rowId, rowName, onEdit, onDelete, rowActions } = props
  const { onOpen = onEdit, sort, onSort, bulk } = props
  const { t } = useTranslation()
  const hasActions = Boolean(onEdit || onDelete || rowActions)
  const keepsFocus = useKeptFocus(props.table, rows)
  return (
    <table ref={props.table} className={styles.table} aria-label={label} {...keepsFocus}>
      <thead>
        <tr>
          {bulk && <SelectPage selection={bulk.selection} rows={rows} />}
          {columns.map((column) => (
            <SortHeader
              key={column.key}
              column={column}
              sort={sort}
              onSort={(next) => onSort({ sort: next })}
            />
          ))}
          {hasActions && (
            <th scope="col" className={styles.actionsHead}>
              <span className="visually-hidden">{t('table.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: see useKeptFocus
          <tr key={place} data-key={rowId(row)} data-selected={bulk?.selection.has(rowId(row)) || undefined}>
            {bulk && <SelectRow selection={bulk.selection} row={row} name={rowName(row)} rows={rows} />}
            {columns.map((column, index) => (
              <Cell
                key={column.key}
                column={column}
                row={row}
                isName={index === 0}
                onOpen={index === 0 ? onOpen : undefined}
              />
            ))}
            {hasActions && <Actions {...props} row={row} />}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Actions<Row>(props: DataTableProps<Row> & { row: Row }) {
  const { row, rowName, onEdit, onDelete, mayEdit, mayDelete = mayEdit ?? (() => true), rowActions } = props
  const { t } = useTranslation()
  return (
    <td className={styles.actions}>
      {rowActions?.(row)}
      {onEdit && (
        <ActionIcon
          aria-label={t('table.editItem', { name: rowName(row) })}
          disabled={mayEdit && !mayEdit(row)}
          onClick={() => onEdit(row)}
        >
          <PencilSimpleIcon size={18} aria-hidden="true" />
        </ActionIcon>
      )}
      {onDelete && (
        <ActionIcon
          aria-label={t('table.deleteItem', { name: rowName(row) })}
          disabled={!mayDelete(row)}
          onClick={() => onDelete(row)}
        >
          <TrashIcon size={18} aria-hidden="true" />
        </ActionIcon>
      )}
    </td>
  )
}

interface CellProps<Row> {
  column: Column<Row>
  row: Row
  isName: boolean
  onOpen?: (row: Row) => void
}

function Cell<Row>({ column, row, isName, onOpen }: CellProps<Row>) {
  const { t } = useTranslation()
  const drawn = column.render ? column.render(row) : column.value?.(row)
  const none = drawn === null || drawn === undefined || drawn === ''
  const content = none ? (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t('table.none')}</span>
    </>
  ) : (
    drawn
  )
  return (
    <td data-align={column.align} data-label={column.header} data-name={isName || undefined}>
      {onOpen && !column.linked ? (
        <button type="button" className={styles.name} onClick={() => onOpen(row)}>
          {content}
        </button>
      ) : (
        content
      )}
    </td>
  )
}

const LOADING_WIDTHS = ['48%', '36%', '44%', '30%', '40%', '26%']

function LoadingRows({ label }: { label: string }) {
  return (
    <div className={styles.surface} role="status" aria-label={label}>
      {LOADING_WIDTHS.map((width) => (
        <div key={width} className={styles.loadingRow}>
          <Skeleton height={12} width={width} />
          <Skeleton height={12} width="16%" />
        </div>
      ))}
    </div>
  )
}
