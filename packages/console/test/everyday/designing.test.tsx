// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { LayoutInput } from '@vitrine/contract/api/content/layouts'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { Drafts } from '#content/pages/designer/saving/drafts.ts'
import { type Console, dialog, named, openConsole, setUpConsole } from '#test/console-window.tsx'
import { refuse } from '#test/fake-server.ts'
import { ada, ONE_OF_EACH } from '#test/samples.ts'

setUpConsole()
beforeEach(() => void vi.stubGlobal('indexedDB', new IDBFactory()))

const LAYOUT = ONE_OF_EACH['layouts.get'].layout
const CONFLICT = 'Someone else saved this while you were editing.'
const stored = (version = 1) => ({ ...LAYOUT, version })
const save = ({ user }: Console) => user.keyboard('{Control>}s{/Control}')
const inputs = (console: Console, call: string) =>
  console.server.named(call).map(({ body }) => LayoutInput.parse(body))
const layers = (console: Console, count: number) => console.page().findByText(`Layers (${count})`)

test('X-050: a page whose save fails keeps everything, and saves the same the next time', async () => {
  let fails = true
  const console = openConsole('/app/layouts/design/y1', {
    ...ONE_OF_EACH,
    'layouts.update': () => (fails ? refuse(500) : { layout: stored(2) }),
  })
  await console.press('Text')
  await save(console)
  await waitFor(() => expect(console.server.named('layouts.update')).toHaveLength(1))
  fails = false
  await save(console)
  await console.page().findByText(/^Saved \d/)
  const [first, second] = inputs(console, 'layouts.update')
  expect(first?.widgets).toHaveLength(1)
  expect(second).toEqual(first)
})

test('a page that someone else saved is kept as mine, or loaded as theirs', async () => {
  const conflict = refuse(409, { message: '', errKey: 'CONFLICT' })
  const theirs = { ...stored(2), name: 'Lobby of Mona' }
  let saved = stored()
  const console = openConsole('/app/layouts/design/y1', {
    ...ONE_OF_EACH,
    'layouts.get': () => ({ layout: saved }),
    'layouts.update': ({ body }: { body: { version: number } }) =>
      body.version < saved.version ? conflict : { layout: stored(saved.version + 1) },
  })
  await console.press('Text')
  saved = theirs
  await save(console)
  await (await dialog(CONFLICT)).press('Keep mine')
  await console.page().findByText(/^Saved \d/)
  expect(inputs(console, 'layouts.update').at(-1)).toMatchObject({
    name: 'Lobby',
    widgets: [{ type: 'text' }],
  })

  await console.press('Button')
  saved = { ...theirs, version: 9 }
  await save(console)
  await (await dialog(CONFLICT)).press('Reload')
  await layers(console, 0)
  expect(await console.field('Layout name')).toHaveProperty('value', 'Lobby of Mona')
})

