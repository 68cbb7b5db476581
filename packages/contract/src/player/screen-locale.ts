/** See `Region` in `api/accounts/region.ts`. */
interface Region {
  language: string | null
  hours: '12' | '24' | null
  temperature: 'celsius' | 'fahrenheit' | null
  firstDay: 'mon' | 'sat' | 'sun' | null
}

export const NO_REGION: Region = { language: null, hours: null, temperature: null, firstDay: null }

/** Countries that measure in Fahrenheit, by CLDR. */
const FAHRENHEIT = /-(?:AS|BS|BZ|FM|GU|KY|MH|MP|PR|PW|UM|US|VI)$/
/** Placeholder for a missing language, which `localeOn` replaces. */
const ANY_LANGUAGE = 'und'

/**
 * A screen's locale as one language tag for `Intl`: `de-DE-u-hc-h23-mu-celsius`. Each setting of the screen's
 * configuration overrides the organization's. Undefined: nothing is set.
 */
export function screenLocale(organization: Region, configuration: Region = NO_REGION): string | undefined {
  const language = configuration.language ?? organization.language
  const hours = configuration.hours ?? organization.hours
  const usual = language && (FAHRENHEIT.test(language) ? 'fahrenheit' : 'celsius')
  const temperature = configuration.temperature ?? organization.temperature ?? usual
  const firstDay = configuration.firstDay ?? organization.firstDay
  const keys = [
    firstDay && `fw-${firstDay}`,
    hours && `hc-h${hours === '12' ? 12 : 23}`,
    // Parts of language tags have eight letters at most.
    temperature && `mu-${temperature.slice(0, 8)}`,
  ].filter((key) => key !== null)
  if (!language && keys.length === 0) return undefined
  return [language ?? ANY_LANGUAGE, ...(keys.length > 0 ? ['u', ...keys] : [])].join('-')
}

/** Fills in the machine's language if the locale has none. */
export function localeOn(machine: string, locale: string | undefined): string {
  if (!locale) return machine
  if (!locale.startsWith(ANY_LANGUAGE)) return locale
  return machine.replace(/-u-.*/, '') + locale.slice(ANY_LANGUAGE.length)
}

/** Converts Celsius to the unit of a locale, rounded. */
export const degreesIn = (locale: string, celsius: number): number =>
  Math.round(locale.includes('-mu-fahrenhe') ? celsius * 1.8 + 32 : celsius)
