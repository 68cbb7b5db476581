// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DraggedBoxes } from './dragged-boxes.ts'

/** A page of four boxes; the first contains a nested page with a box of the same name as the third. */
function world() {
  const element = document.createElement('div')
  element.innerHTML = `<div data-page><div>
    <div data-widget="a"><div><div data-widget="c"></div></div></div>
    <div data-widget="b"></div><div data-widget="c"></div><div data-widget="d"></div><div></div>
  </div></div>`
  const appearance = () =>
    Object.fromEntries(
      [...element.querySelectorAll<HTMLElement>('[data-widget]')].map((box) => [
        `${box.dataset.widget}${box.parentElement?.closest('[data-widget]') ? ' inside' : ''}`,
        box.getAttribute('style') ?? '',
      ]),
    )
  return { element, appearance }
}

const keyframes = vi.fn<(frame: { transform: string }) => void>()
class Effect {
  setKeyframes = keyframes
}

describe('boxes during a drag', () => {
  beforeEach(() => {
    keyframes.mockClear()
    vi.stubGlobal('KeyframeEffect', Effect)
    HTMLElement.prototype.animate = () =>
      ({ effect: new Effect(), pause() {}, cancel() {} }) as unknown as Animation
    return () => {
      vi.unstubAllGlobals()
      Reflect.deleteProperty(HTMLElement.prototype, 'animate')
    }
  })

  it('are those of the page, not of a nested page, and all move alike', () => {
    const { element, appearance } = world()
    const boxes = new DraggedBoxes(element, new Set(['b', 'c']))
    expect(appearance()).toMatchObject({
      a: '',
      b: expect.stringContaining('will-change'),
      c: expect.stringContaining('will-change'),
      'c inside': '',
    })
    boxes.place({ x: 3, y: 4 })
    const to = { transform: 'translate(3px, 4px)' }
    expect(keyframes.mock.calls).toEqual([[to], [to]])
  })

  it('merge everything above them into one layer, and clean up', () => {
    const { element, appearance } = world()
    const boxes = new DraggedBoxes(element, new Set(['a', 'c']))
    expect(appearance()).toMatchObject({ b: '', d: expect.stringContaining('box-shadow') })
    boxes.release()
    expect(Object.values(appearance()).join('')).toBe('')
    new DraggedBoxes(element, new Set(['d'])).release()
    expect(Object.values(appearance()).join('')).toBe('')
  })
})
