// @vitest-environment happy-dom

import type { Frame } from '@vitrine/contract/document/frame'
import { newWidget } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { type Host, hostWith } from '@vitrine/widgets/host'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { movementTo } from './movements.ts'

const BOX = { x: 40, y: 40, width: 400, height: 100 }
let calls: { element: Element; frames: unknown; options: unknown }[]
let root: Root
let place: HTMLElement
let still: boolean

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  calls = []
  still = false
  vi.stubGlobal('matchMedia', () => ({ matches: still }))
  Element.prototype.animate = function animate(this: Element, frames: unknown, options: unknown) {
    calls.push({ element: this, frames, options })
    return { cancel: () => {} } as Animation
  } as never
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
})
afterEach(() => {
  act(() => root.unmount())
  place.remove()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(Element.prototype, 'animate')
})

interface Drawn {
  frame: Frame
  box?: typeof BOX
  host?: Partial<Host>
  text?: string
  type?: 'text' | 'comment'
}

async function draw({ frame, box = BOX, host = {}, text = 'Rye', type = 'text' }: Drawn) {
  const made = newWidget({ id: 'w', type, name: type, zIndex: 1, ...box, frame }, WIDGET_FIELDS)
  const widget = { ...made, settings: { ...made.settings, text } }
  const page = { width: 1920, height: 1080, widgets: [widget] }
  await act(async () =>
    root.render(<LayoutView document={page} host={hostWith({ mode: 'play', ...host })} />),
  )
}

it('an element moves in when its page starts, and only then', async () => {
  const frame = { enter: 'slide', enterDelay: 0.3, rotation: 10, opacity: 50 } as const
  await draw({ frame, host: { motion: false } })
  expect(calls).toEqual([])
  await draw({ frame })
  await draw({ frame, text: 'Wheat', host: { volume: 0.5 } })
  expect(calls).toHaveLength(1)
  expect(calls[0]?.element).toBe(place.querySelector('[data-widget=w]'))
  expect(calls[0]?.frames).toEqual([
    { opacity: 0, transform: 'rotate(10deg) translateY(12%)' },
    { opacity: 0.5, transform: 'rotate(10deg)' },
  ])
  expect(calls[0]?.options).toMatchObject({ delay: 300, fill: 'backwards' })
})

it.each<[string, Drawn]>([
  ['in designs', { frame: { enter: 'fade' }, host: { mode: 'design' } }],
  ['in pictures', { frame: { enter: 'fade' }, host: { motion: false } }],
  ['without an entrance', { frame: { enterDelay: 2 } }],
  ['if it fills the page', { frame: { enter: 'fade' }, box: { x: 0, y: 0, width: 1920, height: 1080 } }],
  [
    'if it is larger than the page',
    { frame: { enter: 'zoom' }, box: { x: -1, y: -1, width: 1922, height: 1082 } },
  ],
])('an element does not move in %s', async (_name, drawn) => {
  await draw(drawn)
  expect(calls).toEqual([])
})

it('an element a pixel smaller than the page moves in', async () => {
  await draw({ frame: { enter: 'fade' }, box: { x: 0, y: 0, width: 1919, height: 1080 } })
  expect(calls).toHaveLength(1)
})

it('nothing moves for people who asked for less motion', async () => {
  still = true
  await draw({ frame: { enter: 'fade', change: 'fade' } })
  await draw({ frame: { enter: 'fade', change: 'fade' }, text: 'Wheat' })
  expect(calls).toEqual([])
})

it('content moves when its text changes, and not when it is drawn again', async () => {
  const frame = { change: 'zoom' } as const
  await draw({ frame })
  await draw({ frame, host: { volume: 0.5 } })
  expect(calls).toEqual([])
  await draw({ frame, text: 'Wheat' })
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.frames).toEqual(movementTo('zoom', {}))
})

it('what people write does not move', async () => {
  const frame = { change: 'fade' } as const
  await draw({ frame, type: 'comment' })
  await draw({ frame, type: 'comment', text: 'Wheat' })
  await act(async () => {})
  expect(calls).toEqual([])
})
