import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Webhook } from '@vitrine/contract/api/operations/webhooks'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { dateText, listText } from '#lib/text/format.ts'
import { AddWithSecret } from '#operations/settings/keys/add-with-secret.tsx'
import styles from '#operations/settings/keys/api-keys.module.css'
import { SecretShown } from '#operations/settings/keys/secret-shown.tsx'
import { webhooksKey, webhooksQuery } from '#queries/webhooks.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { useKeptFocus } from '#ui/list/use-kept-focus.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Section } from '#ui/page/page.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { useWrite } from '#ui/work/use-write.ts'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { WebhookEditForm, WebhookForm } from './webhook-form.tsx'

/** Addresses of other services that get events. */
export function WebhooksSettings() {
  const { t } = useTranslation()
  const organizationId = useOrganizationId()
  const query = useQuery(webhooksQuery(organizationId))
  const [shown, setShown] = useState<Webhook>()
  const [edited, setEdited] = useState<Webhook>()
  const deletion = useDeletion<Webhook>({
    remove: ({ id }) => api.webhooks.remove({ params: { id } }),
    name: ({ name }) => name,
    failed: 'webhooks.deleteFailed',
    invalidates: [webhooksKey],
  })
  return (
    <Section title={t('webhooks.title')} text={t('webhooks.text')}>
      <AddWithSecret<string>
        texts={{ add: t('webhooks.add'), created: t('webhooks.created'), once: t('webhooks.once') }}
        form={(onCreated) => <WebhookForm organizationId={organizationId} onCreated={onCreated} />}
        secretsOf={(value) => [{ label: t('triggers.signingKey'), copy: t('triggers.copyKey'), value }]}
      />
      <RecordView query={query}>
        {(webhooks) => (
          <Webhooks webhooks={webhooks} onDeliveries={setShown} onEdit={setEdited} onDelete={deletion.ask} />
        )}
      </RecordView>
      <FormDialog
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={t('webhooks.deliveriesOf', { name: shown?.name ?? '' })}
      >
        {shown && <WebhookDeliveries webhook={shown} />}
      </FormDialog>
      {edited && <Editing webhook={edited} onClose={() => setEdited(undefined)} />}
      {deletion.dialog}
    </Section>
  )
}

function Editing({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation()
  const [secret, setSecret] = useState<string>()
  const title = secret === undefined ? t('webhooks.editName', { name: webhook.name }) : t('webhooks.newKey')
  return (
    <FormDialog opened onClose={onClose} title={title}>
      {secret === undefined ? (
        <WebhookEditForm
          webhook={webhook}
          // The saved values become the baseline first: closing asks nothing.
          onSaved={(key) => queueMicrotask(() => (key === null ? onClose() : setSecret(key)))}
        />
      ) : (
        <SecretShown
          text={t('webhooks.newKeyText')}
          secrets={[{ label: t('triggers.signingKey'), copy: t('triggers.copyKey'), value: secret }]}
          onDone={onClose}
        />
      )}
    </FormDialog>
  )
}

interface WebhooksProps {
  webhooks: readonly Webhook[]
  onDeliveries: (webhook: Webhook) => void
  onEdit: (webhook: Webhook) => void
  onDelete: (webhook: Webhook) => void
}

function Webhooks({ webhooks, ...acts }: WebhooksProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const keepsFocus = useKeptFocus(list, webhooks)
  if (webhooks.length === 0) return <EmptyState title={t('webhooks.none')} />
  return (
    <ul ref={list} className={styles.keys} aria-label={t('webhooks.title')} {...keepsFocus}>
      {webhooks.map((webhook) => (
        <li key={webhook.id} data-key={webhook.id}>
          <Facts webhook={webhook} />
          <Acts webhook={webhook} {...acts} />
        </li>
      ))}
    </ul>
  )
}

function Acts({
  webhook,
  onDeliveries,
  onEdit,
  onDelete,
}: Omit<WebhooksProps, 'webhooks'> & { webhook: Webhook }) {
  const { t } = useTranslation()
  const { id, name, pausedAt } = webhook
  const pause = useWrite({
    write: api.webhooks.setPaused,
    done: 'webhooks.pauseDone',
    failed: 'webhooks.pauseFailed',
    invalidates: [webhooksKey],
  })
  const test = useWrite({
    write: api.webhooks.test,
    done: 'webhooks.tested',
    failed: 'webhooks.testFailed',
    invalidates: [webhooksKey],
  })
  const isPaused = pausedAt !== null
  const acts = [
    ['edit', 'editName', () => onEdit(webhook)],
    ['deliveries', 'deliveriesOf', () => onDeliveries(webhook)],
    ...(isPaused ? [] : ([['test', 'testName', () => void test({ params: { id } })]] as const)),
    [
      isPaused ? 'continue' : 'pause',
      isPaused ? 'continueName' : 'pauseName',
      () => void pause({ params: { id }, body: { paused: !isPaused } }),
    ],
    ['delete', 'deleteName', () => onDelete(webhook)],
  ] as const
  return (
    <div className={styles.buttons}>
      {acts.map(([text, label, onClick]) => (
        <Button
          key={text}
          size="compact-sm"
          variant="default"
          aria-label={t(`webhooks.${label}`, { name })}
          onClick={onClick}
        >
          {t(`webhooks.${text}`)}
        </Button>
      ))}
    </div>
  )
}

function Facts({ webhook: { name, site, topics, failingSince, pausedAt } }: { webhook: Webhook }) {
  const { t } = useTranslation()
  return (
    <div className={styles.facts}>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <small>
        <bdi dir="ltr">{site}</bdi> · {listText(topics.map((topic) => t(`webhooks.topic.${topic}`)))}
      </small>
      {pausedAt && <small>{t('webhooks.pausedSince', { date: dateText(pausedAt, 'moment') })}</small>}
      {!pausedAt && failingSince && (
        <small>{t('webhooks.failingSince', { date: dateText(failingSince, 'moment') })}</small>
      )}
    </div>
  )
}
