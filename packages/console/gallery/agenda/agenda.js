// A room's agenda: whether it is free now, until when, and the next events.
import { ageText, begin, clockText, dayText, element, everySecond, head, paged, wordsOf } from './base.js'
import { followRuled, withLook } from './rules.js'

const words = wordsOf({
  en: {
    free: 'Free',
    busy: 'In use',
    until: 'until',
    next: 'Next',
    none: 'Nothing scheduled',
    booked: 'Booked',
    allDay: 'All day',
  },
  ar: {
    free: 'متاحة',
    busy: 'مشغولة',
    until: 'حتى',
    next: 'التالي',
    none: 'لا توجد مواعيد',
    booked: 'محجوزة',
    allDay: 'طوال اليوم',
  },
  de: {
    free: 'Frei',
    busy: 'Belegt',
    until: 'bis',
    next: 'Danach',
    none: 'Keine Termine',
    booked: 'Belegt',
    allDay: 'Ganztägig',
  },
  es: {
    free: 'Libre',
    busy: 'Ocupada',
    until: 'hasta las',
    next: 'Después',
    none: 'Sin eventos',
    booked: 'Reservado',
    allDay: 'Todo el día',
  },
  fr: {
    free: 'Libre',
    busy: 'Occupée',
    until: 'jusqu’à',
    next: 'Ensuite',
    none: 'Aucun événement',
    booked: 'Réservé',
    allDay: 'Toute la journée',
  },
})

const { model, app } = await begin()

function show({ rows, updatedAt }) {
  const place = model.place.trim().toLowerCase()
  const events = rows.filter(
    ({ Location }) =>
      !place ||
      String(Location ?? '')
        .toLowerCase()
        .includes(place),
  )
  const state = element('section', { className: 'state' })
  const list = element('div', { className: 'fill list' })
  const dots = element('div', { className: 'dots' })
  app.replaceChildren(
    head(model, true),
    element('div', { className: 'fill columns' }, state, list),
    element('footer', {}, ageText(updatedAt), dots),
  )
  let drawn = ''
  const look = () => {
    const now = Date.now()
    const left = events.filter(({ End }) => Date.parse(End) > now)
    const current = left.find((event) => Date.parse(event.Start) <= now && !event['All day'])
    const key = left.length + (current?.Start ?? '')
    if (key === drawn) return
    drawn = key
    const next = left.find((event) => Date.parse(event.Start) > now && !event['All day'])
    drawState(state, current, next)
    const shown = left.filter((event) => event !== current)
    const items = shown.length > 0 ? itemsOf(shown) : [element('p', { className: 'soft' }, words.none)]
    paged(list, items, 15, dots)
  }
  everySecond(state, look)
}

function drawState(box, current, next) {
  box.dataset.state = current ? 'busy' : 'free'
  const until = current ? current.Until : isSoon(next) && next.Time
  box.replaceChildren(
    element('h2', {}, current ? words.busy : words.free),
    until ? element('p', {}, `${words.until} ${clockText(until)}`) : '',
    current ? element('p', { className: 'what', dir: 'auto' }, titleOf(current)) : '',
  )
}

/** Only an event of today limits how long the room is free. */
const isSoon = (event) => event && Date.parse(event.Start) - Date.now() < 12 * 3_600_000
const titleOf = ({ Title }) => (model.showTitles && Title ? Title : words.booked)

/** One line for each event, with a heading for each day. */
function itemsOf(events) {
  let day = ''
  return events.map((event) => {
    const isNew = event.Date !== day
    day = event.Date
    const time = event['All day'] ? words.allDay : `${clockText(event.Time)} – ${clockText(event.Until)}`
    const line = element(
      'article',
      {},
      isNew && element('h3', {}, dayText(event.Date)),
      element('span', { className: 'time' }, time),
      element('strong', { dir: 'auto' }, titleOf(event)),
      !model.place && event.Location
        ? element('span', { className: 'soft', dir: 'auto' }, event.Location)
        : '',
    )
    return withLook(line, event)
  })
}

await followRuled(model, app, show)
