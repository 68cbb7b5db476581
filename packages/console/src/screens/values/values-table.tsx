import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  SCREEN_VALUE_MAX,
  type ScreenField,
  type ValuedScreen,
} from '@vitrine/contract/api/screens/screen-values'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { linesOf } from '#fields/controls/paste-cells.ts'
import { takeCells } from '#fields/controls/table.ts'
import { ChangesBar } from '#pickers/values/changes-bar.tsx'
import { useValueChanges, type ValueChanges } from '#pickers/values/use-value-changes.ts'
import { valuedScreensQuery } from '#queries/screen-values.ts'
import { UnsavedGuard } from '#ui/dialog/unsaved-guard.tsx'
import { SearchField } from '#ui/list/search-field.tsx'
import { FailedList } from '#ui/page/failed-list.tsx'
import { useCan } from '#ui/work/use-can.ts'
import styles from './values.module.css'

/** The screens' own values; where one has none, the inherited value is shown in gray. Takes cells of a spreadsheet. */
export function ValuesTable({ fields }: { fields: readonly ScreenField[] }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const query = useInfiniteQuery(valuedScreensQuery(search))
  const changes = useValueChanges()
  const screens = query.data?.pages.flatMap((page) => page.screens) ?? []
  if (query.isError) return <FailedList error={query.error} retry={() => void query.refetch()} />
  const paste = (row: number, column: number, lines: readonly string[][]) =>
    changes.set(
      lines.flatMap((line, down) =>
        line.flatMap((value, across) => {
          const [screen, field] = [screens[row + down], fields[column + across]]
          return screen && field && !screen.isReadOnly
            ? [changeOf(screen, field, value.trim().slice(0, SCREEN_VALUE_MAX))]
            : []
        }),
      ),
    )
  return (
    <div className={styles.table}>
      <SearchField
        label={t('table.searchIn', { list: t('devices.title') })}
        value={search}
        onChange={(next) => setSearch(next ?? '')}
      />
      <p className={styles.note}>{t('screenValues.pasteHint')}</p>
      <ChangesBar changes={changes} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region is scrolled by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('screenValues.title')}>
        <Grid {...{ fields, screens, changes }} onCells={paste} />
        {query.isPending && <Skeleton height={120} />}
      </section>
      {query.hasNextPage && (
        <Button variant="subtle" loading={query.isFetching} onClick={() => void query.fetchNextPage()}>
          {t('screenValues.more')}
        </Button>
      )}
      <UnsavedGuard when={() => changes.count > 0} />
    </div>
  )
}

interface GridProps {
  fields: readonly ScreenField[]
  screens: readonly ValuedScreen[]
  changes: ValueChanges
  /** Gets cells that were pasted, from this one on. */
  onCells: (row: number, column: number, lines: readonly string[][]) => void
}

function Grid({ fields, screens, changes, onCells }: GridProps) {
  const { t } = useTranslation()
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('devices.name')}</th>
          {fields.map(({ id, name }) => (
            <th key={id} scope="col" dir="auto">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {screens.map((screen, row) => (
          <tr key={screen.id}>
            <th scope="row">
              <Link to="/app/devices/$id" params={{ id: screen.id }}>
                <bdi>{screen.name}</bdi>
              </Link>
              {screen.place !== null && (
                <small>
                  <bdi>{screen.place}</bdi>
                </small>
              )}
            </th>
            {fields.map((field, column) => (
              <td key={field.id}>
                <ValueCell {...{ screen, field, changes }} onCells={(lines) => onCells(row, column, lines)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const heldBy = ({ values }: ValuedScreen, { id }: ScreenField) => values.find(({ fieldId }) => fieldId === id)

function changeOf(screen: ValuedScreen, field: ScreenField, value: string) {
  const held = heldBy(screen, field)
  const stored = held?.from === 'device' ? held.value : ''
  return { of: 'device' as const, id: screen.id, fieldId: field.id, value, stored }
}

interface ValueCellProps {
  screen: ValuedScreen
  field: ScreenField
  changes: ValueChanges
  onCells: (lines: readonly string[][]) => void
}

function ValueCell({ screen, field, changes, onCells }: ValueCellProps) {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'devices') && !screen.isReadOnly
  const held = heldBy(screen, field)
  const { stored, ...place } = changeOf(screen, field, '')
  const error = changes.errorOf(place)
  const changed = changes.valueOf(place)
  return (
    <input
      className={styles.input}
      aria-label={t('sources.cell', { column: field.name, row: screen.name })}
      aria-invalid={error !== undefined}
      title={error}
      data-changed={changed !== undefined || undefined}
      value={changed ?? stored}
      placeholder={held && held.from !== 'device' ? held.value : undefined}
      maxLength={SCREEN_VALUE_MAX}
      readOnly={!mayWrite}
      dir="auto"
      onChange={({ currentTarget: { value } }) => changes.set([changeOf(screen, field, value)])}
      onPaste={mayWrite ? takeCells((pasted) => onCells(linesOf(pasted))) : undefined}
    />
  )
}
