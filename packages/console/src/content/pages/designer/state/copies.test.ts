import { test } from 'vitest'
import { testDesigner } from './test-designer.ts'

const A = { id: 'a', x: 100, y: 100, width: 100, height: 100 }

test('copies are kept inside the page, and over its edge those of what hangs over it', () => {
  testDesigner([{ ...A, x: 1815, y: 970 }])
    .select('a')
    .press('mod+KeyD')
    .expectRect('new1', { x: 1820, y: 980 })
  testDesigner([{ ...A, x: 1840, y: 970 }])
    .select('a')
    .press('mod+KeyD')
    .expectRect('new1', { x: 1860, y: 990 })
  testDesigner([{ ...A, x: -78 }])
    .drag('a', { x: -50, y: 30 }, { alt: true })
    .expectRect('a', { x: -78, y: 100 })
    .expectRect('new1', { x: -78, y: 130 })
})
