import { AUDIT_FORMATS_OF } from '@vitrine/contract/api/operations/audit-values'
import type { AuditKind } from '@vitrine/contract/audited'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import texts from '#locales/en-us.json'
import { valueText } from './value-text.ts'

beforeAll(async () => {
  await i18next.init({
    lng: 'en-us',
    lowerCaseLng: true,
    resources: { 'en-us': { translation: texts } },
    interpolation: { prefix: '%{', suffix: '}', escapeValue: false },
  })
})
const textOf = (place: string, value: string) => {
  const [kind = '', field = ''] = place.split('.')
  return valueText(i18next.t, kind as AuditKind, field, value)
}

describe('values of the audit log', () => {
  const named = Object.entries(AUDIT_FORMATS_OF).flatMap(([place, format]) => {
    const values = typeof format === 'string' ? [] : 'namesOf' in format ? format.namesOf : format
    return values.map((value) => ({
      place,
      value,
      isList: typeof format === 'object' && 'namesOf' in format,
    }))
  })

  test.each(named)('$place: $value is in words of the console', ({ place, value, isList }) => {
    const text = textOf(place, isList ? JSON.stringify([value]) : value)
    expect(text).not.toBe('')
    expect(text).not.toBe(value)
    // A missing text is its key.
    expect(text).not.toContain('.')
  })

  test.each([
    ['device.overrideEnd', 'next-slot', 'The next change in the schedule'],
    ['device.type', '0', 'TV'],
    ['device.screenSize', '1', '\u20661920×1080\u2069'],
    ['api-key.isSigned', 'true', 'true'],
    ['trigger.isSigned', 'true', 'Yes'],
    ['user.permissions', '["media","devices"]', 'Media library, Devices'],
    ['user.permissions', '[]', 'none'],
    ['alert.quiet', '{"from":"10:00 PM","to":"06:00 AM","timezone":"Etc/UTC"}', '10:00 PM–06:00 AM'],
    ['alert.report', '{"every":"week"}', 'Weekly report'],
    ['organization.region', '{"language":null,"hours":"24","temperature":null}', '24 hours (14:30)'],
    [
      'device-configuration.volumeTimes',
      '{"times":[{"from":"08:00 PM","to":"08:00 AM","volume":30}]}',
      '08:00 PM–08:00 AM: 30%',
    ],
    ['media.size', '2000', '2.0 kB'],
  ])('%s: %s reads %s', (place, value, text) =>
    expect(textOf(place, value).replaceAll('\u202f', ' ')).toBe(text),
  )

  test.each([
    ['device.type', '9'],
    ['user.permissions', '["media","dev…'],
    ['device-configuration.hours', 'null'],
    ['device.name', 'true'],
  ])('%s: %s stays as it is stored', (place, value) => expect(textOf(place, value)).toBe(value))
})
