import { ActionIcon, Autocomplete, NativeSelect, NumberInput, Select, TextInput } from '@mantine/core'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Found, numberOf } from '@vitrine/contract/document/conditions'
import { fieldOf, type SourceData } from '@vitrine/contract/document/source-data'
import {
  BARE_OPERATORS,
  NUMBER_OPERATORS,
  OPERATORS,
  type Operator,
  type Test,
  WEATHER_FIELDS,
} from '@vitrine/contract/schedule/conditions'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { sourcesQuery } from '#queries/sources.ts'
import { triggersQuery } from '#queries/triggers.ts'
import { useCan } from '#ui/work/use-can.ts'
import { foundText } from './condition-text.ts'
import styles from './conditions.module.css'

/** Inside the popover, so that choosing doesn't close it. */
const INSIDE = { withinPortal: false } as const
const SUGGESTED_MAX = 60
const SKIES = ['clear', 'partly-cloudy', 'cloudy', 'fog', 'drizzle', 'rain', 'snow', 'thunder'] as const

type Kind = 'number' | 'text' | 'flag'
const TEXT_OPERATORS: readonly Operator[] = ['contains', 'lacks']

/** Operators for a kind of value; all of them where it isn't known. */
const operatorsFor = (kind: Kind | undefined): readonly Operator[] => {
  if (kind === 'flag') return ['is', 'isNot', ...BARE_OPERATORS]
  if (kind === 'number') return OPERATORS.filter((each) => !TEXT_OPERATORS.includes(each))
  if (kind === 'text') return OPERATORS.filter((each) => !NUMBER_OPERATORS.includes(each))
  return OPERATORS
}

/** The kind of value that a test compares with, by what its field has now. */
function kindOf({ of, field, is, value }: Test, found: Found | undefined): Kind | undefined {
  if (of === 'trigger') return 'flag'
  if (of === 'weather') return field === 'Daylight' ? 'flag' : field === 'Condition' ? 'text' : 'number'
  if (NUMBER_OPERATORS.includes(is)) return 'number'
  if (TEXT_OPERATORS.includes(is)) return 'text'
  const cell = found?.value ?? value
  if (cell === undefined) return undefined
  if (typeof cell === 'boolean') return 'flag'
  return numberOf(cell) === undefined ? 'text' : 'number'
}

interface TestFieldsProps {
  number: number
  test: Test
  found: Found | undefined
  rows: SourceData | undefined
  onChange: (test: Test) => void
  onRemove: () => void
}

/** One test: what it reads, how it compares, and what is there now. */
export function TestFields({ number, test, found, rows, onChange, onRemove }: TestFieldsProps) {
  const { t } = useTranslation()
  const titleId = useId()
  const kind = kindOf(test, found)
  const set = (change: Partial<Test>) => onChange(fitting({ ...test, ...change }))
  return (
    <fieldset className={styles.test} aria-labelledby={titleId}>
      <div className={styles.head}>
        <strong id={titleId}>{t('conditions.test', { number })}</strong>
        <ActionIcon
          size={24}
          color="gray"
          aria-label={t('conditions.removeTest', { number })}
          onClick={onRemove}
        >
          <TrashIcon size={16} aria-hidden="true" />
        </ActionIcon>
      </div>
      <SubjectField test={test} onChange={onChange} />
      {test.of === 'weather' && <CityField test={test} onChange={set} />}
      <FieldField test={test} rows={rows} onChange={set} />
      <div className={styles.row}>
        {test.of !== 'trigger' && (
          <NativeSelect
            size="xs"
            aria-label={t('conditions.operator')}
            data={operatorsFor(test.of === 'source' && !found?.value ? undefined : kind).map((value) => ({
              value,
              label: t(`conditions.operators.${value}`),
            }))}
            value={test.is}
            onChange={(event) => set({ is: event.currentTarget.value as Operator })}
          />
        )}
        <ValueField test={test} kind={kind} onChange={set} />
      </div>
      {found && test.from && (
        <p
          className={styles.now}
          data-tone={found.true === null ? 'bad' : found.true ? 'good' : undefined}
          dir="auto"
        >
          {foundText(t, test, found)}
        </p>
      )}
    </fieldset>
  )
}

/** Without a value that its operator can't take. */
function fitting({ value, ...test }: Test): Test {
  if (BARE_OPERATORS.includes(test.is) || value === undefined) return test
  if (!NUMBER_OPERATORS.includes(test.is)) return { ...test, value }
  const number = numberOf(value)
  return number === undefined ? test : { ...test, value: number }
}

interface PartProps {
  test: Test
  onChange: (change: Partial<Test>) => void
}

const WEATHER = 'weather'

