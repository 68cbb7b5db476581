// @vitest-environment happy-dom
import type { MediaFile, MediaOptions } from '@vitrine/widgets/host'
import { beforeEach, expect, it, vi } from 'vitest'
import { showFile } from './shown-medium.ts'

const file = (parts: Partial<MediaFile>): MediaFile => ({
  url: 'https://files.test/a',
  mimetype: '',
  ...parts,
})
const image = { mimetype: 'image/png' }
/** A file of each kind, and the element that it becomes. */
const KINDS: [kind: string, file: MediaFile, tag: string][] = [
  ['an image', file(image), 'IMG'],
  ['an image that may be animated', file({ ...image, fresh: async () => undefined }), 'IMG'],
  ['a video', file({ mimetype: 'video/mp4' }), 'VIDEO'],
  ['a package', file({ mimetype: 'application/zip' }), 'IFRAME'],
  ['a card', file({ ...image, page: { width: 1, height: 1, widgets: [], config: { inputs: [] } } }), 'DIV'],
  ['a web page outside screens', file({ ...image, web: { address: 'https://site.test/' } as never }), 'DIV'],
]
const options = (parts: Partial<MediaOptions> = {}): MediaOptions => ({
  ...{ fit: 'contain', focus: 'center', volume: () => 0, sounds: () => {}, loop: true, motion: () => true },
  ...{ measured: () => {}, offset: 0, captions: false },
  ...parts,
})
const events = () => ({ ready: vi.fn(), failed: vi.fn() })

beforeEach(() => {
  document.body.replaceChildren()
  HTMLImageElement.prototype.decode = async () => {}
  HTMLMediaElement.prototype.play = async () => {}
})

it.each(KINDS)('%s is drawn by its type', (_kind, shown, tag) => {
  const medium = showFile(shown, options(), events())
  expect(medium.element.tagName).toBe(tag)
  // Nothing of a card's or a page's file is loaded.
  expect(medium.element.querySelector('img, video, iframe') === null).toBe(true)
  medium.dispose()
})

it.each(KINDS)('%s leaves nothing in the page when it ends, and says nothing more', async (_kind, shown) => {
  for (const fit of ['contain', 'blur'] as const) {
    const heard = events()
    const medium = showFile(shown, options({ fit }), heard)
    document.body.append(medium.element)
    medium.start(0, () => {})
    medium.dispose()
    await new Promise((resolve) => setTimeout(resolve))
    expect(document.body.innerHTML).toBe('')
    for (const name of ['onload', 'onerror', 'oncanplay', 'onplaying', 'ontimeupdate'] as const)
      expect(Reflect.get(medium.element, name) ?? null, name).toBeNull()
  }
})

const loads = async (element: HTMLElement) => {
  await Promise.resolve()
  Object.defineProperties(element, { complete: { value: true }, naturalWidth: { value: 8 } })
  Object.defineProperty(element, 'naturalHeight', { value: 8 })
  element.dispatchEvent(new Event('load'))
}

it('an animation that has moved is not shown again, and ends each of its addresses', async () => {
  const ended: string[] = []
  let turn = 0
  const fresh = async () => {
    const url = `blob:fresh-${++turn}`
    return { url, end: () => void ended.push(url) }
  }
  const shown = file({ ...image, url: 'https://files.test/moving', fresh })
  const medium = showFile(shown, options(), events())
  document.body.append(medium.element)
  for (const url of ['blob:fresh-1', 'blob:fresh-2']) {
    const started = new Promise<void>((resolve) => medium.start(0, resolve))
    await loads(medium.element)
    await started
    expect(medium.element.getAttribute('src')).toBe(url)
  }
  medium.dispose()
  expect(ended).toEqual(['blob:fresh-1', 'blob:fresh-2'])
  const next = showFile(shown, options(), events())
  expect(next.element).not.toBe(medium.element)
  next.dispose()
})

it.each(KINDS.slice(0, 2))('%s never loses its address while it is being decoded', async (kind, shown) => {
  let decoding = 0
  HTMLImageElement.prototype.decode = async () => {
    decoding++
    await new Promise((resolve) => setTimeout(resolve))
    decoding--
  }
  const medium = showFile({ ...shown, url: `https://files.test/slow/${kind}` }, options(), events())
  const removed = vi.spyOn(medium.element, 'removeAttribute')
  medium.start(0, () => {})
  expect(decoding).toBe(0)
  await loads(medium.element)
  expect(decoding).toBe(1)
  medium.dispose()
  expect(removed).not.toHaveBeenCalled()
})
