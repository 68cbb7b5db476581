import { readDocument, writeTransform } from '@vitrine/contract/document/layout-document'
import { prayerDays } from '@vitrine/contract/schedule/prayer-times'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WIDGET_FIELDS } from './definitions.ts'
import { drawingUrl } from './drawings/drawings.ts'
import { hostWith, type Mode } from './host.ts'
import { LayoutView } from './layout-view.tsx'
import { provideLazyParts } from './lib/lazy-parts.ts'
import { samplePrayer, sampleWeather } from './samples.ts'
import STORED from './stored-widgets.json' with { type: 'json' }

provideLazyParts({ drawingUrl, prayerDays })

const NOW = Date.UTC(2026, 2, 14, 9, 30)
const SIZES = [
  { width: 320, height: 150 },
  { width: 900, height: 260 },
  { width: 400, height: 700 },
]
const feed = { title: 'Bakery', items: [{ title: 'Rye is ready' }, { title: 'So is wheat' }], at: NOW }

/** The HTML of a stored widget, as an organization saved it before there were newer settings. */
function drawn({ type, settings }: (typeof STORED)[number], mode: Mode): string {
  const widgets = SIZES.map(({ width, height }, index) => ({
    ...{ id: `w${index}`, type, name: type, zIndex: index + 1 },
    ...{ width, height, transform: writeTransform(index * 40, index * 50) },
  }))
  const inputs = widgets.flatMap(({ id }) =>
    Object.entries(settings).map(([name, value]) => ({ name: `${id}-${name}`, value })),
  )
  const document = { width: 1920, height: 1080, widgets, config: { inputs, background: '#3a6ea5' } }
  const host = hostWith({
    ...{ mode, locale: 'en-us', now: () => NOW, sites: () => ['example.org'] },
    weather: (place) => sampleWeather(place, NOW),
    prayer: (place) => samplePrayer(place, NOW),
    feed: () => ({ get: () => feed, subscribe: () => () => {} }),
  })
  return renderToString(<LayoutView document={readDocument(document, WIDGET_FIELDS)} host={host} />)
}

async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(hash, 0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

// Never update this file for a setting: what was saved must be drawn unchanged.
test('stored widgets are drawn as before, byte for byte', async () => {
  const rows = await Promise.all(
    STORED.flatMap((stored) =>
      (['play', 'design'] as const).map(async (mode) => {
        const html = drawn(stored, mode)
        return `${await hashOf(html)} ${html.length} ${mode} ${stored.type} ${JSON.stringify(stored.settings)}`
      }),
    ),
  )
  await expect(`${rows.join('\n')}\n`).toMatchFileSnapshot('__snapshots__/drawn-as-before.txt')
})
