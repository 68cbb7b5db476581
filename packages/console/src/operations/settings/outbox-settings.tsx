import { Drawer } from '@mantine/core'
import { EnvelopeIcon } from '@phosphor-icons/react/dist/csr/Envelope'
import type { OutboxMessage } from '@vitrine/contract/api/base/outbox'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateText } from '#lib/text/format.ts'
import { outboxSource } from '#queries/settings.ts'
import { type Column, DataTable } from '#ui/list/data-table.tsx'
import { Facts } from '#ui/page/facts.tsx'
import { Section } from '#ui/page/page.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import styles from './settings-page.module.css'

/** Emails and text messages: sent, or waiting for a service to be configured. */
export function OutboxSettings() {
  const { t } = useTranslation()
  const [read, setRead] = useState<OutboxMessage>()
  const columns: Column<OutboxMessage>[] = [
    {
      key: 'recipient',
      header: t('outbox.recipient'),
      value: ({ recipient }) => recipient,
      render: ({ recipient }) => <bdi dir="ltr">{recipient}</bdi>,
    },
    { key: 'channel', header: t('outbox.channel'), value: ({ channel }) => t(`outbox.channels.${channel}`) },
    { key: 'subject', header: t('outbox.subject'), value: ({ subject }) => subject },
    {
      key: 'status',
      header: t('outbox.status'),
      value: ({ status }) => status,
      render: ({ status }) => <StatusChip status={STATUS[status]} />,
    },
    {
      key: 'createdAt',
      header: t('outbox.createdAt'),
      value: ({ createdAt }) => createdAt,
      render: ({ createdAt }) => <time dateTime={createdAt}>{dateText(createdAt, 'moment')}</time>,
    },
  ]
  return (
    <Section title={t('outbox.title')} text={t('outbox.text')}>
      <DataTable
        label={t('outbox.title')}
        source={outboxSource}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ recipient }) => recipient}
        onOpen={setRead}
        empty={{ icon: EnvelopeIcon, title: t('outbox.empty'), text: t('outbox.emptyText') }}
      />
      <Drawer
        opened={read !== undefined}
        onClose={() => setRead(undefined)}
        title={read?.subject || t('outbox.message')}
      >
        {read && <Message message={read} />}
      </Drawer>
    </Section>
  )
}

const STATUS = { waiting: 'waiting', sent: 'sent', failed: 'failed', kept: 'kept' } as const

function Message({ message: { recipient, text, error, attempts, status } }: { message: OutboxMessage }) {
  const { t } = useTranslation()
  return (
    <>
      <Facts>
        <dt>{t('outbox.recipient')}</dt>
        <dd>
          <bdi dir="ltr">{recipient}</bdi>
        </dd>
        {error && (
          <>
            <dt>{t('outbox.problem')}</dt>
            <dd>{t('outbox.failedAfter', { error, count: attempts })}</dd>
          </>
        )}
      </Facts>
      <p className={styles.message}>
        {text ? withLinks(text) : t(status === 'sent' ? 'outbox.textGone' : 'outbox.noText')}
      </p>
    </>
  )
}

/** Makes URLs in messages clickable: without a mail server, admins follow them here. */
function withLinks(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part) =>
    part.startsWith('http') ? (
      <a key={part} href={part} dir="ltr">
        {part}
      </a>
    ) : (
      part
    ),
  )
}
