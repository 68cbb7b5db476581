import { Button } from '@mantine/core'
import { CaseReplyInput, type SupportCase } from '@vitrine/contract/api/operations/cases'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { dateText } from '#lib/text/format.ts'
import { casesKey } from '#queries/cases.ts'
import { useDialogOfForm } from '#ui/dialog/dialog-of-form.ts'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { LongTextField } from '#ui/form/fields/long-text-field.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { StatusChip } from '#ui/screen/status.tsx'
import { useAction, useWrite } from '#ui/work/use-write.ts'
import styles from './open-case.module.css'

/** A case with its messages and a reply form. */
export function CaseThread({ asked }: { asked: SupportCase }) {
  const { t } = useTranslation()
  const dialog = useDialogOfForm()
  const { author, organization, device, facts, status, replies } = asked
  const setStatus = useAction({
    write: api.cases.setStatus,
    done: (_, { body }) => t(body.status === 'closed' ? 'cases.closed' : 'cases.reopened'),
    failed: 'cases.updateFailed',
    invalidates: [casesKey],
  })
  const isClosed = status === 'closed'
  return (
    <div className={styles.thread}>
      <div className={styles.meta}>
        <StatusChip status={status} />
        <span>{t(`cases.kinds.${asked.kind}`)}</span>
        <bdi>{organization.name}</bdi>
        {device && <bdi>{device.name}</bdi>}
      </div>
      <Said author={author} at={asked.createdAt} text={asked.text} />
      {facts && (
        <details className={styles.facts}>
          <summary>{t('cases.facts')}</summary>
          <bdi dir="ltr" className={styles.factList}>
            {facts}
          </bdi>
        </details>
      )}
      {replies.map((reply) => (
        <Said
          key={reply.id}
          author={reply.isSupport ? t('cases.fromSupport', { name: reply.author }) : reply.author}
          at={reply.createdAt}
          text={reply.text}
          isSupport={reply.isSupport}
        />
      ))}
      <ReplyForm asked={asked} />
      <Button
        variant="default"
        onClick={async () => {
          const body = { status: isClosed ? 'open' : 'closed' } as const
          if ((await setStatus({ params: { id: asked.id }, body })) && !isClosed) dialog?.close()
        }}
      >
        {t(isClosed ? 'cases.reopen' : 'cases.close')}
      </Button>
    </div>
  )
}

interface SaidProps {
  author: string
  at: string
  text: string
  isSupport?: boolean
}

function Said({ author, at, text, isSupport = false }: SaidProps) {
  return (
    <article className={styles.said} data-support={isSupport}>
      <header>
        <strong>
          <bdi>{author}</bdi>
        </strong>
        <time dateTime={at}>{dateText(at, 'moment')}</time>
      </header>
      <p dir="auto">{text}</p>
    </article>
  )
}

const EMPTY = { text: '' }

/** Separate, so that new messages don't affect the reply being typed. */
function ReplyForm({ asked }: { asked: SupportCase }) {
  const { t } = useTranslation()
  const state = useEntityForm(CaseReplyInput, EMPTY)
  const reply = useWrite({
    write: api.cases.reply,
    failed: 'cases.replyFailed',
    done: 'cases.sent',
    invalidates: [casesKey],
  })
  return (
    <EntityForm
      state={state}
      submitLabel={t('cases.send')}
      onSubmit={async (body) => {
        await reply({ params: { id: asked.id }, body })
        state.form.reset(EMPTY)
      }}
    >
      <LongTextField name="text" label={t('cases.reply')} required />
    </EntityForm>
  )
}
