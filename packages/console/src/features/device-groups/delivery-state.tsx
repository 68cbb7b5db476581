import { RingProgress } from '@mantine/core'
import type { Delivery } from '@vitrine/contract/api/screens/device-groups'
import { useTranslation } from 'react-i18next'
import { dateText } from '#lib/text/format.ts'
import { shareOf } from '#lib/text/share-of.ts'
import { useNow } from '#lib/use-now.ts'
import styles from './schedule.module.css'

/** Until when a saved schedule settles, in seconds: what the ring is full at. */
const RING_SECONDS = 60

/** The way of a change to the screens: when they switch, then how many have it. Two facts, never one dot. */
function useDelivery({ activateAt, screens, held, shown }: Delivery): { left: number; text: string } {
  const { t } = useTranslation()
  const now = useNow(1000)
  if (screens === 0) return { left: 0, text: t('deviceGroups.noScreens') }
  const share = (what: 'settled' | 'heldBy', done: number) =>
    t(`deviceGroups.${what}.${shareOf(done, screens)}`, { done, screens })
  const left = activateAt === null ? 0 : Math.ceil((activateAt - now) / 1000)
  if (activateAt === null || left <= 0) return { left: 0, text: share('settled', shown) }
  const at = dateText(activateAt, 'timeOfSecond')
  const settling = t('deviceGroups.settling', { count: left, at })
  return { left, text: `${settling} ${share('heldBy', held)}` }
}

/** On a group's own screen. */
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

/** A few words for the list of groups; the accessible name has the full text. */
export function DeliveryText({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation()
  const { left, text } = useDelivery(delivery)
  if (left === 0) return <span className={styles.short}>{text}</span>
  return <span title={text}>{t('deviceGroups.settlingShort', { count: left })}</span>
}
