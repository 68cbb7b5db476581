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

it('an animation that has moved has no address left', async () => {
  const end = vi.fn()
  const fresh = async () => ({ url: 'blob:fresh', end })
  const medium = showFile(file({ ...image, fresh }), options(), events())
  document.body.append(medium.element)
  await new Promise<void>((resolve) => medium.start(0, resolve))
  expect(medium.element.getAttribute('src')).toBe('blob:fresh')
  medium.dispose()
  expect([medium.element.hasAttribute('src'), end.mock.calls.length]).toEqual([false, 1])
})
