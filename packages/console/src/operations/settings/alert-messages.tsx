import { useQuery } from '@tanstack/react-query'
import type { AlertMessage } from '@vitrine/contract/api/operations/alerts'
import { useTranslation } from 'react-i18next'
import { dateText } from '#lib/text/format.ts'
import { alertMessagesQuery } from '#queries/settings.ts'
import { Section } from '#ui/page/page.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import styles from './alerts.module.css'

/** The latest messages with recipients and failures. */
export function AlertMessages() {
  const { t } = useTranslation()
  const query = useQuery(alertMessagesQuery())
  return (
    <Section title={t('alerts.messages')} text={t('alerts.messagesText')}>
      <RecordView query={query}>
        {(messages) =>
          messages.length === 0 ? (
            <p>{t('alerts.noMessages')}</p>
          ) : (
            <ul className={styles.messages} aria-label={t('alerts.messages')}>
              {messages.map((message) => (
                <Message key={message.id} message={message} />
              ))}
            </ul>
          )
        }
      </RecordView>
    </Section>
  )
}

function Message({ message: { title, rule, recipient, status, error, at } }: { message: AlertMessage }) {
  const { t } = useTranslation()
  return (
    <li>
      <div className={styles.line}>
        <strong>
          <bdi>{title}</bdi>
        </strong>
        <StatusChip status={status} />
      </div>
      <small>
        <time dateTime={at}>{dateText(at, 'moment')}</time> · <bdi>{rule}</bdi> ·{' '}
        <bdi dir="ltr">{recipient}</bdi>
      </small>
      {error && (
        <p className={styles.error}>
          {t(status === 'failed' ? 'alerts.gaveUp' : 'alerts.triesAgain', { error })}
        </p>
      )}
      {status === 'kept' && <p className={styles.error}>{t('alerts.kept')}</p>}
    </li>
  )
}
