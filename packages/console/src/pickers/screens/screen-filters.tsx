import { Button, Select } from '@mantine/core'
import { FunnelIcon } from '@phosphor-icons/react/dist/csr/Funnel'
import { useQuery } from '@tanstack/react-query'
import { DEVICE_FACETS } from '@vitrine/contract/api/screens/device-facets'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { buildingsQuery } from '#queries/buildings.ts'
import { configurationsQuery } from '#queries/device-configurations.ts'
import { useTagsOf } from '#queries/tags.ts'
import { SearchField } from '#ui/list/search-field.tsx'
import { useCan } from '#ui/work/use-can.ts'
import styles from './choosing.module.css'
import { NO_GROUP, type ScreenFilter } from './screen-filter.ts'

/** Buildings and configurations to filter by; none without permission to see them. */
export function useFilterLists() {
  const buildings = useQuery({ ...buildingsQuery(), enabled: useCan('read', 'buildings') })
  const configurations = useQuery({
    ...configurationsQuery(),
    enabled: useCan('read', 'devices'),
  })
  const tags = useTagsOf('device')
  return { buildings: buildings.data ?? [], configurations: configurations.data ?? [], tags }
}

interface ScreenFiltersProps extends ReturnType<typeof useFilterLists> {
  groups: readonly DeviceGroup[]
  label: string
  /** Shows the search only, for lists of groups. */
  searchOnly: boolean
  filter: ScreenFilter
  onChange: (filter: ScreenFilter) => void
}

/** A search with filters for place, group, status, and configuration, each shown if there is data for it. */
export function ScreenFilters({ label, searchOnly, filter, onChange, ...lists }: ScreenFiltersProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const choices = useChoices(lists)
  const active = choices.filter(({ key }) => filter[key] !== null).length
  const change = (next: Partial<ScreenFilter>) => onChange({ ...filter, ...next })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in a filter must not send the form around it.
    <div onKeyDown={(event) => event.key === 'Enter' && isField(event.target) && event.preventDefault()}>
      <div className={styles.search}>
        <SearchField
          label={label}
          value={filter.search}
          onChange={(search) => change({ search: search ?? '' })}
          wide
        />
        {!searchOnly && choices.length > 0 && (
          <Button
            variant="default"
            leftSection={<FunnelIcon size={16} aria-hidden="true" />}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {t(active > 0 ? 'screensPicker.activeFilters' : 'screensPicker.filters', { count: active })}
          </Button>
        )}
      </div>
      {isOpen && (
        <div id={id} className={styles.filters}>
          {choices.map(({ key, label, data }) => (
            <Select
              key={key}
              aria-label={label}
              placeholder={label}
              data={data}
              value={filter[key]}
              onChange={(next) => change({ [key]: next })}
              clearable
              searchable={data.length > 8}
              size="sm"
            />
          ))}
        </div>
      )}
    </div>
  )
}

const isField = (target: EventTarget) => target instanceof HTMLInputElement

/** The filters with their options, without those that have none. */
function useChoices({
  buildings,
  configurations,
  tags,
  groups,
}: Pick<ScreenFiltersProps, 'buildings' | 'configurations' | 'tags' | 'groups'>) {
  const { t } = useTranslation()
  const places = buildings.flatMap(({ id, name, floors }) => [
    { value: `building ${id}`, label: name },
    ...floors.map((floor) => ({ value: `floor ${floor.id}`, label: `${name} · ${floor.name}` })),
  ])
  const named = (items: readonly { id: string; name: string }[]) =>
    items.map(({ id, name }) => ({ value: id, label: name }))
  const statuses = DEVICE_FACETS.map((one) => ({ value: one, label: t(`devices.only.${one}`) }))
  const ofNoGroup = { value: NO_GROUP, label: t('devices.groupless') }
  const choices = [
    { key: 'place', label: t('devices.place'), data: places },
    { key: 'group', label: t('devices.group'), data: groups.length > 0 ? [ofNoGroup, ...named(groups)] : [] },
    { key: 'status', label: t('screensPicker.status'), data: statuses },
    { key: 'configuration', label: t('devices.configuration'), data: named(configurations) },
    { key: 'tag', label: t('tags.filter'), data: tags.map((tag) => ({ value: tag, label: tag })) },
  ] satisfies { key: keyof ScreenFilter; label: string; data: { value: string; label: string }[] }[]
  return choices.filter(({ data }) => data.length > 0)
}
