// @vitest-environment happy-dom
import { newWidget, type ReadDocument } from '@vitrine/contract/document/layout-document'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WIDGET_FIELDS } from './definitions.ts'
import { type Host, hostWith, type Mode } from './host.ts'
import { Writing } from './kinds/comment/writing.tsx'
import { LayoutView } from './layout-view.tsx'
import { provideLazyParts } from './lib/lazy-parts.ts'

provideLazyParts({ Writing })

const tag = (id: string, label: unknown) => ({
  ...newWidget({ id, type: 'tag', name: id, zIndex: 1, x: 0, y: 0, width: 100, height: 40 }, WIDGET_FIELDS),
  settings: {
    label,
    background: '',
    color: '',
    fontSettings: { isBold: false, isItalic: false, alignment: 'left', font: 'Arial', size: 14 },
  },
})
/** Parsing makes settings safe; these bypass it to make the renderer throw. */
const broken = (id: string) => ({ ...tag(id, ''), settings: { label: 'x' } })
const page = (...widgets: ReadDocument['widgets']): ReadDocument => ({ width: 800, height: 600, widgets })

describe('a page', () => {
  let element: HTMLElement
  let root: ReturnType<typeof createRoot>
  const draw = (document: ReadDocument, host: Host) =>
    act(() => root.render(<LayoutView document={document} host={host} />))

  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    vi.spyOn(console, 'error').mockImplementation(() => {})
    element = document.body.appendChild(document.createElement('div'))
    root = createRoot(element)
  })
  afterEach(() => {
    act(() => root.unmount())
    vi.restoreAllMocks()
  })

  it.each<Mode>(['design', 'preview', 'play'])('stands when one of its widgets throws, in %s', (mode) => {
    const errors: [string, unknown][] = []
    const host = hostWith({ mode, reportError: (id, error) => errors.push([id, error]) })
    draw(page(tag('a', 'First'), broken('b'), tag('c', 'Last')), host)
    expect(element.textContent).toContain('First')
    expect(element.textContent).toContain('Last')
    expect(errors.map(([id]) => id)).toEqual(['b'])
    expect(element.querySelectorAll('[data-broken]')).toHaveLength(mode === 'design' ? 1 : 0)
  })

  it('retries a widget when its settings change', () => {
    const host = hostWith({})
    draw(page(broken('b')), host)
    draw(page(tag('b', 'Repaired')), host)
    expect(element.textContent).toContain('Repaired')
  })

  it('marks a widget of an unknown type in the designer and skips it on screens', () => {
    const unknown = newWidget(
      { id: 'u', type: 'hologram', name: 'U', zIndex: 1, x: 0, y: 0, width: 9, height: 9 },
      WIDGET_FIELDS,
    )
    draw(page(unknown), hostWith({ mode: 'design' }))
    expect(element.textContent).toContain('Unknown widget: hologram')
    draw(page(unknown), hostWith({ mode: 'play' }))
    expect(element.textContent).toBe('')
  })

  it('draws lower widgets first, and skips hidden ones', () => {
    const at = (id: string, zIndex: number, hidden = false) => ({ ...tag(id, id), zIndex, hidden })
    draw(page(at('top', 9), at('gone', 5, true), at('low', -1), at('middle', 4)), hostWith({}))
    const ids = [...element.querySelectorAll('[data-widget]')].map((box) => box.getAttribute('data-widget'))
    expect(ids).toEqual(['low', 'middle', 'top'])
  })
})

describe('touch', () => {
  const touch = (type: string, settings: object, mode: Mode) => {
    const run = vi.fn()
    const answer = vi.fn()
    const widget = newWidget(
      { id: 'w', type, name: 'W', zIndex: 1, x: 0, y: 0, width: 200, height: 100 },
      WIDGET_FIELDS,
    )
    const element = document.body.appendChild(document.createElement('div'))
    const root = createRoot(element)
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    const document_ = page({ ...widget, settings: { ...widget.settings, ...settings } })
    act(() => root.render(<LayoutView document={document_} host={hostWith({ mode, run, answer })} />))
    const press = (selector: string) => act(() => element.querySelector<HTMLElement>(selector)?.click())
    return { run, answer, press, element, close: () => act(() => root.unmount()) }
  }
  const next = { event: 'CLICK_TOUCH', type: 'APPLICATION', verb: 'LOAD_NEXT_LAYOUT', target: '', props: {} }
  const options = ['Music', 'Sports'].map((label) => ({ label, value: label.toLowerCase(), actions: [next] }))

  it('runs a button’s supported actions, and none while designing', () => {
    const settings = { label: 'Go', actions: [next, { verb: 'FLY' }] }
    const play = touch('button', settings, 'play')
    play.press('[role=button]')
    expect(play.run.mock.calls).toEqual([['w', [next]]])
    const design = touch('button', settings, 'design')
    design.press('[data-widget] div')
    expect(design.run).not.toHaveBeenCalled()
    expect(design.element.querySelector('[tabindex]')).toBeNull()
    play.close()
    design.close()
  })

  it('answers by radio, checkbox, rating and dropdown', () => {
    const radio = touch('radio', { options }, 'play')
    radio.press('[role=radio]')
    expect(radio.answer.mock.calls).toEqual([['w', 'music']])
    const checkbox = touch('checkbox', { options }, 'preview')
    checkbox.press('[aria-label=Music]')
    checkbox.press('[aria-label=Sports]')
    checkbox.press('[aria-label=Music]')
    expect(checkbox.answer.mock.calls.map(([, value]) => value)).toEqual([
      ['music'],
      ['music', 'sports'],
      ['sports'],
    ])
    const rating = touch('rating', {}, 'play')
    rating.press('[aria-label="4 of 5"]')
    expect(rating.answer.mock.calls).toEqual([['w', 4]])
    const dropdown = touch('dropdown', { options }, 'play')
    dropdown.press('[role=combobox]')
    dropdown.press('[role=option][aria-label=Sports]')
    expect(dropdown.answer.mock.calls).toEqual([['w', 'Sports']])
    expect(dropdown.run.mock.calls).toEqual([['w', [next]]])
    expect(dropdown.element.querySelector('[role=listbox]')).toBeNull()
    for (const one of [radio, checkbox, rating, dropdown]) one.close()
  })

  it('writes a comment with the on-screen keyboard', () => {
    const comment = touch('comment', { text: 'How was it?' }, 'play')
    comment.press('[role=button]')
    for (const letter of ['o', 'k', 'x']) {
      const key = [...comment.element.querySelectorAll('button')].find((one) => one.textContent === letter)
      act(() => key?.click())
    }
    comment.press('[aria-label=Backspace]')
    const send = [...comment.element.querySelectorAll('button')].find((one) => one.textContent === 'Send')
    act(() => send?.click())
    expect(comment.answer.mock.calls).toEqual([['w', 'ok']])
    expect(comment.element.querySelector('[role=dialog]')).toBeNull()
    comment.close()
  })
})
