// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { type Action, newAction } from '@vitrine/contract/fields/actions'
import { describe, expect, test } from 'vitest'
import { dialog, named, setUpConsole } from './console-window.tsx'
import { openFields } from './open-fields.tsx'

setUpConsole()

const STORY: Action = {
  ...newAction('SYSTEM'),
  verb: 'LOAD_STORYBOARD',
  target: '10.0.0.5',
  props: { storyboardId: 's1', storyboardName: 'Lunch' },
}
const ORDER: Action = { ...newAction('APPLICATION'), verb: 'LOAD_LAYOUT_BY_ORDER', props: { layoutOrder: 0 } }
const NAME: Action = {
  ...newAction('APPLICATION'),
  verb: 'LOAD_LAYOUT_BY_NAME',
  props: { layoutName: 'Second' },
}
const MEDIUM: Action = {
  ...newAction('LAYOUT'),
  verb: 'LOAD_MEDIA_BY_ORDER',
  props: { layoutId: '', layoutName: 'This page', mediaZoneId: 'z1', mediaOrder: 2 },
}

function launcher(stored: readonly Action[] = []) {
  const form = openFields({ actions: { type: 'actions', label: 'Actions' } }, { actions: stored })
  return { ...form, actions: () => form.values().actions as Action[] }
}
async function openList(stored: readonly Action[] = []) {
  const form = launcher(stored)
  await form.press(/^Add (More )?Actions/)
  const list = await dialog('Actions')
  const rows = () => [...list.element.querySelectorAll('li')].map(({ textContent }) => textContent ?? '')
  return { ...list, rows, form }
}
async function openForm(type?: 'System' | 'Application' | 'Layout', verb?: string) {
  const list = await openList()
  await list.press('Add Action')
  if (type) await list.click('radio', new RegExp(`^${type}`))
  if (verb) await list.choose(/^Function/, verb)
  return list
}
/** The options of a select. */
const options = (select: HTMLElement) =>
  [
    ...(document
      .getElementById(select.getAttribute('aria-controls') ?? '')
      ?.querySelectorAll('[role="option"]') ?? []),
  ].map(({ textContent }) => textContent)
const labels = (place: HTMLElement) =>
  [...place.querySelectorAll<HTMLInputElement>('form input:not([type=radio])')]
    .map((input) => input.labels?.[0]?.textContent?.replace(' *', ''))
    .filter(Boolean)

describe('the launcher', () => {
  test('A-017: reads Add Actions without actions', async () => {
    expect((await launcher().find('button', /Actions/)).textContent).toBe('Add Actions')
  })
  test('A-018: reads Add More Actions with actions', async () => {
    expect((await launcher([STORY]).find('button', /Actions/)).textContent).toContain('Add More Actions')
  })
  test('A-019: counts them', async () => {
    expect((await launcher([STORY, ORDER]).find('button', /Actions/)).textContent).toBe('Add More Actions2')
  })
  test('I-011: opens the dialog', async () => {
    const { element } = await openList()
    expect(element.textContent).toContain('Add Action')
  })
})

