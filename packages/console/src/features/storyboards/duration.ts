import { useTranslation } from 'react-i18next'

/** Words for a number of seconds in the person's language, e.g. "1 min 20 sec". */
export function durationText(seconds: number, locale: string | undefined): string {
  const parts: [number, 'hour' | 'minute' | 'second'][] = [
    [Math.floor(seconds / 3600), 'hour'],
    [Math.floor((seconds % 3600) / 60), 'minute'],
    [Math.round((seconds % 60) * 10) / 10, 'second'],
  ]
  const shown = parts.filter(([amount]) => amount > 0)
  return (shown.length ? shown : parts.slice(2))
    .map(([amount, unit]) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(amount),
    )
    .join(' ')
}

export function useDuration(): (seconds: number) => string {
  const { i18n } = useTranslation()
  return (seconds) => durationText(seconds, i18n.resolvedLanguage)
}
