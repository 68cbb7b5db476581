// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { zonePage } from '#test/content.ts'
import type { Layer } from './layers.ts'

/** The brightness (0 to 255) of each address. */
const light = new Map<string, number>()
let looks = 0

beforeEach(() => {
  light.clear()
  looks = 0
  let drawn = 0
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    clearRect: () => undefined,
    drawImage: ({ currentSrc }: HTMLImageElement) => {
      looks++
      drawn = light.get(currentSrc) ?? 0
    },
    getImageData: (_x: number, _y: number, width: number, height: number) => ({
      data: new Uint8ClampedArray(width * height * 4).fill(drawn),
    }),
  } as unknown as CanvasRenderingContext2D)
})
afterEach(() => {
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})

/** The page in front, with one zone that shows `medium`. */
function front(medium: 'img' | 'video', address: string) {
  document.body.innerHTML = `<div class="page" data-state="front"><div data-page style="background-color:rgb(0, 0, 0)"><${medium}></${medium}></div></div>`
  const element = document.querySelector(medium)
  const source = { address }
  Object.defineProperty(element, 'currentSrc', { get: () => source.address })
  return source
}

test.each<['img' | 'video', number[], boolean[], number]>([
  // The brightness at each look, the findings, and how often pixels are read: those of an image don't change.
  ['img', [0, 0, 0], [true, true, true], 3],
  ['img', [90, 0, 0], [false, false, false], 1],
  ['img', [0, 90, 90], [true, false, false], 2],
  ['video', [0, 0, 0], [true, true, true], 3],
  ['video', [90, 90, 0], [false, false, true], 3],
])('PLAY-14 %s with the brightness %j is black: %j', async (medium, seen, black, times) => {
  const { isBlack } = await import('./black-detection.ts')
  const page = zonePage('p', ['m'])
  const layer = { id: 1, show: { page } } as unknown as Layer
  front(medium, 'a')
  const found = seen.map((brightness) => {
    light.set('a', brightness)
    return isBlack(layer)
  })
  expect(found).toEqual(black)
  expect(looks).toBe(times)
})

test('PLAY-14 another picture in the same element is checked again', async () => {
  const { isBlack } = await import('./black-detection.ts')
  const layer = { id: 1, show: { page: zonePage('p', ['m']) } } as unknown as Layer
  const source = front('img', 'bright')
  light.set('bright', 90)
  expect(isBlack(layer)).toBe(false)
  source.address = 'black'
  expect(isBlack(layer)).toBe(true)
})
