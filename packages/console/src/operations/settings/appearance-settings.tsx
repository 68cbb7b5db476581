import { Radio, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { APPEARANCES, type Appearance, setAppearance, storedAppearance } from '#lib/browser/appearance.ts'
import { clock } from '#lib/clock.ts'
import { dateText, numberText, weekdays, weekdayText } from '#lib/text/format.ts'
import { chosenLocale } from '#lib/text/i18n.ts'
import { screenLanguages } from '#lib/text/screen-language.ts'
import { beginningFirst } from '#ui/form/fields/select-field.tsx'
import { Section } from '#ui/page/page.tsx'
import { chosenRegion, nameOf, offeredLocales, setLocale, setRegion } from './languages.ts'
import styles from './settings-page.module.css'

export function AppearanceSettings() {
  const { t } = useTranslation()
  return (
    <>
      <Section title={t('settings.theme')}>
        <AppearanceChoice />
      </Section>
      <Section title={t('settings.language')} text={t('settings.languageText')}>
        <LanguageChoice />
      </Section>
      <Section title={t('settings.formats')} text={t('settings.formatsText')}>
        <FormatsChoice />
      </Section>
    </>
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
      <div className={styles.appearances}>
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
        {offeredLocales().map((code) => (
          <Radio key={code} value={code} label={nameOf(code)} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** Whose formats this person reads, with an example. */
function FormatsChoice() {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(chosenRegion)
  const choose = (tag: string | null) => {
    setChosen(tag)
    void setRegion(tag)
  }
  const example = [
    dateText(clock.now(), 'moment'),
    numberText(1234.5),
    weekdayText(weekdays()[0] ?? 1, 'long'),
  ].join(' · ')
  return (
    <Stack gap={8} maw={420}>
      <Select
        aria-label={t('settings.formats')}
        placeholder={t('settings.formatsUsual')}
        data={screenLanguages()}
        filter={beginningFirst}
        value={chosen}
        onChange={choose}
        clearable
        searchable
      />
      <p className={styles.quiet}>
        {t('settings.formatsExample')} <bdi>{example}</bdi>
      </p>
    </Stack>
  )
}