describe('the list', () => {
  test('A-001: has a row for each action', async () => {
    expect((await openList([STORY, ORDER])).rows()).toHaveLength(2)
  })
  test.each([
    ['A-002', STORY, 'Click or touch'],
    ['A-003', STORY, 'System'],
    ['A-003', ORDER, 'Application'],
    ['A-003', MEDIUM, 'Layout'],
    ['A-004', STORY, 'Load storyboard'],
    ['A-004', MEDIUM, 'Load media by order'],
    ['A-005', STORY, '10.0.0.5'],
    ['A-005', ORDER, 'Action source device'],
    ['A-006', STORY, 'Play storyboard “Lunch”'],
    ['A-007', STORY, 'Lunch'],
    ['A-008', NAME, 'Second'],
    ['A-009', ORDER, 'Go to layout 1'],
    ['A-010', MEDIUM, 'Big zone'],
    ['A-011', MEDIUM, 'Show 3 in'],
  ] as const)('%s: %j reads %s', async (_row, action, words) => {
    expect((await openList([action])).rows()[0]).toContain(words)
  })
  test('A-012: an action is edited in a form that has its values', async () => {
    const { press, field } = await openList([ORDER])
    await press('Edit action 1')
    expect((await field(/^Layout order/)).value).toBe('1')
  })
  test('A-013: an action can be deleted', async () => {
    const { press, rows, form } = await openList([STORY, ORDER])
    await press('Delete action 1')
    await waitFor(() => expect(rows()).toHaveLength(1))
    await press('Save')
    expect(form.actions()).toEqual([ORDER])
  })
  test('A-014: Add Action opens an empty form', async () => {
    const { element, press } = await openList([STORY])
    expect((await (await openList()).find('button', 'Add Action')).textContent).toBe('Add Action')
    await press('Add Action')
    const radios = [...element.querySelectorAll<HTMLInputElement>('form input[type=radio]')]
    expect(radios.map(({ checked }) => checked)).toEqual([false, false, false])
  })
  test('A-015: Save keeps the list', async () => {
    const { press, form } = await openList([STORY, ORDER])
    await press('Delete action 1')
    await press('Save')
    await waitFor(() => expect(form.actions()).toEqual([ORDER]))
  })
  test('A-015: closing it without Save keeps the old value', async () => {
    const { press, form } = await openList([STORY, ORDER])
    await press('Delete action 1')
    await press('Cancel')
    expect(form.actions()).toEqual([STORY, ORDER])
  })
  test('A-016: says that there are no actions', async () => {
    ;(await openList()).page().getByText('No action has been added yet!')
  })
  test('A-048: editing replaces an action in place', async () => {
    const { press, fill, rows } = await openList([STORY, ORDER, NAME])
    await press('Edit action 2')
    await fill(/^Layout order/, '7')
    await press('Apply')
    await waitFor(() => expect(rows()[1]).toContain('Go to layout 7'))
    expect(rows()).toHaveLength(3)
    expect(rows()[2]).toContain('Second')
  })
  test('A-049: adding appends an action', async () => {
    const { press, click, choose, rows } = await openList([STORY, ORDER])
    await press('Add Action')
    await click('radio', /^Application/)
    await choose(/^Function/, 'Load next layout')
    await press('Add')
    await waitFor(() => expect(rows()).toHaveLength(3))
    expect(rows()[2]).toContain('Go to the next layout')
  })
})

