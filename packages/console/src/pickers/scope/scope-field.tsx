import { Input, MultiSelect, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { SCOPE_MAX, type Scope } from '@vitrine/contract/api/accounts/scope'
import type { Places } from '@vitrine/contract/permissions'
import { useTranslation } from 'react-i18next'
import { buildingsQuery } from '#queries/buildings.ts'
import { deviceGroupsQuery } from '#queries/device-groups.ts'
import { useValueField } from '#ui/form/fields/use-value-field.ts'

const KINDS = ['buildings', 'floors', 'groups'] as const satisfies readonly (keyof Places)[]
const NOTHING: Places = { buildings: [], floors: [], groups: [] }

/** Where a person's or a key's rights hold: everywhere, or in chosen places with all that is in them. */
export function ScopeField({ name }: { name: string }) {
  const { t } = useTranslation()
  const { shared, value, onChange } = useValueField({ name, label: t('scope.label') })
  const scope = (value ?? null) as Scope
  const places = scope?.places ?? null
  const choose = (next: Places | null) => onChange(next && { places: next })
  return (
    <Input.Wrapper id={shared.id} label={shared.label} labelElement="div">
      <SegmentedControl
        fullWidth
        aria-label={t('scope.label')}
        data={(['everywhere', 'chosen'] as const).map((each) => ({ value: each, label: t(`scope.${each}`) }))}
        value={places ? 'chosen' : 'everywhere'}
        onChange={(next) => choose(next === 'chosen' ? NOTHING : null)}
      />
      {places && <PlacesSelect field={shared} places={places} onChange={choose} />}
    </Input.Wrapper>
  )
}

interface SelectProps {
  field: ReturnType<typeof useValueField>['shared']
  places: Places
  onChange: (places: Places) => void
}

function PlacesSelect({ field, places, onChange }: SelectProps) {
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
  const { withAsterisk: _, label: __, description: ___, ...select } = field
  return (
    <MultiSelect
      {...select}
      mt={6}
      aria-label={t('scope.places')}
      description={t('scope.text')}
      placeholder={chosen.length > 0 ? undefined : t('scope.places')}
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
