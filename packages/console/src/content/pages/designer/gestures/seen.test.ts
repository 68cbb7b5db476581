import { describe, expect, it } from 'vitest'
import { endOf } from '#content/pages/designer/geometry/rect.ts'
import { seenRectOf, widgetOf, withWidgets } from '#content/pages/designer/state/page.ts'
import { testDesigner } from '#content/pages/designer/state/test-designer.ts'

/** A stored button, whose shadow takes 18 pixels of its box, and a text to snap to. */
const BUTTON = { id: 'button', type: 'button', x: 100, y: 100, width: 600, height: 600 }
const TEXT = { id: 'text', x: 900, y: 800, width: 100, height: 100 }

const open = () => testDesigner([BUTTON, TEXT], { snap: true })
const seen = (d: ReturnType<typeof open>, id = 'button') => {
  const widget = widgetOf(d.page, id)
  if (!widget) throw new Error('gone')
  return seenRectOf(widget)
}

describe('the surface of a widget with a shadow in its box', () => {
  it('is smaller than its box, and as large as it with the shadow outside', () => {
    const d = open()
    expect(seen(d)).toEqual({ x: 118, y: 113, width: 564, height: 564 })
    const widget = widgetOf(d.page, 'button')
    if (!widget) throw new Error('gone')
    const outside = { ...widget, settings: { ...widget.settings, shadowOutside: true } }
    expect(seenRectOf(outside)).toEqual({ x: 100, y: 100, width: 600, height: 600 })
    const plain = { ...widget, settings: { ...widget.settings, shadow: false } }
    expect(seenRectOf(plain)).toEqual({ x: 100, y: 100, width: 600, height: 600 })
  })

  it('snaps to what others see of it, and they to it', () => {
    const moved = open().drag('button', { x: 215, y: 0 })
    expect(endOf(seen(moved), 'x')).toBe(900)
    const other = open().drag('text', { x: -214, y: 0 })
    expect(seen(other, 'text').x).toBe(endOf(seen(other), 'x'))
  })

  it.each([214, 216, 217, 220, 222])('is on the line after a resize by %i', (by) => {
    const d = open().select('button').resize('e', { x: by })
    expect(endOf(seen(d), 'x')).toBe(900)
  })

  it('is aligned with other surfaces, and with the page', () => {
    const d = open().select('button', 'text').press('alt+KeyA')
    expect(seen(d).x).toBe(seen(d, 'text').x)
    const alone = open().select('button').press('alt+KeyA')
    expect(seen(alone).x).toBe(0)
  })

  it('keeps its place on the page when nothing else changes', () => {
    const d = open()
    expect(withWidgets(d.page, [])).toBe(d.page)
    d.select('button').drag('button', { x: 0, y: 0 })
    d.expectRect('button', { x: 100, y: 100 })
  })
})
