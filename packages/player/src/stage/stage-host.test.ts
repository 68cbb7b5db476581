import { NO_TRAITS } from '@vitrine/contract/schedule/screen-rule'
import { expect, it } from 'vitest'
import type { Parts } from '#downlink/parts.ts'
import { contentOf, devicePart, groupPart, scheduleOf, zonePage } from '#test/content.ts'
import type { Layer } from './layers.ts'
import { mediaFile } from './stage-host.ts'

it('a zone skips a card that has nothing to show on the screen, or not at this time', () => {
  const card = (value: unknown) => {
    const page = zonePage('card', [])
    return { ...page, config: { inputs: [{ name: 'z-media', value }] } }
  }
  const shows = (value: unknown, tags: string[] = []) => {
    const content = contentOf([{ id: 's', items: [{ page: card(value), seconds: 5 }] }])
    const medium = { sha256: '', name: 'Card', mimetype: '', width: null, height: null, duration: null }
    content.media.item = { ...medium, pageId: 'card' }
    const traits = { ...NO_TRAITS, tags }
    const parts = {
      group: { body: groupPart(content, scheduleOf('s')) },
      device: { body: { ...devicePart(), traits } },
    } as unknown as Parts
    const layer = { show: { parts, timeZone: 'Etc/GMT' } } as unknown as Layer
    const clock = { now: () => Date.parse('2026-06-01T12:00:00Z') }
    return mediaFile(layer, 'item', { clock } as unknown as Parameters<typeof mediaFile>[2]) !== undefined
  }
  const entry = { mediaId: 'm', duration: 0 }
  expect(shows([entry])).toBe(true)
  expect(shows([])).toBe(false)
  expect(shows([{ ...entry, showUntil: '2026-05-31' }])).toBe(false)
  expect(shows([{ ...entry, screens: { anyTags: ['Bar'] } }])).toBe(false)
  expect(shows([{ ...entry, screens: { anyTags: ['Bar'] } }], ['bar'])).toBe(true)
})
