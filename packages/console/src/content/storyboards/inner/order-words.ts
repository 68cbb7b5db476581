import type { StoryboardItem } from '@vitrine/contract/api/content/storyboards'
import type { TFunction } from 'i18next'

type Order = Pick<StoryboardItem, 'weight' | 'tied' | 'perRound' | 'random' | 'perHour'>

/** `3 times per round · 2 at random`; empty for what plays once, and whole. */
export function orderWords(t: TFunction, { weight = 1, tied, perRound, random, perHour }: Order): string {
  const parts = [
    tied && t('storyboards.order.tiedShort'),
    weight > 1 && t('storyboards.order.times', { count: weight }),
    perRound !== undefined && t(`storyboards.order.${random ? 'randomOf' : 'nextOf'}`, { count: perRound }),
    perHour !== undefined && t('storyboards.order.perHourShort', { count: perHour }),
  ]
  return parts.filter(Boolean).join(' · ')
}
