import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DayStrip, StripHours } from '#pictures/schedules/day-strip.tsx'
import { SwitchNote } from '#screens/devices/switches/manual-switches.tsx'
import { CutName } from '#ui/cut-name.tsx'
import { Block, together } from './block.tsx'
import styles from './dashboard-page.module.css'
import { firstGroups, knownStoryboards } from './loads.ts'
import own from './today-block.module.css'

/** Today's schedule of every group, as strips. */
export function TodayBlock() {
  const { t } = useTranslation()
  const groups = useQuery(firstGroups)
  const storyboards = useQuery(knownStoryboards)
  const { rows = [], total = 0 } = groups.data ?? {}
  const nameOf = (id: string | null) => storyboards.data?.find((storyboard) => storyboard.id === id)?.name
  return (
    <Block
      title={t('dashboard.today')}
      area="today"
      load={together(groups)}
      has={rows.length > 0}
      empty={t('dashboard.noGroups')}
      link={{ to: '/app/device-group', label: t('dashboard.allGroups', { count: total }) }}
      height={180}
    >
      <ul className={own.days}>
        {rows.map((group) => (
          <li key={group.id} className={own.day}>
            <Link to="/app/device-group/storyboard/$id" params={{ id: group.id }} className={own.dayName}>
              <CutName text={group.name} />
              <span className={`${styles.quiet} ${own.default}`}>
                {nameOf(group.storyboardId) ?? t('dashboard.noDefault')}
              </span>
            </Link>
            <div>
              <DayStrip schedule={group.schedule} nameOf={nameOf} named />
              <SwitchNote groupId={group.id} />
            </div>
          </li>
        ))}
      </ul>
      <div className={own.dayHours}>
        <StripHours />
      </div>
      <Link to="/app/device-group/calendar" className={styles.all}>
        {t('palette.calendar')}
      </Link>
    </Block>
  )
}
