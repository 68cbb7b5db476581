// Shared by all gallery packages: form values, translations, and data.

const query = new URLSearchParams(location.search)
/** The screen's language, with its 12 or 24 hours, and its time zone. */
export const locale = query.get('locale') ?? navigator.language
export const timeZone = query.get('timeZone') ?? undefined
const language = locale.split('-')[0].toLowerCase()
const isFromTheRight = ['ar', 'fa', 'he', 'ur'].includes(language)

/** The texts in the screen's language, falling back to English: `{ en: { … }, ar: { … } }`. */
export const wordsOf = (texts) => ({ ...texts.en, ...texts[language] })

/** Creates an element with properties, `data-` attributes and children; text never becomes markup. */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue
    if (name.includes('-')) made.setAttribute(name, value)
    else made[name] = value
  }
  made.append(
    ...children
      .flat()
      .filter((child) => child instanceof Node || (typeof child === 'string' && child !== '')),
  )
  return made
}

/** Applies the saved theme, direction, and background to the page; returns the form's values. */
export async function begin() {
  const model = await (await fetch('model.json')).json()
  const root = document.documentElement
  root.lang = locale
  root.dir = isFromTheRight ? 'rtl' : 'ltr'
  root.dataset.theme = model.theme
  for (const [name, property] of [
    ['accent', '--accent'],
    ['ground', '--ground'],
  ])
    if (model[name]) root.style.setProperty(property, model[name])
  const app = document.getElementById('app')
  const [picture] = model.picture ?? []
  if (picture) {
    app.style.backgroundImage = `url("${picture.url}")`
    app.dataset.picture = ''
  }
  return { model, app }
}

/** A page header: logo, title, and time, each optional. */
export function head({ title, logo = [] }, clock) {
  const [picture] = logo
  const image = picture && element('img', { className: 'logo', src: picture.url, alt: '' })
  const time = clock && element('span', { className: 'clock' })
  if (time)
    everySecond(time, () => {
      time.textContent = timeText(new Date())
    })
  if (!title && !image && !time) return ''
  return element('header', {}, element('h1', { dir: 'auto' }, title), image, time)
}

export const notice = (title, text) =>
  element(
    'div',
    { className: 'notice' },
    element('strong', { dir: 'auto' }, title),
    text && element('p', {}, text),
  )

/** Calls `tick` now and on every full second while the element is connected. */
export function everySecond(part, tick) {
  tick()
  const next = () => {
    if (!part.isConnected) return
    tick()
    setTimeout(next, 1000 - (Date.now() % 1000))
  }
  setTimeout(next, 1000 - (Date.now() % 1000))
}

const FETCH_EVERY = 30_000

/**
 * Calls `show` with a data source's `rows`, `columns` and `updatedAt` whenever they change. Failed fetches keep the
 * last rows; `undefined` means there have been none yet.
 */
export async function followRows(name, show) {
  let last
  const look = async () => {
    const text = await fetch(`data/${encodeURIComponent(name)}.json`, { cache: 'no-store' }).then(
      (answer) => (answer.ok ? answer.text() : undefined),
      // Offline with an empty cache: retry.
      () => undefined,
    )
    if (text === undefined || text === last) return
    last = text
    show(JSON.parse(text))
  }
  await look()
  if (last === undefined) show(undefined)
  setInterval(look, FETCH_EVERY)
}

const NOTHING = {
  en: {
    choose: 'No data source chosen',
    chooseText: 'Edit this package in the media library and choose one.',
    waiting: 'Waiting for data',
    asOf: 'As of',
  },
  ar: {
    choose: 'لم يتم اختيار مصدر بيانات',
    chooseText: 'عدّل هذه الحزمة في مكتبة الوسائط واختر مصدرًا.',
    waiting: 'في انتظار البيانات',
    asOf: 'حتى',
  },
  de: {
    choose: 'Keine Datenquelle gewählt',
    chooseText: 'Bearbeiten Sie dieses Paket in der Medienbibliothek und wählen Sie eine.',
    waiting: 'Warten auf Daten',
    asOf: 'Stand',
  },
  es: {
    choose: 'Sin fuente de datos',
    chooseText: 'Edite este paquete en la biblioteca de medios y elija una.',
    waiting: 'Esperando datos',
    asOf: 'Datos del',
  },
  fr: {
    choose: 'Aucune source de données',
    chooseText: 'Modifiez ce paquet dans la médiathèque et choisissez-en une.',
    waiting: 'En attente de données',
    asOf: 'Données du',
  },
}
const nothing = wordsOf(NOTHING)

