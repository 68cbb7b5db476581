import { Button, Select, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ScreenField } from '@vitrine/contract/api/screens/screen-values'
import { SCREEN_KEY, SCREEN_SOURCE } from '@vitrine/contract/document/screen-values'
import { fieldOf, type SourceData, writeBinding } from '@vitrine/contract/document/source-data'
import { searchKey } from '@vitrine/contract/search-key'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { screenFieldsQuery } from '#queries/screen-values.ts'
import { sourceRowsQuery, sourcesQuery } from '#queries/sources.ts'
import { StackedDialog } from '#ui/dialog/stacked-dialog.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { SourceRows } from './source-rows.tsx'
import styles from './sources.module.css'

/** Rows offered; reference a later one by typing its name. */
const SHOWN = 100

interface FieldPickerProps {
  opened: boolean
  /** Gets the placeholder of the chosen field: `{Menu: Price of Espresso}`. */
  onPick: (text: string) => void
  onClose: () => void
}

/** A dialog of the data sources' rows: click a value to choose it. */
export function FieldPicker({ opened, onPick, onClose }: FieldPickerProps) {
  const { t } = useTranslation()
  return (
    <StackedDialog opened={opened} onClose={onClose} title={t('sources.pickTitle')} size={760}>
      <Picker onPick={onPick} />
    </StackedDialog>
  )
}

function Picker({ onPick }: Pick<FieldPickerProps, 'onPick'>) {
  const { t } = useTranslation()
  const { data: sources } = useQuery(sourcesQuery())
  const mayRead = useCan('read', 'devices')
  const { data: fields = [] } = useQuery({ ...screenFieldsQuery(), enabled: mayRead })
  const [chosen, setChosen] = useState<string | null>(null)
  const [fallback, setFallback] = useState('')
  const ofScreen = fields.length > 0 && (chosen === SCREEN_KEY || sources?.length === 0)
  const source = ofScreen ? undefined : (sources?.find(({ id }) => id === chosen) ?? sources?.[0])
  const rows = useQuery({ ...sourceRowsQuery(source?.id ?? ''), enabled: source !== undefined }).data
  if (!sources) return <Skeleton height={200} />
  if (!source && !ofScreen)
    return (
      <div className={styles.preview}>
        <p className={styles.note}>{t('sources.emptyText')}</p>
        <Button renderRoot={(props) => <Link to="/app/media-library/sources/create" {...props} />}>
          {t('sources.add')}
        </Button>
      </div>
    )
  return (
    <div className={styles.preview}>
      <Select
        label={t('sources.one')}
        data={[
          ...(fields.length > 0 ? [{ value: SCREEN_KEY, label: t('screenValues.source') }] : []),
          ...sources.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={source?.id ?? SCREEN_KEY}
        onChange={setChosen}
        allowDeselect={false}
        searchable={sources.length > 8}
      />
      <TextInput
        label={t('sources.fallback')}
        description={t('sources.fallbackHint')}
        maxLength={200}
        value={fallback}
        onChange={(event) => setFallback(event.currentTarget.value.replace(/[{}|]/g, ''))}
      />
      <p className={styles.note}>{t('sources.pickHint')}</p>
      {source && !rows && <Skeleton height={200} />}
      {ofScreen && (
        <ScreenFields
          fields={fields}
          onPick={(field) =>
            onPick(writeBinding({ source: SCREEN_SOURCE, field, fallback: fallback.trim() }))
          }
        />
      )}
      {source && rows && (
        <Values
          name={source.name}
          data={{ ...rows, at: 0 }}
          onPick={(field) => onPick(writeBinding({ source: source.name, field, fallback: fallback.trim() }))}
        />
      )}
    </div>
  )
}

interface ScreenFieldsProps {
  fields: readonly ScreenField[]
  /** Gets the clicked field, or a column of the row that it names. */
  onPick: (field: string) => void
}

function ScreenFields({ fields, onPick }: ScreenFieldsProps) {
  const { data: sources = [] } = useQuery(sourcesQuery())
  return (
    <ul className={styles.screenFields}>
      {fields.map((field) => (
        <li key={field.id}>
          <Button variant="default" size="compact-sm" onClick={() => onPick(field.name)}>
            <bdi>{field.name}</bdi>
          </Button>
          {field.kind === 'row' && (
            <ColumnsOf
              id={sources.find(({ name }) => searchKey(name) === searchKey(field.source))?.id ?? ''}
              onPick={(column) => onPick(`${column} of ${field.name}`)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

/** The columns of a source, except the one that names its rows. */
function ColumnsOf({ id, onPick }: { id: string; onPick: (column: string) => void }) {
  const { data } = useQuery({ ...sourceRowsQuery(id), enabled: id !== '' })
  return data?.columns.slice(1).map((column) => (
    <Button key={column} variant="subtle" size="compact-sm" onClick={() => onPick(column)}>
      <bdi>{column}</bdi>
    </Button>
  ))
}

interface ValuesProps {
  name: string
  data: SourceData
  /** Gets the field of the clicked cell. */
  onPick: (field: string) => void
}

function Values({ name, data, onPick }: ValuesProps) {
  return (
    <SourceRows
      label={name}
      columns={data.columns}
      rows={data.rows.slice(0, SHOWN)}
      draw={(text, row, column) => {
        const field = fieldOf(data, row, column)
        return (
          <button type="button" className={styles.cell} title={field} onClick={() => onPick(field)}>
            {text || '–'}
          </button>
        )
      }}
    />
  )
}
