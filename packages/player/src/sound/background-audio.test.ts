// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Signal } from '#lib/signal.ts'
import { contentOf, devicePart } from '#test/content.ts'
import { partsOf } from '#test/stage.ts'
import { BackgroundAudio } from './background-audio.ts'

const made: HTMLAudioElement[] = []
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'Audio',
    class {
      constructor() {
        const element = document.createElement('audio')
        element.play = async () => {}
        element.load = () => {}
        made.push(element)
        // biome-ignore lint/correctness/noConstructorReturn: an element can't be constructed here
        return element
      }
    },
  )
})
afterEach(() => {
  audio?.close()
  made.length = 0
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

let audio: BackgroundAudio | undefined

/** A storyboard with audio on the stage, whose pages change. */
function play() {
  const content = contentOf([{ id: 's', items: [] }])
  content.media.a = {
    sha256: 'a'.repeat(64),
    name: 'A',
    mimetype: 'audio/mpeg',
    width: null,
    height: null,
    duration: 60,
  }
  const parts = partsOf(content, 's', devicePart())
  const show = () => ({ show: { storyboard: { audioId: 'a' }, parts } })
  const layers = new Signal<unknown>([])
  const director = { front: show(), layers }
  const volume = new Signal(1)
  audio = new BackgroundAudio({
    ...{ director, volume, clock: { now: () => 0 }, store: { url: (hash: string) => `blob:${hash}` } },
    ...{ sound: new Signal('silent'), isSeen: () => true, onSecond: () => () => {}, report: () => {} },
  } as never)
  const change = () => {
    director.front = show()
    layers.set([])
  }
  return { volume, change }
}

function video(): HTMLVideoElement {
  const page = document.createElement('div')
  page.className = 'page'
  page.dataset.state = 'front'
  const element = document.createElement('video')
  Object.assign(element, { muted: false, volume: 1 })
  let paused = false
  Object.defineProperty(element, 'paused', { get: () => paused })
  element.pause = () => {
    paused = true
    element.dispatchEvent(new Event('pause'))
  }
  page.append(element)
  document.body.append(page)
  element.dispatchEvent(new Event('playing'))
  return element
}

it('continues while pages change', async () => {
  const { change } = play()
  await vi.advanceTimersByTimeAsync(2000)
  for (let page = 0; page < 5; page++) change()
  await vi.advanceTimersByTimeAsync(2000)
  expect(made).toHaveLength(1)
  expect(made[0]?.volume).toBe(1)
})

it('stays quiet until the last of two videos with sound ends', async () => {
  play()
  const [one, two] = [video(), video()]
  await vi.advanceTimersByTimeAsync(3000)
  expect(made[0]?.volume).toBeCloseTo(0.2)
  one.pause()
  await vi.advanceTimersByTimeAsync(3000)
  expect(made[0]?.volume).toBeCloseTo(0.2)
  two.pause()
  await vi.advanceTimersByTimeAsync(3000)
  expect(made[0]?.volume).toBe(1)
})

it('ends, and frees its decoder, within seconds after the volume was set to nothing', async () => {
  const { volume } = play()
  await vi.advanceTimersByTimeAsync(3000)
  volume.set(0)
  await vi.advanceTimersByTimeAsync(6000)
  expect(made[0]?.hasAttribute('src')).toBe(false)
  expect(vi.getTimerCount()).toBe(0)
})
