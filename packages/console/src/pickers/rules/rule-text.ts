import type { Impact } from '@vitrine/contract/api/base/impact'
import { RULE_PARTS, type RulePart, type ScreenRule } from '@vitrine/contract/schedule/screen-rule'
import type { TFunction } from 'i18next'
import { dateText, listText } from '#lib/text/format.ts'

export type PlaceName = (id: string) => string

const namesIn = (rule: ScreenRule, part: RulePart, placeName: PlaceName): string => {
  const names = rule[part] ?? []
  if (part === 'inPlaces' || part === 'notInPlaces') return listText(names.map(placeName), 'disjunction')
  return listText(names, part === 'allTags' ? 'conjunction' : 'disjunction')
}

const partsOf = (t: TFunction, rule: ScreenRule, placeName: PlaceName): string[] =>
  RULE_PARTS.flatMap((part) =>
    rule[part]?.length ? [t(`screenRules.parts.${part}`, { names: namesIn(rule, part, placeName) })] : [],
  )

/** `Shown on screens tagged Bar and not in Tower.` */
export function ruleSentence(t: TFunction, rule: ScreenRule, placeName: PlaceName): string {
  const parts = partsOf(t, rule, placeName)
  return parts.length > 0
    ? t('screenRules.sentence', { parts: listText(parts, 'conjunction') })
    : t('screenRules.everywhere')
}

/** `tagged Bar · not in Tower`, for lists; empty for no rule. */
export const ruleWords = (t: TFunction, rule: ScreenRule | undefined, placeName: PlaceName): string =>
  rule ? partsOf(t, rule, placeName).join(' · ') : ''

/** `3 screens have no Manager`, of values that pages show; undefined if none is missing. */
export const missingText = (t: TFunction, missing: Impact['missing']): string | undefined =>
  missing.length > 0
    ? listText(missing.map(({ name, screens }) => t('screenValues.missing', { count: screens, name })))
    : undefined

/** `14 screens change in 3 buildings; 2 would show nothing from Fri`; undefined if nothing changes. */
export function impactText(
  t: TFunction,
  { changes, buildings, nothing, unsure }: Impact,
): string | undefined {
  if (changes === 0) return undefined
  const changed = [
    t('screenRules.changes', { count: changes }),
    buildings > 0 ? t('screenRules.buildings', { count: buildings }) : '',
  ]
  const sentence = [
    changed.filter(Boolean).join(' '),
    ...(unsure > 0 ? [t('conditions.unsure', { count: unsure })] : []),
  ].join('; ')
  if (!nothing) return sentence
  const date = dateText(nothing.from, 'monthDay')
  return `${sentence}; ${t('screenRules.nothing', { count: nothing.screens, date })}`
}
