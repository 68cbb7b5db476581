// Days are texts such as `2026-11-26`, times such as `09:00`. A span whose end isn't later ends on the next day.

const DAY = 86_400_000
const plus = (date, days) => new Date(Date.parse(`${date}T12:00:00Z`) + days * DAY).toISOString().slice(0, 10)
const TIME = /^([01]?\d|2[0-4]):[0-5]\d$/
const normal = (time) => time.trim().padStart(5, '0')

/** 1 Monday to 7 Sunday. */
const weekdayOf = (date) => new Date(`${date}T12:00:00Z`).getUTCDay() || 7

/** The seven days of a date's week. */
export function weekOf(date, firstDay) {
  const back = (weekdayOf(date) - firstDay + 7) % 7
  return Array.from({ length: 7 }, (_, index) => plus(date, index - back))
}

/** A day's opening hours, in order, and the label if the day is an exception. */
export function hoursOn({ hours, exceptions }, date) {
  const special = exceptions.filter((each) => each.date.trim() === date)
  const spans = (special.length > 0 ? special : hours.filter(({ days }) => isIn(days, weekdayOf(date))))
    .map(({ from, until }) => ({ from: normal(from), until: normal(until) }))
    .filter(({ from, until }) => TIME.test(from) && TIME.test(until))
    .sort((a, b) => (a.from < b.from ? -1 : 1))
  return { spans, name: special.find(({ name }) => name)?.name ?? '' }
}

function isIn(days, weekday) {
  if (days === 'all') return true
  const [first, last = first] = days.split('-').map(Number)
  return weekday >= first && weekday <= last
}

/** Whether it is open, and the next change within two weeks. */
export function statusAt(model, date, time) {
  const now = `${date} ${time}`
  const open = []
  for (let day = -1; day < 15; day++) {
    const on = plus(date, day)
    for (const { from, until } of hoursOn(model, on).spans) {
      const end =
        until > from && until !== '24:00'
          ? `${on} ${until}`
          : `${plus(on, 1)} ${until === '24:00' ? '00:00' : until}`
      const last = open.at(-1)
      // Merge two spans that meet at midnight.
      if (last && last.end >= `${on} ${from}`) last.end = last.end > end ? last.end : end
      else open.push({ start: `${on} ${from}`, end })
    }
  }
  const current = open.find(({ start, end }) => start <= now && now < end)
  const next = open.find(({ start }) => start > now)
  const change = current ? current.end : next?.start
  const isFar = change === undefined || change.slice(0, 10) > plus(date, 13)
  return {
    isOpen: current !== undefined,
    change: isFar ? undefined : { date: change.slice(0, 10), time: change.slice(11) },
  }
}
