// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takePicture } from './picture.ts'

vi.hoisted(() => Object.assign(globalThis, { PLAYER_VERSION: 'test' }))

/** What the browser was asked to draw. */
let markup = ''

beforeEach(() => {
  vi.stubGlobal(
    'Image',
    class {
      onload = () => undefined
      set src(address: string) {
        markup = decodeURIComponent(address.split(',').slice(1).join(','))
        queueMicrotask(() => this.onload())
      }
    },
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation((type) => `data:${type};base64,drawn`)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The copy of an element, without the style that stops its animations. */
async function copyOf(content: string) {
  const root = document.createElement('div')
  root.innerHTML = content
  const { partial } = await takePicture(root, 400, 0)
  const [, copy = ''] = /<\/style><div[^>]*>(.*)<\/div><\/div><\/foreignObject>/s.exec(markup) ?? []
  return {
    copy: copy.replace(/ (style|xmlns)="[^"]*"/g, ''),
    isStriped: /repeating-linear/.test(copy),
    partial,
  }
}

test.each<[what: string, content: string, copy: string]>([
  ['text', 'Hello', 'Hello'],
  ['text in boxes', '<p>One <b>two</b></p><p>three</p>', '<p>One <b>two</b></p><p>three</p>'],
  ['a drawing', '<svg><g><path d="M0 0h9"></path></g></svg>', '<svg><g><path d="M0 0h9"/></g></svg>'],
  ['a page on its way', '<p data-state="back">Next</p><p>Now</p>', '<p>Now</p>'],
  ['a page that leaves', '<p>Now</p><p data-state="leaving">Last</p>', '<p>Now</p>'],
  ['a script', '<script>1</script>x', 'x'],
  [
    'a canvas',
    '<canvas width="9" height="9">x</canvas>',
    '<img class="" src="data:image/webp;base64,drawn" />',
  ],
])('a screenshot has %s', async (_what, content, copy) => {
  const found = await copyOf(content)
  expect({ ...found, copy: found.copy.replaceAll(/\s*\/>/g, '/>') }).toEqual({
    copy: copy.replaceAll(/\s*\/>/g, '/>'),
    isStriped: false,
    partial: false,
  })
})

test('a web page is striped in a screenshot, which is partial', async () => {
  expect(await copyOf('<p>a</p><iframe></iframe><p>b</p>')).toEqual({
    copy: '<p>a</p><div></div><p>b</p>',
    isStriped: true,
    partial: true,
  })
})
