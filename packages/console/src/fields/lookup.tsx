import { useDebouncedValue } from '@mantine/hooks'
import type { Choice } from '@vitrine/contract/fields/field'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LateSelect } from '#ui/late-select.tsx'
import type { ControlProps } from './control.ts'
import { useWords } from './words.ts'

/** Lists of this length or more can be searched. */
const SEARCHABLE = 8
const PAUSE_MS = 200

export function LookupControl(props: ControlProps<'lookup'>) {
  return props.field.lookup === undefined ? <OwnChoices {...props} /> : <FetchedChoices {...props} />
}

function OwnChoices(props: ControlProps<'lookup'>) {
  const choices = props.field.options ?? []
  return <ChoiceSelect {...props} choices={choices} searchable={choices.length >= SEARCHABLE} />
}

/** Choices of the server's list; the present one is among them while nothing else is looked for. */
function FetchedChoices(props: ControlProps<'lookup'>) {
  const { field, host, value } = props
  const words = useWords()
  const [search, setSearch] = useState('')
  const [wanted] = useDebouncedValue(search, PAUSE_MS)
  const [found, setFound] = useState<readonly Choice[]>([])
  const [present, setPresent] = useState<Choice>()
  const name = field.lookup ?? ''
  useEffect(() => {
    let current = true
    host.lookup(name, wanted).then(
      (choices) => current && setFound(choices),
      () => current && setFound([]),
    )
    return () => {
      current = false
    }
  }, [host.lookup, name, wanted])
  useEffect(() => {
    let current = true
    if (value === '') return setPresent(undefined)
    host.lookup(name, String(value)).then(
      (choices) => current && setPresent(choices.find((choice) => choice.value === value)),
      () => {},
    )
    return () => {
      current = false
    }
  }, [host.lookup, name, value])
  const known = found.some((choice) => choice.value === value)
  const staying = present ?? { value, label: String(value) }
  // The label of the present choice stands in the field: only other words look for something.
  const looking = search !== '' && search !== words(staying.label)
  const own = (field.options ?? []).filter(
    ({ label }) => !looking || words(label).toLowerCase().includes(search.toLowerCase()),
  )
  const stays = known || looking || value === '' ? [] : [staying]
  return <ChoiceSelect {...props} choices={[...own, ...stays, ...found]} searchable onSearch={setSearch} />
}

interface ChoiceSelectProps extends ControlProps<'lookup'> {
  choices: readonly Choice[]
  searchable: boolean
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
  ...rest
}: ChoiceSelectProps) {
  const { t } = useTranslation()
  const words = useWords()
  const seen = new Set<string>()
  const data = choices.flatMap((choice) => {
    const key = String(choice.value)
    if (seen.has(key)) return []
    seen.add(key)
    return [{ value: key, label: words(choice.label) }]
  })
  return (
    <LateSelect
      id={id}
      data={data}
      value={value === '' ? null : String(value)}
      error={invalid}
      aria-describedby={describedBy}
      allowDeselect={false}
      clearable={field.default === undefined && !field.required}
      searchable={searchable}
      nothingFoundMessage={t('fields.noMatch')}
      // The server has searched already, by more than the label.
      filter={rest.onSearch ? ({ options }) => options : undefined}
      onSearchChange={rest.onSearch}
      onDropdownOpen={() => rest.onSearch?.('')}
      // Else the arrows would go on from where the present choice stood in the list before the search.
      selectFirstOptionOnDropdownOpen={rest.onSearch !== undefined}
      onChange={(next) => onChange(choices.find((choice) => String(choice.value) === next)?.value ?? '')}
    />
  )
}
