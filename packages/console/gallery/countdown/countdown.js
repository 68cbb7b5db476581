// Days, hours, minutes and seconds until a moment, in the screen's language.
import { begin, element, everySecond, head, locale, notice, timeZone, wordsOf } from './base.js'
import { instantOf } from './instant.js'

const words = wordsOf({
  en: { wrong: 'Enter the date as 2030-12-31, and the time as 18:30' },
  ar: { wrong: 'اكتب التاريخ هكذا 2030-12-31 والوقت هكذا 18:30' },
  de: { wrong: 'Geben Sie das Datum als 2030-12-31 und die Uhrzeit als 18:30 ein' },
  es: { wrong: 'Escriba la fecha como 2030-12-31 y la hora como 18:30' },
  fr: { wrong: 'Saisissez la date comme 2030-12-31 et l’heure comme 18:30' },
})

const PARTS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

const { model, app } = await begin()

function start(end) {
  const numbers = PARTS.map(() => element('strong', {}))
  const labels = PARTS.map(() => element('span', { className: 'soft' }))
  const parts = PARTS.map((_, index) => element('div', { className: 'part' }, numbers[index], labels[index]))
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone })
  const date = element('p', { className: 'date soft' }, when.format(end))
  let isOver
  everySecond(app, () => {
    const left = Math.ceil((end - Date.now()) / 1000)
    if (isOver !== left <= 0) {
      isOver = left <= 0
      const after = notice(model.after || model.title)
      after.classList.add('over')
      app.replaceChildren(
        ...(isOver ? [after] : [head(model), element('div', { className: 'parts' }, parts), date]),
      )
    }
    let rest = Math.max(0, left)
    for (const [index, [unit, seconds]] of PARTS.entries()) {
      const count = Math.floor(rest / seconds)
      rest -= count * seconds
      const digits = new Intl.NumberFormat(locale, {
        minimumIntegerDigits: index === 0 ? 1 : 2,
        useGrouping: false,
      })
      numbers[index].textContent = digits.format(count)
      labels[index].textContent = unitName(count, unit)
      if (index === 0) parts[0].hidden = count === 0
    }
  })
}

/** The localized unit name in the right plural form: `days`, `أيام`. */
const unitName = (count, unit) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
    .formatToParts(count)
    .filter(({ type }) => type === 'unit')
    .map(({ value }) => value)
    .join(' ')
    .trim()

const end = instantOf(model.date, model.time, timeZone)
if (end === undefined) app.replaceChildren(notice(words.wrong))
else start(end)
