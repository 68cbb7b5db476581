import { describe, expect, it } from 'vitest'
import { testDesigner } from '#content/pages/designer/state/test-designer.ts'
import { NO_KEYS } from './gesture.ts'
import { pressGesture } from './press.ts'
import { resizeGesture } from './resize.ts'

const A = { id: 'a', x: 100, y: 100, width: 100, height: 100 }
const B = { id: 'b', x: 400, y: 300, width: 120, height: 60 }
const C = { id: 'c', x: 700, y: 700, width: 80, height: 80 }

describe('moving', () => {
  it('is one step of undo and redo', () => {
    testDesigner([A, B])
      .drag('a', { x: 10 })
      .expectRect('a', { x: 110, y: 100 })
      .expectSteps(1)
      .press('mod+KeyZ')
      .expectRect('a', { x: 100 })
      .press('mod+shift+KeyZ')
      .expectRect('a', { x: 110 })
  })
  it('moves the whole selection and nothing else', () => {
    testDesigner([A, B, C])
      .select('a', 'b')
      .drag('b', { x: 5, y: -7 })
      .expectRect('a', { x: 105, y: 93 })
      .expectRect('b', { x: 405, y: 293 })
      .expectRect('c', { x: 700 })
      .expectSteps(1)
  })
  it('below three pixels is a click', () => {
    testDesigner([A, B]).select('a', 'b').drag('a', { x: 2 }).expectSteps(0).expectSelected('a')
  })
  it('lifts the selection from press to release', () => {
    for (const how of ['end', 'cancel'] as const)
      for (const by of [0, 50]) {
        const { designer } = testDesigner([A, B]).select('a')
        const gesture = pressGesture(designer, { x: 150, y: 150 }, NO_KEYS)
        expect(designer.state).toMatchObject({ held: true, drag: null })
        gesture.move({ x: 150 + by, y: 150 }, NO_KEYS)
        gesture[how]()
        expect(designer.state).toMatchObject({ held: false, drag: null })
      }
  })
  it('defers rendering a drop until the browser is idle or another action follows', () => {
    const next: readonly ((test: ReturnType<typeof testDesigner>) => unknown)[] = [
      (test) => test.press('mod+KeyZ'),
      (test) => test.press('ArrowRight'),
      (test) => test.select('b'),
      (test) => test.drag('a', { x: 10 }, { cancel: true }),
    ]
    for (const act of next) {
      const test = testDesigner([A, B]).select('a').drag('a', { x: 10 })
      const { dropped, page } = test.designer.state
      expect(dropped).toBe(page)
      act(test)
      expect(test.designer.state.dropped).toBe(null)
    }
  })
  it('computes the selection once per move, for any number of readers', () => {
    const { designer } = testDesigner([A, { ...B, locked: true }]).select('a', 'b')
    const [selected, movable] = [designer.selected(), designer.movable()]
    expect([selected, movable].map((list) => list.map(({ id }) => id))).toEqual([['a', 'b'], ['a']])
    designer.set({ drag: { by: { x: 1, y: 1 } } })
    expect(
      [designer.selected(), designer.movable()].map((list, n) => list === [selected, movable][n]),
    ).toEqual([true, true])
    designer.moveTo(new Map([['a', { ...A, x: 7 }]]), { name: 'move', count: 1 })
    expect(designer.movable()).toMatchObject([{ id: 'a', x: 7 }])
    designer.select(['b'])
    expect(designer.movable()).toEqual([])
  })
  it('restores the previous state on Escape', () => {
    testDesigner([A]).drag('a', { x: 300 }, { cancel: true }).expectRect('a', { x: 100 }).expectSteps(0)
  })
  it('reaches over the edge and keeps its grip on the page; inside a part', () => {
    testDesigner([A]).drag('a', { x: -150 }).expectRect('a', { x: -50, y: 100 })
    testDesigner([A]).drag('a', { x: -900, y: 5000 }).expectRect('a', { x: -78, y: 1058 })
    const part = testDesigner([A])
    part.designer.isPart = true
    part.drag('a', { x: -900, y: 5000 }).expectRect('a', { x: 0, y: 980 })
  })
  it('grabs what is beside the page', () => {
    const over = { ...A, id: 'over', x: -150, width: 200 }
    testDesigner([over]).drag('over', { x: 10 }).expectRect('over', { x: -140 })
  })
  it('keeps to one axis with Shift', () => {
    testDesigner([A])
      .select('a')
      .drag('a', { x: 30, y: 8 }, { shift: true })
      .expectRect('a', { x: 130, y: 100 })
  })
  it('drags a copy with Alt; the original stays and one undo removes the copy', () => {
    const d = testDesigner([A]).drag('a', { x: 50 }, { alt: true })
    expect(d.page.widgets).toHaveLength(2)
    d.expectRect('a', { x: 100 }).expectRect('new1', { x: 150 }).expectSelected('new1').expectSteps(1)
    d.press('mod+KeyZ')
    expect(d.page.widgets.map(({ id }) => id)).toEqual(['a'])
  })
  it('removes a canceled copy', () => {
    const d = testDesigner([A]).drag('a', { x: 50 }, { alt: true, cancel: true })
    expect(d.page.widgets.map(({ id }) => id)).toEqual(['a'])
    d.expectSteps(0).expectSelected('a')
  })
  it('snaps, unless Ctrl is held', () => {
    testDesigner([A, B], { snap: true }).drag('a', { x: 297 }).expectRect('a', { x: 400 })
    testDesigner([A, B], { snap: true })
      .select('a')
      .drag('a', { x: 295 }, { mod: true })
      .expectRect('a', { x: 395 })
  })
  it('passes through locked and hidden widgets', () => {
    const over = { id: 'over', x: 100, y: 100, width: 100, height: 100 }
    testDesigner([A, { ...over, locked: true }])
      .drag('over', { x: 10 })
      .expectRect('a', { x: 110 })
    testDesigner([A, { ...over, hidden: true }])
      .drag('over', { x: 10 })
      .expectRect('a', { x: 110 })
    testDesigner([{ ...A, locked: true }, B])
      .select('a', 'b')
      .drag('b', { x: 10 })
      .expectRect('a', { x: 100 })
  })
})

