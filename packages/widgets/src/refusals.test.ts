import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { checkDocument } from '@vitrine/contract/document/layout-document'
import { defaultsOf } from '@vitrine/contract/fields/values'
import { parseRule } from '@vitrine/contract/rules'
import { expect, test } from 'vitest'
import { DEFINITIONS, WIDGET_FIELDS, WIDGET_TYPES } from './definitions.ts'

/** Values that no field accepts everywhere, and wrong parts of lists and records. */
const WRONG: readonly unknown[] = [
  ...['nonsense', 'x'.repeat(300_000), '', -1, 1e9, 0.5, true, {}, [], [{}], [7], [[{}]]],
  ...[{ mediaId: '' }, { mediaId: 'a', duration: -5 }].map((entry) => [entry]),
  ...['2026-02-30', '2026-03-01'].map((showFrom) => [
    { mediaId: 'a', duration: 0, showFrom, showUntil: '2026-02-01' },
  ]),
  [{ mediaId: 'a', duration: 0, fit: 'wide' }],
  ...[{ font: 7 }, { text: 7 }, { text: 'Hi', isBold: 'very' }],
  [{ verb: 'LOAD_STORYBOARD', event: 'x', type: 'x', target: 7, props: { storyboardId: 7 } }],
  [{ verb: 'LOAD_LAYOUT_BY_NAME', event: 'x', type: 'x', target: 7, props: { layoutName: 7 } }],
  [
    {
      verb: 'LOAD_MEDIA_BY_ORDER',
      event: 'x',
      type: 'x',
      target: '',
      props: { layoutId: 7, mediaOrder: 'x' },
    },
  ],
  Array.from({ length: 500 }, () => ({ mediaId: 'a', duration: 0 })),
]

const FIELDS = WIDGET_TYPES.flatMap((type) =>
  Object.keys(DEFINITIONS[type].fields).map((field) => [type, field] as const),
)

test.each(FIELDS)('a refused %s.%s says why', (type, field) => {
  let refused = 0
  for (const value of WRONG) {
    const settings = { ...defaultsOf(DEFINITIONS[type].fields), [field]: value }
    const widget = { id: 'w', type, name: 'W', known: true, settings }
    const document = { widgets: [widget] } as unknown as ReadDocument
    for (const [path, message] of Object.entries(checkDocument(document, WIDGET_FIELDS))) {
      if (!path.startsWith(`w-${field}`)) continue
      refused++
      expect(parseRule(message)?.rule, `${path}: ${message}`).toBeDefined()
      expect(message, `${path} of ${JSON.stringify(value).slice(0, 80)}`).not.toBe('invalid')
    }
  }
  expect(refused).toBeGreaterThan(0)
})
