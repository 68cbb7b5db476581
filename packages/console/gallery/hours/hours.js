// Shows whether a place is open, until when, and the week's opening hours.
import {
  begin,
  capital,
  clockText,
  element,
  everySecond,
  head,
  locale,
  notice,
  timeZone,
  today,
  wordsOf,
} from './base.js'
import { hoursOn, statusAt, weekOf } from './week.js'

const words = wordsOf({
  en: {
    open: 'Open',
    closed: 'Closed',
    until: 'until',
    opens: 'opens',
    none: 'No opening hours yet',
    around: 'Open around the clock',
  },
  ar: {
    open: 'مفتوح',
    closed: 'مغلق',
    until: 'حتى',
    opens: 'يفتح',
    none: 'لا توجد ساعات عمل بعد',
    around: 'مفتوح على مدار الساعة',
  },
  de: {
    open: 'Geöffnet',
    closed: 'Geschlossen',
    until: 'bis',
    opens: 'öffnet',
    none: 'Noch keine Öffnungszeiten',
    around: 'Rund um die Uhr geöffnet',
  },
  es: {
    open: 'Abierto',
    closed: 'Cerrado',
    until: 'hasta las',
    opens: 'abre',
    none: 'Aún no hay horario',
    around: 'Abierto las 24 horas',
  },
  fr: {
    open: 'Ouvert',
    closed: 'Fermé',
    until: 'jusqu’à',
    opens: 'ouvre',
    none: 'Pas encore d’horaires',
    around: 'Ouvert 24 heures sur 24',
  },
})

const { model, app } = await begin()

function draw(day, time) {
  if (model.hours.length === 0 && model.exceptions.length === 0)
    return app.replaceChildren(notice(words.none))
  const status = statusAt(model, day, time)
  const lines = weekOf(day, firstDay()).map((date) => lineOf(date, date === day))
  app.replaceChildren(
    head(model, true),
    element(
      'div',
      { className: 'fill columns' },
      element(
        'section',
        { className: 'status', 'data-open': status.isOpen && '' },
        element('h2', {}, status.isOpen ? words.open : words.closed),
        element('p', {}, changeText(status, day)),
      ),
      element('div', { className: 'week' }, lines),
    ),
    element('footer', {}, element('span', { dir: 'auto' }, model.note)),
  )
}

function changeText({ isOpen, change }, day) {
  if (!change) return isOpen ? words.around : ''
  if (isOpen) return `${words.until} ${clockText(change.time)}`
  return [words.opens, change.date === day ? '' : weekday(change.date), clockText(change.time)]
    .filter(Boolean)
    .join(' ')
}

function lineOf(date, isToday) {
  const { spans, name } = hoursOn(model, date)
  const times = spans.map(({ from, until }) => `${clockText(from)} – ${clockText(until)}`)
  return element(
    'div',
    { className: 'day', 'data-today': isToday && '' },
    element('strong', {}, capital(weekday(date)), name ? element('small', { dir: 'auto' }, name) : ''),
    element(
      'span',
      { 'data-closed': times.length === 0 && '' },
      times.length > 0 ? times.map((text) => element('span', {}, text)) : words.closed,
    ),
  )
}

const weekday = (date) =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${date}T12:00:00Z`))

/** The locale's first day of the week, 1 for Monday to 7 for Sunday. */
function firstDay() {
  const intl = new Intl.Locale(locale)
  return (intl.getWeekInfo?.() ?? intl.weekInfo)?.firstDay ?? 1
}

let drawn = ''
everySecond(app, () => {
  const day = today()
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format()
  if (`${day} ${time}` === drawn) return
  drawn = `${day} ${time}`
  draw(day, time)
})
