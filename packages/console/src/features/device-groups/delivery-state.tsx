import { RingProgress } from '@mantine/core'
import type { Delivery } from '@vitrine/contract/device-groups'
import { useTranslation } from 'react-i18next'
import { useNow } from '#lib/use-now.ts'
import styles from './schedule.module.css'

/** Until when a saved schedule settles, in seconds: what the ring is full at. */
const RING_SECONDS = 60

/** The way of a change to the screens: when they switch, then how many have it. Two facts, never one dot. */
export function DeliveryState({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation()
  const now = useNow(1000)
  const { activateAt, screens, held, shown } = delivery
  if (screens === 0) return <p className={styles.delivery}>{t('deviceGroups.noScreens')}</p>
  const left = activateAt === null ? 0 : Math.ceil((activateAt - now) / 1000)
  if (activateAt === null || left <= 0)
    return (
      <p className={styles.delivery} role="status">
        {t('deviceGroups.settled', { shown, screens })}
      </p>
    )
  const at = new Date(activateAt).toLocaleTimeString(undefined, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  return (
    <div className={styles.delivery} role="status">
      <RingProgress
        size={44}
        thickness={5}
        sections={[{ value: (Math.min(left, RING_SECONDS) / RING_SECONDS) * 100, color: 'var(--accent)' }]}
        aria-hidden="true"
      />
      <span>
        {t('deviceGroups.settling', { count: left, at })} {t('deviceGroups.heldBy', { held, screens })}
      </span>
    </div>
  )
}
