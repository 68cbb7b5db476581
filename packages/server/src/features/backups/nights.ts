/** The next time that a clock of this place shows `02:30`; null for `never`. */
export function nextNight(at: string, now: number): number | null {
  if (at === 'never') return null
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const next = new Date(now)
  next.setHours(hours, minutes, 0, 0)
  if (next.getTime() <= now) next.setDate(next.getDate() + 1)
  return next.getTime()
}