describe('resizing', () => {
  it('L-007 drags one side with each of the four handles', () => {
    testDesigner([A])
      .select('a')
      .resize('e', { x: 40, y: 40 })
      .expectRect('a', { x: 100, width: 140, height: 100 })
    testDesigner([A])
      .select('a')
      .resize('w', { x: 40, y: 40 })
      .expectRect('a', { x: 140, width: 60, height: 100 })
    testDesigner([A])
      .select('a')
      .resize('n', { x: 40, y: 40 })
      .expectRect('a', { y: 140, width: 100, height: 60 })
    testDesigner([A])
      .select('a')
      .resize('s', { x: 40, y: 40 })
      .expectRect('a', { y: 100, width: 100, height: 140 })
  })
  it('is one undo step, none on Escape', () => {
    testDesigner([A]).select('a').resize('se', { x: 9, y: 9 }, { steps: 20 }).expectSteps(1)
    testDesigner([A])
      .select('a')
      .resize('se', { x: 9 }, { cancel: true })
      .expectSteps(0)
      .expectRect('a', { x: 100, width: 100 })
  })
  it('snaps the dragged side', () => {
    testDesigner([A, B], { snap: true })
      .select('a')
      .resize('e', { x: 196 })
      .expectRect('a', { x: 100, width: 300 })
  })
  it('draws several past the page until the release', () => {
    const { designer } = testDesigner([A, { ...A, id: 'b', x: 300 }]).select('a', 'b')
    const before = designer.state.page
    const gesture = resizeGesture(designer, 'e', { x: 0, y: 0 })
    gesture.move({ x: 300, y: 0 }, NO_KEYS)
    expect(designer.state.page).toBe(before)
    expect(designer.state.resized?.get('b')).toMatchObject({ x: 500, width: 200 })
    gesture.move({ x: 0, y: 0 }, NO_KEYS)
    expect(designer.state.resized?.size).toBe(0)
    gesture.end()
    expect(designer.state).toMatchObject({ page: before, resized: null })
  })
  it('scales several within their bounds', () => {
    testDesigner([A, { ...A, id: 'b', x: 300 }])
      .select('a', 'b')
      .resize('e', { x: 300 })
      .expectRect('a', { x: 100, width: 200 })
      .expectRect('b', { x: 500, width: 200 })
  })
  it('keeps the ratio with Shift and the center with Alt', () => {
    testDesigner([A])
      .select('a')
      .resize('se', { x: 50 }, { shift: true })
      .expectRect('a', { width: 150, height: 150 })
    testDesigner([A]).select('a').resize('e', { x: 50 }, { alt: true }).expectRect('a', { x: 50, width: 200 })
  })
})

describe('selecting', () => {
  it('clicks select, add and remove', () => {
    testDesigner([A, B])
      .click('a')
      .expectSelected('a')
      .click('b', { shift: true })
      .expectSelected('a', 'b')
      .click('a', { shift: true })
      .expectSelected('b')
  })
  it('Ctrl cycles through the widgets underneath', () => {
    const stack = [1, 2, 3].map((n) => ({ ...A, id: `s${n}` }))
    testDesigner(stack)
      .click('s1')
      .expectSelected('s3')
      .click('s1', { mod: true })
      .expectSelected('s2')
      .click('s1', { mod: true })
      .expectSelected('s1')
      .click('s1', { mod: true })
      .expectSelected('s3')
  })
  it('a marquee selects widgets it touches, but not locked or hidden ones', () => {
    testDesigner([A, B, { ...C, locked: true }])
      .marquee({ x: 50, y: 50 }, { x: 900, y: 900 })
      .expectSelected('a', 'b')
      .marquee({ x: 390, y: 500 }, { x: 410, y: 350 })
      .expectSelected('b')
      .marquee({ x: 0, y: 0 }, { x: 101, y: 101 }, { shift: true })
      .expectSelected('b', 'a')
      .marquee({ x: 1000, y: 50 }, { x: 1010, y: 60 })
      .expectSelected()
  })
})
