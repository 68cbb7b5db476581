import { Button, Checkbox, Select } from '@mantine/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { DEVICE_FACETS, type DeviceFacet } from '@vitrine/contract/api/screens/device-facets'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { buildingsQuery } from '#features/buildings/queries.ts'
import { deviceGroupsQuery } from '#features/device-groups/queries.ts'
import { ScreenPicture } from '#features/devices/pictures/screen-picture.tsx'
import { SearchField } from '#ui/list/search-field.tsx'
import { SmallPicture } from '#ui/screen/small-picture.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { allChoicesQuery, choicesQuery, type Filters } from './queries.ts'
import { moveByArrows } from './row-keys.ts'
import styles from './screens-picker.module.css'

interface AvailableScreensProps {
  organizationId: string | undefined
  groupId: string | undefined
  chosen: ReadonlySet<string>
  onAdd: (screens: readonly Device[]) => void
  onRemove: (ids: readonly string[]) => void
}

/** Screens by search and filters, which stay while screens are added. */
export function AvailableScreens({
  organizationId,
  groupId,
  chosen,
  onAdd,
  onRemove,
}: AvailableScreensProps) {
  const { t } = useTranslation()
  const [filters, setFilters] = useState<Omit<Filters, 'organizationId'>>({})
  const wanted = { organizationId, ...filters }
  const query = useInfiniteQuery(choicesQuery(wanted))
  const screens = query.data?.pages.flatMap(({ devices }) => devices) ?? []
  const total = query.data?.pages.at(-1)?.total ?? screens.length
  const change = (next: typeof filters) => setFilters((before) => ({ ...before, ...next }))
  return (
    <section className={styles.pane} data-of="available" aria-label={t('screensPicker.available')}>
      <h3>{t('screensPicker.available')}</h3>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in a field must not save the form around it. */}
      <div className={styles.filters} onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}>
        <SearchField
          label={t('screensPicker.search')}
          value={filters.search ?? ''}
          onChange={(search) => change({ search })}
          wide
        />
        <FilterFields filters={wanted} onChange={change} />
      </div>
      <div className={styles.bar}>
        <span role="status">{t('screensPicker.found', { count: total })}</span>
        <AddAll filters={wanted} count={total} onAdd={onAdd} />
      </div>
      <ul className={styles.rows} onKeyDown={moveByArrows} aria-label={t('screensPicker.available')}>
        {screens.map((screen) => (
          <li key={screen.id}>
            <Choice
              screen={screen}
              groupId={groupId}
              checked={chosen.has(screen.id)}
              onToggle={() => (chosen.has(screen.id) ? onRemove([screen.id]) : onAdd([screen]))}
            />
          </li>
        ))}
        {query.hasNextPage && (
          <li>
            <Button
              variant="subtle"
              fullWidth
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t('devices.moreTiles', { count: total - screens.length })}
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}

interface ChoiceProps {
  screen: Device
  groupId: string | undefined
  checked: boolean
  onToggle: () => void
}

/** A screen with its picture, the group that it would leave, and its status. */
function Choice({ screen, groupId, checked, onToggle }: ChoiceProps) {
  const { t } = useTranslation()
  const { name, deviceGroup, connection } = screen
  return (
    <Checkbox
      classNames={{ body: styles.row, labelWrapper: styles.label }}
      checked={checked}
      onChange={onToggle}
      label={
        <span className={styles.screen}>
          <SmallPicture>
            <ScreenPicture device={screen} small />
          </SmallPicture>
          <span className={styles.words}>
            <bdi>{name}</bdi>
            {deviceGroup && deviceGroup.id !== groupId && (
              <small>{t('screensPicker.nowIn', { group: deviceGroup.name })}</small>
            )}
          </span>
          <StatusChip status={connection} />
        </span>
      }
    />
  )
}

interface AddAllProps {
  filters: Filters
  count: number
  onAdd: (screens: readonly Device[]) => void
}

/** Adds every screen that the filters find, also those of pages that aren't loaded. */
function AddAll({ filters, count, onAdd }: AddAllProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const add = async () => {
    setBusy(true)
    try {
      onAdd(await client.fetchQuery(allChoicesQuery(filters)))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={busy}
      disabled={count === 0}
      onClick={() => void add()}
    >
      {t('screensPicker.addAll', { count })}
    </Button>
  )
}

interface FilterFieldsProps {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
}

const NO_GROUP = 'none'

/** Building or floor, group, and status. */
function FilterFields({ filters, onChange }: FilterFieldsProps) {
  const { t } = useTranslation()
  const { organizationId, buildingId, floorId, deviceGroupId, only } = filters
  const buildings = (useQuery(buildingsQuery()).data ?? []).filter(
    (each) => each.organizationId === organizationId,
  )
  const groups = (useQuery(deviceGroupsQuery()).data ?? []).filter(
    (each) => each.organizationId === organizationId,
  )
  const places = buildings.flatMap(({ id, name, floors }) => [
    { value: `building ${id}`, label: name },
    ...floors.map((floor) => ({ value: `floor ${floor.id}`, label: `${name} · ${floor.name}` })),
  ])
  return (
    <>
      {places.length > 0 && (
        <Select
          aria-label={t('screensPicker.place')}
          placeholder={t('devices.place')}
          clearable
          searchable
          data={places}
          value={floorId ? `floor ${floorId}` : buildingId ? `building ${buildingId}` : null}
          onChange={(next) => {
            const [kind, id] = next?.split(' ') ?? []
            onChange({
              buildingId: kind === 'building' ? id : undefined,
              floorId: kind === 'floor' ? id : undefined,
            })
          }}
        />
      )}
      {groups.length > 0 && (
        <Select
          aria-label={t('screensPicker.group')}
          placeholder={t('screensPicker.group')}
          clearable
          searchable
          data={[
            { value: NO_GROUP, label: t('devices.groupless') },
            ...groups.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={deviceGroupId ?? null}
          onChange={(next) => onChange({ deviceGroupId: next ?? undefined })}
        />
      )}
      <Select
        aria-label={t('screensPicker.status')}
        placeholder={t('screensPicker.status')}
        clearable
        data={DEVICE_FACETS.map((facet) => ({ value: facet, label: t(`devices.only.${facet}`) }))}
        value={only ?? null}
        onChange={(next) => onChange({ only: (next ?? undefined) as DeviceFacet | undefined })}
      />
    </>
  )
}
