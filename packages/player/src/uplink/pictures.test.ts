// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Clock } from '#lib/time/clock.ts'
import { Pictures } from './pictures.ts'

vi.mock('./picture.ts', () => ({ takePicture: async () => ({ image: String(Math.random()) }) }))

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = '<div id="player"></div>'
})
afterEach(() => void vi.useRealTimers())

const SECOND = 1000
const MINUTE = 60 * SECOND

test('a screenshot follows each change, and at most one a minute', async () => {
  const sent: number[] = []
  const start = Date.now()
  const pictures = new Pictures({
    api: {
      picture: async () => {
        sent.push(Math.round((Date.now() - start) / SECOND))
        return {}
      },
    },
    clock: new Clock(),
    turn: () => 0,
  })
  await vi.advanceTimersByTimeAsync(20 * SECOND)
  pictures.every(3600)
  const before = sent.length
  pictures.changed()
  pictures.changed()
  await vi.advanceTimersByTimeAsync(5 * SECOND)
  expect(sent.length).toBe(before + 1)
  for (let second = 0; second < 600; second++) {
    pictures.changed()
    await vi.advanceTimersByTimeAsync(SECOND)
  }
  expect(sent.length - before).toBeLessThanOrEqual(12)
  expect(sent.length - before).toBeGreaterThanOrEqual(10)
  pictures.changed()
  pictures.close()
  const last = sent.length
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(sent.length).toBe(last)
})
