// A menu board from a sheet: one row for each item, under the headings of its groups.
import { ageText, begin, element, head, locale, notice, paged, wordsOf } from './base.js'
import { followRuled, withLook } from './rules.js'

const words = wordsOf({
  en: { none: 'The sheet has no items' },
  ar: { none: 'لا توجد أصناف في الجدول' },
  de: { none: 'Die Tabelle hat keine Einträge' },
  es: { none: 'La hoja no tiene artículos' },
  fr: { none: 'La feuille ne contient aucun article' },
})

const { model, app } = await begin()

function show({ columns, rows, updatedAt }) {
  const name =
    columnOf(columns, model.nameColumn, /name|dish|item|product|gericht|plat|artículo|الاسم|الصنف/i) ??
    columns[0]
  const rest = columns.filter((column) => column !== name)
  const price = columnOf(rest, model.priceColumn, /price|cost|preis|prix|precio|السعر/i) ?? rest[0]
  const text = columnOf(rest, model.textColumn, /desc|note|text|detail|beschreibung|الوصف/i)
  const group = columnOf(
    rest,
    model.groupColumn,
    /group|categor|section|gruppe|kategorie|groupe|grupo|الفئة/i,
  )
  const items = itemsOf(rows, { name, price, text, group })
  const list = element('div', { className: 'fill items' })
  const dots = element('div', { className: 'dots' })
  app.replaceChildren(
    head(model),
    items.length > 0 ? list : notice(words.none),
    element('footer', {}, element('span', { dir: 'auto' }, model.footer), ageText(updatedAt), dots),
  )
  if (items.length > 0) paged(list, items, model.seconds, dots)
}

/** The column chosen in the form; otherwise the one with the usual name. */
function columnOf(columns, wanted, usual) {
  const key = wanted.trim().toLowerCase()
  if (key) return columns.find((column) => column.toLowerCase() === key)
  return columns.find((column) => usual.test(column))
}

/** Items in the sheet's order, grouped by their first item; a heading stays with its first item. */
function itemsOf(rows, { name, price, text, group }) {
  const groups = new Map()
  for (const row of rows) {
    if (row[name] === null || row[name] === '') continue
    const key = group ? String(row[group] ?? '') : ''
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups].flatMap(([heading, members]) =>
    members.map((row, index) =>
      element(
        'article',
        {},
        index === 0 && heading ? element('h2', { dir: 'auto' }, heading) : '',
        withLook(itemOf(row, { name, price, text }), row),
      ),
    ),
  )
}

const itemOf = (row, { name, price, text }) =>
  element(
    'div',
    {},
    element(
      'div',
      { className: 'line' },
      element('strong', { dir: 'auto' }, String(row[name])),
      element('i', {}),
      element('span', { className: 'price' }, priceText(row[price])),
    ),
    text && row[text] ? element('p', { className: 'soft', dir: 'auto' }, String(row[text])) : '',
  )

/** An amount in the chosen currency; text that isn't a number stays unchanged. */
function priceText(value) {
  const text = String(value ?? '')
  const amount = typeof value === 'number' ? value : Number(text.trim().replace(',', '.'))
  if (!/^[a-z]{3}$/i.test(model.currency) || text.trim() === '' || Number.isNaN(amount)) return text
  try {
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: model.currency.toUpperCase(),
    }).format(amount)
  } catch {
    return text
  }
}

await followRuled(model, app, show)
