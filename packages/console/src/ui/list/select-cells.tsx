import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Selection } from './use-selection.ts'

interface SelectPageProps<Row> {
  selection: Selection<Row>
  /** The rows of the current page. */
  rows: readonly Row[]
}

const idOf = (row: unknown) => (row as { id: string }).id

/** The header checkbox, which selects the current page. */
export function SelectPage<Row>({ selection, rows }: SelectPageProps<Row>) {
  const { t } = useTranslation()
  const count = rows.filter((row) => selection.has(idOf(row))).length
  const isAll = count === rows.filter(selection.may).length && count > 0
  return (
    <th scope="col" data-select>
      <Checkbox
        size="xs"
        aria-label={t('bulk.selectPage')}
        checked={isAll}
        indeterminate={count > 0 && !isAll}
        onChange={() => selection.put(rows, !isAll)}
      />
    </th>
  )
}

interface SelectRowProps<Row> extends SelectPageProps<Row> {
  row: Row
  name: string
}

/** A row's checkbox. */
export function SelectRow<Row>(props: SelectRowProps<Row>) {
  return (
    <td data-select>
      <SelectBox {...props} />
    </td>
  )
}

/** Selects one item. Shift with a click or Space selects the range from the last one. */
export function SelectBox<Row>({ selection, rows, row, name }: SelectRowProps<Row>) {
  const { t } = useTranslation()
  return (
    <Checkbox
      size="xs"
      aria-label={t('bulk.selectRow', { name })}
      checked={selection.has(idOf(row))}
      disabled={!selection.may(row)}
      onChange={({ nativeEvent }) =>
        selection.toggle(row, 'shiftKey' in nativeEvent && nativeEvent.shiftKey ? rows : undefined)
      }
    />
  )
}
