import { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { describe, expect, it } from 'vitest'
import { groupNames, membersOf } from '#content/pages/designer/state/groups.ts'
import { documentOf, frontFirst, widgetOf } from '#content/pages/designer/state/page.ts'
import { testDesigner } from '#content/pages/designer/state/test-designer.ts'
import { setMark } from './arrange.ts'
import { copied, pasted } from './edit.ts'
import { enterGroup, isGroupNameTaken, renamedGroup } from './groups.ts'
import { openSelection, typedField } from './open.ts'

const A = { id: 'a', x: 100, y: 100, width: 100, height: 100 }
const B = { id: 'b', x: 400, y: 300, width: 120, height: 60 }
const C = { id: 'c', x: 700, y: 700, width: 80, height: 80 }
const grouped = () => testDesigner([A, B, C]).select('a', 'b').press('mod+KeyG')
const orderOf = (d: ReturnType<typeof testDesigner>) => frontFirst(d.page).map(({ id }) => id)

describe('groups', () => {
  it('are one undo step, and come together in the stack where the front one is', () => {
    const d = testDesigner([A, B, C])
    const start = d.json
    d.select('a', 'c').press('mod+KeyG').expectSteps(1)
    expect(orderOf(d)).toEqual(['c', 'a', 'b'])
    expect([...groupNames(d.page)]).toEqual(['Group'])
    expect(d.press('mod+KeyZ').json).toBe(start)
  })
  it('move, are selected, and are deselected as one', () => {
    const d = grouped().click('c').expectSelected('c')
    d.drag('a', { x: 50, y: 10 }).expectRect('a', { x: 150 }).expectRect('b', { x: 450, y: 310 })
    d.expectSelected('a', 'b').click('c', { shift: true }).expectSelected('a', 'b', 'c')
    d.click('b', { shift: true }).expectSelected('c')
    d.marquee({ x: 0, y: 0 }, { x: 180, y: 180 }).expectSelected('a', 'b')
  })
  it('a press on a member of the entered group selects it alone; Escape selects the group, and then nothing', () => {
    const d = grouped().click('c').click('a')
    openSelection(d.designer, 'b')
    expect(d.designer.state.entered).toBe('Group')
    d.expectSelected('b').click('a').expectSelected('a').drag('a', { x: 20 })
    d.expectRect('a', { x: 120 }).expectRect('b', { x: 400 })
    d.press('Escape').expectSelected('a', 'b').press('Escape').expectSelected()
    // A member, whatever it is in, with Ctrl.
    d.click('b', { mod: true }).expectSelected('b')
    expect(d.designer.state.entered).toBe('Group')
    d.click('c').expectSelected('c')
    expect(d.designer.state.entered).toBeNull()
  })
  it('are entered and left by keys, and are one stop of Tab', () => {
    const d = grouped().press('Escape').select('c')
    const stops = [1, 2].map(() => d.press('Tab').designer.state.selection.toSorted().join())
    expect(stops).toEqual(['a,b', 'c'])
    d.press('shift+Tab').expectSelected('a', 'b')
    d.select('a', 'b').press('Enter')
    expect(d.designer.state.entered).toBe('Group')
    expect(d.designer.state.selection).toHaveLength(1)
    d.press('Tab')
    expect(d.designer.state.selection).toHaveLength(1)
    expect(d.designer.state.entered).toBe('Group')
  })
  it('are renamed, with names that no other group has, also while they are entered', () => {
    const d = grouped()
    enterGroup(d.designer)
    renamedGroup(d.designer, 'Group', ' Price tag ')
    expect(d.designer.state.entered).toBe('Price tag')
    renamedGroup(d.designer, 'Price tag', '  ')
    d.press('Escape').press('Escape').select('a').press('mod+shift+KeyG')
    expect([...groupNames(d.page)]).toEqual(['Price tag'])
    d.select('a', 'c').press('mod+KeyG')
    expect(isGroupNameTaken(d.designer, 'Group', 'Price tag')).toBe(true)
    renamedGroup(d.designer, 'Group', 'Price tag')
    expect([...groupNames(d.page)].sort()).toEqual(['Group', 'Price tag'])
  })
  it('are locked as one', () => {
    const d = grouped().press('mod+shift+KeyL')
    expect(membersOf(d.page, 'Group').every(({ locked }) => locked)).toBe(true)
    d.press('shift+ArrowRight').expectRect('a', { x: 100 })
    setMark(d.designer, ['a', 'b'], 'locked', false)
    d.press('shift+ArrowRight').expectRect('a', { x: 110 }).expectRect('b', { x: 410 })
  })
  it('are copied as groups; a copy inside stays inside; a part of one is in none', async () => {
    const d = grouped().press('mod+KeyD')
    expect([...groupNames(d.page)]).toEqual(['Group', 'Group 2'])
    enterGroup(d.designer)
    d.press('mod+KeyD')
    expect(membersOf(d.page, 'Group 2')).toHaveLength(3)
    d.press('Escape', 'Escape').select('a')
    const text = copied(d.designer)
    d.select()
    await pasted(d.designer, text)
    const [pastedId = ''] = d.designer.state.selection
    expect(widgetOf(d.page, pastedId)?.group).toBeUndefined()
    expect(LayoutDocument.safeParse(documentOf(d.page, WIDGET_FIELDS)).success).toBe(true)
  })
})

describe('repeated duplicates', () => {
  it('repeat the offset from the last one', () => {
    const d = testDesigner([A]).select('a').press('mod+KeyD').expectRect('new1', { x: 120, y: 120 })
    d.drag('new1', { x: 130, y: -20 }).press('mod+KeyD').expectRect('new2', { x: 400, y: 100 })
    d.press('mod+KeyD').expectRect('new3', { x: 550, y: 100 })
    d.select('a').press('mod+KeyD').expectRect('new4', { x: 120, y: 120 })
  })
  it('also after a copy that was dragged, and not after it was undone', () => {
    const d = testDesigner([A]).drag('a', { x: 200 }, { alt: true }).expectRect('new1', { x: 300 })
    d.press('mod+KeyD').expectRect('new2', { x: 500 }).press('mod+KeyZ').select('a').press('mod+KeyD')
    d.expectRect('new3', { x: 120, y: 120 })
  })
  it('stay in the page', () => {
    const d = testDesigner([{ ...A, x: 1700 }])
      .select('a')
      .press('mod+KeyD')
    d.drag('new1', { x: 60, y: -20 }).press('mod+KeyD', 'mod+KeyD')
    d.expectRect('new2', { x: 1820 }).expectRect('new3', { x: 1820 })
  })
})

describe('the widget that others are aligned to', () => {
  it('stays where it is, also locked, and gives its size', () => {
    const d = testDesigner([A, B, { ...C, locked: true }]).select('a', 'b', 'c')
    d.press('alt+KeyK', 'alt+KeyK', 'alt+KeyK')
    expect(d.designer.state.key).toBe('c')
    d.press('alt+KeyA').expectRect('a', { x: 700 }).expectRect('b', { x: 700 }).expectRect('c', { x: 700 })
    d.press('alt+KeyK')
    expect(d.designer.state.key).toBeNull()
  })
  it('is one of the selection', () => {
    const d = testDesigner([A, B, C]).select('a', 'b').press('alt+KeyK')
    expect(d.designer.state.key).toBe('a')
    d.select('b', 'c')
    expect(d.designer.state.key).toBeNull()
    d.select('a', 'b').press('alt+KeyK').select('a')
    expect(d.designer.state.key).toBeNull()
  })
})

describe('opening', () => {
  const widget = (type: string, settings = {}) => {
    const made = widgetOf(testDesigner([{ id: 'w', type }]).page, 'w')
    if (!made) throw new Error('gone')
    return { ...made, settings: { ...made.settings, ...settings } }
  }
  it('types in what draws one text', () => {
    expect(
      ['text', 'sticky-note', 'button', 'tag', 'link', 'rating'].map((type) => typedField(widget(type))),
    ).toEqual(['text', 'text', 'label', 'label', 'label', undefined])
    expect(typedField(widget('text', { rows: [{ label: 'Rye', note: '', price: '' }] }))).toBeUndefined()
    expect(typedField(widget('text', { source: 'Menu' }))).toBeUndefined()
    expect(typedField({ ...widget('text'), locked: true })).toBeUndefined()
  })
  it('begins with Enter, ends with another selection and with undo', () => {
    const d = testDesigner([A, B]).select('a').press('Enter')
    expect(d.designer.state.typing).toEqual({ id: 'a', field: 'text' })
    d.select('b')
    expect(d.designer.state.typing).toBeNull()
    d.press('ArrowRight', 'Enter', 'mod+KeyZ')
    expect(d.designer.state.typing).toBeNull()
    expect(d.requests).toEqual([])
  })
})
