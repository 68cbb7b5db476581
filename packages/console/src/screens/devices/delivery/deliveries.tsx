import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DeliveryReport } from '@vitrine/contract/api/screens/devices/delivery'
import { useTranslation } from 'react-i18next'
import { dateText, numberText } from '#lib/text/format.ts'
import { shareOf } from '#lib/text/share-of.ts'
import { useNow } from '#lib/use-now.ts'
import { groupPicture } from '#pictures/screens/group-picture.tsx'
import { screenPicture } from '#pictures/screens/screen-picture.tsx'
import { deliveriesQuery } from '#queries/devices.ts'
import { FailedList } from '#ui/page/failed-list.tsx'
import { Pictured, SmallPicture } from '#ui/screen/small-picture.tsx'
import styles from './deliveries.module.css'
import { DeliveryHistory } from './delivery-history.tsx'

/** Delivery of the last published change by group: screens that lag behind, and why. */
export function Deliveries() {
  const { t } = useTranslation()
  const query = useQuery(deliveriesQuery())
  if (query.isPending) return <p role="status">{t('overlay.loading')}</p>
  if (!query.data) return <FailedList error={query.error} retry={() => void query.refetch()} />
  return (
    <>
      <ul className={styles.list}>
        {query.data.map((delivery) => (
          <li key={delivery.groupId ?? ''}>
            <Delivery delivery={delivery} />
          </li>
        ))}
      </ul>
      <DeliveryHistory />
    </>
  )
}

function Delivery({ delivery }: { delivery: DeliveryReport }) {
  const { t } = useTranslation()
  const now = useNow(1000)
  const { groupId, groupName, publishedAt, activateAt, screens, held, unseen, p50, p95, lagging } = delivery
  const { right, differs } = delivery
  // A screen that has the change and shows something else doesn't show it.
  const shown = Math.min(delivery.shown, right)
  const share = shareOf(shown, screens)
  const counts = t(`devices.delivery.counts.${share === 'none' ? (held ? 'oneHeld' : 'oneWaits') : share}`, {
    held,
    shown,
    screens,
  })
  return (
    <section className={styles.delivery} aria-label={groupName ?? t('devices.delivery.noGroup')}>
      <header>
        {groupId === null ? (
          <h2>{t('devices.delivery.noGroup')}</h2>
        ) : (
          <Pictured picture={groupPicture(groupId)}>
            <h2>{groupName}</h2>
          </Pictured>
        )}
        {publishedAt > 0 && (
          <span className={styles.quiet}>
            {t('devices.delivery.published', { time: dateText(publishedAt, 'momentOfSecond') })}
          </span>
        )}
      </header>
      <div className={styles.bar} role="img" aria-label={counts}>
        <span style={{ inlineSize: `${(held / Math.max(1, screens)) * 100}%` }} data-kind="held" />
        <span style={{ inlineSize: `${(shown / Math.max(1, screens)) * 100}%` }} data-kind="shown" />
      </div>
      <p className={styles.counts} role="status">
        {counts}
        {differs > 0 && ` · ${t('deviceGroups.differ', { count: differs })}`}
        {unseen > 0 && ` · ${t('devices.delivery.unseen', { count: unseen })}`}
        {activateAt !== null &&
          activateAt > now &&
          ` · ${t('devices.delivery.switches', { time: dateText(activateAt, 'timeOfSecond') })}`}
        {p50 !== null && p95 !== null && (
          <> · {t('devices.delivery.took', { p50: inSeconds(p50), p95: inSeconds(p95) })}</>
        )}
      </p>
      {lagging.length > 0 && (
        <ul className={styles.lagging}>
          {lagging.map(({ deviceId, name, why, missing, total }) => (
            <li key={deviceId}>
              <SmallPicture>{screenPicture(deviceId)}</SmallPicture>
              <Link to="/app/devices/$id" params={{ id: deviceId }}>
                {name}
              </Link>
              <span>{t(`devices.delivery.why.${why}`, { done: total - missing, total })}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const inSeconds = (ms: number) => numberText(ms / 1000, { maximumFractionDigits: ms < 10_000 ? 1 : 0 })
