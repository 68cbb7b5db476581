import { Select } from '@mantine/core'
import type { RowSort } from '@vitrine/contract/fields/row-rules'
import { useTranslation } from 'react-i18next'
import { ColumnSelect, KindSelect, RowButtons } from './column-parts.tsx'
import type { EntryProps } from './rule-form.tsx'
import styles from './rules.module.css'

interface SortFormProps extends EntryProps {
  sort: RowSort
  onChange: (sort: RowSort) => void
}

/** A column by which rows are sorted. */
export function SortForm({ sort, columns, isTyped, kindOf, onChange, ...entry }: SortFormProps) {
  const { t } = useTranslation()
  const name = t(entry.index === 0 ? 'rowRules.sortBy' : 'rowRules.thenBy')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset in a fieldset would be read twice
    <div role="group" aria-label={name} className={styles.entry}>
      <div className={styles.head}>
        <strong>{name}</strong>
        <RowButtons {...entry} name={name} />
      </div>
      <div className={styles.line}>
        <ColumnSelect
          label={t('rowRules.column')}
          {...{ columns, isTyped }}
          value={sort.column}
          onChange={(column) => onChange({ ...sort, column, by: kindOf(column) })}
        />
        <KindSelect value={sort.by} onChange={(by) => onChange({ ...sort, by })} />
        <Select
          className={styles.grow}
          label={t('rowRules.order')}
          data={(['ascending', 'descending'] as const).map((value) => ({
            value,
            label: t(`rowRules.orders.${sort.by}.${value}`),
          }))}
          value={sort.descending ? 'descending' : 'ascending'}
          allowDeselect={false}
          onChange={(order) => {
            const { descending: _, ...rest } = sort
            onChange(order === 'descending' ? { ...rest, descending: true } : rest)
          }}
        />
      </div>
    </div>
  )
}
