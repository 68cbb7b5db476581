// The next departures of a stop, from a data source with a timetable (GTFS).
import {
  ageText,
  begin,
  dayText,
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
import { followRuled, withLook } from './rules.js'

const SHOWN_MAX = 40
/** Departures within this many minutes show a countdown instead of a clock time. */
const SOON = 60
const words = wordsOf({
  en: { none: 'No more departures', now: 'now', platform: 'Platform' },
  ar: { none: 'لا توجد رحلات أخرى', now: 'الآن', platform: 'رصيف' },
  de: { none: 'Keine weiteren Abfahrten', now: 'jetzt', platform: 'Steig' },
  es: { none: 'No hay más salidas', now: 'ahora', platform: 'Andén' },
  fr: { none: 'Plus de départs', now: 'maintenant', platform: 'Quai' },
})

const { model, app } = await begin()
let rows = []
let updatedAt
let drawn = ''
let isFollowed = false

function chosen(all) {
  const lines = model.lines
    .split(',')
    .map((line) => line.trim().toLowerCase())
    .filter(Boolean)
  const departures = all.filter(({ Departure }) => !Number.isNaN(Date.parse(Departure)))
  return lines.length === 0
    ? departures
    : departures.filter(({ Line }) => lines.includes(String(Line).toLowerCase()))
}

/** Redraws once a minute, when countdowns change. */
function look() {
  const minute = String(Math.floor(Date.now() / 60_000))
  if (minute === drawn) return
  drawn = minute
  const from = Date.now() + model.walk * 60_000
  const next = rows.filter(({ Departure }) => Date.parse(Departure) >= from - 30_000).slice(0, SHOWN_MAX)
  const list = element('div', { className: 'fill list' }, next.map(lineOf))
  app.replaceChildren(
    head(model, true),
    next.length > 0 ? list : notice(words.none),
    element('footer', {}, element('span', {}, isOld(next) ? ageText(updatedAt) : '')),
  )
  // Remove rows that would be cut off.
  while (list.lastChild !== list.firstChild && list.scrollHeight > list.clientHeight + 1)
    list.lastChild.remove()
}

/** A timetable with fewer than three departures left is outdated. */
const isOld = (next) => next.length < 3

function lineOf(row) {
  const { Line, Destination, Platform, Departure, Color, 'Text color': textColor } = row
  const badge = element('strong', { className: 'badge', dir: 'auto' }, String(Line ?? ''))
  if (Color) badge.style.background = Color
  if (Color) badge.style.color = textColor || '#ffffff'
  const at = new Date(Departure)
  const minutes = Math.floor((at - Date.now() + 30_000) / 60_000)
  const line = element(
    'article',
    {},
    badge,
    element('span', { className: 'to', dir: 'auto' }, Destination ?? ''),
    element('span', { className: 'platform soft' }, Platform ? `${words.platform} ${Platform}` : ''),
    element('span', { className: 'when' }, ...whenOf(at, minutes)),
  )
  return withLook(line, row)
}

function whenOf(at, minutes) {
  if (minutes <= 0) return [element('b', { className: 'now' }, words.now)]
  if (minutes < SOON) {
    const unit = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'short' })
    return [element('small', { className: 'soft' }, timeText(at)), element('b', {}, unit.format(minutes))]
  }
  const day = today(at, timeZone)
  return [
    element('small', { className: 'soft' }, day === today() ? '' : dayText(day)),
    element('b', {}, timeText(at)),
  ]
}

await followRuled(model, app, (data) => {
  rows = chosen(data.rows)
  updatedAt = data.updatedAt
  drawn = ''
  if (isFollowed) return look()
  isFollowed = true
  everySecond(app, look)
})
