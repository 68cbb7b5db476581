import { Link } from '@tanstack/react-router'
import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { Device } from '@vitrine/contract/api/screens/devices'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { clock } from '#lib/clock.ts'
import { closePlayOn } from '#lib/play-on.ts'
import { changeText } from '#lib/text/change-text.ts'
import { storedTimeText } from '#lib/text/format.ts'
import { repeatsText } from '#pictures/schedules/slot-text.ts'
import { switchesText, useEndedSwitches } from '#screens/devices/switches/kept-switches-picker.tsx'
import styles from './play-on.module.css'
import {
  type Playable,
  type PlayWhen,
  type SlotMeetings,
  type Source,
  slotMeetings,
  unreachable,
  type WeeklyTimes,
  weeklySlot,
} from './play-plan.ts'

interface PlanTextProps {
  playable: Playable
  source: Source
  when: PlayWhen
  storyboards: readonly Storyboard[]
  /** The start, for `at`. */
  from: number | undefined
  weekly: WeeklyTimes
  screens: readonly Device[]
  groups: readonly DeviceGroup[]
  /** Chosen themselves. */
  devices: readonly Device[]
}

/** Describes step by step what the button will do, or why nothing can be done. */
export function PlanText(props: PlanTextProps) {
  const { playable, source, when, from, weekly, screens, groups, devices } = props
  /** Groups with a schedule that changes, those that screens get included. */
  const changed = groups.length + devices.length
  const { t } = useTranslation()
  const ended = useEndedSwitches(groups.map(({ id }) => id))
  const { how } = source
  if (how === 'forbidden' || how === 'review')
    return (
      <p className={styles.plan} data-blocked role="status">
        {t(`playOn.blocked.${how}`)}
      </p>
    )
  const steps: string[] = []
  const waits = how === 'make' && !source.approved
  if (waits) steps.push(t('playOn.steps.sends', { name: playable.name }), t('playOn.steps.nothingYet'))
  else if (how === 'ready' && source.storyboard.status !== 'approved') {
    const { name, approvedVersion } = source.storyboard
    steps.push(approvedVersion === null ? t('playOn.steps.approve', { name }) : t('playOn.steps.older'))
  }
  if (!waits && when === 'default') steps.push(t('playOn.steps.default', { count: changed }))
  const slot = when === 'weekly' ? weeklySlot(weekly, '') : undefined
  if (!waits && slot) {
    const { taken, wins } = slotMeetings(slot, groups, clock.now())
    if (taken.length > 0) return <Taken taken={taken} storyboards={props.storyboards} />
    const values = { count: changed, ...timesOf(slot), days: repeatsText(t, slot) }
    steps.push(t('playOn.steps.weekly', values))
    if (groups.length > 0) steps.push(t('playOn.steps.overDefault'))
    if (devices.length > 0)
      steps.push(t('playOn.steps.nothingElse', { name: devices[0]?.name, count: devices.length }))
    steps.push(...wins.map((one) => t('playOn.steps.wins', meetingWords(t, one, props.storyboards))))
  }
  if (!waits && (when === 'default' || when === 'weekly') && ended.length > 0)
    steps.push(t('playOn.steps.ends', { count: ended.length, screens: switchesText(t, ended) }))
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

const timesOf = ({ from, to }: { from: string; to: string }) => ({
  from: storedTimeText(from),
  to: storedTimeText(to),
})

type Meeting = SlotMeetings['taken'][number]

function meetingWords(t: TFunction, { group, slot }: Meeting, storyboards: readonly Storyboard[]) {
  const name = storyboards.find(({ id }) => id === slot.storyboardId)?.name ?? t('devices.unnamed')
  return { group: group.name, name, ...timesOf(slot), days: repeatsText(t, slot) }
}

/** Slots that occupy these times, with links to change them. */
function Taken({ taken, storyboards }: { taken: readonly Meeting[]; storyboards: readonly Storyboard[] }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.plan} data-blocked role="status">
      {taken.map((one) => {
        const words = meetingWords(t, one, storyboards)
        const { group, slot } = one
        return (
          <li key={`${group.id} ${slot.from} ${slot.days}`}>
            {t('playOn.steps.taken', words)}{' '}
            <Link to="/app/device-group/storyboard/$id" params={{ id: group.id }} onClick={closePlayOn}>
              {t('playOn.steps.openSchedule', { group: group.name })}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
