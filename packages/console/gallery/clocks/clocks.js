// The time in several cities, on analog or digital clocks.
import {
  begin,
  capital,
  element,
  everySecond,
  head,
  locale,
  notice,
  timeText,
  timeZone,
  today,
  wordsOf,
} from './base.js'

const words = wordsOf({
  en: { none: 'No cities yet' },
  ar: { none: 'لا توجد مدن بعد' },
  de: { none: 'Noch keine Städte' },
  es: { none: 'Aún no hay ciudades' },
  fr: { none: 'Aucune ville pour le moment' },
})

const { model, app } = await begin()

function clockOf({ zone, name }) {
  const digits = element('time', {})
  const day = element('span', { className: 'soft' })
  const city = element('strong', { dir: 'auto' }, name || nameOf(zone))
  const face = model.face === 'analog' ? faceOf() : undefined
  const box = element('section', {}, face?.svg, element('div', { className: 'text' }, city, digits, day))
  const tick = (now) => {
    face?.turn(now, zone)
    digits.textContent = timeText(now, zone)
    const away = (Date.parse(today(now, zone)) - Date.parse(today(now, timeZone))) / 86_400_000
    day.textContent = capital(new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(away, 'day'))
    box.toggleAttribute('data-night', isNight(now, zone))
  }
  return { box, tick }
}

const nameOf = (zone) => zone.split('/').at(-1).replaceAll('_', ' ')

function readingOf(now, zone) {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(now)
  const part = (type) => Number(parts.find((each) => each.type === type)?.value)
  return { hours: part('hour'), minutes: part('minute'), seconds: part('second') }
}

const isNight = (now, zone) => {
  const { hours } = readingOf(now, zone)
  return hours < 7 || hours >= 19
}

const svg = (tag, attributes) => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  return made
}

function faceOf() {
  const root = svg('svg', { viewBox: '-50 -50 100 100', 'aria-hidden': 'true' })
  root.append(svg('circle', { r: 48, class: 'plate' }))
  for (let mark = 0; mark < 60; mark++) {
    const isHour = mark % 5 === 0
    root.append(
      svg('line', {
        x1: 0,
        x2: 0,
        y1: -45,
        y2: isHour ? -39 : -43,
        class: isHour ? 'hour' : 'mark',
        transform: `rotate(${mark * 6})`,
      }),
    )
  }
  const hands = [
    svg('line', { y1: 5, y2: -25, class: 'hours' }),
    svg('line', { y1: 6, y2: -37, class: 'minutes' }),
    svg('line', { y1: 9, y2: -40, class: 'seconds' }),
  ]
  root.append(...hands, svg('circle', { r: 2.6, class: 'pin' }))
  const turn = (now, zone) => {
    const { hours, minutes, seconds } = readingOf(now, zone)
    const angles = [(hours % 12) * 30 + minutes / 2, minutes * 6 + seconds / 10, seconds * 6]
    for (const [index, angle] of angles.entries()) hands[index].setAttribute('transform', `rotate(${angle})`)
  }
  return { svg: root, turn }
}

const clocks = model.cities.map(clockOf)
app.dataset.face = model.face
app.replaceChildren(
  head(model),
  clocks.length > 0
    ? element(
        'div',
        { className: 'fill clocks', 'data-count': clocks.length },
        clocks.map(({ box }) => box),
      )
    : notice(words.none),
)
everySecond(app, () => {
  const now = new Date()
  for (const { tick } of clocks) tick(now)
})
