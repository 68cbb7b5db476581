import { Button, Code } from '@mantine/core'
import { type EmailDomain, EmailDomainInput } from '@vitrine/contract/api/accounts/identity-provider'
import { ROLES } from '@vitrine/contract/permissions'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { useSession } from '#lib/session/session.ts'
import { providerKey } from '#queries/settings.ts'
import { CopyButton } from '#ui/form/copy-button.tsx'
import { EntityForm } from '#ui/form/entity-form.tsx'
import { TextField } from '#ui/form/fields/fields.tsx'
import { useEntityForm } from '#ui/form/use-entity-form.ts'
import { useKeptFocus } from '#ui/list/use-kept-focus.ts'
import { StatusChip } from '#ui/screen/status.tsx'
import { useAction, useWrite } from '#ui/work/use-write.ts'
import styles from './login-settings.module.css'

/** The domains whose addresses the provider may name, and how to verify them. */
export function DomainsSection({
  domains,
  organizationId,
}: {
  domains: readonly EmailDomain[]
  organizationId: string
}) {
  const { t } = useTranslation()
  const state = useEntityForm(EmailDomainInput, { domain: '' })
  const add = useWrite({
    write: api.emailDomains.add,
    done: 'singleSignOn.domainAdded',
    invalidates: [providerKey],
  })
  const list = useRef<HTMLUListElement>(null)
  const keepsFocus = useKeptFocus(list, domains)
  return (
    <>
      <EntityForm
        state={state}
        submitLabel={t('singleSignOn.addDomain')}
        onSubmit={async (body) => {
          await add({ body: { ...body, organizationId } })
          state.form.setValue('domain', '')
        }}
      >
        <TextField name="domain" label={t('singleSignOn.domain')} placeholder="example.org" />
      </EntityForm>
      {domains.length > 0 && (
        <ul ref={list} className={styles.domains} aria-label={t('singleSignOn.domains')} {...keepsFocus}>
          {domains.map((one) => (
            <li key={one.id} data-key={one.id}>
              <Domain domain={one} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Domain({ domain: { id, domain, verifiedAt, record } }: { domain: EmailDomain }) {
  const { t } = useTranslation()
  const isOperator = useSession(({ profile }) => profile?.role === ROLES.superAdmin)
  const shared = { invalidates: [providerKey], failed: 'singleSignOn.verifyFailed' } as const
  const verify = useAction({
    ...shared,
    write: (body: { confirm?: boolean }) => api.emailDomains.verify({ params: { id }, body }),
    done: 'singleSignOn.domainVerified',
  })
  const remove = useAction({
    ...shared,
    write: () => api.emailDomains.remove({ params: { id } }),
    failed: 'errors.delete',
    done: 'singleSignOn.domainRemoved',
  })
  return (
    <>
      <div className={styles.line}>
        <bdi dir="ltr">{domain}</bdi>
        <StatusChip status={verifiedAt ? 'verified' : 'unverified'} />
        {!verifiedAt && (
          <Button size="compact-sm" variant="default" onClick={() => void verify({})}>
            {t('singleSignOn.check')}
          </Button>
        )}
        {!verifiedAt && isOperator && (
          <Button size="compact-sm" variant="default" onClick={() => void verify({ confirm: true })}>
            {t('singleSignOn.confirm')}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('singleSignOn.removeDomainOf', { domain })}
          onClick={() => void remove(undefined)}
        >
          {t('singleSignOn.removeDomain')}
        </Button>
      </div>
      {!verifiedAt && (
        <div className={styles.record}>
          <span>{t('singleSignOn.recordText')}</span>
          <Code dir="ltr">{record.name}</Code>
          <span className={styles.line}>
            <Code dir="ltr">{record.value}</Code>
            <CopyButton text={record.value} label={t('singleSignOn.copy')} />
          </span>
        </div>
      )}
    </>
  )
}
