import { Select } from '@mantine/core'
import { languagesOf, type PageLanguages } from '@vitrine/contract/document/page-languages'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { languageName } from '#lib/text/screen-language.ts'
import { showLanguage, useAsLanguage } from '#pictures/pages/as-language.ts'

/** Chooses the language in which a preview shows pages; without a choice, they show it as screens do. */
export function LanguageChoice({ languages }: { languages: PageLanguages }) {
  const { t, i18n } = useTranslation()
  const chosen = useAsLanguage()
  const all = languagesOf(languages)
  const before = useRef(chosen)
  // The designer shows its language again.
  useEffect(() => () => showLanguage(before.current), [])
  return (
    <Select
      size="xs"
      w={170}
      aria-label={t('pageLanguages.language')}
      placeholder={t('pageLanguages.asScreens')}
      data={all.map((tag) => ({ value: tag, label: languageName(tag, i18n.language) }))}
      value={chosen !== undefined && all.includes(chosen) ? chosen : null}
      onChange={(next) => showLanguage(next ?? undefined)}
      clearable
    />
  )
}
