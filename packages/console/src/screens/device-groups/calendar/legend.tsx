import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { useTranslation } from 'react-i18next'
import { compareNames } from '#lib/text/compare-names.ts'
import { dateText } from '#lib/text/format.ts'
import { hueOf } from './block-look.ts'
import styles from './grid-head.module.css'
import type { Shared } from './row-props.ts'
import type { HolidayNames } from './use-holidays.ts'

interface LegendProps {
  groups: readonly DeviceGroup[]
  days: readonly string[]
  holidays: HolidayNames
  nameOf: Shared['nameOf']
}

/** The month's columns are too narrow for names: those of the colors, and of the public holidays. */
export function Legend({ groups, days, holidays, nameOf }: LegendProps) {
  const { t } = useTranslation()
  if (days.length <= 7) return null
  const ids = groups.flatMap(({ schedule }) => [
    ...(schedule.defaultStoryboardId === null ? [] : [schedule.defaultStoryboardId]),
    ...schedule.slots.map(({ storyboardId }) => storyboardId),
  ])
  const stories = [...new Set(ids)]
    .map((id) => ({ id, name: nameOf(id) ?? t('devices.unnamed') }))
    .sort((one, other) => compareNames(one.name, other.name))
  return (
    <>
      <ul className={styles.legend} aria-label={t('calendar.shelf')}>
        {stories.map(({ id, name }) => (
          <li key={id}>
            <span className={styles.color} style={hueOf(id)} /> <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      <ul className={styles.legend} aria-label={t('calendar.holidays.label')}>
        {days.map((day) => {
          const holiday = holidays.get(day)
          return (
            holiday && (
              <li key={day}>
                <b>{dateText(Date.parse(day), 'monthDay', 'UTC')}</b> <bdi>{holiday}</bdi>
              </li>
            )
          )
        })}
      </ul>
    </>
  )
}
