import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Trigger } from '@vitrine/contract/api/screens/triggers'
import type { TFunction } from 'i18next'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { dateText } from '#lib/text/format.ts'
import { AddWithSecret } from '#operations/settings/keys/add-with-secret.tsx'
import styles from '#operations/settings/keys/api-keys.module.css'
import { triggerCallsQuery, triggersKey, triggersQuery } from '#queries/triggers.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { useKeptFocus } from '#ui/list/use-kept-focus.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Section } from '#ui/page/page.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { useAction } from '#ui/work/use-write.ts'
import { TriggerForm, type TriggerSecrets } from './trigger-form.tsx'

/** Addresses with which other programs show a storyboard. */
export function TriggersSettings() {
  const { t } = useTranslation()
  const organizationId = useOrganizationId()
  const query = useQuery(triggersQuery(organizationId))
  const [called, setCalled] = useState<Trigger>()
  const deletion = useDeletion<Trigger>({
    remove: ({ id }) => api.triggers.remove({ params: { id } }),
    name: ({ name }) => name,
    failed: 'triggers.deleteFailed',
    invalidates: [triggersKey],
  })
  const adopt = useAction({
    write: ({ id }: Trigger) => api.triggers.adopt({ params: { id } }),
    done: (_, { name }) => t('triggers.adopted', { name }),
    failed: 'triggers.adoptFailed',
    invalidates: [triggersKey],
  })
  return (
    <Section title={t('triggers.title')} text={t('triggers.text')}>
      <AddWithSecret<TriggerSecrets>
        texts={{ add: t('triggers.add'), created: t('triggers.created'), once: t('triggers.once') }}
        form={(onCreated) => <TriggerForm organizationId={organizationId} onCreated={onCreated} />}
        secretsOf={(made) => secretsOf(made, t)}
      />
      <RecordView query={query}>
        {(triggers) => (
          <Triggers
            triggers={triggers}
            onCalls={setCalled}
            onAdopt={(trigger) => void adopt(trigger)}
            onDelete={deletion.ask}
          />
        )}
      </RecordView>
      <FormDialog
        opened={called !== undefined}
        onClose={() => setCalled(undefined)}
        title={t('triggers.callsOf', { name: called?.name ?? '' })}
      >
        {called && <Calls id={called.id} />}
      </FormDialog>
      {deletion.dialog}
    </Section>
  )
}

function secretsOf({ secret, signingSecret }: TriggerSecrets, t: TFunction) {
  const value = new URL(`api/trigger/${secret}`, document.baseURI).href
  return [
    { label: t('triggers.address'), copy: t('triggers.copyAddress'), value },
    ...(signingSecret
      ? [{ label: t('triggers.signingKey'), copy: t('triggers.copyKey'), value: signingSecret }]
      : []),
  ]
}

interface TriggersProps {
  triggers: readonly Trigger[]
  onCalls: (trigger: Trigger) => void
  onAdopt: (trigger: Trigger) => void
  onDelete: (trigger: Trigger) => void
}

function Triggers({ triggers, onCalls, onAdopt, onDelete }: TriggersProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const keepsFocus = useKeptFocus(list, triggers)
  if (triggers.length === 0) return <EmptyState title={t('triggers.none')} />
  return (
    <ul ref={list} className={styles.keys} aria-label={t('triggers.title')} {...keepsFocus}>
      {triggers.map((trigger) => (
        <li key={trigger.id} data-key={trigger.id}>
          <Facts trigger={trigger} />
          <div className={styles.buttons}>
            {trigger.isStopped && (
              <Button
                size="compact-sm"
                aria-label={t('triggers.adoptName', { name: trigger.name })}
                onClick={() => onAdopt(trigger)}
              >
                {t('triggers.adopt')}
              </Button>
            )}
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('triggers.callsOf', { name: trigger.name })}
              onClick={() => onCalls(trigger)}
            >
              {t('triggers.calls')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('triggers.deleteName', { name: trigger.name })}
              onClick={() => onDelete(trigger)}
            >
              {t('triggers.delete')}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Facts({ trigger }: { trigger: Trigger }) {
  const { t } = useTranslation()
  const { storyboardName, groupName, minutes, allowsGet, isSigned } = trigger
  const way = allowsGet ? 'links' : isSigned ? 'signed' : 'post'
  return (
    <div className={styles.facts}>
      <strong>
        <bdi>{trigger.name}</bdi>
      </strong>
      <small>
        {t('triggers.shows', {
          storyboard: storyboardName ?? t('triggers.gone'),
          group: groupName ?? t('triggers.gone'),
        })}
        {' · '}
        {minutes === null ? t('triggers.untilCleared') : t('triggers.minutes', { count: minutes })}
      </small>
      <small>
        <bdi dir="ltr">{trigger.start}…</bdi> · {t(`triggers.ways.${way}`)} ·{' '}
        {t('apiKeys.maker', { name: trigger.createdBy })}
      </small>
      {trigger.isStopped && (
        <small role="status" className={styles.stopped}>
          {t('triggers.stopped', { name: trigger.createdBy })}
        </small>
      )}
    </div>
  )
}

function Calls({ id }: { id: string }) {
  const { t } = useTranslation()
  const query = useQuery(triggerCallsQuery(id))
  return (
    <RecordView query={query}>
      {(calls) =>
        calls.length === 0 ? (
          <EmptyState title={t('triggers.noCalls')} />
        ) : (
          <ul className={styles.calls}>
            {calls.map((call) => (
              <li key={call.id}>
                <span>
                  {t(`triggers.actions.${call.action}`)}
                  {call.key && (
                    <>
                      {' '}
                      <bdi>{call.key}</bdi>
                    </>
                  )}
                  {' · '}
                  {t(`triggers.outcomes.${call.outcome}`)}
                </span>
                <small>
                  {dateText(call.at, 'momentOfSecond')} · <bdi dir="ltr">{call.address}</bdi>
                </small>
              </li>
            ))}
          </ul>
        )
      }
    </RecordView>
  )
}
