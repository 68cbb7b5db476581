import { newWidget } from '@vitrine/contract/document/layout-document'
import type { FontParts } from '@vitrine/contract/fields/font-parts'
import { defaultsOf } from '@vitrine/contract/fields/values'
import { prayerDays } from '@vitrine/contract/schedule/prayer-times'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WIDGET_FIELDS, WIDGET_TYPES } from './definitions.ts'
import { hostWith } from './host.ts'
import { LayoutView } from './layout-view.tsx'
import { provideLazyParts } from './lib/lazy-parts.ts'
import { sampleFeed, samplePrayer, sampleWeather } from './samples.ts'

provideLazyParts({ prayerDays })

const NOW = Date.UTC(2026, 2, 14, 21, 30, 7)
const SENTENCE = { text: 'Words', isBold: false, isItalic: false, size: 20 }
const FILLED = { label: 'Words', text: 'Words', tickerSentence1: SENTENCE, rssURL: 'https://example.org' }

function draw(type: string, settings: object): string {
  const box = { x: 0, y: 0, width: 700, height: 300, zIndex: 1 }
  const widget = newWidget({ id: 'w', type, name: type, ...box }, WIDGET_FIELDS)
  const filled = Object.fromEntries(Object.entries(FILLED).filter(([name]) => name in widget.settings))
  const document = {
    ...{ width: 1920, height: 1080 },
    widgets: [{ ...widget, settings: { ...widget.settings, ...filled, ...settings } }],
  }
  const host = hostWith({
    ...{ mode: 'play', locale: 'en-us', now: () => NOW },
    weather: (place) => sampleWeather(place, NOW),
    prayer: (place) => samplePrayer(place, NOW),
    feed: () => sampleFeed(NOW),
  })
  return renderToString(<LayoutView document={document} host={host} />)
}

const STYLED = WIDGET_TYPES.filter((type) => 'fontSettings' in (WIDGET_FIELDS[type] ?? {}))
const PARTS: readonly (readonly [FontParts, string])[] = [
  [{ weight: 900 }, 'font-weight:900'],
  [{ spacing: 12 }, 'letter-spacing:0.12em'],
  [{ letterCase: 'uppercase' }, 'text-transform:uppercase'],
  [{ decoration: 'underline' }, 'text-decoration-line:underline'],
  [{ shadow: 20, shadowColor: '#112233' }, '#112233'],
  [{ outline: 4, outlineColor: '#445566' }, '#445566'],
]
/** The fields that color the letters of a type. */
const INKS = ['color', 'timeColor', 'prayerColor', 'weatherColor', 'tickerColor']

test('thirteen types have settings of their letters', () => {
  expect(STYLED).toHaveLength(13)
})

test.each(STYLED.flatMap((type) => PARTS.map(([part, css]) => [type, part, css] as const)))(
  'the letters of a %s take %j',
  (type, part, css) => {
    const { fontSettings } = defaultsOf(WIDGET_FIELDS[type] ?? {}) as { fontSettings: object }
    expect(draw(type, {})).not.toContain(css)
    expect(draw(type, { fontSettings: { ...fontSettings, ...part } })).toContain(css)
  },
)

test.each(
  STYLED.flatMap((type) =>
    Object.entries(WIDGET_FIELDS[type] ?? {}).flatMap(([name, field]) =>
      field.type === 'colorPicker' && INKS.includes(name) ? [[type, name] as const] : [],
    ),
  ),
)('the letters of a %s keep their outline and shadow where %s is a gradient', (type, ink) => {
  const { fontSettings } = defaultsOf(WIDGET_FIELDS[type] ?? {}) as { fontSettings: object }
  const gradient = { [ink]: 'linear-gradient(90deg, #ffd24a 0%, #c03050 100%)' }
  for (const [part, css] of PARTS.slice(-2))
    expect(draw(type, { ...gradient, fontSettings: { ...fontSettings, ...part } })).toContain(css)
})

test('a clock has 12 or 24 hours, seconds, and forms of the date', () => {
  const text = (settings: object) =>
    draw('date-time', settings)
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
  const timeZone = 'Etc/GMT'
  expect(text({ timeZone, hours: '24' })).toContain('21:30')
  expect(text({ timeZone, hours: '12' })).toContain('09:30')
  expect(text({ timeZone, hours: '24', seconds: true })).toContain('21:30:07')
  expect(text({ timeZone, dateForm: 'none' })).not.toMatch(/March|2026/)
  expect(text({ timeZone, dateForm: 'numeric' })).toContain('03/14/2026')
  expect(text({ timeZone, dateForm: 'weekday' })).toContain('Saturday')
})
