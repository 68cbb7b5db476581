import { FIRST_DAYS } from '@vitrine/contract/api/accounts/region'
import { degreesIn, localeOn, NO_REGION, screenLocale } from '@vitrine/contract/player/screen-locale'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { screenDate, screenLanguages } from '#lib/text/screen-language.ts'
import { Columns } from '#ui/form/fields/fields.tsx'
import { SelectField } from '#ui/form/fields/select-field.tsx'
import styles from './region-fields.module.css'

interface RegionFieldsProps {
  /** Placeholder texts of empty fields, by default and after choosing a language. */
  unset: string
  usual?: string
}

/** The screens' language and formats, `region` in the form, with an example. */
export function RegionFields({ unset, usual = unset }: RegionFieldsProps) {
  const { t } = useTranslation()
  const region = useWatch({ name: 'region' }) ?? NO_REGION
  const rest = region.language ? usual : unset
  return (
    <div className={styles.region}>
      <SelectField
        name="region.language"
        label={t('region.language')}
        placeholder={unset}
        choices={languageChoices(region.language)}
        clearable
        searchable
      />
      <Columns>
        <SelectField
          name="region.hours"
          label={t('region.hours')}
          placeholder={rest}
          choices={(['12', '24'] as const).map((value) => ({ value, label: t(`region.hoursOf.${value}`) }))}
          clearable
        />
        <SelectField
          name="region.temperature"
          label={t('region.temperature')}
          placeholder={rest}
          choices={(['celsius', 'fahrenheit'] as const).map((value) => ({
            value,
            label: t(`region.temperatures.${value}`),
          }))}
          clearable
        />
        <SelectField
          name="region.firstDay"
          label={t('region.firstDay')}
          placeholder={rest}
          choices={FIRST_DAYS.map((value) => ({ value, label: t(`region.firstDays.${value}`) }))}
          clearable
        />
      </Columns>
      {region.language && <Example locale={localeOn('en', screenLocale(region))} />}
    </div>
  )
}

/** A sample date, time and temperature in the screens' format. */
function Example({ locale }: { locale: string }) {
  const { t } = useTranslation()
  return (
    <p className={styles.example}>
      {t('region.example')} <bdi>{screenDate(locale)}</bdi> · <bdi>{degreesIn(locale, 21)}°</bdi>
    </p>
  )
}

/** Include a language that is missing from the list, because the API can set it. */
function languageChoices(chosen: string | null) {
  const known = screenLanguages()
  const isOther = chosen && !known.some(({ value }) => value === chosen)
  return isOther ? [{ value: chosen, label: chosen }, ...known] : known
}
