import type { ComingPlay } from '@vitrine/contract/api/screens/coming'
import type { TFunction } from 'i18next'
import { dateText, listText } from '#lib/text/format.ts'

/** Why a page plays: the storyboards that it is in, the schedule, rules, and conditions. */
export function comingReasons(t: TFunction, play: ComingPlay, timezone: string): string[] {
  const { reason, slot, storyboard, inner, because, isConditional, limit } = play
  const rules = because.map(({ part, names }) =>
    t(`screenRules.parts.${part}`, {
      names: listText(names, part === 'allTags' ? 'conjunction' : 'disjunction'),
    }),
  )
  return [
    storyboard?.name ?? '',
    ...inner.map(({ name, nth, of }) => t('coming.inner', { name, nth, of })),
    slot?.event ??
      (slot ? t('coming.slot', { from: slot.from, to: slot.to }) : t(`coming.reasons.${reason}`)),
    rules.length > 0 ? t('screenRules.sentence', { parts: listText(rules, 'conjunction') }) : '',
    limit ? limitText(t, limit, timezone) : '',
    isConditional ? t('coming.conditional') : '',
  ].filter(Boolean)
}

function limitText(
  t: TFunction,
  { most, nth, until }: NonNullable<ComingPlay['limit']>,
  timezone: string,
): string {
  const limit = t('coming.limit', { count: most })
  if (nth < most) return t('coming.limitLeft', { limit, nth })
  const time = dateText(until, 'time', timezone)
  return t(nth > most ? 'coming.limitYields' : 'coming.limitUsedUp', { limit, time })
}
