import { expect, test } from 'vitest'
import { placeAt, placeOn, pointOf } from './places.ts'

const box = (id: string, x: number, y: number, zIndex = 1) => ({
  ...{ id, name: id, x, y, zIndex },
  ...{ width: 200, height: 100 },
})
const page = { width: 1000, height: 500, widgets: [box('back', 0, 0), box('front', 100, 50, 2)] }

test('a comment is on the front element below it, and moves with it', () => {
  const place = placeAt(page, { x: 150, y: 75 })
  expect(place).toMatchObject({ x: 0.15, y: 0.15, widget: { id: 'front', x: 0.25, y: 0.25 } })
  expect(pointOf(place, page)).toEqual({ x: 0.15, y: 0.15 })
  const moved = { ...page, widgets: [box('front', 500, 100)] }
  expect(pointOf(place, moved)).toEqual({ x: 0.55, y: 0.25 })
})

test('a comment stays where its element was', () => {
  const place = placeAt(page, { x: 150, y: 75 })
  expect(pointOf(place, { ...page, widgets: [] })).toEqual({ x: 0.15, y: 0.15 })
})

test('hidden elements take no comments, and no point is outside of the page', () => {
  const hidden = { ...page, widgets: [{ ...box('front', 100, 50), hidden: true }] }
  expect(placeAt(hidden, { x: 150, y: 75 }).widget).toBeNull()
  expect(placeAt(page, { x: -10, y: 900 })).toEqual({ x: 0, y: 1, widget: null })
  expect(placeOn({ ...page, widgets: [box('out', 900, -50)] }, 'out')).toMatchObject({ x: 1, y: 0 })
  expect(placeOn(page, undefined)).toEqual({ x: 0.5, y: 0.5, widget: null })
})
