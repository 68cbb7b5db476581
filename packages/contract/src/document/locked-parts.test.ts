import { describe, expect, it } from 'vitest'
import type { ReadDocument, ReadWidget } from './layout-document.ts'
import { changedLockedParts } from './locked-parts.ts'

const widget = (id: string, more: Partial<ReadWidget> = {}): ReadWidget => ({
  id,
  type: 'text',
  name: id,
  zIndex: 1,
  x: 0,
  y: 0,
  width: 100,
  height: 50,
  known: true,
  settings: { text: id, color: '#ffffff' },
  ...more,
})
const LOGO = widget('logo', { locked: true, zIndex: 2 })
const page = (...widgets: ReadWidget[]): ReadDocument => ({ width: 1920, height: 1080, widgets })
const BEFORE = page(widget('photo'), LOGO, widget('price', { zIndex: 3 }))
const names = (after: ReadDocument) => changedLockedParts(BEFORE, after).map(({ name }) => name)
const withLogo = (change: Partial<ReadWidget>) =>
  page(widget('photo'), { ...LOGO, ...change }, widget('price', { zIndex: 3 }))

describe('locked parts', () => {
  it.each<[string, ReadDocument]>([
    ['nothing changed', BEFORE],
    [
      'an unlocked widget changed',
      page(widget('photo', { settings: { text: 'new' } }), LOGO, widget('price', { zIndex: 3, x: 9 })),
    ],
    ['an unlocked widget was deleted', page(LOGO)],
    [
      'z-indexes were renumbered',
      page(widget('price', { zIndex: 30 }), { ...LOGO, zIndex: 20 }, widget('photo')),
    ],
    ['keys are in another order', withLogo({ settings: { color: '#ffffff', text: 'logo' } })],
    ['pixels were rounded', withLogo({ x: 0.4, width: 99.7 })],
    ['a widget was added', page(...BEFORE.widgets, widget('new', { zIndex: 9 }))],
  ])('count as unchanged when %s', (_, after) => {
    expect(names(after)).toEqual([])
  })
  it.each<[string, ReadDocument]>([
    ['deleted', page(widget('photo'))],
    ['unlocked', withLogo({ locked: undefined })],
    ['moved', withLogo({ x: 1 })],
    ['resized', withLogo({ height: 51 })],
    ['hidden', withLogo({ hidden: true })],
    ['renamed', withLogo({ name: 'Other' })],
    ['of another type', withLogo({ type: 'tag' })],
    ['given other content', withLogo({ settings: { text: 'other', color: '#ffffff' } })],
    ['moved behind another widget', withLogo({ zIndex: 0 })],
    ['moved in front of another widget', withLogo({ zIndex: 4 })],
    ['on a page of another size', { ...BEFORE, width: 1080, height: 1920 }],
  ])('count as changed when %s', (_, after) => {
    expect(changedLockedParts(BEFORE, after)).toEqual([LOGO])
  })
  it('are none on a page without locks', () => {
    expect(changedLockedParts(page(widget('a')), page())).toEqual([])
  })
  it('of the largest page are found from one look at each widget', () => {
    let reads = 0
    const many = (order: 1 | -1) =>
      page(
        ...Array.from({ length: 500 }, (_, n) =>
          Object.defineProperty(widget(`w${n}`, { locked: true }), 'zIndex', {
            enumerable: true,
            get: () => ++reads && n * order,
          }),
        ),
      )
    expect(changedLockedParts(many(1), many(1))).toEqual([])
    expect(changedLockedParts(many(1), many(-1))).toHaveLength(500)
    expect(reads).toBeLessThan(50_000)
  })
})
