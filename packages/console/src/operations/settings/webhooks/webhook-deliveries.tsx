import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Webhook, WebhookDelivery } from '@vitrine/contract/api/operations/webhooks'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { dateText } from '#lib/text/format.ts'
import styles from '#operations/settings/keys/api-keys.module.css'
import { webhookDeliveriesQuery, webhooksKey } from '#queries/webhooks.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { useWrite } from '#ui/work/use-write.ts'

/** The last deliveries with their outcome; each can be sent again. */
export function WebhookDeliveries({ webhook: { id } }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const query = useQuery(webhookDeliveriesQuery(id))
  const replay = useWrite({
    write: api.webhooks.replay,
    done: 'webhooks.replayed',
    failed: 'webhooks.replayFailed',
    invalidates: [webhooksKey],
  })
  return (
    <RecordView query={query}>
      {(deliveries) =>
        deliveries.length === 0 ? (
          <EmptyState title={t('webhooks.noDeliveries')} />
        ) : (
          <ul className={styles.calls}>
            {deliveries.map((delivery) => (
              <Delivery
                key={delivery.id}
                delivery={delivery}
                onReplay={() => void replay({ params: { id, delivery: delivery.id } })}
              />
            ))}
          </ul>
        )
      }
    </RecordView>
  )
}

function Delivery({ delivery, onReplay }: { delivery: WebhookDelivery; onReplay: () => void }) {
  const { t } = useTranslation()
  const { event, status, at, attempts, error } = delivery
  return (
    <li>
      <span>
        <bdi dir="ltr">{event}</bdi> <StatusChip status={status} />
      </span>
      <small>
        {dateText(at, 'momentOfSecond')}
        {attempts > 1 && <> · {t('webhooks.attempts', { count: attempts })}</>}
        {error && (
          <>
            {' · '}
            <bdi dir="ltr">{error}</bdi>
          </>
        )}
      </small>
      <div>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('webhooks.replayEvent', { event, date: dateText(at, 'momentOfSecond') })}
          onClick={onReplay}
        >
          {t('webhooks.replay')}
        </Button>
      </div>
    </li>
  )
}
