import { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { type ReadDocument, readDocument, writeDocument } from '@vitrine/contract/document/layout-document'
import { isUse } from '@vitrine/contract/document/part-use'
import { PINS } from '@vitrine/contract/document/pins'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withTyped } from '#content/pages/designer/canvas/typing/typed-page.ts'
import { resizedPage, WAYS } from '#content/pages/designer/resizing/resized-page.ts'
import { documentOf, withWidgets } from '#content/pages/designer/state/page.ts'
import {
  addedPart,
  detached,
  namedValue,
  partOf,
  replacedByPart,
  resetValues,
  setValue,
  whyNoPart,
} from '#content/pages/designer/state/parts.ts'
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

const VALUES = [{ name: 'Price', label: 'Price', at: [{ widget: 'a', field: 'text' }] }]
/** What parts are made, as the server stores them. */
const made: ReadDocument[] = []

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
  fc.tuple(fc.string({ minLength: 1, maxLength: 20 }), fc.string({ maxLength: 8 })).map(
    ([text, bold]): Work =>
      ({ designer }) => {
        const typing = designer.state.typing ?? { id: 'a', field: 'text' }
        designer.commit(
          withTyped(designer.state.page, typing, [{ text }, ...(bold ? [{ text: bold, isBold: true }] : [])]),
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
  fc.constantFrom(
    ({ designer }: TestDesigner) => {
      const widgets = designer.movable()
      if (widgets.length === 0 || whyNoPart(widgets)) return
      const document = partOf(designer.state.page, widgets)
      const id = `part${made.push(readDocument(writeDocument(document, WIDGET_FIELDS), WIDGET_FIELDS))}`
      designer.parts = new Map([...designer.parts, [id, { ...document, values: VALUES }]])
      replacedByPart(
        designer,
        widgets.map((one) => one.id),
        { ...document, id, name: 'Tag' },
      )
    },
    ({ designer }: TestDesigner) => {
      const [[id, part] = []] = designer.parts
      if (id && part) addedPart(designer, { ...part, id, name: 'Tag' })
    },
    ({ designer }: TestDesigner) => {
      const use = designer.state.page.widgets.find(isUse)
      if (use) detached(designer, use.id)
    },
  ),
  fc.string({ maxLength: 9 }).map(
    (text): Work =>
      ({ designer }) => {
        const use = designer.state.page.widgets.find(isUse)
        if (!use) return
        if (text === '') resetValues(designer, use.id, ['Price'])
        else setValue(designer, use.id, 'Price', text)
      },
  ),
  fc.string({ maxLength: 9 }).map(
    (name): Work =>
      ({ designer }) => {
        designer.isPart = true
        namedValue(designer, 'a', 'text', name)
        designer.isPart = false
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

test('undo and redo of random typing, grouping, pinning, resizing, and work with parts are byte for byte', () => {
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
    { numRuns: 200 },
  )
})
