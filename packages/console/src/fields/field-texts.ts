import { useTranslation } from 'react-i18next'

/**
 * Translates a description's texts by their English original, because packages bring their own; falls back to
 * English.
 */
export function useFieldTexts(): (english: string) => string {
  const { i18n } = useTranslation()
  const texts: { fieldTexts?: Record<string, string> } | undefined = i18n.getResourceBundle(
    i18n.language,
    'translation',
  )
  return (english) => texts?.fieldTexts?.[english] ?? english
}
