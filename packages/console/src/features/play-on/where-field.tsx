import { Checkbox } from '@mantine/core'
import type { Icon } from '@phosphor-icons/react'
import { DevicesIcon } from '@phosphor-icons/react/dist/csr/Devices'
import { MonitorPlayIcon } from '@phosphor-icons/react/dist/csr/MonitorPlay'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { type ReactNode, useState } from 'react'
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
        {shownGroups.map(({ id, name, devices: members }) => (
          <Target
            key={id}
            icon={DevicesIcon}
            name={name}
            checked={chosen.has(id)}
            onToggle={() => toggle(id)}
          >
            <span className={styles.quiet}>{t('playOn.screens', { count: members.length })}</span>
          </Target>
        ))}
        {shownDevices.map(({ id, name, connection }) => (
          <Target
            key={id}
            icon={MonitorPlayIcon}
            name={name}
            checked={chosen.has(id)}
            onToggle={() => toggle(id)}
          >
            <StatusChip status={connection} />
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
  icon: Icon
  name: string
  checked: boolean
  onToggle: () => void
  children: ReactNode
}

/** A group or a screen to choose, with a fact about it. */
function Target({ icon: Sign, name, checked, onToggle, children }: TargetProps) {
  return (
    <Checkbox
      checked={checked}
      onChange={onToggle}
      label={
        <span className={styles.target}>
          <Sign size={18} aria-hidden="true" />
          <bdi>{name}</bdi>
          {children}
        </span>
      }
    />
  )
}
