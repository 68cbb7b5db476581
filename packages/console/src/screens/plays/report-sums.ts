import type { PlayReport } from '@vitrine/contract/api/screens/plays'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Beyond these, bars are too thin to point at. */
const HOURS_MAX = 50
const DAYS_MAX = 100

export type Step = 'hour' | 'day' | 'week'

export interface Sum {
  /** The start of the hour, day, or week. */
  at: number
  plays: number
  seconds: number
}

export function stepOf(from: number, to: number): Step {
  if (to - from <= HOURS_MAX * HOUR) return 'hour'
  return to - from <= DAYS_MAX * DAY ? 'day' : 'week'
}

/** The start of the next hour, day, or week (counted from the start of the period). */
function nextOf(at: number, step: Step): number {
  if (step === 'hour') return at + HOUR
  const date = new Date(at)
  date.setHours(0, 0, 0, 0)
  date.setDate(date.getDate() + (step === 'day' ? 1 : 7))
  return date.getTime()
}

/** Plays per hour, day, or week of a period, in local time; including empty ones. */
export function sumsOf(hours: PlayReport['hours'], { from, to }: { from: number; to: number }): Sum[] {
  const step = stepOf(from, to)
  const start = new Date(from)
  if (step !== 'hour') start.setHours(0, 0, 0, 0)
  const sums: Sum[] = []
  let next = 0
  for (let at = start.getTime(); at < to; at = nextOf(at, step)) {
    const end = nextOf(at, step)
    const sum = { at, plays: 0, seconds: 0 }
    for (; next < hours.length; next++) {
      const [hour, plays, seconds] = hours[next] ?? [0, 0, 0]
      if (hour * HOUR >= end) break
      sum.plays += plays
      sum.seconds += seconds
    }
    sums.push(sum)
  }
  return sums
}

/** Plays by weekday (0: Sunday) and hour, in local time. */
export function weekOf(hours: PlayReport['hours']): number[][] {
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  for (const [hour, plays] of hours) {
    const at = new Date(hour * HOUR)
    const day = week[at.getDay()]
    if (day) day[at.getHours()] = (day[at.getHours()] ?? 0) + plays
  }
  return week
}

/** Formats `h:mm:ss`; hours may exceed 24. */
export function duration(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
