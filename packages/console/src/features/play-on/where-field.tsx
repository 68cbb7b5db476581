import { Checkbox } from '@mantine/core'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GroupPicture } from '#features/device-groups/group-picture.tsx'
import { ScreenPicture } from '#features/devices/pictures/screen-picture.tsx'
import { SearchField } from '#ui/list/search-field.tsx'
import { SmallPicture } from '#ui/screen/small-picture.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import styles from './play-on.module.css'

/** The most choices shown; a search finds the rest. */
const SHOWN = 60

interface WhereFieldProps {
  devices: readonly Device[]
  groups: readonly DeviceGroup[]
  /** Ids of devices and groups. */
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}

/** Groups first, because most of what is done is done to groups. */
export function WhereField({ devices, groups, chosen, onChange }: WhereFieldProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const matches = ({ name }: { name: string }) => name.toLowerCase().includes(wanted)
  // Chosen targets stay visible during a search.
  const first = <T extends { id: string; name: string }>(items: readonly T[]) =>
    items.filter((item) => chosen.has(item.id) || matches(item)).slice(0, SHOWN)
  const shownGroups = first(groups)
  const shownDevices = first(devices)
  const hidden = devices.length - shownDevices.length
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }
  return (
    <fieldset className={styles.where}>
      <legend>{t('playOn.where')}</legend>
      {devices.length + groups.length > 8 && (
        <SearchField
          label={t('playOn.searchScreens')}
          value={search}
          onChange={(next) => setSearch(next ?? '')}
          wide
        />
      )}
      <div className={styles.targets}>
        {shownGroups.map((group) => (
          <Target
            key={group.id}
            picture={<GroupPicture group={group} />}
            name={group.name}
            checked={chosen.has(group.id)}
            onToggle={() => toggle(group.id)}
          >
            <span className={styles.quiet}>{t('playOn.screens', { count: group.devices.length })}</span>
          </Target>
        ))}
        {shownDevices.map((device) => (
          <Target
            key={device.id}
            picture={<ScreenPicture device={device} small />}
            name={device.name}
            place={device.deviceGroup?.name}
            checked={chosen.has(device.id)}
            onToggle={() => toggle(device.id)}
          >
            <StatusChip status={device.connection} />
          </Target>
        ))}
        {shownGroups.length + shownDevices.length === 0 && (
          <p className={styles.quiet}>{t(wanted ? 'fields.noMatch' : 'playOn.noScreens')}</p>
        )}
        {hidden > 0 && !wanted && <p className={styles.quiet}>{t('playOn.more', { count: hidden })}</p>}
      </div>
    </fieldset>
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
