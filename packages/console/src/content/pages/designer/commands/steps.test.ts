import { afterEach, describe, expect, it, vi } from 'vitest'
import { widgetOf, withWidgets } from '#content/pages/designer/state/page.ts'
import { testDesigner } from '#content/pages/designer/state/test-designer.ts'
import { clock } from '#lib/clock.ts'
import { removed } from './edit.ts'
import { type Side, typeSide } from './sides.ts'
import { usesOfZones } from './zone-uses.ts'

const A = { id: 'a', x: 100, y: 100, width: 100, height: 100 }

afterEach(() => void vi.restoreAllMocks())

describe('nudging', () => {
  it('arrow keys of one burst are one undo step, those after a pause another', () => {
    let now = 5000
    vi.spyOn(clock, 'now').mockImplementation(() => now)
    const d = testDesigner([A]).select('a')
    const at = (ms: number, key: string) => {
      now = 5000 + ms
      d.press(key)
    }
    for (const ms of [0, 400, 1000, 2000]) at(ms, 'ArrowRight')
    d.expectSteps(1)
    at(3001, 'ArrowRight')
    at(3400, 'shift+ArrowDown')
    d.expectSteps(2).expectRect('a', { x: 105, y: 110 })
    d.press('mod+KeyZ').expectRect('a', { x: 104, y: 100 })
    d.press('mod+KeyZ').expectRect('a', { x: 100, y: 100 })
  })
})

describe('typing X, Y, width, and height', () => {
  it('typed numbers give the same rectangle in every order, over the edge too', () => {
    const pairs: readonly [Side, Side, number][] = [
      ['x', 'width', 1920],
      ['y', 'height', 1080],
    ]
    for (const [place, length, page] of pairs)
      for (const from of [A, { ...A, x: 0, y: 0, width: 1920, height: 1080 }, { ...A, x: 1820, y: 980 }])
        for (const [start, size] of [
          [0, page],
          [page - 20, 20],
          [page - 100, 100],
          [-300, page + 500],
          [page - 30, 300],
          [1, page - 1],
        ] as const)
          for (const order of [
            [place, length],
            [length, place],
          ]) {
            const d = testDesigner([from]).select('a')
            for (const side of order) typeSide(d.designer, ['a'], side, side === place ? start : size)
            d.expectRect('a', { [place]: start, [length]: size })
          }
  })
  it('a typed number is forgotten once something else changes the page', () => {
    const d = testDesigner([{ ...A, x: 0, width: 1920 }]).select('a')
    typeSide(d.designer, ['a'], 'x', 3000)
    d.expectRect('a', { x: 1898, width: 1920 }).press('ArrowDown')
    typeSide(d.designer, ['a'], 'width', 100)
    d.expectRect('a', { x: 1898, width: 100 })
  })
  it('a side is at most as long as browsers draw', () => {
    const d = testDesigner([A]).select('a')
    for (const [typed, width] of [
      [16_000, 16_000],
      [16_001, 16_000],
    ] as const) {
      typeSide(d.designer, ['a'], 'width', typed)
      d.expectRect('a', { width })
    }
  })
})

describe('deleting a zone', () => {
  it.each(['Delete', 'mod+KeyX'])(
    '%s asks before a zone goes that an action of another widget uses',
    (key) => {
      const props = { layoutId: '', layoutName: '', mediaZoneId: 'zone', mediaOrder: null }
      const action = { event: 'CLICK_TOUCH', target: '', type: 'LAYOUT', verb: 'LOAD_NEXT_MEDIA', props }
      const d = testDesigner([
        { id: 'zone', type: 'media-looper' },
        { id: 'other', type: 'media-looper' },
        { id: 'go', type: 'button' },
      ])
      const go = widgetOf(d.page, 'go')
      if (!go) throw new Error('gone')
      const acting = { ...go, settings: { ...go.settings, actions: [action] } }
      d.designer.commit(withWidgets(d.page, [acting]), { name: 'edit', count: 1 })
      d.select('zone').press(key)
      expect(d.requests).toEqual(['delete'])
      expect(d.page.widgets).toHaveLength(3)
      const asked = d.designer.movable()
      expect(
        usesOfZones(d.page, asked).map(({ zone, users }) => [zone.id, users.map(({ id }) => id)]),
      ).toEqual([['zone', ['go']]])
      // The confirmed widgets go, whatever is selected by then.
      d.select('other')
      removed(d.designer, asked, 'delete')
      expect(d.page.widgets.map(({ id }) => id)).toEqual(['other', 'go'])
      d.press('mod+KeyZ').select('zone', 'go').press(key)
      expect(d.requests).toEqual(['delete'])
      expect(d.page.widgets.map(({ id }) => id)).toEqual(['other'])
    },
  )
})
