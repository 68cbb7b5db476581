import type { Media } from '@vitrine/contract/api/content/media'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { MediaCard } from './media-card.tsx'
import { MediaRow } from './media-row.tsx'
import type { MediaAct } from './use-media-acts.ts'

/** A budget, because the list renders hundreds of items. */
const MOST_ELEMENTS = 20

const acts = (['play', 'download', 'edit', 'delete'] as const).map(
  (sign): MediaAct => ({ sign, title: sign, label: (name) => `${sign} ${name}`, run: () => {} }),
)
const media = {
  id: 'one',
  name: 'item 1',
  mimetype: 'video/mp4',
  size: 1000,
  duration: 10,
  width: 1920,
  height: 1080,
  createdAt: '2026-01-01T00:00:00.000Z',
  thumbnailId: 'picture',
  url: '/media/one',
} as Media

describe('placeholders for items in a long list', () => {
  for (const Item of [MediaCard, MediaRow])
    it(`${Item.name} is light: few elements, and icons that render only on hover`, () => {
      const markup = renderToStaticMarkup(<Item media={media} acts={acts} />)
      expect(markup.match(/<\w/g)?.length).toBeLessThanOrEqual(MOST_ELEMENTS)
      expect(markup).not.toContain('<svg')
      for (const { sign } of acts) expect(markup).toContain(`aria-label="${sign} item 1"`)
    })
})
