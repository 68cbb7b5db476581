import { newWidget } from '@vitrine/contract/document/layout-document'
import { NO_REGION, screenLocale } from '@vitrine/contract/player/screen-locale'
import { prayerDays } from '@vitrine/contract/schedule/prayer-times'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { definitionOf, WIDGET_FIELDS } from './definitions.ts'
import { hostWith, type Source } from './host.ts'
import { LayoutView } from './layout-view.tsx'
import { lazyLanguages } from './lib/languages/lazy-languages.ts'
import { provideLazyParts } from './lib/lazy-parts.ts'
import { sampleFeed, samplePrayer, sampleWeather } from './samples.ts'

provideLazyParts({ prayerDays, lazyLanguages })
// Headlines are in the machine's time zone.
vi.hoisted(() => vi.stubEnv('TZ', 'UTC'))

/** 14:30 UTC on a Wednesday. */
const NOW = Date.UTC(2026, 10, 25, 14, 30)
const fixed = <T,>(source: Source<T>, parts: Partial<T>): Source<T> => {
  const value = { ...(source.get() as T), ...parts }
  return { get: () => value, subscribe: () => () => {} }
}

/** A widget's texts in a screen's language, in drawing order. */
function textsOf(
  type: string,
  language: string,
  size: { width: number; height: number },
  values: object = {},
) {
  const host = hostWith({
    locale: screenLocale({ ...NO_REGION, language }) ?? '',
    now: () => NOW,
    weather: (location) => fixed(sampleWeather(location, NOW), { temperature: 21.4, sample: undefined }),
    prayer: (location) => fixed(samplePrayer(location, NOW), { sample: undefined }),
    feed: () =>
      fixed(sampleFeed(NOW), { title: 'News', items: [{ title: 'Story', at: NOW }], sample: undefined }),
  })
  const label = definitionOf(type)?.label ?? ''
  const made = newWidget({ id: 'w', type, name: label, zIndex: 1, x: 0, y: 0, ...size }, WIDGET_FIELDS)
  const widget = { ...made, settings: { ...made.settings, ...values } }
  const html = renderToString(
    <LayoutView document={{ width: 1920, height: 1080, widgets: [widget] }} host={host} />,
  )
  return html
    .replace(/<(style|svg)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, '|')
    .split('|')
    .map((text) => text.replace(/[\s\u200e\u200f]+/g, ' ').trim())
    .filter(Boolean)
}

const clock = (language: string) =>
  textsOf('date-time', language, { width: 600, height: 300 }, { timeZone: 'Etc/GMT' })
const weather = (language: string) =>
  textsOf('weather', language, { width: 500, height: 500 }, { weatherLocation: 'cairo' })
const prayer = (language: string) =>
  textsOf('prayer', language, { width: 900, height: 300 }, { prayerLocation: 'cairo' })
const feed = (language: string) =>
  textsOf('rss', language, { width: 600, height: 400 }, { rssURL: 'https://news.test' })

test.each(['de-DE', 'fr-FR', 'ar-EG', 'en-GB', 'en-US', 'ja-JP'])('%s: what widgets write', (language) => {
  expect({
    clock: clock(language),
    weather: weather(language),
    prayer: prayer(language),
    feed: feed(language),
  }).toMatchSnapshot()
})
