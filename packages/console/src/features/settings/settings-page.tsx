import { Button, Radio, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { APPEARANCES, type Appearance, setAppearance, storedAppearance } from '#lib/appearance.ts'
import { apiBase } from '#lib/config.ts'
import { chosenLocale, offeredLocales, setLocale } from '#lib/i18n.ts'
import { clearLookups } from '#lib/lookups.ts'
import { STORED_VERSION } from '#lib/session.ts'
import { notify } from '#lib/toasts.ts'
import { Page, Section } from '#ui/page.tsx'
import styles from './settings-page.module.css'

export function SettingsPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('settings.title')} intro={t('settings.intro')} width="form">
      <Section title={t('settings.appearance')}>
        <AppearanceChoice />
      </Section>
      <Section title={t('settings.language')} text={t('settings.languageText')}>
        <LanguageChoice />
      </Section>
      <Section title={t('settings.storage')} text={t('settings.storageText')}>
        <Stored />
      </Section>
    </Page>
  )
}

function AppearanceChoice() {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(storedAppearance)
  const choose = (appearance: Appearance) => {
    setAppearance(appearance)
    setChosen(appearance)
  }
  return (
    <Radio.Group
      aria-label={t('settings.theme')}
      value={chosen}
      onChange={(value) => choose(APPEARANCES.find((one) => one === value) ?? 'system')}
    >
      <div className={styles.looks}>
        {APPEARANCES.map((one) => (
          <Radio.Card key={one} value={one} className={styles.look} aria-label={t(`settings.${one}`)}>
            <span className={styles.preview} data-look={one} aria-hidden="true" />
            <span className={styles.choice}>
              <Radio.Indicator size="xs" />
              {t(`settings.${one}`)}
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}

function LanguageChoice() {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(chosenLocale)
  const choose = (code: string) => {
    setChosen(code)
    void setLocale(code)
  }
  return (
    <Radio.Group aria-label={t('settings.language')} value={chosen} onChange={choose}>
      <Stack gap={8}>
        {offeredLocales().map(({ code, name }) => (
          <Radio key={code} value={code} label={name} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function Stored() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const clear = () => {
    clearLookups()
    void client.invalidateQueries({ queryKey: ['lookups'] })
    notify({ kind: 'positive', message: t('settings.cleared') })
  }
  return (
    <>
      <dl className={styles.facts}>
        <dt>{t('settings.version')}</dt>
        <dd>
          <code>{STORED_VERSION}</code>
        </dd>
        <dt>{t('settings.apiAddress')}</dt>
        <dd>
          <code dir="ltr">{new URL(apiBase(), document.baseURI).href}</code>
        </dd>
      </dl>
      <div>
        <Button variant="default" onClick={clear}>
          {t('settings.clear')}
        </Button>
      </div>
    </>
  )
}
