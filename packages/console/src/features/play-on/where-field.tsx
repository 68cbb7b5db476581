import { Button, Checkbox, CloseButton } from '@mantine/core'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GroupPicture } from '#features/device-groups/group-picture.tsx'
import { ScreenPicture } from '#features/devices/pictures/screen-picture.tsx'
import { SmallPicture } from '#ui/screen/small-picture.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import styles from './play-on.module.css'
import { isOfScreens, NO_FILTER, screenMatcher } from './screen-filter.ts'
import { ScreenFilters, useFilterLists } from './screen-filters.tsx'

/** The choices shown at first; more on request. */
const SHOWN = 60
/** Chosen ones that are named. */
const NAMED = 6

interface WhereFieldProps {
  devices: readonly Device[]
  groups: readonly DeviceGroup[]
  /** Ids of devices and groups. */
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}

/** Groups first, because most of what is done is done to groups. A filter lists the screens that it finds alone. */
export function WhereField({ devices, groups, chosen, onChange }: WhereFieldProps) {
  const { t } = useTranslation()
  const [filter, setFilter] = useState(NO_FILTER)
  const lists = useFilterLists()
  const foundDevices = devices.filter(screenMatcher(filter, lists))
  const foundGroups = isOfScreens(filter) ? [] : groups.filter(({ name }) => includes(name, filter.search))
  const isNarrowed = isOfScreens(filter) || filter.search.trim() !== ''
  const change = (ids: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen)
    for (const id of ids) {
      if (isChosen) next.add(id)
      else next.delete(id)
    }
    onChange(next)
  }
  return (
    <fieldset className={styles.where}>
      <legend>{t('playOn.where')}</legend>
      {devices.length + groups.length > 8 && (
        <ScreenFilters {...lists} groups={groups} filter={filter} onChange={setFilter} />
      )}
      <Chosen targets={[...groups, ...devices].filter(({ id }) => chosen.has(id))} onChange={change} />
      {isNarrowed && <Found devices={foundDevices} chosen={chosen} onChange={change} />}
      <Choices
        key={JSON.stringify(filter)}
        devices={foundDevices}
        groups={foundGroups}
        chosen={chosen}
        onToggle={(id) => change([id], !chosen.has(id))}
        none={t(isNarrowed ? 'fields.noMatch' : 'playOn.noScreens')}
      />
    </fieldset>
  )
}

interface FoundProps {
  devices: readonly Device[]
  chosen: ReadonlySet<string>
  onChange: (ids: readonly string[], isChosen: boolean) => void
}

/** How many screens a filter finds, and a button that selects all of them. */
function Found({ devices, chosen, onChange }: FoundProps) {
  const { t } = useTranslation()
  const ids = devices.map(({ id }) => id)
  return (
    <div className={styles.bar}>
      <span role="status">{t('playOn.found', { count: ids.length })}</span>
      {ids.some((id) => !chosen.has(id)) && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(ids, true)}>
          {t('playOn.selectAll', { count: ids.length })}
        </Button>
      )}
    </div>
  )
}

interface ChoicesProps extends Omit<WhereFieldProps, 'onChange'> {
  onToggle: (id: string) => void
  /** In place of an empty list. */
  none: string
}

function Choices({ devices, groups, chosen, onToggle, none }: ChoicesProps) {
  const { t } = useTranslation()
  const [most, setMost] = useState(SHOWN)
  return (
    <div className={styles.targets}>
      {groups.slice(0, most).map((group) => (
        <Target
          key={group.id}
          picture={<GroupPicture group={group} />}
          name={group.name}
          checked={chosen.has(group.id)}
          onToggle={() => onToggle(group.id)}
        >
          <span className={styles.quiet}>{t('playOn.screens', { count: group.devices.length })}</span>
        </Target>
      ))}
      {devices.slice(0, most).map((device) => (
        <Target
          key={device.id}
          picture={<ScreenPicture device={device} small />}
          name={device.name}
          place={device.deviceGroup?.name}
          checked={chosen.has(device.id)}
          onToggle={() => onToggle(device.id)}
        >
          <StatusChip status={device.connection} />
        </Target>
      ))}
      {groups.length + devices.length === 0 && <p className={styles.quiet}>{none}</p>}
      {Math.max(groups.length, devices.length) > most && (
        <Button variant="subtle" className={styles.more} onClick={() => setMost(most + SHOWN)}>
          {t('devices.moreTiles', { count: Math.max(groups.length, devices.length) - most })}
        </Button>
      )}
    </div>
  )
}

const includes = (name: string, search: string) => name.toLowerCase().includes(search.trim().toLowerCase())

interface ChosenProps {
  targets: readonly { id: string; name: string }[]
  onChange: (ids: readonly string[], isChosen: boolean) => void
}

/** What is chosen, whatever the filter lists, and how to take it back. */
function Chosen({ targets, onChange }: ChosenProps) {
  const { t } = useTranslation()
  if (targets.length === 0) return null
  const more = targets.length - NAMED
  return (
    <div className={styles.chosen}>
      <span role="status">{t('playOn.chosen', { count: targets.length })}</span>
      {targets.slice(0, NAMED).map(({ id, name }) => (
        <span key={id} className={styles.pill}>
          <bdi>{name}</bdi>
          <CloseButton
            size="sm"
            aria-label={t('playOn.remove', { name })}
            onClick={() => onChange([id], false)}
          />
        </span>
      ))}
      {more > 0 && <span className={styles.quiet}>{t('playOn.moreChosen', { count: more })}</span>}
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() =>
          onChange(
            targets.map(({ id }) => id),
            false,
          )
        }
      >
        {t('playOn.clear')}
      </Button>
    </div>
  )
}

interface TargetProps {
  picture: ReactNode
  name: string
  /** The group of a screen. */
  place?: string | undefined
  checked: boolean
  onToggle: () => void
  children: ReactNode
}

/** A group or a screen to choose, with a fact about it. */
function Target({ picture, name, place, checked, onToggle, children }: TargetProps) {
  return (
    <Checkbox
      classNames={{ body: styles.row, labelWrapper: styles.wide }}
      checked={checked}
      onChange={onToggle}
      label={
        <span className={styles.target}>
          <SmallPicture>{picture}</SmallPicture>
          <span className={styles.words}>
            <bdi>{name}</bdi>
            {place && (
              <span className={styles.quiet}>
                <bdi>{place}</bdi>
              </span>
            )}
          </span>
          {children}
        </span>
      }
    />
  )
}
