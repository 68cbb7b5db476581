import { NativeSelect, Pagination } from '@mantine/core'
import { ArrowDownIcon } from '@phosphor-icons/react/dist/csr/ArrowDown'
import { ArrowUpIcon } from '@phosphor-icons/react/dist/csr/ArrowUp'
import { useTranslation } from 'react-i18next'
import { totalText } from '#lib/text/format.ts'
import styles from './data-table.module.css'
import { type ListSearch, PAGE_SIZE, PAGE_SIZES } from './list-search.ts'

interface Sorted {
  value?: unknown
  unsorted?: boolean
}

interface SortHeaderProps {
  column: Sorted & { key: string; header: string; align?: 'start' | 'end' }
  sort: string | undefined
  onSort: (sort: string | undefined) => void
}

/** Whether a column is sortable. */
export const isSorted = ({ value, unsorted }: Sorted): boolean => Boolean(value) && !unsorted

/** A sortable column header: ascending, descending, then the default order. */
export function SortHeader({ column, sort, onSort }: SortHeaderProps) {
  const { t } = useTranslation()
  const { key, header, align } = column
  if (!isSorted(column))
    return (
      <th scope="col" data-align={align}>
        {header}
      </th>
    )
  const ascending = sort === key
  const descending = sort === `-${key}`
  const next = ascending ? `-${key}` : descending ? undefined : key
  const Arrow = descending ? ArrowDownIcon : ArrowUpIcon
  return (
    <th
      scope="col"
      data-align={align}
      aria-sort={ascending ? 'ascending' : descending ? 'descending' : undefined}
    >
      <button
        type="button"
        className={styles.sort}
        title={t('table.sortBy', { column: header })}
        onClick={() => onSort(next)}
      >
        {header}
        <Arrow size={12} aria-hidden="true" data-on={ascending || descending} />
      </button>
    </th>
  )
}

interface TableFooterProps {
  rows: readonly unknown[]
  total: number
  /** Of the rows. */
  search?: string | undefined
  page: number
  pages: number
  size: number
  onChange: (change: ListSearch) => void
}

export function TableFooter({ rows, total, search, page, pages, size, onChange }: TableFooterProps) {
  const { t } = useTranslation()
  if (total === 0) return null
  const before = (page - 1) * size
  const range = { from: before + 1, to: before + rows.length, total: totalText(total, search) }
  return (
    <div className={styles.footer}>
      <span className="tabular" aria-live="polite">
        {t('table.range', range)}
      </span>
      {total > PAGE_SIZE && (
        <NativeSelect
          size="xs"
          aria-label={t('table.rows')}
          value={size}
          data={PAGE_SIZES.map((one) => ({ value: String(one), label: String(one) }))}
          onChange={(event) => onChange({ size: Number(event.currentTarget.value) })}
        />
      )}
      <span className={styles.grow} />
      {pages > 1 && (
        <nav aria-label={t('table.pages')}>
          <Pagination
            size="sm"
            total={pages}
            value={page}
            onChange={(next) => onChange({ page: next })}
            getItemProps={(number) => ({ 'aria-label': t('table.pageNumber', { page: number }) })}
            getControlProps={(control) => ({
              'aria-label': t(control === 'next' ? 'table.nextPage' : 'table.previousPage'),
            })}
          />
        </nav>
      )}
    </div>
  )
}
