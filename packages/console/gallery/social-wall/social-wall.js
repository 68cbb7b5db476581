// The posts of a news feed as cards: as many as fit, the rest in rotation.
import { ageText, begin, element, followSource, head, locale, notice, paged, wordsOf } from './base.js'

const POSTS_MAX = 60
const words = wordsOf({
  en: { none: 'No posts yet' },
  ar: { none: 'لا توجد منشورات بعد' },
  de: { none: 'Noch keine Beiträge' },
  es: { none: 'Aún no hay publicaciones' },
  fr: { none: 'Aucune publication pour le moment' },
})

const { model, app } = await begin()

function show({ rows, updatedAt }) {
  const posts = rows.slice(0, POSTS_MAX).map(cardOf)
  const wall = element('div', { className: 'fill wall' })
  const dots = element('div', { className: 'dots' })
  app.replaceChildren(
    head(model, true),
    posts.length > 0 ? wall : notice(words.none),
    element('footer', {}, ageText(updatedAt), dots),
  )
  if (posts.length > 0) paged(wall, posts, model.seconds, dots, { isFull: true })
}

function cardOf({ Title, Text, Date: date, Image }) {
  const picture = model.showImages && Image ? element('div', { className: 'picture' }) : ''
  const card = element(
    'article',
    {},
    picture,
    element(
      'div',
      { className: 'text' },
      element('h2', { dir: 'auto' }, Title ?? ''),
      Text ? element('p', { dir: 'auto' }, Text) : '',
      date ? element('span', { className: 'soft' }, sinceText(new Date(date))) : '',
    ),
  )
  if (picture) {
    const image = element('img', { alt: '', referrerPolicy: 'no-referrer' })
    // Offline or deleted: the text remains.
    image.onerror = () => picture.remove()
    image.src = Image
    picture.append(image)
  }
  return card
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

function sinceText(date) {
  const seconds = (date.getTime() - Date.now()) / 1000
  if (Number.isNaN(seconds)) return ''
  if (seconds < -7 * 86_400) return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(date)
  const [unit, size] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ['minute', 60]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.round(seconds / size), unit)
}

await followSource(model.source, app, show)
