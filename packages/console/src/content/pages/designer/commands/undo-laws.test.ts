import { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { readDocument } from '@vitrine/contract/document/layout-document'
import { PINS } from '@vitrine/contract/document/pins'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withTyped } from '#content/pages/designer/canvas/typing/typed-page.ts'
import { resizedPage, WAYS } from '#content/pages/designer/resizing/resized-page.ts'
import { documentOf, withWidgets } from '#content/pages/designer/state/page.ts'
import { withPin } from '#content/pages/designer/state/pins.ts'
import { type TestDesigner, testDesigner } from '#content/pages/designer/state/test-designer.ts'
import { enterGroup, renamedGroup } from './groups.ts'
import { setSide } from './sides.ts'

const WIDGETS = [
  { id: 'a', x: 100, y: 100, width: 100, height: 100 },
  { id: 'b', x: 400, y: 300, width: 120, height: 60, type: 'button' },
  { id: 'c', x: 700, y: 700, width: 80, height: 80 },
  { id: 'd', x: 0, y: 0, width: 1920, height: 1080, type: 'media-looper' },
]

type Work = (d: TestDesigner) => void
const number = fc.integer({ min: 1, max: 2000 })
const key = (...keys: string[]): Work => {
  return (d) => d.press(...keys)
}
const work: fc.Arbitrary<Work> = fc.oneof(
  fc.constantFrom(key('mod+KeyG'), key('mod+shift+KeyG'), key('Enter'), key('Escape'), key('mod+KeyD')),
  fc.constantFrom(key('alt+KeyK', 'alt+KeyA'), key('mod+shift+KeyL'), key('Tab'), key('BracketRight')),
  fc.subarray(['a', 'b', 'c', 'd'], { minLength: 1 }).map(
    (ids): Work =>
      (d) =>
        d.select(...ids),
  ),
  fc.constantFrom('a', 'b', 'c').map(
    (id): Work =>
      (d) => {
        if (d.page.widgets.some((one) => one.id === id)) d.click(id)
      },
  ),
  fc.string({ maxLength: 20 }).map(
    (text): Work =>
      ({ designer }) => {
        const typing = designer.state.typing ?? { id: 'a', field: 'text' }
        designer.commit(
          withTyped(designer.state.page, typing, text),
          { name: 'type', count: 1 },
          `type ${typing.id}`,
        )
      },
  ),
  fc.string({ maxLength: 12 }).map(
    (name): Work =>
      ({ designer }) => {
        enterGroup(designer)
        if (designer.state.entered) renamedGroup(designer, designer.state.entered, name)
      },
  ),
  fc.tuple(fc.constantFrom('x', 'y'), fc.constantFrom(undefined, ...PINS)).map(
    ([axis, pin]): Work =>
      ({ designer }) => {
        const pinned = designer.selected().map((widget) => withPin(widget, axis as 'x' | 'y', pin))
        designer.commit(withWidgets(designer.state.page, pinned), { name: 'pin', count: pinned.length })
      },
  ),
  fc.tuple(number, fc.constantFrom('x', 'width')).map(
    ([by, side]): Work =>
      ({ designer }) => {
        setSide(
          designer,
          designer.movable().map(({ id }) => id),
          side as 'x' | 'width',
          (rect) => rect[side as 'x'] + by,
        )
      },
  ),
  fc
    .tuple(fc.integer({ min: 100, max: 4000 }), fc.integer({ min: 100, max: 4000 }), fc.constantFrom(...WAYS))
    .map(
      ([width, height, way]): Work =>
        ({ designer }) => {
          designer.commit(resizedPage(designer.state.page, { width, height }, way), {
            name: 'page',
            count: 0,
          })
        },
    ),
)

test('undo and redo of random typing, grouping, pinning, and resizing are byte for byte', () => {
  fc.assert(
    fc.property(fc.array(work, { maxLength: 40 }), (all) => {
      const d = testDesigner(WIDGETS)
      const start = d.json
      for (const one of all) one(d)
      const end = d.json
      const steps = d.designer.state.history.past.length
      for (let n = 0; n < steps; n += 1) d.press('mod+KeyZ')
      expect(d.json).toBe(start)
      for (let n = 0; n < steps; n += 1) d.press('mod+shift+KeyZ')
      expect(d.json).toBe(end)
      const document = documentOf(d.page, WIDGET_FIELDS)
      expect(LayoutDocument.safeParse(document).success).toBe(true)
      expect(documentOf({ name: '', ...readDocument(document, WIDGET_FIELDS) }, WIDGET_FIELDS)).toEqual(
        document,
      )
    }),
    { numRuns: 80 },
  )
})
