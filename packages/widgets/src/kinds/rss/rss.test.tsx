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

it.each([
  [320, 150],
  [320, 60],
  [900, 500],
  [200, 900],
  [1600, 120],
])('headlines in %i × %i are as far from the left edge as from the right', (width, height) => {
  const items = Array.from({ length: 9 }, (_, index) => ({ title: `Bread ${index} is fresh`, at: 1 }))
  const host = hostWith({
    mode: 'play',
    feed: () => ({ get: () => ({ ...FEED, items }), subscribe: () => () => {} }),
  })
  const defaults = defaultsOf(DEFINITIONS.rss.fields) as SettingsOf<'rss'>
  const settings = { ...defaults, rssURL: 'https://news.example/feed' }
  const html = renderToString(<Rss id="w" settings={settings} size={{ width, height }} host={host} />)
  const boxes = [...html.matchAll(/left:([\d.]+)px;top:[\d.]+px;width:([\d.]+)px/g)]
  const insets = boxes.map(([, left, wide]) => [Number(left), width - Number(left) - Number(wide)])
  const inset = insets.filter(([left]) => left !== 0)
  expect(inset.length).toBeGreaterThan(0)
  for (const [left = 0, right = 0] of inset) expect(right).toBeCloseTo(left, 3)
})
