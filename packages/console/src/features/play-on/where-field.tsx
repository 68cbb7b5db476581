import { Checkbox } from '@mantine/core'
import { DevicesIcon } from '@phosphor-icons/react/dist/csr/Devices'
import { MonitorPlayIcon } from '@phosphor-icons/react/dist/csr/MonitorPlay'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '#ui/list/search-field.tsx'
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
  // What is chosen stays in sight, whatever is searched for.
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
        {shownGroups.map(({ id, name, devices: members }) => (
          <Checkbox
            key={id}
            checked={chosen.has(id)}
            onChange={() => toggle(id)}
            label={
              <span className={styles.target}>
                <DevicesIcon size={18} aria-hidden="true" />
                <bdi>{name}</bdi>
                <span className={styles.quiet}>{t('playOn.screens', { count: members.length })}</span>
              </span>
            }
          />
        ))}
        {shownDevices.map(({ id, name, connection }) => (
          <Checkbox
            key={id}
            checked={chosen.has(id)}
            onChange={() => toggle(id)}
            label={
              <span className={styles.target}>
                <MonitorPlayIcon size={18} aria-hidden="true" />
                <bdi>{name}</bdi>
                <StatusChip status={connection} />
              </span>
            }
          />
        ))}
        {shownGroups.length + shownDevices.length === 0 && (
          <p className={styles.quiet}>{t(wanted ? 'fields.noMatch' : 'playOn.noScreens')}</p>
        )}
        {hidden > 0 && !wanted && <p className={styles.quiet}>{t('playOn.more', { count: hidden })}</p>}
      </div>
    </fieldset>
  )
}
