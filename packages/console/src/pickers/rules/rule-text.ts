import { RULE_PARTS, type RulePart, type ScreenRule } from '@vitrine/contract/schedule/screen-rule'
import type { TFunction } from 'i18next'
import { listText } from '#lib/text/format.ts'

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
