import { describe, expect, it } from 'vitest'
import { placeOf } from './page-place.ts'

const size = (text: string) => {
  const [width = 0, height = 0] = text.split('x').map(Number)
  return { width, height }
}
/** The page's edges on the screen: left, top, right, bottom. */
const edgesOf = (page: string, screen: string) => {
  const { width, height } = size(page)
  const { left, top, scale } = placeOf(size(page), size(screen))
  return [left, top, left + width * scale, top + height * scale]
}

describe('a page', () => {
  it.each([
    ['1920x1080', '1920x1080'],
    ['1920x1080', '3840x2160'],
    ['1920x1080', '1366x768'],
    ['1920x1080', '1360x768'],
    ['1920x1080', '1280x719'],
    ['1366x768', '1920x1080'],
    ['1080x1920', '768x1366'],
    ['1080x1920', '480x854'],
    ['3840x1080', '1366x384'],
  ])('of %s leaves no edge on a screen of %s', (page, screen) => {
    const [left = 1, top = 1, right = 0, bottom = 0] = edgesOf(page, screen)
    const { width, height } = size(screen)
    expect(Math.max(left, top)).toBeLessThanOrEqual(0)
    expect(right).toBeGreaterThanOrEqual(width - 0.001)
    expect(bottom).toBeGreaterThanOrEqual(height - 0.001)
    expect((right - left) / width).toBeLessThanOrEqual(1.006)
    expect((bottom - top) / height).toBeLessThanOrEqual(1.006)
  })

  it.each([
    ['1920x1080', '1920x1200', [0, 60, 1920, 1140]],
    ['1920x1080', '1080x1920', [0, 656, 1080, 1263.5]],
    ['1920x1080', '1920x1088', [0, 4, 1920, 1084]],
    ['1000x1000', '1920x1080', [420, 0, 1500, 1080]],
  ])('of %s is whole on a screen of %s', (page, screen, edges) => {
    expect(edgesOf(page, screen)).toEqual(edges)
  })
})
