import { useTranslation } from 'react-i18next'

/**
 * Words of a field's description in the chosen language, looked up by the English that it comes with (descriptions
 * arrive in packages, too); that English where there are none.
 */
export function useFieldTexts(): (english: string) => string {
  const { i18n } = useTranslation()
  const texts: { fieldTexts?: Record<string, string> } | undefined = i18n.getResourceBundle(
    i18n.language,
    'translation',
  )
  return (english) => texts?.fieldTexts?.[english] ?? english
}
