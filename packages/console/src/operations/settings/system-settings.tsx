import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { PRODUCT_VERSION } from '@vitrine/contract/version'
import { useTranslation } from 'react-i18next'
import { copyText } from '#lib/browser/clipboard.ts'
import { STORED, storage } from '#lib/browser/storage.ts'
import { apiBase } from '#lib/server/config.ts'
import { clearLookups } from '#lib/server/lookups.ts'
import { STORED_VERSION, useSession } from '#lib/session/session.ts'
import { notify } from '#lib/toasts.ts'
import { Facts } from '#ui/page/facts.tsx'
import { Section } from '#ui/page/page.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { ServerState } from './server-state.tsx'

/** Version and diagnostics for support, and this browser's local data. */
export function SystemSettings() {
  const mayRead = useCan('read', 'jobs')
  return (
    <>
      {mayRead && <ServerState />}
      <AboutSection />
      <StorageSection />
    </>
  )
}

const apiAddress = () => new URL(apiBase(), document.baseURI).href

function AboutSection() {
  const { t } = useTranslation()
  const copy = useCopyDiagnostics()
  return (
    <Section title={t('settings.about')}>
      <Facts>
        <dt>{t('settings.version')}</dt>
        <dd>
          <code>{PRODUCT_VERSION}</code>
        </dd>
        <dt>{t('settings.stored')}</dt>
        <dd>
          <code>{STORED_VERSION}</code>
        </dd>
        <dt>{t('settings.apiAddress')}</dt>
        <dd>
          <code dir="ltr">{apiAddress()}</code>
        </dd>
      </Facts>
      <div>
        <Button variant="default" onClick={() => void copy()}>
          {t('settings.copyDiagnostics')}
        </Button>
      </div>
    </Section>
  )
}

function useCopyDiagnostics() {
  const { t } = useTranslation()
  const profile = useSession((state) => state.profile)
  return async () => {
    const facts = {
      version: PRODUCT_VERSION,
      stored: STORED_VERSION,
      api: apiAddress(),
      browser: navigator.userAgent,
      window: `${window.innerWidth}×${window.innerHeight}`,
      language: navigator.language,
      role: profile?.role,
      organization: profile?.organization.name,
    }
    const lines = Object.entries(facts).map(([name, value]) => `${name}: ${value}`)
    const copied = await copyText(lines.join('\n'))
    notify({
      kind: copied ? 'positive' : 'negative',
      message: t(copied ? 'settings.copied' : 'settings.notCopied'),
    })
  }
}

function StorageSection() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const clear = () => {
    clearLookups()
    void client.invalidateQueries({ queryKey: ['lookups'] })
    notify({ kind: 'positive', message: t('settings.cleared') })
  }
  const discard = () => {
    storage.set(STORED.storyboardDraft, null)
    notify({ kind: 'positive', message: t('settings.draftDiscarded') })
  }
  return (
    <Section title={t('settings.storage')} text={t('settings.storageText')}>
      <Group gap={8}>
        <Button variant="default" onClick={clear}>
          {t('settings.clear')}
        </Button>
        <Button variant="default" onClick={discard} disabled={storage.get(STORED.storyboardDraft) === null}>
          {t('settings.discardDraft')}
        </Button>
      </Group>
    </Section>
  )
}
