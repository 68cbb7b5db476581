import { Select } from '@mantine/core'
import { INDUSTRIES, type Industry } from '@vitrine/widgets/template'
import { LANGUAGES, type TemplateLanguageCode } from '@vitrine/widgets/template-languages'
import { useTranslation } from 'react-i18next'
import styles from './templates.module.css'

export interface Filter {
  /** All industries if absent. */
  industry?: Industry
  /** The language of the templates' texts. */
  language: TemplateLanguageCode
}

/** Filters by industry, and sets the language of new pages. */
export function TemplateFilters({ filter, onChange }: { filter: Filter; onChange: (next: Filter) => void }) {
  const { t } = useTranslation()
  return (
    <>
      <Select
        className={styles.filter}
        aria-label={t('templateGallery.industry')}
        placeholder={t('templateGallery.industries.all')}
        value={filter.industry ?? null}
        onChange={(next) => onChange({ ...filter, industry: INDUSTRIES.find((one) => one === next) })}
        data={INDUSTRIES.map((value) => ({ value, label: t(`templateGallery.industries.${value}`) }))}
        clearable
        searchable
        nothingFoundMessage={t('fields.noMatch')}
      />
      <Select
        className={styles.filter}
        aria-label={t('templateGallery.language')}
        value={filter.language}
        onChange={(next) =>
          onChange({ ...filter, language: LANGUAGES.find((one) => one === next) ?? filter.language })
        }
        data={LANGUAGES.map((value) => ({ value, label: t(`templateGallery.languages.${value}`) }))}
        allowDeselect={false}
      />
    </>
  )
}
