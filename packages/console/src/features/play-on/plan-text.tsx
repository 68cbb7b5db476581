import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useTranslation } from 'react-i18next'
import { repeatsText } from '#features/device-groups/slot-text.ts'
import { clock } from '#lib/clock.ts'
import { changeText } from '#lib/text/change-text.ts'
import styles from './play-on.module.css'
import {
  type Playable,
  type PlayWhen,
  type Source,
  unreachable,
  type WeeklyTimes,
  weeklySlot,
} from './play-plan.ts'

interface PlanTextProps {
  playable: Playable
  source: Source
  when: PlayWhen
  /** When it begins, for `at`. */
  from: number | undefined
  weekly: WeeklyTimes
  screens: readonly Device[]
  groups: readonly DeviceGroup[]
}

/** What the button will do, step by step, or why there is nothing that it could do. */
export function PlanText({ playable, source, when, from, weekly, screens, groups }: PlanTextProps) {
  const { t } = useTranslation()
  const { how } = source
  if (how === 'forbidden' || how === 'review')
    return (
      <p className={styles.plan} data-blocked role="status">
        {t(`playOn.blocked.${how}`)}
      </p>
    )
  const steps: string[] = []
  if (how === 'make') {
    const name = t(`playOn.titles.${playable.kind}`, { name: playable.name })
    if (source.card) steps.push(t('playOn.steps.card', { name: playable.name }))
    steps.push(t(source.approved ? 'playOn.steps.makeApproved' : 'playOn.steps.makeWaiting', { name }))
  }
  const waits = how === 'make' && !source.approved
  if (waits) steps.push(t('playOn.steps.nothingYet'))
  else if (how === 'ready' && source.storyboard.status !== 'approved') steps.push(t('playOn.steps.older'))
  if (!waits && when === 'default') steps.push(t('playOn.steps.default', { count: groups.length }))
  const slot = when === 'weekly' ? weeklySlot(weekly, '') : undefined
  if (!waits && slot) {
    const values = { count: groups.length, from: slot.from, to: slot.to, days: repeatsText(t, slot) }
    steps.push(t('playOn.steps.weekly', values))
  }
  if (!waits && when === 'now') {
    steps.push(t('playOn.steps.now', { count: screens.length }))
    const late = unreachable(screens)
    if (late > 0) steps.push(t('playOn.steps.offline', { count: late }))
  }
  if (!waits && when === 'at' && from !== undefined) {
    const time = changeText(from, clock.now())
    steps.push(t('playOn.steps.at', { count: screens.length, time }))
    const late = unreachable(screens)
    if (late > 0) steps.push(t('playOn.steps.offlineAt', { count: late }))
  }
  return (
    <ul className={styles.plan} aria-label={t('playOn.plan')}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ul>
  )
}
