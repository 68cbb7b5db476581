import { expect, test } from 'vitest'
import { LayoutDocument } from '#api/content/page-document.ts'
import type { Fields } from '#fields/field.ts'
import { BACKDROP_FIELDS, readBackdrop } from './backdrop.ts'
import { FRAME_FIELDS, readFrame } from './frame.ts'
import { copyWidgets, mediaInDocument, readDocument, writeDocument } from './layout-document.ts'

const WIDGET = {
  type: 'tag',
  name: 'Tag',
  zIndex: 1,
  width: 10,
  height: 10,
  transform: 'translate(0px, 0px)',
}
const FRAME = { opacity: 40, rotation: -180, mask: 'circle', borderWidth: 200, shadow: 1, blend: 'screen' }
const BACKDROP = { media: [{ mediaId: 'm1' }], fit: 'contain', blur: 100, overlay: '#00000080' }
const stored = (frame: unknown, backdrop: unknown) => ({
  width: 1920,
  height: 1080,
  widgets: [{ id: 'a', ...WIDGET, frame }],
  config: { inputs: [], backdrop },
})

test('settings of a box and of what is behind the widgets survive saving, reading, and copying', () => {
  const sent = LayoutDocument.parse(stored(FRAME, BACKDROP))
  const read = readDocument(sent, {})
  expect(read).toMatchObject({ backdrop: BACKDROP, widgets: [{ frame: FRAME }] })
  expect(writeDocument(read, {})).toEqual(sent)
  expect(copyWidgets(read.widgets, {}, () => 'b')).toMatchObject([{ id: 'b', frame: FRAME }])
  expect(mediaInDocument(read, {})).toEqual(['m1'])
})

test('a document without them stays the same, byte for byte', () => {
  const { frame: _, ...widget } = { id: 'a', ...WIDGET, frame: 0 }
  const plain = { width: 1920, height: 1080, widgets: [widget], config: { inputs: [] } }
  expect(JSON.stringify(LayoutDocument.parse(plain))).toBe(JSON.stringify(plain))
  expect(JSON.stringify(writeDocument(readDocument(plain, {}), {}))).toBe(JSON.stringify(plain))
})

test('defaults and unknown names are not stored', () => {
  const { widgets, config } = LayoutDocument.parse(stored({ opacity: 100, other: 1 }, { fit: 'cover', x: 1 }))
  expect([widgets[0]?.frame, config.backdrop]).toEqual([{}, {}])
  expect([readFrame({ opacity: 100 }), readBackdrop({ fit: 'cover' })]).toEqual([undefined, undefined])
})

const WRONG: readonly (readonly [of: string, name: string, value: unknown])[] = [
  ...[-1, 101, '50%', null, Number.NaN].map((value) => ['frame', 'opacity', value] as const),
  ...[-181, 181].map((value) => ['frame', 'rotation', value] as const),
  ...['url(#x)', 7].map((value) => ['frame', 'mask', value] as const),
  ...[-1, 201].flatMap((value) => [
    ['frame', 'borderWidth', value] as const,
    ['frame', 'shadow', value] as const,
  ]),
  ...['red; color: red', 'url(x)', 'var(--x)', ''].map((value) => ['frame', 'borderColor', value] as const),
  ['frame', 'shadowColor', 'expression(1)'],
  ['frame', 'blend', 'normal; position: fixed'],
  ...[-1, 101].map((value) => ['backdrop', 'blur', value] as const),
  ['backdrop', 'fit', 'tile'],
  ['backdrop', 'focus', 'url(x)'],
  ['backdrop', 'overlay', 'linear-gradient(90deg, #fff 0%, url(x) 100%)'],
  ...['m1', [{}], [{ mediaId: 'a' }, { mediaId: 'b' }], [{ mediaId: '../x' }]].map(
    (value) => ['backdrop', 'media', value] as const,
  ),
]

test.each(WRONG.filter(([, , value]) => value !== null))(
  '%s.%s refuses %j, and reads it safely',
  (of, name, value) => {
    const sent = of === 'frame' ? stored({ [name]: value }, undefined) : stored(undefined, { [name]: value })
    expect(LayoutDocument.safeParse(sent).success).toBe(false)
    const fields: Fields = of === 'frame' ? FRAME_FIELDS : BACKDROP_FIELDS
    const read = JSON.stringify(
      of === 'frame' ? readFrame({ [name]: value }) : readBackdrop({ [name]: value }),
    )
    expect(read ?? '').not.toMatch(/url|var|expression|;/)
    expect(Object.keys(fields)).toContain(name)
  },
)

test('a hidden radius is repaired, because it is not checked', () => {
  const { widgets } = LayoutDocument.parse(stored({ radius: 1e9 }, undefined))
  expect(widgets[0]?.frame).toEqual({ radius: 1000 })
})
