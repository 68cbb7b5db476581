// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { named, openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH, storyboard } from '#test/samples.ts'

setUpConsole()
// A preview draws into the room that it has.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, 0, 960, 540),
  )
})

const [group] = ONE_OF_EACH['deviceGroups.list'].devicesGroups
const [device] = ONE_OF_EACH['devices.list'].devices
const widget = {
  id: 't',
  type: 'text',
  name: 'Text',
  zIndex: 1,
  width: 400,
  height: 200,
  transform: 'translate(0px, 0px)',
}
const page = {
  width: 1920,
  height: 1080,
  widgets: [widget],
  config: { inputs: [{ name: 't-text', value: 'Fresh' }] },
}
const layout = { ...ONE_OF_EACH['layouts.get'].layout, ...page }
const card = { ...ONE_OF_EACH['cards.get']({ params: {} }).card, ...page }
const slot = { from: '08:00 AM', to: '06:00 PM', storyboardId: 's1' } as const
const deviceGroup = {
  ...group,
  storyboardId: 's1',
  schedule: { timezone: 'Europe/Berlin', defaultStoryboardId: 's1', slots: [slot] },
}
const ANSWERS = {
  ...ONE_OF_EACH,
  'layouts.documents': { layouts: [layout], next: null },
  'layouts.get': { layout },
  'cards.documents': { cards: [card], next: null },
  'cards.get': { card },
  'storyboards.get': { storyboard },
  'deviceGroups.list': { devicesGroups: [deviceGroup] },
  'deviceGroups.get': { deviceGroup },
  'devices.list': { devices: [{ ...device, deviceGroupId: deviceGroup.id }] },
}

/** How each list opens the preview of its first item: a button or a menu entry; some previews also have URLs. */
const BUTTON = /^Preview of/
const LISTS: readonly { what: string; address: string; menu?: string }[] = [
  { what: 'layouts', address: '/app/layouts', menu: 'More actions for Lobby' },
  { what: 'cards', address: '/app/cards', menu: 'More actions for Bread' },
  { what: 'templates', address: '/app/cards/design-template' },
  { what: 'templates for a card', address: '/app/cards/create' },
  { what: 'storyboards', address: '/app/storyboard' },
  { what: 'device groups', address: '/app/device-group' },
  { what: 'the times of a group', address: '/app/device-group/storyboard/g1' },
  { what: 'device-card assignments', address: '/app/device-cards' },
]

test.each(LISTS)(
  'what screens play can be previewed from the list of $what, and closing it returns the focus',
  async ({ what, address, menu }) => {
    const console = openConsole(address, ANSWERS)
    let first: HTMLElement | undefined
    if (menu) await console.pick(menu, 'Preview')
    else {
      first = await console.find('button', BUTTON)
      // The default, every slot, and the selected moment.
      if (what === 'the times of a group')
        await waitFor(() => expect(named('button', BUTTON)).toHaveLength(3))
      first.focus()
      await console.user.keyboard('{Enter}')
    }
    await console.find('dialog', BUTTON)
    await waitFor(() =>
      expect(document.querySelector('[role="dialog"] [data-page] [data-widget]')).not.toBeNull(),
    )
    await console.user.keyboard('{Escape}')
    await waitFor(() => expect(named('dialog', BUTTON)).toEqual([]))
    await console.isAt(address)
    // The preview of a card has its own address: coming back opens the list again.
    if (what === 'cards') return
    const opener = first ?? (await console.find('button', menu ?? ''))
    await waitFor(() => expect(document.activeElement).toBe(opener))
  },
)
