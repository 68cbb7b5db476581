import { RingProgress } from '@mantine/core'
import type { Delivery } from '@vitrine/contract/api/screens/device-groups'
import { useTranslation } from 'react-i18next'
import { dateText } from '#lib/text/format.ts'
import { usePageZone } from '#lib/text/page-zone.ts'
import { shareOf } from '#lib/text/share-of.ts'
import { useNow } from '#lib/use-now.ts'
import styles from './schedule.module.css'

/** The seconds of a full countdown ring: the settle time of a saved schedule. */
const RING_SECONDS = 60

/** A change on its way to the screens: the time until they switch, then how many have it. */
function useDelivery({ activateAt, screens, held, shown, right, differs }: Delivery): {
  left: number
  text: string
} {
  const { t } = useTranslation()
  const zone = usePageZone()
  const now = useNow(1000)
  if (screens === 0) return { left: 0, text: t('deviceGroups.noScreens') }
  const share = (what: 'settled' | 'heldBy', done: number) =>
    t(`deviceGroups.${what}.${shareOf(done, screens)}`, { done, screens })
  const left = activateAt === null ? 0 : Math.ceil((activateAt - now) / 1000)
  if (activateAt === null || left <= 0) {
    // A screen that has the change and shows something else doesn't show it.
    const settled = share('settled', Math.min(shown, right))
    return {
      left: 0,
      text: differs > 0 ? `${settled} ${t('deviceGroups.differ', { count: differs })}` : settled,
    }
  }
  const at = dateText(activateAt, 'timeOfSecond', zone)
  const settling = t('deviceGroups.settling', { count: left, at })
  return { left, text: `${settling} ${share('heldBy', held)}` }
}

/** On the group's page. */
export function DeliveryState({ delivery }: { delivery: Delivery }) {
  const { left, text } = useDelivery(delivery)
  return (
    <div className={styles.delivery}>
      {left > 0 && (
        <RingProgress
          size={44}
          thickness={5}
          sections={[{ value: (Math.min(left, RING_SECONDS) / RING_SECONDS) * 100, color: 'var(--accent)' }]}
          aria-hidden="true"
        />
      )}
      <span>{text}</span>
    </div>
  )
}

/** A short text for the list of groups; its accessible name is the full text. */
export function DeliveryText({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation()
  const { left, text } = useDelivery(delivery)
  if (left === 0) return <span className={styles.short}>{text}</span>
  return <span title={text}>{t('deviceGroups.settlingShort', { count: left })}</span>
}
