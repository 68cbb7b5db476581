import { Checkbox } from '@mantine/core'
import type { ScreenSwitch } from '@vitrine/contract/api/screens/manual-switches'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { listText } from '#lib/text/format.ts'
import styles from './manual-switches.module.css'
import { useManualSwitches } from './manual-switches.tsx'

/** Screens that a text names before it counts the rest. */
const NAMED = 5

/** The manual switches that a schedule change of these groups would end. */
export const endedBy = (
  switches: readonly ScreenSwitch[],
  groupIds: readonly string[],
): readonly ScreenSwitch[] =>
  switches.filter(
    ({ end, deviceGroupId }) =>
      end === 'next-slot' && deviceGroupId !== null && groupIds.includes(deviceGroupId),
  )

export const useEndedSwitches = (groupIds: readonly string[]): readonly ScreenSwitch[] =>
  endedBy(useManualSwitches(), groupIds)

/** *A (Lunch), B (Lunch), and 3 more*. */
export function switchesText(t: TFunction, switches: readonly ScreenSwitch[]): string {
  const named = switches
    .slice(0, NAMED)
    .map(({ deviceName, storyboardName }) => `${deviceName} (${storyboardName ?? t('devices.unnamed')})`)
  const more = switches.length - named.length
  return listText(more > 0 ? [...named, t('media.replace.more', { count: more })] : named)
}

interface KeptSwitchesPickerProps {
  groupIds: readonly string[]
  /** Without it, the switches can only be named. */
  keeps?: { value: boolean; onChange: (keeps: boolean) => void }
}

/** Names the manual switches that saving a schedule change ends, and offers to keep them; renders nothing without any. */
export function KeptSwitchesPicker({ groupIds, keeps }: KeptSwitchesPickerProps) {
  const { t } = useTranslation()
  const switches = useEndedSwitches(groupIds)
  if (switches.length === 0) return null
  return (
    <div className={styles.ends} role="status">
      <p>{t('switches.savingEnds', { count: switches.length, screens: switchesText(t, switches) })}</p>
      {keeps && (
        <Checkbox
          label={t('switches.keep', { count: switches.length })}
          checked={keeps.value}
          onChange={({ currentTarget }) => keeps.onChange(currentTarget.checked)}
        />
      )}
    </div>
  )
}
