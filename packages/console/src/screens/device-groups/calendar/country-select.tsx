import { Select } from '@mantine/core'
import { FlagIcon } from '@phosphor-icons/react/dist/csr/Flag'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countryChoices, countryName } from '#lib/text/country-names.ts'
import { beginningFirst } from '#ui/form/fields/select-field.tsx'
import styles from './calendar.module.css'
import type { useHolidays } from './use-holidays.ts'

/** Chooses whose public holidays the calendar shows. */
export function CountrySelect({ choice, choose, failed, own, countries }: ReturnType<typeof useHolidays>) {
  const { t } = useTranslation()
  const chosen = choice === 'own' || choice === 'none' ? [] : [choice]
  const codes = [...new Set([...countries, ...chosen])].join()
  const others = useMemo(() => countryChoices(codes.split(',').filter(Boolean)), [codes])
  const ownLabel = own
    ? t('calendar.holidays.own', { country: countryName(own) })
    : t('calendar.holidays.unset')
  return (
    <Select
      aria-label={t('calendar.holidays.label')}
      leftSection={<FlagIcon size={16} aria-hidden="true" />}
      className={styles.country}
      data={[
        { value: 'own', label: ownLabel },
        { value: 'none', label: t('calendar.holidays.none') },
        ...others,
      ]}
      value={choice}
      error={failed && t('calendar.holidays.failed')}
      allowDeselect={false}
      searchable
      filter={beginningFirst}
      onChange={(next) => next !== null && choose(next)}
    />
  )
}
