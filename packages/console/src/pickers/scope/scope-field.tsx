import { Input, MultiSelect, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { SCOPE_MAX, type Scope } from '@vitrine/contract/api/accounts/scope'
import type { Places } from '@vitrine/contract/permissions'
import { useTranslation } from 'react-i18next'
import { buildingsQuery } from '#queries/buildings.ts'
import { deviceGroupsQuery } from '#queries/device-groups.ts'
import { useValueField } from '#ui/form/fields/use-value-field.ts'
import { FoldersSelect } from './folders-select.tsx'

const KINDS = ['buildings', 'floors', 'groups'] as const satisfies readonly (keyof Places)[]
const NOTHING: Places = { buildings: [], floors: [], groups: [] }

/** Where a person's or a key's rights hold: everywhere, or in chosen places and folders with all that is in them. */
export function ScopeField({ name }: { name: string }) {
  const { t } = useTranslation()
  const { shared, value, onChange } = useValueField({ name, label: t('scope.label') })
  const scope = (value ?? null) as Scope
  const choose = (places: Places, folders: string[]) => onChange(scopeOf(places, folders))
  const places = scope?.places ?? NOTHING
  const folders = scope?.folders ?? []
  return (
    <Input.Wrapper id={shared.id} label={shared.label} labelElement="div">
      <SegmentedControl
        fullWidth
        aria-label={t('scope.label')}
        data={(['everywhere', 'chosen'] as const).map((each) => ({ value: each, label: t(`scope.${each}`) }))}
        value={scope ? 'chosen' : 'everywhere'}
        onChange={(next) => (next === 'chosen' ? choose(NOTHING, []) : onChange(null))}
      />
      {scope && (
        <>
          <PlacesSelect
            field={shared}
            places={places}
            isFree={folders.length > 0}
            onChange={(next) => choose(next, folders)}
          />
          <FoldersSelect
            folders={folders}
            isFree={isChosen(places)}
            onChange={(next) => choose(places, next)}
          />
        </>
      )}
    </Input.Wrapper>
  )
}

const isChosen = (places: Places) => KINDS.some((kind) => places[kind].length > 0)

/** A part without a choice has no limit. Without any, the field is required: the places say so. */
const scopeOf = (places: Places, folders: string[]): Scope => ({
  places: isChosen(places) || folders.length === 0 ? places : null,
  folders: folders.length > 0 ? folders : null,
})

interface SelectProps {
  field: ReturnType<typeof useValueField>['shared']
  places: Places
  /** Whether nothing has to be chosen. */
  isFree: boolean
  onChange: (places: Places) => void
}

function PlacesSelect({ field, places, isFree, onChange }: SelectProps) {
  const { t } = useTranslation()
  const { data: buildings = [] } = useQuery(buildingsQuery())
  const { data: groups = [] } = useQuery(deviceGroupsQuery())
  const known = [
    ...buildings.flatMap(({ id, name, floors }) => [
      { value: keyOf('buildings', id), label: name },
      ...floors.map((floor) => ({ value: keyOf('floors', floor.id), label: `${name} · ${floor.name}` })),
    ]),
  ]
  const named = groups.map(({ id, name }) => ({ value: keyOf('groups', id), label: name }))
  const chosen = KINDS.flatMap((kind) => places[kind].map((id) => keyOf(kind, id)))
  const found = new Set([...known, ...named].map(({ value }) => value))
  const gone = chosen.filter((value) => !found.has(value)).map((value) => ({ value, label: t('scope.gone') }))
  const { withAsterisk: _, description: __, ...select } = field
  return (
    <MultiSelect
      {...select}
      mt={12}
      label={t('scope.places')}
      description={t('scope.text')}
      placeholder={chosen.length === 0 && isFree ? t('scope.allPlaces') : undefined}
      data={[
        { group: t('buildings.title'), items: known },
        { group: t('deviceGroups.title'), items: [...named, ...gone] },
      ]}
      value={chosen}
      onChange={(values) => onChange(placesOf(values))}
      maxValues={SCOPE_MAX}
      searchable
    />
  )
}

const keyOf = (kind: keyof Places, id: string) => `${kind} ${id}`
const placesOf = (keys: readonly string[]): Places => {
  const of = (kind: keyof Places) =>
    keys.flatMap((key) => (key.startsWith(`${kind} `) ? [key.slice(kind.length + 1)] : []))
  return { buildings: of('buildings'), floors: of('floors'), groups: of('groups') }
}