describe('the form', () => {
  test('A-020, V-027: asks for one of three types', async () => {
    const { element, find } = await openForm()
    const group = element.querySelector('[role="radiogroup"]')
    const types = [...(group?.querySelectorAll<HTMLInputElement>('input') ?? [])]
    expect(types.map((input) => input.labels?.[0]?.textContent)).toEqual(['System', 'Application', 'Layout'])
    expect(((await find('button', 'Add')) as HTMLButtonElement).disabled).toBe(true)
  })
  test('A-021: is for the touched device or another one', async () => {
    const { find } = await openForm('System')
    expect(((await find('radio', 'Action source device')) as HTMLInputElement).checked).toBe(true)
    expect(((await find('radio', 'Another device')) as HTMLInputElement).checked).toBe(false)
  })
  test('A-022: another device has an address', async () => {
    const { element, click, field } = await openForm('System')
    expect(labels(element)).not.toContain('Device IP')
    await click('radio', 'Another device')
    await field(/^Device IP/)
    await click('radio', 'Action source device')
    await waitFor(() => expect(labels(element)).not.toContain('Device IP'))
  })
  test('A-023: My Devices lists every device', async () => {
    const { click, press } = await openForm('System')
    await click('radio', 'Another device')
    await press('My Devices')
    await waitFor(() =>
      expect(named('menuitem', /./).map(({ textContent }) => textContent)).toEqual([
        expect.stringContaining('Lobby screen'),
        expect.stringContaining('Door screen'),
      ]),
    )
  })
  test('A-024: a device of My Devices fills in its id', async () => {
    const { click, pick, field } = await openForm('System')
    await click('radio', 'Another device')
    await pick('My Devices', /^Door screen/)
    await waitFor(async () => expect((await field(/^Device IP/)).value).toBe('device-2'))
  })
  test.each([
    ['System', 'Load storyboard', ['Function', 'Storyboard']],
    ['Application', 'Load layout by order', ['Function', 'Layout order']],
    ['Application', 'Load layout by name', ['Function', 'Layout name']],
    ['Layout', 'Load media by order', ['Function', 'Layout', 'Media zone', 'Media order']],
    ['Layout', 'Load next media', ['Function', 'Layout', 'Media zone']],
  ] as const)('A-025: %s, %s has its fields', async (type, verb, expected) => {
    const { element } = await openForm(type, verb)
    await waitFor(() => expect(labels(element)).toEqual(expected))
  })
  test.each([
    ['A-030', 'System', ['Load storyboard']],
    [
      'A-032, A-033, A-034, A-035',
      'Application',
      ['Load next layout', 'Load previous layout', 'Load layout by order', 'Load layout by name'],
    ],
    ['A-038, A-039, A-040', 'Layout', ['Load next media', 'Load previous media', 'Load media by order']],
  ] as const)('%s: the functions of %s', async (_rows, type, expected) => {
    const { user, field } = await openForm(type)
    const select = await field(/^Function/)
    await user.click(select)
    await waitFor(() => expect(options(select)).toEqual(expected))
  })
  test('A-043: media zones are those of the chosen layout', async () => {
    const { user, field, choose } = await openForm('Layout', 'Load next media')
    await user.click(await field(/^Media zone/))
    await waitFor(async () => expect(options(await field(/^Media zone/))).toEqual(['Big zone', 'Empty zone']))
    await choose(/^Layout \*/, 'Second')
    await user.click(await field(/^Media zone/))
    await waitFor(async () => expect(options(await field(/^Media zone/))).toEqual(['Zone elsewhere']))
  })
  test('A-044, A-045: the orders are the entries of the zone, numbered from 1', async () => {
    const { user, field, choose } = await openForm('Layout', 'Load media by order')
    await choose(/^Media zone/, 'Big zone')
    const select = await field(/^Media order/)
    await user.click(select)
    await waitFor(() =>
      expect(options(select)).toEqual(['1 · Bread.png', '2 · A film of the summer.mp4', '3 · Bread.png']),
    )
  })
  test('A-046: changing the type starts over', async () => {
    const { click, choose, fill, field, element } = await openForm('System', 'Load storyboard')
    await click('radio', 'Another device')
    await fill(/^Device IP/, '10.0.0.7')
    await choose(/^Storyboard/, 'Lunch')
    await click('radio', /^Layout/)
    await waitFor(() => expect(labels(element)).toEqual(['Function']))
    expect((await field(/^Function/)).value).toBe('')
  })
  test('A-047: the target follows stored data', async () => {
    const { press, find } = await openList([STORY, ORDER])
    await press('Edit action 1')
    expect(((await find('radio', 'Another device')) as HTMLInputElement).checked).toBe(true)
    await press('Back')
    await press('Edit action 2')
    await waitFor(async () =>
      expect(((await find('radio', 'Action source device')) as HTMLInputElement).checked).toBe(true),
    )
  })
  test('V-026, V-029: an invalid address shows an error, and the action can’t be added', async () => {
    const { click, choose, fill, user, page, find } = await openForm('System')
    await choose(/^Storyboard/, 'Lunch')
    await click('radio', 'Another device')
    await fill(/^Device IP/, 'abc')
    await user.tab()
    await page().findByText('Please type valid IP address')
    expect(((await find('button', 'Add')) as HTMLButtonElement).disabled).toBe(true)
  })
  test('V-048, V-049: a zone without media is not a valid target of a go-to-slide action', async () => {
    const { choose, page, find } = await openForm('Layout', 'Load media by order')
    await choose(/^Media zone/, 'Empty zone')
    await page().findByText('Please select media in the selected media zone')
    expect(((await find('button', 'Add')) as HTMLButtonElement).disabled).toBe(true)
  })
})
