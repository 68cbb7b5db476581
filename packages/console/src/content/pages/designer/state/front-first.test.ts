import { expect, it } from 'vitest'
import { freePlace } from '#content/pages/designer/geometry/free-place.ts'
import { frontFirst } from './page.ts'
import { testDesigner } from './test-designer.ts'

it('of widgets with the same zIndex, later ones are in front', () => {
  const place = { x: 0, y: 0, width: 100, height: 100 }
  const { page } = testDesigner(['a', 'b', 'c'].map((id) => ({ id, ...place })))
  const zIndexes = [2, 2, 3]
  const widgets = page.widgets.map((widget, index) => ({ ...widget, zIndex: zIndexes[index] ?? 0 }))
  expect(frontFirst({ widgets }).map(({ id }) => id)).toEqual(['c', 'b', 'a'])
})

it('a free place is found behind a widget that blocks the places before it', () => {
  const page = testDesigner([]).page
  const size = { width: 100, height: 100 }
  const others = [
    { x: 0, y: 0, width: 700, height: page.height },
    { x: 900, y: 0, width: page.width - 900, height: page.height },
  ]
  const place = freePlace(size, page, others, { x: 300, y: 300 })
  expect(place.x).toBeGreaterThanOrEqual(720)
  expect(place.x + place.width).toBeLessThanOrEqual(880)
})
