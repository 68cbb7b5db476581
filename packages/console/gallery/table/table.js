// Any data source as a table: as many rows as fit, the others in turn.
import { ageText, begin, element, head, locale, notice, paged, wordsOf } from './base.js'
import { followRuled, withLook } from './rules.js'

const COLUMNS_MAX = 8
const words = wordsOf({
  en: { none: 'This table has no rows', yes: 'Yes', no: 'No' },
  ar: { none: 'لا توجد صفوف في هذا الجدول', yes: 'نعم', no: 'لا' },
  de: { none: 'Diese Tabelle hat keine Zeilen', yes: 'Ja', no: 'Nein' },
  es: { none: 'Esta tabla no tiene filas', yes: 'Sí', no: 'No' },
  fr: { none: 'Ce tableau ne contient aucune ligne', yes: 'Oui', no: 'Non' },
})

const { model, app } = await begin()

function show({ columns, rows, updatedAt }) {
  const shown = chosen(columns).slice(0, COLUMNS_MAX)
  const texts = rows.map((row) => shown.map((column) => cellText(row[column])))
  const isNumber = shown.map((column) => rows.every((row) => isNumeric(row[column])))
  const line = (className, cells) =>
    element(
      'div',
      { className },
      cells.map((text, index) =>
        element(
          'span',
          { dir: 'auto', title: text, 'data-number': isNumber[index] && rows.length > 0 && '' },
          text,
        ),
      ),
    )
  app.style.setProperty('--columns', widthsOf(shown, texts))
  const body = element('div', { className: 'fill' })
  const dots = element('div', { className: 'dots' })
  app.replaceChildren(
    head(model),
    ...(rows.length > 0 ? [line('row head', shown), body] : [notice(words.none)]),
    element('footer', {}, ageText(updatedAt), dots),
  )
  const lines = texts.map((cells, index) => withLook(line('row', cells), rows[index]))
  if (lines.length > 0) paged(body, lines, model.seconds, dots)
}

/** Column widths shared by all pages: as wide as their texts, between 7 and 24 characters. */
function widthsOf(columns, texts) {
  const longest = columns.map((column, index) =>
    Math.max(column.length, ...texts.map((cells) => cells[index].length)),
  )
  return longest.map((letters) => `minmax(0, ${Math.min(24, Math.max(7, letters + 1))}fr)`).join(' ')
}

function chosen(columns) {
  const wanted = model.columns
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean)
  if (wanted.length === 0) return columns
  return wanted.flatMap((name) => columns.find((column) => column.toLowerCase() === name) ?? [])
}

const isNumeric = (value) => value === null || typeof value === 'number' || /^(-?\d+([.,]\d+)?)?$/.test(value)

function cellText(value) {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? words.yes : words.no
  return typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : value
}

await followRuled(model, app, show)
