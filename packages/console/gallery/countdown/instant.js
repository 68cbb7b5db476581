/** The instant of a local date and time in a time zone, in milliseconds since 1970 UTC; undefined for invalid input. */
export function instantOf(date, time, timeZone) {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(date.trim()) ?? []
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(time.trim() || '00:00') ?? []
  if (year === undefined || hours === undefined || month > 12 || day > 31 || hours > 24 || minutes > 59)
    return undefined
  const reading = Date.UTC(year, month - 1, day, hours, minutes)
  // Use the offset at the instant itself: a DST change may be in between.
  const first = reading - offsetAt(reading, timeZone)
  return reading - offsetAt(first, timeZone)
}

/** The time zone's offset from UTC at an instant, in milliseconds. */
function offsetAt(instant, timeZone) {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant)
  const part = (type) => Number(parts.find((each) => each.type === type)?.value)
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return shown - Math.floor(instant / 1000) * 1000
}
