import { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { readDocument, WIDGET_NAME_MAX, WIDGETS_MAX } from '@vitrine/contract/document/layout-document'
import type { Action } from '@vitrine/contract/fields/actions'
import { WIDGET_FIELDS, WIDGET_TYPES } from '@vitrine/widgets/definitions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlapsAlong } from '#content/pages/designer/geometry/rect.ts'
import { documentOf, frontFirst, widgetOf, withWidgets } from '#content/pages/designer/state/page.ts'
import { testDesigner } from '#content/pages/designer/state/test-designer.ts'
import texts from '#locales/en-us.json'
import { keyOf, shownKey } from './command.ts'
import { COMMANDS, commandOf, run } from './commands.ts'
import { copied, isNameTaken, pasted, remove, renamed } from './edit.ts'
import { SIDES, scrubSide, setSide } from './sides.ts'

const A = { id: 'a', x: 100, y: 100, width: 100, height: 100 }
const B = { id: 'b', x: 400, y: 300, width: 120, height: 60 }
const C = { id: 'c', x: 700, y: 700, width: 80, height: 80 }
const order = (d: ReturnType<typeof testDesigner>) => frontFirst(d.page).map(({ id }) => id)

describe('the list of commands', () => {
  it('have unique shortcuts and names', () => {
    const keys = COMMANDS.flatMap((command) => ('keys' in command ? [...command.keys] : []))
    expect(new Set(keys).size).toBe(keys.length)
    const ids = COMMANDS.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(Object.keys(texts.designer.commands).sort()).toEqual([...ids].sort())
  })
  it('reads keys by position and displays them by platform', () => {
    const event = { code: 'KeyZ', shiftKey: true, altKey: false, ctrlKey: false, metaKey: true }
    expect(keyOf(event)).toBe('mod+shift+KeyZ')
    // On a German keyboard, `?` is on another key.
    const asked = { code: 'Minus', key: '?', shiftKey: true, altKey: false, ctrlKey: false, metaKey: false }
    expect(keyOf(asked)).toBe('shift+Slash')
    expect([shownKey('mod+shift+KeyZ', false), shownKey('mod+KeyZ', true)]).toEqual(['Ctrl Shift Z', '⌘ Z'])
    expect([shownKey('shift+Slash', false), shownKey('shift+Digit1', false)]).toEqual(['?', 'Shift 1'])
  })
  it('does nothing without a selection, and never throws', () => {
    for (const widgets of [[], [A]])
      for (const command of COMMANDS) {
        const d = testDesigner(widgets)
        if (!('enabled' in command) || command.enabled(d.designer)) command.run(d.designer)
      }
  })
})

describe('arranging', () => {
  it('nudges and stretches by one and ten; a held key is one undo step', () => {
    testDesigner([A])
      .select('a')
      .press('ArrowRight', 'ArrowRight', 'shift+ArrowDown')
      .expectRect('a', { x: 102, y: 110 })
      .expectSteps(1)
      .press('mod+ArrowRight', 'mod+shift+ArrowUp')
      .expectRect('a', { width: 101, height: 90 })
      .expectSteps(2)
  })
  it('nudges over the edge, and not off the page', () => {
    testDesigner([{ ...A, x: 3 }])
      .select('a')
      .press('shift+ArrowLeft')
      .expectRect('a', { x: -7 })
    testDesigner([{ ...A, x: -75 }, B])
      .select('a', 'b')
      .press('shift+ArrowLeft')
      .expectRect('a', { x: -78 })
      .expectRect('b', { x: B.x - 3 })
  })
  it('L-009 stacks: front first, numbered 1 to n when saved', () => {
    const d = testDesigner([A, B, C])
    expect(order(d)).toEqual(['c', 'b', 'a'])
    expect(order(d.select('a').press('BracketRight'))).toEqual(['a', 'c', 'b'])
    expect(order(d.press('mod+BracketLeft'))).toEqual(['c', 'a', 'b'])
    expect(order(d.press('mod+BracketRight', 'mod+BracketRight'))).toEqual(['a', 'c', 'b'])
    expect(order(d.press('BracketLeft'))).toEqual(['c', 'b', 'a'])
    expect(order(d.select('a', 'b').press('mod+BracketRight'))).toEqual(['b', 'a', 'c'])
    const widgets = documentOf(d.page, WIDGET_FIELDS).widgets
    expect(widgets.map(({ id, zIndex }) => [id, zIndex])).toEqual([
      ['b', 3],
      ['a', 2],
      ['c', 1],
    ])
  })
  it('locks against moves but not against a new look, and hides', () => {
    const d = testDesigner([A, B])
      .select('a')
      .press('mod+shift+KeyL', 'ArrowRight')
      .expectRect('a', { x: 100 })
    expect(widgetOf(d.page, 'a')?.locked).toBe(true)
    d.press('mod+shift+KeyL', 'ArrowRight').expectRect('a', { x: 101 })
    expect(widgetOf(d.page, 'a')).not.toHaveProperty('locked')
    d.select('a', 'b').press('mod+shift+KeyH')
    expect(d.page.widgets.every(({ hidden }) => hidden)).toBe(true)
  })
  it('keeps locked widgets in place in a mixed selection', () => {
    const { id: _, ...place } = A
    const make = () => testDesigner([{ ...A, locked: true }, B, C]).select('a', 'b', 'c')
    for (const command of COMMANDS) {
      const d = make()
      run(command, d.designer)
      d.expectRect('a', place)
    }
    for (const side of SIDES) {
      const d = make()
      setSide(d.designer, ['a', 'b', 'c'], side, () => 333)
      d.expectRect('a', place).expectRect('b', { [side]: 333 })
      scrubSide(d.designer, ['a', 'b', 'c'], side, 50)
      d.expectRect('a', place).expectRect('b', { [side]: 383 })
    }
  })
  it('aligns, distributes and matches by key', () => {
    testDesigner([A, B, C])
      .select('a')
      .press('alt+KeyH', 'alt+KeyS')
      .expectRect('a', { x: 910, y: 980 })
      .select('a', 'b', 'c')
      .press('alt+KeyA')
      .expectRect('b', { x: 400 })
      .expectRect('c', { x: 400 })
  })
})

it('offers screens only with permission to play on them', () => {
  const d = testDesigner([A])
  const asked: string[] = []
  d.designer.onRequest((request) => asked.push(request))
  run(commandOf('playOn'), d.designer)
  d.designer.set({ mayPlay: false })
  run(commandOf('playOn'), d.designer)
  expect(asked).toEqual(['play'])
})

describe('the clipboard', () => {
  it('duplicates with new ids, names and places', () => {
    const d = testDesigner([A]).select('a').press('mod+KeyD', 'mod+KeyD')
    expect(d.page.widgets.map(({ id, name, x, y }) => ({ id, name, x, y }))).toEqual([
      { id: 'a', name: 'a', x: 100, y: 100 },
      { id: 'new1', name: 'a 2', x: 120, y: 120 },
      { id: 'new2', name: 'a 3', x: 140, y: 140 },
    ])
  })
  it('W-018 L-004 pastes between pages with unique input names and updated references', async () => {
    const d = testDesigner([
      { id: 'zone', type: 'media-looper' },
      { id: 'button', type: 'button', x: 300 },
    ])
    const action = (mediaZoneId: string): Action => ({
      event: 'CLICK_TOUCH',
      type: 'LAYOUT',
      verb: 'LOAD_NEXT_MEDIA',
      target: '',
      props: { layoutId: '', layoutName: '', mediaZoneId, mediaOrder: null },
    })
    const button = widgetOf(d.page, 'button')
    if (!button) throw new Error('no button')
    const settings = { ...button.settings, actions: [action('zone')] }
    d.designer.commit(withWidgets(d.page, [{ ...button, settings }]), { name: 'edit', count: 1 })
    const text = copied(d.select('zone', 'button').designer)
    const other = testDesigner([{ ...A, width: 50 }])
    expect(await pasted(other.designer, text)).toBe(true)
    const document = documentOf(other.page, WIDGET_FIELDS)
    expect(LayoutDocument.parse(document)).toEqual(document)
    const ids = document.widgets.map(({ id }) => id)
    expect(ids.filter((id) => id === 'zone' || id === 'button')).toEqual([])
    for (const { name } of document.config.inputs)
      expect(ids.some((id) => name.startsWith(`${id}-`))).toBe(true)
    const copy = other.page.widgets.find(({ type }) => type === 'button')
    const zone = other.page.widgets.find(({ type }) => type === 'media-looper')
    expect(copy?.settings.actions).toEqual([action(zone?.id ?? '')])
  })
  it('rejects other text', async () => {
    const d = testDesigner([A])
    for (const text of [
      '',
      'hello',
      '{}',
      '{"vitrine":"widgets"}',
      '{"vitrine":"widgets","document":{}}',
      '{"vitrine":',
    ])
      expect(await pasted(d.designer, text)).toBe(false)
    d.expectSteps(0)
  })
  it('pastes beside what it would cover, unless in place, and where it was on another page', async () => {
    const places = (d: ReturnType<typeof testDesigner>) => d.page.widgets.map(({ x, y }) => [x, y])
    const d = testDesigner([A])
    const [[x = 0, y = 0] = []] = places(d)
    const text = copied(d.select('a').designer)
    await pasted(d.designer, text)
    expect(places(d)).toEqual([
      [x, y],
      [x + 20, y + 20],
    ])
    const same = testDesigner([A])
    await pasted(same.designer, text, true)
    expect(places(same)).toEqual([
      [x, y],
      [x, y],
    ])
    const empty = testDesigner([])
    await pasted(empty.designer, text)
    expect(places(empty)).toEqual([[x, y]])
  })
  it('cuts and deletes, and undo restores the identical widgets', () => {
    const d = testDesigner([A, B])
    const before = d.json
    remove(d.select('a').designer, 'cut')
    expect(d.page.widgets.map(({ id }) => id)).toEqual(['b'])
    d.expectSelected().press('mod+KeyZ').expectSelected('a')
    expect(d.json).toBe(before)
    d.press('Delete')
    expect(d.page.widgets.map(({ id }) => id)).toEqual(['b'])
    expect(d.requests).toEqual([])
    d.press('mod+KeyZ')
    expect(d.json).toBe(before)
  })
  it('copies a style and pastes the parts that the other type supports', () => {
    const d = testDesigner([
      { id: 'text' },
      { id: 'button', type: 'button' },
      { id: 'zone', type: 'media-looper' },
    ])
    const text = widgetOf(d.page, 'text')
    if (!text) throw new Error('no text')
    const settings = { ...text.settings, color: '#ff0000', text: 'mine' }
    d.designer.commit(withWidgets(d.page, [{ ...text, settings }]), { name: 'edit', count: 1 })
    d.select('text').press('mod+alt+KeyC').select('button', 'zone').press('mod+alt+KeyV')
    expect(widgetOf(d.page, 'button')?.settings.color).toBe('#ff0000')
    expect(widgetOf(d.page, 'button')?.settings).not.toHaveProperty('text')
    expect(widgetOf(d.page, 'zone')?.settings).not.toHaveProperty('color')
  })
  it('renames, but not to an empty or taken name', () => {
    const d = testDesigner([A, B])
    renamed(d.designer, 'a', ' Menu ')
    for (const wanted of ['b', ' b ', ' ', 'Menu']) renamed(d.designer, 'a', wanted)
    expect(widgetOf(d.page, 'a')?.name).toBe('Menu')
    expect(d.designer.state.history.past).toHaveLength(1)
    expect(['b', ' b ', 'Menu', ''].map((name) => isNameTaken(d.designer, 'a', name))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

describe('creation', () => {
  it('respects the limits: number of widgets, length of names', async () => {
    const d = testDesigner([A, B])
    renamed(d.designer, 'a', 'N'.repeat(WIDGET_NAME_MAX))
    for (let times = 0; times < 10; times += 1) d.press('mod+KeyA', 'mod+KeyD')
    expect(d.page.widgets).toHaveLength(256)
    expect(d.requests).toContain('full')
    const text = copied(d.select(...d.page.widgets.map(({ id }) => id)).designer)
    expect(await pasted(d.designer, text)).toBe(false)
    const before = d.json
    d.drag('a', { x: 40 }, { alt: true })
    expect(d.json).toBe(before)
    const room = WIDGETS_MAX - d.page.widgets.length
    d.select(...d.page.widgets.slice(0, room - 2).map(({ id }) => id)).press('mod+KeyD')
    expect(d.page.widgets).toHaveLength(WIDGETS_MAX - 2)
    while (!d.requests.slice(-1).includes('full') || d.page.widgets.length < WIDGETS_MAX) {
      d.requests.length = 0
      d.press('KeyT')
    }
    expect(d.page.widgets).toHaveLength(WIDGETS_MAX)
    expect(new Set(d.page.widgets.map(({ name }) => name)).size).toBe(WIDGETS_MAX)
    expect(() => LayoutDocument.parse(documentOf(d.page, WIDGET_FIELDS))).not.toThrow()
  })
})

describe('adding', () => {
  it.each(WIDGET_TYPES)('L-005 adds a %s of its default size, in front, inside the page', (type) => {
    const d = testDesigner([A])
    d.designer.add(type, 'New', { x: 0, y: 0 })
    const widget = frontFirst(d.page)[0]
    expect(widget).toMatchObject({ type, name: 'New', x: 0, y: 0, zIndex: 2, known: true })
    d.expectSelected(widget?.id ?? '').press('mod+KeyZ')
    expect(d.page.widgets).toHaveLength(1)
  })
  it('fits into a page smaller than the new widget', () => {
    for (const type of WIDGET_TYPES) {
      const { designer } = testDesigner([], { width: 960, height: 100 })
      designer.add(type, type)
      const [widget] = designer.state.page.widgets
      expect(widget && widget.y + widget.height, type).toBeLessThanOrEqual(100)
      expect(widget?.y, type).toBeGreaterThanOrEqual(0)
    }
  })
  it('places new widgets beside existing ones', () => {
    const d = testDesigner([])
    for (let n = 0; n < 5; n += 1) d.designer.add('text', 'Text')
    for (const a of d.page.widgets)
      for (const b of d.page.widgets)
        expect(a === b || !(overlapsAlong(a, b, 'x') && overlapsAlong(a, b, 'y'))).toBe(true)
    expect(d.page.widgets.map(({ name }) => name)).toEqual(['Text', 'Text 2', 'Text 3', 'Text 4', 'Text 5'])
  })
})

it('never covers another widget exactly, even without free space', () => {
  const d = testDesigner([], { width: 320, height: 180 })
  for (let n = 0; n < 4; n += 1) d.designer.add('date-time', 'Clock')
  expect(new Set(d.page.widgets.map(({ x, y }) => `${x} ${y}`)).size).toBe(4)
})

describe('history', () => {
  it('merges typing in one field into one step', () => {
    const d = testDesigner([A])
    const type = (text: string) => {
      const widget = widgetOf(d.page, 'a')
      if (!widget) throw new Error('gone')
      const next = { ...widget, settings: { ...widget.settings, text } }
      d.designer.commit(withWidgets(d.page, [next]), { name: 'edit', count: 1 }, 'a text')
    }
    for (const text of ['H', 'He', 'Hel']) type(text)
    d.expectSteps(1)
    d.designer.seal()
    type('Hell')
    d.expectSteps(2).press('mod+KeyZ')
    expect(widgetOf(d.page, 'a')?.settings.text).toBe('Hel')
    d.press('mod+KeyZ')
    expect(widgetOf(d.page, 'a')?.settings.text).toBe('')
  })
  it('keeps a hundred steps and tracks the saved state', () => {
    const d = testDesigner([A])
    for (let n = 0; n < 120; n += 1) d.drag('a', { x: n % 2 ? 10 : -10 })
    d.expectSteps(100)
    d.designer.markSaved(d.page)
    expect(d.designer.isDirty()).toBe(false)
    expect(d.press('mod+KeyZ').designer.isDirty()).toBe(true)
    expect(d.press('mod+shift+KeyZ').designer.isDirty()).toBe(false)
  })
  it('gives byte-identical pages after undoing and redoing random work', () => {
    const keys = fc.constantFrom(
      ...COMMANDS.flatMap((command) => ('keys' in command ? command.keys.slice(0, 1) : [])),
    )
    const ids = ['a', 'b', 'c'] as const
    fc.assert(
      fc.property(
        fc.array(fc.tuple(keys, fc.subarray([...ids]), fc.integer({ min: -99, max: 99 })), { maxLength: 60 }),
        (work) => {
          const d = testDesigner([A, B, C])
          const start = d.json
          for (const [key, selection, by] of work) {
            d.select(...selection)
            if (key === 'mod+KeyZ' || key === 'mod+shift+KeyZ') continue
            if (selection[0] && widgetOf(d.page, selection[0])) d.drag(selection[0], { x: by, y: -by })
            d.press(key)
          }
          const end = d.json
          const steps = d.designer.state.history.past.length
          for (let n = 0; n < steps; n += 1) d.press('mod+KeyZ')
          if (steps < 100) expect(d.json).toBe(start)
          const first = d.json
          for (let n = 0; n < steps; n += 1) d.press('mod+shift+KeyZ')
          expect(d.json).toBe(end)
          for (let n = 0; n < steps; n += 1) d.press('mod+KeyZ')
          expect(d.json).toBe(first)
          const document = documentOf(d.page, WIDGET_FIELDS)
          expect(documentOf({ name: '', ...readDocument(document, WIDGET_FIELDS) }, WIDGET_FIELDS)).toEqual(
            document,
          )
        },
      ),
      { numRuns: 60 },
    )
  })

  it('undoes and redoes a hundred steps to a byte-identical page', () => {
    const step = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      handle: fc.constantFrom(undefined, 'n', 'w', 'e', 's', 'nw', 'se'),
      x: fc.integer({ min: -300, max: 300 }),
      y: fc.integer({ min: -300, max: 300 }),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 160, maxLength: 160 }), (steps) => {
        const d = testDesigner([A, B, C], { snap: true })
        for (const { id, handle, x, y } of steps)
          if (handle) d.select(id).resize(handle, { x, y })
          else d.drag(id, { x, y })
        const { length } = d.designer.state.history.past
        const end = d.json
        const pages: string[] = []
        for (let n = 0; n < length; n += 1) pages.push(d.press('mod+KeyZ').json)
        d.press('mod+KeyZ').press('mod+KeyZ')
        expect(d.json).toBe(pages.at(-1))
        for (let n = length - 2; n >= 0; n -= 1) expect(d.press('mod+shift+KeyZ').json).toBe(pages[n])
        expect(d.press('mod+shift+KeyZ').json).toBe(end)
        if (length === 100) reached += 1
      }),
      { numRuns: 15 },
    )
    expect(reached).toBeGreaterThan(0)
  })
  let reached = 0
})
