const SUNDAY = 0

/** When the server's local clock next shows `at` on a Sunday. */
export function nextSunday(at: string, now: number): number {
  for (let next = nextNight(at, now) ?? now; ; next = nextNight(at, next) ?? now)
    if (new Date(next).getDay() === SUNDAY) return next
}

/** When the server's local clock next shows `at` (`02:30`); null for `never`. */
export function nextNight(at: string, now: number): number | null {
  if (at === 'never') return null
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const today = new Date(now)
  // Computed from the date each time: in spring, when 02:30 doesn't exist, adding a day to 03:30 would keep the wrong
  // hour.
  const on = (day: number) => new Date(today.getFullYear(), today.getMonth(), day, hours, minutes).getTime()
  return on(today.getDate()) > now ? on(today.getDate()) : on(today.getDate() + 1)
}