test('the first save of a layout keeps input typed during it, and the focus', async () => {
  let answer = (_: unknown) => {}
  const console = openConsole('/app/layouts/design', {
    ...ONE_OF_EACH,
    'layouts.create': () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  await console.press('Text')
  const text = (await console.page().findAllByLabelText(/^Text/, { selector: 'textarea' })).at(
    -1,
  ) as HTMLElement
  await console.user.click(text)
  await console.user.keyboard('Welc')
  await save(console)
  await waitFor(() => expect(console.server.named('layouts.create')).toHaveLength(1))
  await console.user.keyboard('ome to the market')
  answer({ layout: { ...inputs(console, 'layouts.create')[0], ...LAYOUT, id: 'y2' } })
  await console.isAt('/app/layouts/design/y2')
  await console.user.keyboard(' and the mill')
  expect(document.activeElement).toBe(text)
  expect(text).toHaveProperty('value', 'Welcome to the market and the mill')
  await layers(console, 1)
  expect(named('dialog', /./)).toEqual([])
  // Input typed during the save is in the draft of the new page.
  const drafts = await Drafts.open()
  await waitFor(async () =>
    expect(JSON.stringify(await drafts.of(ada.id, 'layout y2'))).toContain('and the mill'),
  )
  expect(await drafts.of(ada.id, 'layout new')).toEqual([])
  drafts.close()
  // A number is saved even while its field still has the focus.
  const place = await console.page().findByLabelText('X', { selector: 'input' })
  await console.user.clear(place)
  await console.user.type(place, '333')
  await save(console)
  await waitFor(() => expect(console.server.named('layouts.update')).not.toEqual([]))
  expect(document.activeElement).toBe(place)
  const [saved] = inputs(console, 'layouts.update')
  expect(saved?.widgets[0]?.transform).toContain('333px')
  expect(JSON.stringify(saved?.config)).toContain('Welcome to the market and the mill')
})

test('keys typed right after opening the palette go to it, not to the canvas', async () => {
  const console = openConsole('/app/layouts/design', ONE_OF_EACH)
  const { user } = console
  await console.find('button', 'Media Zone')
  const canvas = document.querySelector<HTMLElement>('[role="application"]')
  canvas?.focus()
  const palette = () => console.page().findByRole('combobox', { name: 'Command palette' })
  const closed = () => waitFor(() => expect(named('dialog', /./)).toEqual([]))
  // Each of these letters alone adds something to the canvas, or takes another tool.
  await user.keyboard('{Control>}k{/Control}')
  await user.keyboard('bx{Backspace}mtd')
  await waitFor(async () => expect(await palette()).toHaveProperty('value', 'bmtd'))
  expect(document.activeElement).toBe(await palette())
  await user.keyboard('{Escape}')
  await closed()
  await waitFor(() => expect(document.activeElement).toBe(canvas))
  await layers(console, 0)

  await user.keyboard('{Control>}k{/Control}')
  await user.keyboard('add wea')
  await waitFor(() => expect(named('option', /./)[0]?.textContent).toMatch(/weather/i))
  await user.keyboard('{Enter}')
  await layers(console, 1)
  await closed()
  await user.keyboard('{Control>}k{/Control}')
  await palette()
  await user.keyboard('{Escape}')
  await closed()
  await user.keyboard('b')
  await layers(console, 2)
})

test('a selected widget has a handle on each edge and at each corner', async () => {
  const console = openConsole('/app/layouts/design', ONE_OF_EACH)
  await console.press('Text')
  const handles = () =>
    [...document.querySelectorAll<HTMLElement>('[data-handle]')].map(
      ({ className, dataset }) => `${/edge|corner/.exec(className)?.[0]} ${dataset.handle}`,
    )
  const wanted = ['n', 'e', 's', 'w'].map((side) => `edge ${side}`)
  const corners = ['nw', 'ne', 'sw', 'se'].map((side) => `corner ${side}`)
  await waitFor(() => expect(handles().sort()).toEqual([...wanted, ...corners].sort()))
})

test('edits made while an earlier draft is offered are kept, and restoring is a step that undo takes back', async () => {
  const first = openConsole('/app/layouts/design/y1', ONE_OF_EACH)
  await first.press('Text')
  await first.page().findByText(/^Unsaved · draft kept at \d/)
  await first.click('link', 'Back to Layouts')
  await (await dialog('Leave without saving?')).press('Leave')
  await first.isAt('/app/layouts')
  await first.press('Lobby')
  await first.find('button', 'Restore')
  await layers(first, 0)
  await first.press('Button')
  await first.press('Button')
  await first.press('Restore')
  await layers(first, 1)
  expect(named('button', 'Restore')).toEqual([])
  await first.press('Undo')
  await layers(first, 2)
  await first.press('Redo')
  await layers(first, 1)
})

test('a browser that keeps no drafts says so', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('blocked', 'SecurityError')
    },
  })
  const console = openConsole('/app/layouts/design/y1', ONE_OF_EACH)
  await console.press('Text')
  await console.page().findByText("Unsaved · this browser can't keep a draft")
})
