import type { ShowSpan } from '@vitrine/contract/schedule/show-dates'
import { localTime, zoneToOffer } from '@vitrine/contract/schedule/time-zone'
import type { TFunction } from 'i18next'
import { clock } from '#lib/clock.ts'
import { dateText, weekdayText } from './format.ts'
import { ownZone } from './time-zone.ts'

const DAY = 86_400_000

/** The current local time: lists and forms don't know which group will play something. */
export function readingNow(): number {
  const { date, minutes } = localTime(zoneToOffer(ownZone(), clock.now()), clock.now())
  return Date.parse(date) + minutes * 60_000
}

/** Whether something ends within two days, as in *Needs attention*. */
export const endsSoon = ({ from, to }: ShowSpan, now: number): boolean =>
  to !== null && to > now && to <= now + 2 * DAY && (from === null || from <= now)

/** `Ends Fri`, `From Dec 1` or `Ended Nov 3`; undefined if it shows now without an end. */
export function spanText(t: TFunction, { from, to }: ShowSpan, now: number): string | undefined {
  if (to !== null && to <= now) return t('showDates.ended', { date: momentText(to, now, true) })
  if (from !== null && from > now) return t('showDates.starts', { date: momentText(from, now, false) })
  return to === null ? undefined : t('showDates.ends', { date: momentText(to, now, true) })
}

/** The same for a storyboard's sorted spans: describes the current or next one, otherwise the last. */
export function spansText(t: TFunction, spans: readonly ShowSpan[] | null, now: number): string | undefined {
  if (!spans) return undefined
  const span = spans.find(({ to }) => to === null || to > now) ?? spans.at(-1)
  return span ? spanText(t, span, now) : t('showDates.never')
}

/** Formats a date near `now` as a weekday. An end at midnight counts as the day before. */
function momentText(reading: number, now: number, isEnd: boolean): string {
  const isMidnight = reading % DAY === 0
  const shown = isEnd && isMidnight ? reading - 1 : reading
  const days = Math.floor(shown / DAY) - Math.floor(now / DAY)
  const sameYear = new Date(shown).getUTCFullYear() === new Date(now).getUTCFullYear()
  const day =
    days >= 0 && days < 7
      ? weekdayText(new Date(shown).getUTCDay(), 'short')
      : dateText(shown, sameYear ? 'monthDay' : 'day', 'UTC')
  return isMidnight ? day : `${day}, ${dateText(shown, 'time', 'UTC')}`
}
