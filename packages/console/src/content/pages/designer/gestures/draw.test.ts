import { DEFINITIONS, WIDGET_TYPES } from '@vitrine/widgets/definitions'
import { expect, test } from 'vitest'
import type { Point } from '#content/pages/designer/geometry/rect.ts'
import { testDesigner } from '#content/pages/designer/state/test-designer.ts'
import { drawGesture } from './draw.ts'
import { NO_KEYS } from './gesture.ts'

function draw(type: string, from: Point, to: Point, keys = {}, cancel = false) {
  const d = testDesigner([])
  d.designer.set({ brush: { type, label: type } })
  const gesture = drawGesture(d.designer, from, { type, label: type })
  gesture.move({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, NO_KEYS)
  gesture.move(to, { ...NO_KEYS, ...keys })
  if (cancel) gesture.cancel()
  else gesture.end()
  expect(d.designer.state).toMatchObject({ marquee: null, brush: null })
  return d
}

test.each(WIDGET_TYPES)('a drawn %s has the drawn size, from either corner', (type) => {
  const rect = { x: 300, y: 200, width: 500, height: 260 }
  draw(type, { x: 300, y: 200 }, { x: 800, y: 460 })
    .expectRect('new1', rect)
    .expectSteps(1)
    .expectSelected('new1')
  draw(type, { x: 800, y: 460 }, { x: 300, y: 200 }).expectRect('new1', rect)
})

test('a click adds the specification’s size there', () => {
  const d = draw('button', { x: 600, y: 400 }, { x: 601, y: 401 })
  d.expectRect('new1', { x: 540, y: 370, ...DEFINITIONS.button.size })
  expect(d.page.widgets[0]?.settings.fontSettings).toMatchObject({ size: 14 })
})

test('letters of a drawn widget can be read, and fit it', () => {
  const letters = (height: number) => {
    const d = draw('button', { x: 0, y: 0 }, { x: 700, y: height })
    return d.page.widgets.map(({ settings }) => (settings.fontSettings as { size: number }).size)[0]
  }
  expect([letters(300), letters(60)]).toEqual([45, 30])
})

test.each(WIDGET_TYPES)('a drawn %s is typed in if it is written, and only then', (type) => {
  const typing = { text: 'text', button: 'label', 'sticky-note': 'text' }[type as string]
  const d = draw(type, { x: 100, y: 100 }, { x: 400, y: 300 })
  expect(d.designer.state.typing).toEqual(typing ? { id: 'new1', field: typing } : null)
  expect(draw(type, { x: 600, y: 400 }, { x: 601, y: 401 }).designer.state.typing).toBeNull()
})

test('Shift draws a square, Escape draws nothing', () => {
  draw('text', { x: 100, y: 100 }, { x: 400, y: 150 }, { shift: true }).expectRect('new1', {
    width: 300,
    height: 300,
  })
  expect(draw('text', { x: 100, y: 100 }, { x: 400, y: 150 }, {}, true).page.widgets).toEqual([])
})

test.each([
  [
    { x: -50, y: -50 },
    { x: 5, y: 5 },
    { x: -33, y: -33, width: 55, height: 55 },
  ],
  [
    { x: 1900, y: 1060 },
    { x: 2500, y: 1500 },
    { x: 1898, y: 1058, width: 600, height: 440 },
  ],
  [
    { x: 1915, y: 10 },
    { x: 1919, y: 500 },
    { x: 1900, y: 10, width: 20, height: 490 },
  ],
])('from %j to %j, the drawn widget keeps its grip on the page', (from, to, rect) => {
  draw('tag', from, to).expectRect('new1', rect)
})

test('Escape puts the brush away before it deselects', () => {
  const d = testDesigner([{ id: 'a' }]).select('a')
  d.designer.set({ brush: { type: 'tag', label: 'Tag' } })
  d.press('Escape').expectSelected('a')
  d.press('Escape').expectSelected()
})
