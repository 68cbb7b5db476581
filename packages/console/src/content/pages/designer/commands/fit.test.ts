import { DEFINITIONS, WIDGET_TYPES } from '@vitrine/widgets/definitions'
import { fittedSize } from '@vitrine/widgets/fit-to-page'
import { expect, test } from 'vitest'
import { overlapsAlong } from '#content/pages/designer/geometry/rect.ts'
import { widgetOf } from '#content/pages/designer/state/page.ts'
import { testDesigner } from '#content/pages/designer/state/test-designer.ts'

const PAGES = [
  [1920, 1080],
  [1080, 1920],
  [7560, 2160],
] as const
const CASES = WIDGET_TYPES.flatMap((type) => PAGES.map(([width, height]) => [type, width, height] as const))

test.each(CASES)('one press fits a %s that was added to a page of %i × %i', (type, width, height) => {
  const d = testDesigner([], { width, height })
  d.designer.add(type, type)
  d.expectRect('new1', DEFINITIONS[type].size)
  d.press('KeyF').expectRect('new1', fittedSize(DEFINITIONS[type].fit, { width, height })).expectSteps(2)
  const widget = widgetOf(d.page, 'new1')
  expect(widget && widget.x >= 0 && widget.x + widget.width <= width).toBe(true)
  expect(widget && widget.y >= 0 && widget.y + widget.height <= height).toBe(true)
  d.press('KeyF').press('mod+KeyZ').expectRect('new1', DEFINITIONS[type].size)
})

test('several fitted widgets are beside each other and beside the others, and are one step', () => {
  const d = testDesigner([{ id: 'other', x: 900, y: 500, width: 200, height: 100 }])
  d.designer.add('button', 'One')
  d.designer.add('button', 'Two')
  d.select('new1', 'new2').press('KeyF').expectSteps(3)
  const { widgets } = d.page
  for (const [index, a] of widgets.entries())
    for (const b of widgets.slice(index + 1))
      expect(overlapsAlong(a, b, 'x') && overlapsAlong(a, b, 'y')).toBe(false)
})

test('a ticker takes the bottom edge; locked and unknown widgets stay', () => {
  const d = testDesigner([
    { id: 'ticker', type: 'ticker', x: 10, y: 10 },
    { id: 'locked', type: 'button', locked: true },
    { id: 'hologram', type: 'hologram' },
  ])
  d.select('ticker', 'locked', 'hologram').press('KeyF')
  d.expectRect('ticker', { x: 0, width: 1920, height: 97, y: 1080 - 97 })
  d.expectRect('locked', { width: 100, height: 100 }).expectRect('hologram', { width: 100, height: 100 })
})
