// @vitest-environment happy-dom

import { waitFor } from '@testing-library/dom'
import { DEVICE_STATES } from '@vitrine/contract/api/screens/device-facets'
import { expect, test } from 'vitest'
import { openConsole, setUpConsole } from './console-window.tsx'
import { device, ONE_OF_EACH, picture } from './samples.ts'

setUpConsole()

const COUNT = 150
const many = <T extends object>(row: T, name = (n: number) => `Item ${n}`): T[] =>
  Array.from({ length: COUNT }, (_, n) => ({ ...row, id: `r${n}`, name: name(n), thumbnailId: `t${n}` }))

const [card] = ONE_OF_EACH['cards.documents']({ query: { isTemplate: '0' } }).cards
const [layout] = ONE_OF_EACH['layouts.documents'].layouts
const ANSWERS = {
  ...ONE_OF_EACH,
  'cards.documents': { cards: many(card as object), next: null },
  'layouts.documents': { layouts: many(layout as object), next: null },
  'media.list': {
    media: { media: many(picture), folders: many({ ...ONE_OF_EACH['media.list'].media.folders[0] }) },
  },
  'shelf.list': { items: many(ONE_OF_EACH['shelf.list'].items[0] as object), more: false },
  'devices.list': { devices: many(device) },
  'devices.states': {
    states: { ...Object.fromEntries(DEVICE_STATES.map((one) => [one, 0])), right: COUNT },
    correctable: 0,
    showing: [],
    places: [],
  },
}

/** Grids of cards, and the tab stops of one card: its name, its checkbox, its menu, and its commands. */
const GRIDS: [string, string, number][] = [
  ['devices?view=wall', 'main li a', 1],
  ['cards', 'main li[data-key]', 3],
  ['layouts', 'main li[data-key]', 3],
  ['media-library', 'main section > :nth-child(100)', 8],
  ['media-library/all', 'main li[data-key]', 2],
]

const stopsIn = (place: string) =>
  [...document.querySelectorAll(`${place} :is(a[href], button, input, select, textarea)`)].filter(
    (control) => control.getAttribute('tabindex') !== '-1' && !control.matches(':disabled'),
  )

test.each(GRIDS)('%s: 150 items are one tab stop', async (address, item, most) => {
  openConsole(`/app/${address}`, ANSWERS)
  await waitFor(() => expect(document.querySelector(item)).not.toBeNull())
  await waitFor(() => {
    const inLists = stopsIn('main :is(ul, section[aria-label])')
    expect(inLists.length).toBeLessThanOrEqual(2 * most)
  })
})

test.each(['layouts', 'cards'])('a list of %s draws stored pictures and no live page', async (address) => {
  openConsole(`/app/${address}`, ANSWERS)
  await waitFor(() => expect(document.querySelectorAll('main li img')).toHaveLength(COUNT))
  expect(document.querySelectorAll('main li [data-waiting], main li [data-page]')).toHaveLength(0)
  for (const image of document.querySelectorAll<HTMLImageElement>('main li img'))
    expect(image.src).toContain('/thumbnail/download/t')
})
