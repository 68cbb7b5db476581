import { Code } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { IdentityProviderAnswer } from '@vitrine/contract/api/accounts/identity-provider'
import { useTranslation } from 'react-i18next'
import { useOrganizationId } from '#lib/session/view-as.ts'
import { providerQuery } from '#queries/settings.ts'
import { CopyButton } from '#ui/form/copy-button.tsx'
import { Section } from '#ui/page/page.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { DomainsSection } from './domains-section.tsx'
import styles from './login-settings.module.css'
import { ProviderForm, ProviderRemoval } from './provider-form.tsx'

/** How the organization's people log in through its OpenID Connect provider. */
export function LoginSettings() {
  const organizationId = useOrganizationId() ?? ''
  const query = useQuery(providerQuery(organizationId))
  return (
    <RecordView query={query} key={organizationId}>
      {(answer) => <Parts answer={answer} organizationId={organizationId} />}
    </RecordView>
  )
}

function Parts({ answer, organizationId }: { answer: IdentityProviderAnswer; organizationId: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Section title={t('singleSignOn.domains')} text={t('singleSignOn.domainsText')}>
        <DomainsSection domains={answer.domains} organizationId={organizationId} />
      </Section>
      <Section title={t('singleSignOn.forProvider')} text={t('singleSignOn.forProviderText')}>
        <Addresses addresses={answer.addresses} />
      </Section>
      <Section title={t('singleSignOn.title')} text={t('singleSignOn.text')}>
        <ProviderForm answer={answer} organizationId={organizationId} />
      </Section>
      {answer.provider && (
        <Section title={t('singleSignOn.remove')}>
          <ProviderRemoval organizationId={organizationId} />
        </Section>
      )}
    </>
  )
}

function Addresses({ addresses }: Pick<IdentityProviderAnswer, 'addresses'>) {
  const { t } = useTranslation()
  return (
    <dl className={styles.addresses}>
      {(['redirect', 'logout', 'login'] as const).map((one) => (
        <div key={one}>
          <dt>{t(`singleSignOn.addresses.${one}`)}</dt>
          <dd>
            <Code dir="ltr">{addresses[one]}</Code>
            <CopyButton text={addresses[one]} label={t('singleSignOn.copy')} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
