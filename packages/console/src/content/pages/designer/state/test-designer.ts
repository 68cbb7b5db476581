import { newWidget } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { expect } from 'vitest'
import { commandForKey, run } from '#content/pages/designer/commands/commands.ts'
import { centreOf, type Point, type Rect } from '#content/pages/designer/geometry/rect.ts'
import type { Handle } from '#content/pages/designer/geometry/resize-rect.ts'
import type { Gesture, Keys } from '#content/pages/designer/gestures/gesture.ts'
import { NO_KEYS } from '#content/pages/designer/gestures/gesture.ts'
import { pressGesture } from '#content/pages/designer/gestures/press.ts'
import { resizeGesture } from '#content/pages/designer/gestures/resize.ts'
import type { HostRequest } from './designer-state.ts'
import { type Page, rectOf, widgetOf } from './page.ts'
import { Designer } from './store.ts'

interface TestWidget extends Partial<Rect> {
  id: string
  type?: string
  locked?: boolean
  hidden?: boolean
  zIndex?: number
}

function testPage(widgets: readonly TestWidget[], size = { width: 1920, height: 1080 }): Page {
  return {
    name: 'Test',
    ...size,
    widgets: widgets.map(({ type = 'text', ...widget }, index) => {
      const rect = { x: 0, y: 0, width: 100, height: 100 }
      return newWidget({ name: widget.id, zIndex: index + 1, ...rect, type, ...widget }, WIDGET_FIELDS)
    }),
  }
}

type Options = Partial<Keys & { by: Point; steps: number; cancel: boolean }>

/** Drives a designer with simulated pointer and keys, without UI. Snapping is off by default. */
export class TestDesigner {
  readonly designer: Designer
  readonly requests: HostRequest[] = []

  constructor(
    widgets: readonly TestWidget[],
    options: { snap?: boolean; width?: number; height?: number } = {},
  ) {
    const { snap = false, width = 1920, height = 1080 } = options
    let count = 0
    this.designer = new Designer(testPage(widgets, { width, height }), () => `new${++count}`)
    this.designer.set({ view: { x: 0, y: 0, zoom: 1 }, viewport: { width: 1920, height: 1080 } })
    if (!snap) this.designer.toggle('snap')
    this.designer.onRequest((request) => this.requests.push(request))
  }

  get page(): Page {
    return this.designer.state.page
  }
  get json(): string {
    return JSON.stringify(this.page)
  }

  select(...ids: string[]): this {
    this.designer.select(ids)
    return this
  }
  click(id: string, keys: Partial<Keys> = {}): this {
    pressGesture(this.designer, this.#middle(id), { ...NO_KEYS, ...keys }).end()
    return this
  }
  drag(id: string, by: Partial<Point>, options: Options = {}): this {
    const from = this.#middle(id)
    const keys = { ...NO_KEYS, ...options }
    return this.#follow(pressGesture(this.designer, from, keys), from, by, options)
  }
  resize(handle: Handle, by: Partial<Point>, options: Options = {}): this {
    const from = { x: 500, y: 500 }
    return this.#follow(resizeGesture(this.designer, handle, from), from, by, options)
  }
  marquee(from: Point, to: Point, options: Options = {}): this {
    const gesture = pressGesture(this.designer, from, { ...NO_KEYS, ...options })
    return this.#follow(gesture, from, { x: to.x - from.x, y: to.y - from.y }, options)
  }
  #follow(gesture: Gesture, from: Point, by: Partial<Point>, options: Options): this {
    const keys = { ...NO_KEYS, ...options }
    const steps = options.steps ?? 3
    for (let step = 1; step <= steps; step += 1)
      gesture.move(
        { x: from.x + ((by.x ?? 0) * step) / steps, y: from.y + ((by.y ?? 0) * step) / steps },
        keys,
      )
    if (options.cancel) gesture.cancel()
    else gesture.end()
    return this
  }
  press(...keys: string[]): this {
    for (const key of keys) {
      const command = commandForKey(key)
      if (!command) throw new Error(`No command has the key ${key}`)
      run(command, this.designer)
    }
    return this
  }

  expectRect(id: string, rect: Partial<Rect>): this {
    const widget = widgetOf(this.page, id)
    expect(widget && rectOf(widget), id).toMatchObject(rect)
    return this
  }
  expectSelected(...ids: string[]): this {
    expect(this.designer.state.selection).toEqual(ids)
    return this
  }
  expectSteps(count: number): this {
    expect(this.designer.state.history.past).toHaveLength(count)
    return this
  }

  #middle(id: string): Point {
    const widget = widgetOf(this.page, id)
    if (!widget) throw new Error(`No widget ${id}`)
    return { x: centreOf(widget, 'x'), y: centreOf(widget, 'y') }
  }
}

export const testDesigner = (...args: ConstructorParameters<typeof TestDesigner>): TestDesigner =>
  new TestDesigner(...args)
