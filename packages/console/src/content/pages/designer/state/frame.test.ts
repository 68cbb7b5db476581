import { FRAME_FIELDS } from '@vitrine/contract/document/frame'
import { newWidget } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { expect, test } from 'vitest'
import { SIDES, typeSide } from '#content/pages/designer/commands/sides.ts'
import { staggered, withFrame } from './frame.ts'
import { lookOf, withLook } from './look.ts'
import { documentOf, widgetOf, withWidgets } from './page.ts'
import { testDesigner } from './test-designer.ts'

const GOOD = {
  opacity: 40,
  rotation: 90,
  mask: 'rounded',
  radius: 12,
  borderWidth: 3,
  borderColor: '#112233',
  shadow: 20,
  shadowColor: '#00000040',
  blend: 'screen',
}

test.each(Object.entries(GOOD))('the frame takes %s, undoes it, and forgets its default', (name, value) => {
  const d = testDesigner([{ id: 'a' }]).select('a')
  const before = d.json
  const [widget] = d.designer.selected()
  if (!widget) throw new Error('Nothing is selected')
  const framed = withFrame(widget, name, value)
  expect(framed.frame).toEqual({ [name]: value })
  d.designer.commit(withWidgets(d.page, [framed]), { name: 'edit', count: 1 })
  expect(documentOf(d.page, {}).widgets[0]?.frame).toEqual({ [name]: value })
  d.press('mod+KeyZ')
  expect(d.json).toBe(before)
  const { default: usual = '' } = FRAME_FIELDS[name as keyof typeof FRAME_FIELDS] as { default?: unknown }
  expect(JSON.stringify(withFrame(framed, name, usual))).toBe(JSON.stringify(widget))
})

test.each(['', -1, 'url(x)', null, 1e9])(
  '%j is not taken, so that what is typed changes nothing',
  (value) => {
    const [widget] = testDesigner([{ id: 'a' }]).page.widgets
    if (!widget) throw new Error('There is no widget')
    for (const name of ['opacity', 'shadow', 'other']) expect(withFrame(widget, name, value)).toBe(widget)
  },
)

test('a copied style has the frame, and a style without one removes it', () => {
  const [a, b] = testDesigner([{ id: 'a' }, { id: 'b' }]).page.widgets
  if (!a || !b) throw new Error('There are no widgets')
  const framed = withFrame(a, 'opacity', 30)
  const pasted = withLook(b, lookOf(framed))
  expect(pasted.frame).toEqual({ opacity: 30 })
  expect('frame' in withLook(pasted, lookOf(a))).toBe(false)
})

test('a plain shape can be a hairline, other widgets stay as large as a finger', () => {
  const d = testDesigner([
    { id: 'line', type: 'tag', x: 100, y: 100, width: 200, height: 40 },
    { id: 'tag', type: 'tag', x: 100, y: 300, width: 200, height: 40 },
  ])
  const line = widgetOf(d.page, 'line')
  if (!line) throw new Error('There is no line')
  const settings = { ...line.settings, drawing: 'line' }
  d.designer.commit(withWidgets(d.page, [{ ...line, settings }]), { name: 'edit', count: 1 })
  for (const id of ['line', 'tag']) typeSide(d.designer, [id], SIDES[3], 1)
  d.expectRect('line', { height: 1 }).expectRect('tag', { height: 20 })
  d.select('line').resize('s', { y: -500 }).expectRect('line', { height: 1 })
})

test('entrances follow each other from the top, then from the left; elements without one stay', () => {
  const at = (id: string, x: number, y: number, enter?: 'fade') => {
    const made = newWidget(
      { id, type: 'text', name: id, zIndex: 1, x, y, width: 100, height: 40 },
      WIDGET_FIELDS,
    )
    return enter ? { ...made, frame: { enter } } : made
  }
  const all = [at('c', 500, 90, 'fade'), at('b', 900, 10, 'fade'), at('still', 0, 0), at('a', 20, 10, 'fade')]
  expect(staggered(all).map(({ id, frame }) => [id, frame?.enterDelay])).toEqual([
    ['c', 0.3],
    ['b', 0.15],
    ['still', undefined],
    ['a', undefined],
  ])
  const many = Array.from({ length: 80 }, (_, index) => at(`w${index}`, 0, index, 'fade'))
  expect(staggered(many).at(-1)?.frame?.enterDelay).toBe(10)
})
