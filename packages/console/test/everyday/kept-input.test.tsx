// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { CaseReply, SupportCase } from '@vitrine/contract/api/operations/cases'
import { describe, expect, test } from 'vitest'
import { queries } from '#lib/query.ts'
import { createBuilding } from '#test/acts.ts'
import {
  type Console,
  dialog,
  expectNotification,
  named,
  notifications,
  openConsole,
  setUpConsole,
} from '#test/console-window.tsx'
import { refuse } from '#test/fake-server.ts'
import { building, ONE_OF_EACH, sample } from '#test/samples.ts'

setUpConsole()

const QUESTION = 'Leave without saving?'

/** A response that comes when the test sends it. */
function later() {
  let send = (_answer: unknown) => {}
  const answer = new Promise((resolve) => {
    send = resolve
  })
  return { answer: () => answer, send: (given: unknown) => send(given) }
}

describe('leaving during a save', () => {
  test('asks first, because the save may fail; staying keeps the input', async () => {
    const { answer, send } = later()
    const console = openConsole('/app/buildings/create', { ...ONE_OF_EACH, 'buildings.create': answer })
    await createBuilding.steps(console)
    await waitFor(() => expect(console.server.named('buildings.create')).toHaveLength(1))
    await console.click('link', 'Cards')
    await (await dialog(QUESTION)).press('Stay')
    send(refuse(500))
    await expectNotification({ kind: 'negative', title: 'Error', message: 'Failed to create new Building' })
    expect(await console.field(/^Location/)).toHaveProperty('value', 'Amman')
    expect(console.router.state.location.pathname).toBe('/app/buildings/create')
  })

  test('of a dialog asks, too; a save that finished in the meantime closes both', async () => {
    const { answer, send } = later()
    const console = openConsole('/app/device-group', { ...ONE_OF_EACH, 'deviceGroups.create': answer })
    await console.press('Add group')
    const form = await dialog('Add group')
    await form.fill(/^Name/, 'Shop windows')
    await form.press('Save')
    await waitFor(() => expect(console.server.named('deviceGroups.create')).toHaveLength(1))
    await console.user.keyboard('{Escape}')
    await waitFor(() => expect(document.querySelector('[role="alertdialog"]')).not.toBeNull())
    send({})
    await waitFor(() => expect(named('dialog', 'Add group')).toEqual([]))
    expect(document.querySelector('[role="alertdialog"]')).toBeNull()
  })
})

test('another tab of the settings is left like another screen: it asks about unsaved input', async () => {
  const console = openConsole('/app/settings?tab=kiosk', ONE_OF_EACH)
  await console.fill(/^Origin/, 'https://intranet.example.org')
  await console.click('link', 'Keyboard')
  await (await dialog(QUESTION)).press('Stay')
  expect(await console.field(/^Origin/)).toHaveProperty('value', 'https://intranet.example.org')
})

test('a floor that becomes several keeps its id, and with it its screens', async () => {
  const console = openConsole('/app/buildings/edit/b1', ONE_OF_EACH)
  await console.fill(/^Floor name/, 'G, 1')
  await console.press('Add these 2 floors')
  await console.press('Save')
  await waitFor(() => expect(console.server.named('buildings.update')).toHaveLength(1))
  const [kept, added] = [{ id: building.floors[0]?.id, name: 'G' }, { name: '1' }]
  expect(console.server.named('buildings.update')).toMatchObject([{ body: { floors: [kept, added] } }])
  expect(console.server.named('buildings.update')).not.toMatchObject([
    { body: { floors: [kept, { id: expect.anything() }] } },
  ])
})

test('a bulk change that fails for every item reports no success', async () => {
  const refused = [{ id: 'm1', errKey: 'USED_IN_CARD', message: 'used' }]
  const console = openConsole('/app/media-library', {
    ...ONE_OF_EACH,
    'media.removeMany': { done: [], refused },
  })
  await console.press('Select')
  await console.click('checkbox', 'shop.png')
  await console.press('Delete')
  await (await dialog('DELETE')).press('DELETE')
  await console.page().findByText(/shop\.png wasn't changed/)
  expect(notifications().filter(({ kind }) => kind === 'positive')).toEqual([])
})

test('a reply can be written while another one arrives, and a sent one is not a draft', async () => {
  const asked = sample(SupportCase, { id: 'k1', subject: 'The lobby is black', text: 'Since this morning' })
  let cases = [asked]
  const say = (text: string) => {
    const reply = sample(CaseReply, { id: text, text, author: 'Ada Lund' })
    cases = cases.map((one) => ({ ...one, replies: [...one.replies, reply] }))
    return { case: cases[0] }
  }
  const console = openConsole('/app/open-case', {
    'cases.list': () => ({ cases: cases.map((one) => ({ ...one, replyCount: one.replies.length })) }),
    'cases.get': () => ({ case: cases[0] }),
    'cases.reply': ({ body }: { body: { text: string } }) => say(body.text),
  })
  await console.press('The lobby is black')
  const thread = await dialog('The lobby is black')
  const reply = () => thread.field(/^Reply/)
  await thread.fill(/^Reply/, 'I turned it off and')
  say('Is it plugged in?')
  await queries.invalidateQueries({ queryKey: ['cases'] })
  await thread.page().findByText('Is it plugged in?')
  expect(await reply()).toHaveProperty('value', 'I turned it off and')
  await thread.press('Close case')
  await waitFor(() => expect(document.querySelector('[role="alertdialog"]')).not.toBeNull())
  await console.press('Stay')
  await thread.press('Send')
  await waitFor(async () => expect(await reply()).toHaveProperty('value', ''))
  await waitFor(() => expect(thread.element.textContent).toContain('I turned it off and'))
  await thread.press('Close')
  await waitFor(() => expect(named('dialog', /./)).toEqual([]))
})

/** Logs out with unsaved input, and in again. */
async function comeBack(console: Console, address: string) {
  await console.press('Log out')
  await (await dialog('Log out now?')).press('Log out')
  await console.isAt('/auth/login')
  await console.fill(/^Email/, 'ada@example.com')
  await console.fill(/^Password/, 'Sunny-days-4')
  await console.press('Log in')
  await console.isAt('/app/dashboard')
  console.router.history.push(address)
}

test('input on a record is restored over a newer version, and saving says that someone else saved', async () => {
  let saved = { ...building, version: 1 }
  const console = openConsole('/app/buildings/edit/b1', {
    ...ONE_OF_EACH,
    'buildings.get': () => ({ building: saved }),
    'buildings.update': ({ body }: { body: { version: number } }) =>
      body.version < saved.version ? refuse(409, { message: '', errKey: 'CONFLICT' }) : { building: saved },
  })
  await console.fill(/^Location/, 'Zarqa')
  saved = { ...saved, name: 'Bakery', version: 2 }
  await comeBack(console, '/app/buildings/edit/b1')
  await waitFor(() => expect(document.body.textContent).toContain('We restored your unsaved changes'))
  expect(await console.field(/^Location/)).toHaveProperty('value', 'Zarqa')
  await console.press('Save')
  await waitFor(() =>
    expect(
      [...document.querySelectorAll('[role="alert"]')].some(({ textContent }) =>
        textContent?.includes('while you were editing'),
      ),
    ).toBe(true),
  )
  expect(console.server.named('buildings.update')).toMatchObject([
    { body: { location: 'Zarqa', version: 1 } },
  ])
})