/** Shows a data source's rows, and a notice until there are any. */
export async function followSource(name, app, show) {
  if (!name) return app.replaceChildren(notice(nothing.choose, nothing.chooseText))
  await followRows(name, (data) => (data ? show(data) : app.replaceChildren(notice(nothing.waiting))))
}

/** Data older than this is marked as old. */
const OLD = 24 * 3_600_000

/** The age of data older than a day; '' for newer data. */
export function ageText(updatedAt) {
  const at = new Date(updatedAt)
  if (!(Date.now() - at.getTime() > OLD)) return ''
  return `${nothing.asOf} ${new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at)}`
}

export const timeText = (date, zone = timeZone) =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: zone }).format(date)

/** A local time such as `14:30` in the screen's format. */
export function clockText(time) {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})/.exec(time) ?? []
  if (hours === undefined) return time
  return timeText(new Date(Date.UTC(2000, 0, 1, Number(hours) % 24, Number(minutes))), 'UTC')
}

/** A local date such as `2026-11-26` as weekday and date, or as today or tomorrow. */
export function dayText(day) {
  const date = new Date(`${day}T12:00:00Z`)
  if (Number.isNaN(date.getTime())) return day
  const days = Math.round((date.getTime() - Date.parse(`${today()}T12:00:00Z`)) / 86_400_000)
  if (days === 0 || days === 1)
    return capital(new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day'))
  const parts = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }
  return capital(new Intl.DateTimeFormat(locale, parts).format(date))
}

/** Today's date in the screen's time zone: `2026-11-26`. */
export const today = (now = new Date(), zone = timeZone) =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now)

export const capital = (text) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)

const PAGES_MAX = 40
const ITEMS_MAX = 300
const pagers = new WeakMap()

/**
 * Shows as many items as fit into `box` and rotates through the rest, each page for `seconds`, in sync on all
 * screens. `dots`: an element for the page dots. `isFull`: the last page repeats items rather than being nearly
 * empty.
 */
export function paged(box, items, seconds, dots, { isFull = false } = {}) {
  pagers.get(box)?.()
  let pages = []
  let shown = -1
  const turn = () => {
    if (!box.isConnected) return stop()
    const next = Math.floor(Date.now() / 1000 / Math.max(2, seconds)) % Math.max(1, pages.length)
    if (next === shown) return
    shown = next
    box.replaceChildren(...(pages[next] ?? []))
    const all =
      pages.length > 1 ? pages.map((_, index) => element('i', { 'data-on': index === next && '' })) : []
    dots.replaceChildren(...all)
  }
  const split = () => {
    pages = pagesOf(box, items.slice(0, ITEMS_MAX))
    if (isFull && pages.length > 1) pages[pages.length - 1] = items.slice(-pages[0].length)
    shown = -1
    turn()
  }
  const observer = new ResizeObserver(split)
  const timer = setInterval(turn, 250)
  const stop = () => {
    clearInterval(timer)
    observer.disconnect()
  }
  pagers.set(box, stop)
  observer.observe(box)
  split()
}

function pagesOf(box, items) {
  const pages = []
  let rest = items
  while (rest.length > 0 && pages.length < PAGES_MAX) {
    box.replaceChildren()
    let count = 0
    for (const item of rest) {
      box.append(item)
      if (count > 0 && (box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1))
        break
      count++
    }
    pages.push(rest.slice(0, count))
    rest = rest.slice(count)
  }
  return pages
}
