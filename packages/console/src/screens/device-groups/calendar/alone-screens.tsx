import { Button } from '@mantine/core'
import { CalendarPlusIcon } from '@phosphor-icons/react/dist/csr/CalendarPlus'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { playOn } from '#lib/play-on.ts'
import { aloneQuery } from '#queries/devices.ts'
import { useReachesScreen } from '#queries/use-reaches-screen.ts'
import { useCan } from '#ui/work/use-can.ts'
import styles from './alone-screens.module.css'

/** Screens that are listed; the page of screens has all. */
const SHOWN = 20

/** Screens without a group have no schedule: planning something gives them one. Renders nothing without any. */
export function AloneScreens() {
  const { t } = useTranslation()
  const title = useId()
  const { data } = useQuery({ ...aloneQuery(SHOWN), enabled: useCan('read', 'devices') })
  const [maySwitch, mayGroup] = [useCan('write', 'devices'), useCan('write', 'device-groups', 'everywhere')]
  const reachesScreen = useReachesScreen('devices')
  const { rows: alone = [], total = alone.length } = data ?? {}
  if (alone.length === 0) return null
  return (
    <section className={styles.alone} aria-labelledby={title}>
      <h2 id={title}>{t('calendar.alone', { count: total })}</h2>
      <p>{t('calendar.aloneText')}</p>
      <ul>
        {alone.map(({ id, name, floorId, deviceGroupId }) => (
          <li key={id}>
            <Link to="/app/devices/$id" params={{ id }} dir="auto">
              {name}
            </Link>
            {maySwitch && mayGroup && reachesScreen({ floorId, deviceGroupId }) && (
              <Button
                variant="default"
                size="compact-md"
                leftSection={<CalendarPlusIcon size={16} aria-hidden="true" />}
                aria-label={t('calendar.planFor', { name })}
                onClick={() => playOn({ deviceIds: [id], when: 'weekly' })}
              >
                {t('playOn.schedule')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {total > alone.length && (
        <Link to="/app/devices">{t('media.replace.more', { count: total - alone.length })}</Link>
      )}
    </section>
  )
}
