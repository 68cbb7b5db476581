import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GroupPicture } from '#pictures/screens/group-picture.tsx'
import { ScreenPicture } from '#pictures/screens/screen-picture.tsx'
import { deviceGroupsQuery } from '#queries/device-groups.ts'
import { SmallPicture } from '#ui/screen/small-picture.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import styles from './choosing.module.css'
import { moveByArrows } from './row-keys.ts'
import { isOfScreens, NO_FILTER, screenMatcher } from './screen-filter.ts'
import { ScreenFilters, useFilterLists } from './screen-filters.tsx'

/** Choices rendered at first; more on request. */
const SHOWN = 60
/** Show filters from this many choices. */
const FILTERED = 8

export interface TargetChoicesProps {
  label: string
  devices?: readonly Device[]
  groups?: readonly DeviceGroup[]
  /** Ids of devices and groups. */
  chosen: ReadonlySet<string>
  onChange: (ids: readonly string[], isChosen: boolean) => void
  /** A screen's current place, below its name; by default its group. */
  placeOf?: (device: Device) => string | undefined
}

/** Groups first, because most actions target groups. A filter also lists single screens it matches. */
export function TargetChoices({ label, devices = [], groups = [], onChange, ...rest }: TargetChoicesProps) {
  const { t } = useTranslation()
  const [{ filter, most }, setShown] = useState({ filter: NO_FILTER, most: SHOWN })
  const lists = useFilterLists()
  const { data: allGroups = [] } = useQuery(deviceGroupsQuery())
  const searched = filter.search.trim().toLowerCase()
  const organizationId = devices[0]?.organizationId
  const own = <T extends { organizationId: string }>(items: readonly T[]) =>
    items.filter((each) => each.organizationId === organizationId)
  const found = {
    devices: devices.filter(screenMatcher(filter, lists)),
    groups: isOfScreens(filter) ? [] : groups.filter(({ name }) => name.toLowerCase().includes(searched)),
  }
  const isNarrowed = isOfScreens(filter) || searched !== ''
  // *Select all* takes screens only if the list has any: groups would include the same screens twice.
  const ids = (devices.length > 0 ? found.devices : found.groups).map(({ id }) => id)
  const counted = [
    found.groups.length > 0 && t('screensPicker.foundGroups', { count: found.groups.length }),
    (devices.length > 0 || groups.length === 0) && t('screensPicker.found', { count: found.devices.length }),
  ]
  return (
    <>
      {devices.length + groups.length > FILTERED && (
        <ScreenFilters
          buildings={own(lists.buildings)}
          configurations={own(lists.configurations)}
          tags={lists.tags}
          groups={own(allGroups)}
          label={t(
            devices.length === 0
              ? 'screensPicker.searchGroups'
              : groups.length > 0
                ? 'screensPicker.searchBoth'
                : 'screensPicker.search',
          )}
          searchOnly={devices.length === 0}
          filter={filter}
          onChange={(filter) => setShown({ filter, most: SHOWN })}
        />
      )}
      <div className={styles.bar}>
        <span role="status">{counted.filter(Boolean).join(' · ')}</span>
        {(isNarrowed || groups.length * devices.length === 0) && ids.some((id) => !rest.chosen.has(id)) && (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(ids, true)}>
            {t('screensPicker.addAll', { count: ids.length })}
          </Button>
        )}
      </div>
      <Rows
        {...rest}
        {...found}
        label={label}
        most={most}
        onMore={() => setShown({ filter, most: most + SHOWN })}
        onToggle={(id) => onChange([id], !rest.chosen.has(id))}
        none={t(isNarrowed ? 'fields.noMatch' : 'playOn.noScreens')}
      />
    </>
  )
}

interface RowsProps extends Pick<TargetChoicesProps, 'label' | 'chosen' | 'placeOf'> {
  devices: readonly Device[]
  groups: readonly DeviceGroup[]
  /** Rows to render. */
  most: number
  onMore: () => void
  onToggle: (id: string) => void
  /** Text for an empty list. */
  none: string
}

function Rows({
  label,
  devices,
  groups,
  most,
  onMore,
  chosen,
  placeOf = ofGroup,
  onToggle,
  none,
}: RowsProps) {
  const { t } = useTranslation()
  const left = groups.length + devices.length - most
  const choose = ({ id }: { id: string }) => ({ checked: chosen.has(id), onChange: () => onToggle(id) })
  return (
    <ul className={styles.rows} onKeyDown={moveByArrows} aria-label={label}>
      {groups.slice(0, most).map((group) => (
        <li key={group.id}>
          <Choice {...choose(group)}>
            <TargetName picture={<GroupPicture group={group} />} name={group.name}>
              <small>{t('screensPicker.ofGroup', { count: group.devices.length })}</small>
            </TargetName>
          </Choice>
        </li>
      ))}
      {devices.slice(0, Math.max(0, most - groups.length)).map((device) => (
        <li key={device.id}>
          <Choice {...choose(device)}>
            <TargetName
              picture={<ScreenPicture device={device} small />}
              name={device.name}
              place={placeOf(device)}
            >
              <StatusChip status={device.connection} />
            </TargetName>
          </Choice>
        </li>
      ))}
      {groups.length + devices.length === 0 && <li className={styles.none}>{none}</li>}
      {left > 0 && (
        <li>
          <Button variant="subtle" fullWidth onClick={onMore}>
            {t('devices.moreTiles', { count: left })}
          </Button>
        </li>
      )}
    </ul>
  )
}

const ofGroup = ({ deviceGroup }: Device) => deviceGroup?.name

interface ChoiceProps {
  checked: boolean
  onChange: () => void
  children: ReactNode
}

const Choice = ({ children, ...rest }: ChoiceProps) => (
  <Checkbox classNames={{ body: styles.row, labelWrapper: styles.label }} {...rest} label={children} />
)

interface TargetNameProps {
  picture: ReactNode
  name: string
  place?: string | undefined
  children?: ReactNode
}

/** A group or a screen with its picture, place, and a detail. */
export function TargetName({ picture, name, place, children }: TargetNameProps) {
  return (
    <span className={styles.target}>
      <SmallPicture>{picture}</SmallPicture>
      <span className={styles.words}>
        <bdi>{name}</bdi>
        {place && (
          <small>
            <bdi>{place}</bdi>
          </small>
        )}
      </span>
      {children}
    </span>
  )
}
