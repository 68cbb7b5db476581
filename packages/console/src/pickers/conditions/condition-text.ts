import type { Doubt } from '@vitrine/contract/document/condition-problems'
import type { Answer, Found } from '@vitrine/contract/document/conditions'
import type { FilledCell } from '@vitrine/contract/document/source-data'
import type { Condition, Test } from '@vitrine/contract/schedule/conditions'
import type { TFunction } from 'i18next'
import { listText } from '#lib/text/format.ts'

/** Names of triggers and cities, by what conditions store. */
export type SubjectName = (test: Pick<Test, 'of' | 'from'>) => string

/** `yes`, `no`, a number, or a text as people read them. */
const valueText = (t: TFunction, value: FilledCell): string =>
  typeof value === 'boolean' ? t(value ? 'conditions.yes' : 'conditions.no') : String(value)

const fieldText = (t: TFunction, { of, field }: Test): string =>
  of === 'weather' ? t(`conditions.weather.${field as 'Wind'}`, { defaultValue: field }) : field

const wantedText = (t: TFunction, { of, field, value }: Test): string => {
  if (value === undefined) return ''
  if (of === 'weather' && field === 'Condition')
    return t(`conditions.sky.${String(value) as 'rain'}`, { defaultValue: String(value) })
  return valueText(t, value)
}

/** `Queue: Length is more than 5`. */
function testText(t: TFunction, test: Test, nameOf: SubjectName): string {
  const name = nameOf(test)
  if (test.of === 'trigger') {
    const isRaised = (test.value === true) === (test.is === 'is')
    return t(isRaised ? 'conditions.raised' : 'conditions.cleared', { name })
  }
  const values = { name, field: fieldText(t, test), value: wantedText(t, test) }
  return t(`conditions.tests.${test.is}`, values)
}

/** `Plays while Queue: Length is more than 5.` */
export const conditionSentence = (t: TFunction, when: Condition, nameOf: SubjectName): string =>
  t('conditions.sentence', { tests: conditionWords(t, when, nameOf) })

/** The same without a sentence around it, for lists; empty for no condition. */
export const conditionWords = (t: TFunction, when: Condition | undefined, nameOf: SubjectName): string =>
  when
    ? listText(
        when.tests.map((test) => testText(t, test, nameOf)),
        when.any ? 'disjunction' : 'conjunction',
      )
    : ''

/** `Now 7: true`, or why there is no value. */
export function foundText(t: TFunction, test: Test, { true: isTrue, value, missing }: Found): string {
  if (missing && isTrue === null) return t(`conditions.missing.${missing}`)
  if (value === undefined) return t('conditions.nowEmpty')
  const now = wantedText(t, { ...test, value })
  if (isTrue === null) return t('conditions.nowUnknown', { value: now })
  return t(isTrue ? 'conditions.nowTrue' : 'conditions.nowFalse', { value: now })
}

/** Whether it plays now, and why if its values are old. */
export function answerText(t: TFunction, when: Condition, { plays, isOld }: Answer): string {
  if (isOld)
    return t(plays ? 'conditions.oldPlays' : 'conditions.oldStops', { count: when.older?.minutes ?? 0 })
  return t(plays ? 'conditions.plays' : 'conditions.doesNotPlay')
}

export const doubtText = (
  t: TFunction,
  { kind, test }: Doubt,
  when: Condition,
  nameOf: SubjectName,
): string => {
  const one = when.tests[test]
  return t(`conditions.doubts.${kind}`, { name: one ? nameOf(one) : '', field: one ? fieldText(t, one) : '' })
}
