// @vitest-environment happy-dom
import { waitFor, within } from '@testing-library/dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { dialog, named, openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH, storyboard } from '#test/samples.ts'

setUpConsole()
// Previews draw into the room that they have.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, 0, 960, 540),
  )
})

const LAYOUT = ONE_OF_EACH['layouts.get'].layout
const box = { zIndex: 1, width: 400, height: 160, transform: 'translate(100px, 700px)' }
const page = { ...LAYOUT, width: 1920, height: 1080 }
const touch = (verb: string, props: object, target = '') => ({
  event: 'CLICK_TOUCH',
  type: 'APPLICATION',
  ...{ verb, target, props },
})
const layoutOf = (name: string, action: object) => ({
  ...page,
  ...{ id: name.toLowerCase(), name },
  widgets: [{ id: 'b', type: 'button', name: `From ${name}`, ...box }],
  config: {
    inputs: [
      { name: 'b-label', value: `Go from ${name}` },
      { name: 'b-actions', value: [action] },
    ],
  },
})
const LAYOUTS = [
  layoutOf('Start', touch('LOAD_NEXT_LAYOUT', {}, '10.0.0.5')),
  layoutOf('Rooms', touch('LOAD_LAYOUT_BY_ORDER', { layoutOrder: 0 })),
  layoutOf('Alone', touch('LOAD_LAYOUT_BY_NAME', { layoutName: 'Gone' })),
]
const guide = {
  ...storyboard,
  ...{ name: 'Guide', type: 'designed', mode: 'DEFAULT' },
  items: LAYOUTS.map(({ id }) => ({ layoutId: id, duration: 5 })),
}
const ANSWERS = {
  ...ONE_OF_EACH,
  'storyboards.list': { storyboards: [guide] },
  'storyboards.get': { storyboard: guide },
  'layouts.list': { layoutList: LAYOUTS },
  'layouts.documents': { layouts: LAYOUTS, next: null },
  'layouts.get': ({ params }: { params: { id: string } }) => ({
    layout: LAYOUTS.find(({ id }) => id === params.id) ?? LAYOUTS[0],
  }),
}
const logOf = (place: HTMLElement) => within(place).getByRole('list', { name: 'Action log' }).textContent

test('a touch is tried on two screens, and drawn as the way it takes', async () => {
  const console = openConsole('/app/storyboard', ANSWERS)
  await console.press('Preview of Guide')
  const preview = await dialog(/^Preview of/)
  const screens = () => [...preview.element.querySelectorAll('figure')].map(({ textContent }) => textContent)
  await waitFor(() => expect(screens()).toHaveLength(1))
  await preview.press('Go from Start')
  await waitFor(() => expect(screens()[1]).toContain('10.0.0.5 · Rooms'))
  expect(screens()[0]).toContain('Start')
  await preview.press('Go from Rooms')
  await waitFor(() => expect(screens()[1]).toContain('10.0.0.5 · Start'))
  expect(logOf(preview.element)).toContain('On 10.0.0.5')

  await preview.press('Page flow')
  const places = () =>
    within(within(preview.element).getByRole('list', { name: 'Page flow' })).getAllByRole('listitem')
  await waitFor(() => expect(places()).toHaveLength(3))
  expect(places()[2]?.textContent).toContain('target is missing')
  expect(places()[1]?.textContent).toContain('No action leads here')
  await console.user.click(places()[2]?.querySelector('button') as HTMLElement)
  await waitFor(() => expect(screens()[0]).toContain('Alone'))
  await console.user.keyboard('{Escape}')
  await waitFor(() => expect(named('dialog', /./)).toEqual([]))
})

test('Escape in a preview closes what a widget has opened, and then the preview', async () => {
  const layout = {
    ...page,
    widgets: [{ id: 'say', type: 'comment', name: 'Say', ...box }],
    config: { inputs: [{ name: 'say-text', value: 'How was it?' }] },
  }
  const console = openConsole('/app/layouts/design/y1', { ...ONE_OF_EACH, 'layouts.get': { layout } })
  await console.find('button', 'Media Zone')
  document.querySelector<HTMLElement>('[role="application"]')?.focus()
  await console.user.keyboard('p')
  const preview = await dialog(/^Preview of/)
  await preview.press(/^How was it\?/)
  const sheet = await dialog('How was it?')
  await console.user.keyboard('Fine')
  await waitFor(() => expect(sheet.element.textContent).toContain('Fine'))
  await console.user.keyboard('{Escape}')
  await waitFor(() => expect(named('dialog', 'How was it?')).toEqual([]))
  expect(named('dialog', /^Preview of/)).toHaveLength(1)
  await console.user.keyboard('{Escape}')
  await waitFor(() => expect(named('dialog', /./)).toEqual([]))
})
