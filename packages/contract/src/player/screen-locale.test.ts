import { describe, expect, it } from 'vitest'
import { SCREEN_LANGUAGES } from './screen-languages.ts'
import { degreesIn, localeOn, NO_REGION, screenLocale } from './screen-locale.ts'

const region = (parts: object) => ({ ...NO_REGION, ...parts })

describe('the locale of a screen', () => {
  it("is the machine's while nothing is set", () => {
    expect(screenLocale(NO_REGION, NO_REGION)).toBeUndefined()
    expect(localeOn('ar-EG', undefined)).toBe('ar-EG')
  })

  it('takes each setting from the configuration first', () => {
    const german = region({ language: 'de-DE', hours: '12', temperature: 'fahrenheit' })
    expect(screenLocale(german)).toBe('de-DE-u-hc-h12-mu-fahrenhe')
    expect(screenLocale(german, region({ language: 'fr-FR' }))).toBe('fr-FR-u-hc-h12-mu-fahrenhe')
    expect(screenLocale(german, region({ hours: '24', temperature: 'celsius' }))).toBe(
      'de-DE-u-hc-h23-mu-celsius',
    )
  })

  it("uses the machine's language if only other settings are set", () => {
    const locale = screenLocale(region({ hours: '24' }))
    expect(localeOn('pt-BR', locale)).toBe('pt-BR-u-hc-h23')
    expect(localeOn('th-TH-u-ca-buddhist', locale)).toBe('th-TH-u-hc-h23')
  })

  it('starts the week as its country does, or on the day that is set', () => {
    const first = (parts: object) => {
      const locale: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(
        screenLocale(region(parts)) ?? '',
      )
      return locale.getWeekInfo?.().firstDay
    }
    expect(['de-DE', 'en-US', 'ar-EG'].map((language) => first({ language }))).toEqual([1, 7, 6])
    const german = region({ language: 'de-DE', firstDay: 'sun' })
    expect(screenLocale(german, region({ hours: '24' }))).toBe('de-DE-u-fw-sun-hc-h23-mu-celsius')
    expect([first(german), first({ language: 'en-US', firstDay: 'sat' })]).toEqual([7, 6])
  })

  it('uses the temperature unit of its country, and Celsius while nothing is set', () => {
    const degrees = (language: string) => degreesIn(screenLocale(region({ language })) ?? '', 21.4)
    expect(['en-US', 'es-PR', 'en-GB', 'de-DE', 'ja-JP'].map(degrees)).toEqual([71, 71, 21, 21, 21])
    expect(degreesIn('en-US', 21.4)).toBe(21)
  })

  it.each(SCREEN_LANGUAGES)('is a tag that Intl understands: %s', (language) => {
    const locale = screenLocale(region({ language, hours: '24' })) ?? ''
    expect(Intl.getCanonicalLocales(locale)).toEqual([locale])
    const used = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
    expect([used.locale.slice(0, 2), used.hourCycle]).toEqual([language.slice(0, 2), 'h23'])
  })
})
