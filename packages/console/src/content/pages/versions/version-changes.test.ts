import { newWidget, type ReadDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changesBetween, type WidgetChange } from './version-changes.ts'

const widget = (id: string) =>
  newWidget({ id, type: 'text', name: id, zIndex: 1, x: 0, y: 0, width: 90, height: 40 }, WIDGET_FIELDS)
const page = (widgets: ReadDocument['widgets']): ReadDocument => ({ width: 1920, height: 1080, widgets })

it('names each widget that was added, removed, moved, or changed, and no other', () => {
  const fates = ['kept', 'added', 'removed', 'changed', 'moved', 'both'] as const
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...fates), { maxLength: 12 }), fc.boolean(), (all, wider) => {
      const before = all.flatMap((fate, index) => (fate === 'added' ? [] : [widget(`w${index}`)]))
      const after = all.flatMap((fate, index) => {
        if (fate === 'removed') return []
        const one = widget(`w${index}`)
        return [
          {
            ...one,
            ...((fate === 'moved' || fate === 'both') && { x: 7 }),
            ...((fate === 'changed' || fate === 'both') && { settings: { ...one.settings, text: 'New' } }),
          },
        ]
      })
      const expected = all.flatMap((fate, index): [string, WidgetChange][] =>
        fate === 'kept' ? [] : [[`w${index}`, fate === 'both' ? 'changed' : fate]],
      )
      const found = changesBetween(page(before), { ...page(after), width: wider ? 1921 : 1920 })
      expect(found.widgets.map(({ id, change }) => [id, change]).toSorted()).toEqual(expected.toSorted())
      expect(found.page).toBe(wider)
    }),
    { numRuns: 500 },
  )
})
