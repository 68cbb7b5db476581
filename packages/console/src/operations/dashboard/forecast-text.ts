import type { ForecastEnd, ForecastGap } from '@vitrine/contract/api/playback/forecast'
import type { TFunction } from 'i18next'
import { dateText } from '#lib/text/format.ts'
import { readingNow, spanText } from '#lib/text/show-dates-text.ts'

/** Why a group's screens will show nothing, or the default instead of a storyboard. */
export function gapText(t: TFunction, { kind, group, storyboard, from }: ForecastGap, now: number): string {
  const date = dateText(from, 'moment')
  const values = { group: group.name, storyboard: storyboard?.name ?? '', date }
  if (kind === 'replaced') return t('dashboard.need.replaced', values)
  if (kind === 'unsure') return t('dashboard.need.unsure', values)
  return t(from <= now ? 'dashboard.need.gapNow' : 'dashboard.need.gap', values)
}

/** Content that ends within two days. */
export function endText(t: TFunction, { storyboard, page, media, to }: ForecastEnd): string {
  const values = {
    storyboard: storyboard.name,
    page: page.name,
    when: spanText(t, { from: null, to }, readingNow()) ?? '',
  }
  return media === 0
    ? t('dashboard.need.pageEnds', values)
    : t('dashboard.need.mediaEnds', { ...values, count: media })
}
