import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ApiKey } from '@vitrine/contract/api/accounts/api-keys'
import { ROLES } from '@vitrine/contract/permissions'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { agoText } from '#lib/text/ago.ts'
import { dateText, listText } from '#lib/text/format.ts'
import { useNow } from '#lib/use-now.ts'
import { useAccessDialog } from '#pickers/access/access-dialog.tsx'
import { apiKeysKey, apiKeysQuery } from '#queries/api-keys.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { useKeptFocus } from '#ui/list/use-kept-focus.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Section } from '#ui/page/page.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { useAction } from '#ui/work/use-write.ts'
import { AddWithSecret } from './add-with-secret.tsx'
import { ApiKeyForm } from './api-key-form.tsx'
import styles from './api-keys.module.css'

/** The organization's keys for programs. */
export function ApiKeysSettings() {
  const { t } = useTranslation()
  const organizationId = useOrganizationId()
  const query = useQuery(apiKeysQuery(organizationId))
  const access = useAccessDialog()
  const [revoking, setRevoking] = useState<ApiKey>()
  const revoke = useAction({
    write: ({ id }: ApiKey) => api.apiKeys.revoke({ params: { id } }),
    done: 'apiKeys.revoked',
    failed: 'apiKeys.revokeFailed',
    invalidates: [apiKeysKey],
  })
  return (
    <Section title={t('apiKeys.title')} text={t('apiKeys.text')}>
      <AddWithSecret<string>
        texts={{ add: t('apiKeys.add'), created: t('apiKeys.created'), once: t('apiKeys.once') }}
        form={(onCreated) => <ApiKeyForm organizationId={organizationId} onCreated={onCreated} />}
        secretsOf={(value) => [{ label: t('apiKeys.secret'), copy: t('apiKeys.copy'), value }]}
      />
      <RecordView query={query}>
        {(keys) => (
          <Keys
            keys={keys}
            onRevoke={setRevoking}
            onAccess={({ id, name }) => access.ask({ of: 'key', id, name })}
          />
        )}
      </RecordView>
      <FormDialog
        opened={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={t('apiKeys.revokeName', { name: revoking?.name ?? '' })}
      >
        <RevokeQuestion
          onCancel={() => setRevoking(undefined)}
          onRevoke={() => revoking && void revoke(revoking).then(() => setRevoking(undefined))}
        />
      </FormDialog>
      {access.dialog}
    </Section>
  )
}

function RevokeQuestion({ onCancel, onRevoke }: { onCancel: () => void; onRevoke: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <p className={styles.question}>{t('apiKeys.revokeText')}</p>
      <div className={styles.buttons}>
        <Button variant="default" data-autofocus onClick={onCancel}>
          {t('form.cancel')}
        </Button>
        <Button color="bad" onClick={onRevoke}>
          {t('apiKeys.revoke')}
        </Button>
      </div>
    </>
  )
}

interface KeysProps {
  keys: readonly ApiKey[]
  onRevoke: (key: ApiKey) => void
  onAccess: (key: ApiKey) => void
}

function Keys({ keys, onRevoke, onAccess }: KeysProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const keepsFocus = useKeptFocus(list, keys)
  if (keys.length === 0) return <EmptyState title={t('apiKeys.none')} />
  return (
    <ul ref={list} className={styles.keys} aria-label={t('apiKeys.title')} {...keepsFocus}>
      {keys.map((key) => (
        <li key={key.id} data-key={key.id}>
          <Facts entry={key} />
          {key.status === 'active' && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`${t('access.button')}: ${key.name}`}
              onClick={() => onAccess(key)}
            >
              {t('access.button')}
            </Button>
          )}
          {key.status === 'active' && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('apiKeys.revokeName', { name: key.name })}
              onClick={() => onRevoke(key)}
            >
              {t('apiKeys.revoke')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function Facts({ entry }: { entry: ApiKey }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const { role, permissions, networks, maker, lastUsedAt, lastAddress } = entry
  const rights =
    role === ROLES.admin
      ? t('users.roles.1')
      : listText(permissions.map((one) => t(`users.permission.${one}`))) || t('apiKeys.reads')
  const used =
    lastUsedAt === null
      ? t('apiKeys.unused')
      : t('apiKeys.used', { ago: agoText(Date.parse(lastUsedAt), now), address: lastAddress ?? '' })
  const end = entry.revokedAt ?? entry.expiresAt
  return (
    <div className={styles.facts}>
      <span className={styles.name}>
        <strong>
          <bdi>{entry.name}</bdi>
        </strong>
        <StatusChip status={entry.status} />
      </span>
      <small>
        <bdi dir="ltr">{entry.start}…</bdi> · {rights}
        {entry.scope && ` · ${t('scope.some')}`}
        {networks.length > 0 && (
          <>
            {' · '}
            <bdi dir="ltr">{networks.join(', ')}</bdi>
          </>
        )}
      </small>
      <small>
        {used} ·{' '}
        {t(entry.revokedAt ? 'apiKeys.revokedOn' : 'apiKeys.expires', { date: dateText(end, 'day') })}
        {` · ${maker ? t('apiKeys.maker', { name: maker.name }) : t('apiKeys.makerGone')}`}
      </small>
    </div>
  )
}
