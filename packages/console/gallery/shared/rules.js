// Rules for rows: what the form says about them, decided by the same code as lists on pages (row-rules.js).
import { followSource, locale, timeZone } from './base.js'
import { hasRowRules, rowPaint, shownRows, usesClock } from './row-rules.js'

const MINUTE = 60_000
const looks = new WeakMap()

/** A data source's rows as rules show them. */
function ruled(data, rules) {
  if (!hasRowRules(rules)) return data
  const { columns } = data
  const rows = data.rows.map((row) => columns.map((column) => row[column] ?? null))
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const shown = shownRows({ columns, rows }, rules, { now: Date.now(), timeZone: zone, locale })
  return {
    ...data,
    rows: shown.map(({ index, look }) => {
      looks.set(data.rows[index], look)
      return data.rows[index]
    }),
  }
}

/** Shows the rows of the form's data source, again when the clock changes what its rules say. */
export async function followRuled({ source, rules = {} }, app, show) {
  let last
  let drawn = ''
  const draw = () => {
    const next = ruled(last, rules)
    const text = JSON.stringify([next.updatedAt, next.rows, next.rows.map((row) => looks.get(row))])
    if (text === drawn) return
    drawn = text
    show(next)
  }
  await followSource(source, app, (data) => {
    last = data
    drawn = ''
    draw()
  })
  if (!usesClock(rules)) return
  const next = () => {
    if (last) draw()
    setTimeout(next, MINUTE - (Date.now() % MINUTE))
  }
  setTimeout(next, MINUTE - (Date.now() % MINUTE))
}

/** Draws an element of a row as its rules say. */
export function withLook(part, row) {
  const look = looks.get(row)
  if (!look || Object.keys(look).length === 0) return part
  const { color: ink, backgroundColor: ground } = getComputedStyle(document.body)
  const { color, opacity } = rowPaint(look, ink, ground)
  part.classList.add('ruled')
  if (look.color || look.background) part.style.setProperty('--row-ink', color)
  if (look.background) part.style.background = look.background
  part.style.setProperty('--row-opacity', opacity)
  for (const [name, isOn] of Object.entries({ bold: look.isBold, struck: look.isStruck }))
    if (isOn) part.dataset[name] = ''
  if (look.color || look.background) part.dataset.inked = ''
  return part
}
