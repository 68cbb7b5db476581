import { ActionIcon, Select } from '@mantine/core'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import { CELL_KINDS, type CellKind } from '@vitrine/contract/fields/row-rules'
import { useTranslation } from 'react-i18next'
import { useFieldTexts } from '#fields/field-texts.ts'
import { MoveButtons } from '#fields/sortable/sortable-list.tsx'
import styles from './rules.module.css'

interface ColumnSelectProps {
  label: string
  columns: readonly string[]
  isTyped: boolean
  value: string
  onChange: (column: string) => void
}

/** A column of the rows; one that isn't there any more stays chosen, and says so. */
export function ColumnSelect({ label, columns, isTyped, value, onChange }: ColumnSelectProps) {
  const { t } = useTranslation()
  const words = useFieldTexts()
  const isGone = value !== '' && !columns.includes(value)
  const all = [...new Set([...columns, ...(value === '' ? [] : [value])])].filter((one) => one.trim() !== '')
  return (
    <Select
      className={styles.grow}
      label={label}
      data={all.map((column) => ({ value: column, label: isTyped ? words(column) : column }))}
      value={value === '' ? null : value}
      error={isGone && t('rowRules.noColumn')}
      allowDeselect={false}
      searchable={all.length > 8}
      onChange={(column) => column && onChange(column)}
    />
  )
}

export function KindSelect({ value, onChange }: { value: CellKind; onChange: (kind: CellKind) => void }) {
  const { t } = useTranslation()
  return (
    <Select
      className={styles.small}
      label={t('rowRules.kind')}
      data={CELL_KINDS.map((kind) => ({ value: kind, label: t(`rowRules.kinds.${kind}`) }))}
      value={value}
      allowDeselect={false}
      onChange={(kind) => kind && onChange(kind as CellKind)}
    />
  )
}

interface RowButtonsProps {
  index: number
  count: number
  name: string
  onMove: (from: number, to: number) => void
  onRemove: () => void
}

export function RowButtons({ index, count, name, onMove, onRemove }: RowButtonsProps) {
  const { t } = useTranslation()
  return (
    <span className={styles.buttons}>
      <MoveButtons {...{ index, count, name, onMove }} />
      <ActionIcon aria-label={t('fields.removeItem', { name })} onClick={onRemove}>
        <TrashIcon size={16} aria-hidden="true" />
      </ActionIcon>
    </span>
  )
}
