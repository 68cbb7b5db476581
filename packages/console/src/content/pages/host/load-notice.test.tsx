import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { Failing } from '@vitrine/contract/api/data/widget-data'
import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import i18next from 'i18next'
import { renderToString } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { dateText } from '#lib/text/format.ts'
import texts from '#locales/en-us.json'
import { failingQuery } from '#queries/pages.ts'
import { LoadNotice } from './load-notice.tsx'

const SINCE = Date.parse('2026-11-27T14:05:00Z')
const failing: Failing[] = [
  {
    ...{ kind: 'feed', address: 'https://news.example.org/rss', name: 'news.example.org/rss', since: SINCE },
    ...{ reason: 'There is nothing at this address', uses: [] },
  },
  {
    ...{ kind: 'weather', address: 'cairo', name: 'Cairo', since: SINCE },
    ...{ reason: "This address isn't responding", uses: [] },
  },
]

beforeAll(() =>
  i18next.use(initReactI18next).init({
    ...{ lng: 'en-us', lowerCaseLng: true, resources: { 'en-us': { translation: texts } } },
    interpolation: { prefix: '%{', suffix: '}', escapeValue: false },
  }),
)

const notice = (type: string, settings: Record<string, unknown>) => {
  const client = new QueryClient()
  client.setQueryData(failingQuery().queryKey, failing)
  const html = renderToString(
    <QueryClientProvider client={client}>
      <LoadNotice widget={{ type, settings } as unknown as ReadWidget} />
    </QueryClientProvider>,
  )
  return html.replace(/<[^>]*>/g, '').replaceAll('&#x27;', "'")
}

test('a widget says since when its live data fails to load, and why; others say nothing', () => {
  const since = dateText(SINCE, 'moment')
  const dead = `This hasn't loaded since ${since}: There is nothing at this address`
  expect(notice('rss', { rssURL: 'https://news.example.org/rss' })).toBe(dead)
  expect(notice('rss', { rssURL: 'news.example.org/rss' })).toBe(dead)
  expect(notice('rss', { rssURL: 'https://news.example.org/other' })).toBe('')
  expect(notice('rss', { rssURL: '' })).toBe('')
  expect(notice('weather', { weatherLocation: 'cairo' })).toBe(
    `This hasn't loaded since ${since}: This address isn't responding`,
  )
  expect(notice('weather', { weatherLocation: 'riyadh' })).toBe('')
  expect(notice('text', { text: 'cairo' })).toBe('')
})
