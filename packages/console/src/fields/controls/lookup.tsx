import { Anchor, Select } from '@mantine/core'
import { useDebouncedValue, useWindowEvent } from '@mantine/hooks'
import { SOURCES_LOOKUP } from '@vitrine/contract/document/source-data'
import type { Choice } from '@vitrine/contract/fields/option'
import { DRAWING_CHOICES } from '@vitrine/widgets/drawings/names'
import { useLazyPart } from '@vitrine/widgets/provide-parts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ControlProps } from '#fields/control.ts'
import { useFieldTexts } from '#fields/field-texts.ts'
import styles from '#fields/fields.module.css'
import { type PictureOf, pictured } from '#ui/screen/pictured.tsx'

/** Lists of at least this length are searchable. */
const SEARCHABLE = 8
const PAUSE_MS = 200

export function LookupControl(props: ControlProps<'lookup'>) {
  return props.field.lookup === undefined ? <OwnChoices {...props} /> : <FetchedChoices {...props} />
}

function OwnChoices(props: ControlProps<'lookup'>) {
  const choices = props.field.options ?? []
  return (
    <ChoiceSelect
      {...props}
      choices={choices}
      searchable={choices.length >= SEARCHABLE}
      picture={choices === DRAWING_CHOICES ? drawingPicture : undefined}
    />
  )
}

const drawingPicture = (name: string) => <DrawingPicture name={name} />

function DrawingPicture({ name }: { name: string }) {
  const drawingUrl = useLazyPart('drawingUrl')
  const src = drawingUrl?.(name, '#2457c5', '#f2b33d')
  return <span className={styles.drawing}>{src && <img src={src} alt="" />}</span>
}

/** Options from the server's list, searched there. The current one is always included, except in a search. */
function FetchedChoices(props: ControlProps<'lookup'>) {
  const { field, host, value } = props
  const words = useFieldTexts()
  const name = field.lookup ?? ''
  const own = field.options ?? []
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<readonly Choice[]>()
  /** The last known label of the current choice, which a search or a long list may omit. */
  const [seen, setSeen] = useState<Choice>()
  const listed = [...own, ...(found ?? [])].find((choice) => choice.value === value)
  const current = listed ?? (seen?.value === value ? seen : undefined)
  const label = current ? words(current.label) : String(value)
  // The select also reports the current label as typed text, even on the first render.
  const search = typed === label ? '' : typed
  const [wanted] = useDebouncedValue(search, PAUSE_MS)
  useEffect(() => {
    if (listed) setSeen(listed)
  }, [listed])
  const [round, setRound] = useState(0)
  // Refetch on focus: a data source may have been added in another tab.
  useWindowEvent('focus', () => name === SOURCES_LOOKUP && setRound((last) => last + 1))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again
  useEffect(() => {
    let isCurrent = true
    host.lookup(name, wanted).then(
      (choices) => isCurrent && setFound(choices),
      () => isCurrent && setFound([]),
    )
    return () => {
      isCurrent = false
    }
  }, [host.lookup, name, wanted, round])
  // Lists are cached by name; only a choice missing from a long one is fetched separately.
  const isMissing = found !== undefined && current === undefined && value !== ''
  useEffect(() => {
    if (!isMissing) return
    let isCurrent = true
    host.lookup(name, String(value)).then(
      (choices) => isCurrent && setSeen(choices.find((choice) => choice.value === value)),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [host.lookup, name, value, isMissing])
  const matching = own.filter((choice) => words(choice.label).toLowerCase().includes(search.toLowerCase()))
  const kept = listed || search !== '' || value === '' ? [] : [current ?? { value, label: String(value) }]
  const choices = [...matching, ...kept, ...(found ?? [])]
  return (
    <>
      <ChoiceSelect {...props} choices={choices} searchable onSearch={setTyped} />
      {name === SOURCES_LOOKUP && <AddSource />}
    </>
  )
}

/** Opens another tab, because this form has unsaved input. */
function AddSource() {
  const { t } = useTranslation()
  return (
    <Anchor size="sm" mt={4} display="inline-block" href="#/app/media-library/sources/create" target="_blank">
      {t('fields.addSource')}
    </Anchor>
  )
}

interface ChoiceSelectProps extends ControlProps<'lookup'> {
  choices: readonly Choice[]
  searchable: boolean
  picture?: PictureOf | undefined
  onSearch?: (search: string) => void
}

function ChoiceSelect({
  id,
  field,
  value,
  onChange,
  describedBy,
  invalid,
  choices,
  searchable,
  picture,
  ...rest
}: ChoiceSelectProps) {
  const { t } = useTranslation()
  const words = useFieldTexts()
  const seen = new Set<string>()
  const data = choices.flatMap((choice) => {
    const key = String(choice.value)
    if (seen.has(key)) return []
    seen.add(key)
    return [{ value: key, label: words(choice.label) }]
  })
  return (
    <Select
      id={id}
      {...pictured(picture, value === '' ? null : String(value))}
      data={data}
      value={value === '' ? null : String(value)}
      error={invalid}
      aria-describedby={describedBy}
      allowDeselect={false}
      clearable={field.default === undefined && !field.required}
      searchable={searchable}
      nothingFoundMessage={t('fields.noMatch')}
      // Don't filter again: the server searches more than the label.
      filter={rest.onSearch ? ({ options }) => options : undefined}
      onSearchChange={rest.onSearch}
      // Otherwise the arrow keys would continue from the selected option's position before the search.
      selectFirstOptionOnDropdownOpen={rest.onSearch !== undefined}
      onChange={(next) => onChange(choices.find((choice) => String(choice.value) === next)?.value ?? '')}
    />
  )
}
