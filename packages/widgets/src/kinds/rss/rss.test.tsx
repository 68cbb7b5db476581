import type { Feed } from '@vitrine/contract/api/data/widget-data'
import { defaultsOf } from '@vitrine/contract/fields/values'
import { DEFINITIONS, type SettingsOf } from '@vitrine/widgets/definitions'
import { type Host, hostWith } from '@vitrine/widgets/host'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Rss } from './rss.tsx'

const FEED: Feed = { title: 'News', items: [{ title: 'Bread is fresh' }], at: 0 }

function draw(feed: Feed | undefined, mode: Host['mode'], settings: Partial<SettingsOf<'rss'>> = {}) {
  const host = hostWith({ mode, feed: () => ({ get: () => feed, subscribe: () => () => {} }) })
  const defaults = defaultsOf(DEFINITIONS.rss.fields) as SettingsOf<'rss'>
  const all = { ...defaults, rssURL: 'https://news.example/feed', ...settings }
  return renderToString(<Rss id="w" settings={all} size={{ width: 320, height: 150 }} host={host} />)
}

it('a feed that never loaded is invisible in public, and a placeholder in designs', () => {
  expect(draw(undefined, 'play')).toBe('')
  expect(draw(undefined, 'design')).not.toBe('')
  expect(draw(FEED, 'play')).toContain('Bread is fresh')
})

it('an RSS widget without a URL shows nothing in public, whatever feeds the host has', () => {
  expect(draw(FEED, 'play', { rssURL: '' })).toBe('')
})
