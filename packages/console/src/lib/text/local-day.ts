const two = (n: number) => String(n).padStart(2, '0')

/** The day of an instant in the browser's time zone, `YYYY-MM-DD`; `back`: so many days before it. */
export function localDay(at: number, back = 0): string {
  const date = new Date(at)
  date.setDate(date.getDate() - back)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