/** A data source, the weather, or a trigger. */
function SubjectField({ test, onChange }: { test: Test; onChange: (test: Test) => void }) {
  const { t } = useTranslation()
  const mayRead = useCan('read', 'media')
  const maySwitch = useCan('write', 'devices')
  const { data: sources = [] } = useQuery({ ...sourcesQuery(), enabled: mayRead })
  const { data: triggers = [] } = useQuery({ ...triggersQuery(undefined), enabled: maySwitch })
  const names = [
    ...new Set([
      ...sources.map(({ name }) => name),
      ...(test.of === 'source' && test.from ? [test.from] : []),
    ]),
  ]
  const isKnown = test.of !== 'trigger' || triggers.some(({ id }) => id === test.from)
  const choose = (chosen: string | null) => {
    if (chosen === WEATHER) onChange({ of: 'weather', from: '', field: 'Condition', is: 'is', value: 'rain' })
    else if (chosen?.startsWith('trigger '))
      onChange({ of: 'trigger', from: chosen.slice(8), field: 'Raised', is: 'is', value: true })
    else if (chosen) onChange({ of: 'source', from: chosen.slice(7), field: '', is: 'is' })
  }
  const value = test.of === 'weather' ? WEATHER : test.from ? `${test.of} ${test.from}` : null
  return (
    <Select
      size="xs"
      aria-label={t('conditions.subject')}
      placeholder={t('conditions.subject')}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('fields.noMatch')}
      comboboxProps={INSIDE}
      data={[
        {
          group: t('conditions.groups.source'),
          items: names.map((name) => ({ value: `source ${name}`, label: name })),
        },
        {
          group: t('conditions.groups.weather'),
          items: [{ value: WEATHER, label: t('conditions.groups.weather') }],
        },
        {
          group: t('conditions.groups.trigger'),
          items: [
            ...triggers.map(({ id, name }) => ({ value: `trigger ${id}`, label: name })),
            ...(isKnown ? [] : [{ value: `trigger ${test.from}`, label: t('conditions.someTrigger') }]),
          ],
        },
      ]}
      value={value}
      onChange={choose}
    />
  )
}

function CityField({ test, onChange }: PartProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const search = typed || test.from
  const cities = useQuery({
    queryKey: ['cities', search],
    queryFn: async ({ signal }) =>
      (await api.lookups.get({ params: { name: 'cities' }, query: { search } }, { signal })).data,
    placeholderData: keepPreviousData,
  })
  const found = cities.data ?? []
  const own =
    test.from && !found.some(({ value }) => value === test.from)
      ? [{ value: test.from, label: test.from }]
      : []
  return (
    <Select
      size="xs"
      aria-label={t('conditions.city')}
      placeholder={t('conditions.city')}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('fields.noMatch')}
      filter={({ options }) => options}
      comboboxProps={INSIDE}
      data={[...own, ...found]}
      value={test.from || null}
      onSearchChange={setTyped}
      onChange={(from) => from !== null && onChange({ from: String(from) })}
    />
  )
}

/** A column, or a cell by the name of its row. */
function FieldField({ test, rows, onChange }: PartProps & { rows: SourceData | undefined }) {
  const { t } = useTranslation()
  if (test.of === 'trigger') return null
  const label = t('conditions.field')
  if (test.of === 'weather')
    return (
      <NativeSelect
        size="xs"
        aria-label={label}
        data={WEATHER_FIELDS.map((value) => ({ value, label: t(`conditions.weather.${value}`) }))}
        value={test.field}
        onChange={(event) => {
          const field = event.currentTarget.value
          const start = field === 'Condition' ? 'rain' : field === 'Daylight' ? true : 0
          onChange({ field, is: typeof start === 'number' ? 'above' : 'is', value: start })
        }}
      />
    )
  return (
    <Autocomplete
      size="xs"
      aria-label={label}
      placeholder={label}
      maxLength={300}
      comboboxProps={INSIDE}
      data={suggestions(rows)}
      value={test.field}
      onChange={(field) => onChange({ field })}
    />
  )
}

function suggestions(rows: SourceData | undefined): string[] {
  if (!rows) return []
  const found = new Set(rows.columns)
  for (const [row] of rows.rows.entries())
    for (const [column] of rows.columns.entries()) {
      if (found.size >= SUGGESTED_MAX) return [...found]
      if (column > 0) found.add(fieldOf(rows, row, column))
    }
  return [...found]
}

function ValueField({ test, kind, onChange }: PartProps & { kind: Kind | undefined }) {
  const { t } = useTranslation()
  if (BARE_OPERATORS.includes(test.is)) return null
  const label = t('conditions.value')
  if (test.of === 'weather' && test.field === 'Condition')
    return (
      <NativeSelect
        size="xs"
        aria-label={label}
        data={SKIES.map((value) => ({ value, label: t(`conditions.sky.${value}`) }))}
        value={String(test.value ?? 'rain')}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
      />
    )
  if (kind === 'flag')
    return (
      <NativeSelect
        size="xs"
        aria-label={label}
        data={(['true', 'false'] as const).map((value) => ({
          value,
          label: t(
            test.of === 'trigger'
              ? value === 'true'
                ? 'conditions.isRaised'
                : 'conditions.isCleared'
              : value === 'true'
                ? 'conditions.yes'
                : 'conditions.no',
          ),
        }))}
        value={test.value === undefined ? '' : String(test.value)}
        onChange={(event) => onChange({ value: event.currentTarget.value === 'true' })}
      />
    )
  if (kind === 'number')
    return (
      <NumberInput
        size="xs"
        aria-label={label}
        placeholder={label}
        value={test.value === undefined ? '' : (numberOf(test.value) ?? '')}
        onChange={(value) => onChange({ value: typeof value === 'number' ? value : undefined })}
      />
    )
  return (
    <TextInput
      size="xs"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      value={test.value === undefined ? '' : String(test.value)}
      onChange={(event) => onChange({ value: event.currentTarget.value || undefined })}
    />
  )
}
