// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { session } from '#lib/session/session.ts'
import * as acts from './acts.ts'
import { dialog, expectNotification, openConsole, setUpConsole } from './console-window.tsx'
import { refuse } from './fake-server.ts'
import { ONE_OF_EACH } from './samples.ts'

setUpConsole()

const open = ({ address, role = '1' }: acts.Act, answers: object = {}) =>
  openConsole(address, { ...ONE_OF_EACH, ...answers }, role && { role })

const AFTERWARDS: readonly (readonly [row: string, what: string, act: acts.Act, address: string])[] = [
  ['N-019', 'registering', acts.register, '/auth/login'],
  ['N-020', 'asking for a new password', acts.sendReset, '/auth/login'],
  ['N-022', 'setting a new password', acts.verifyReset, '/auth/login'],
  ['N-024', 'logging in', acts.logIn, '/app/dashboard'],
  ['N-026', 'creating a card', acts.createCard, '/app/cards'],
  ['N-027', 'updating a card', acts.updateCard, '/app/cards'],
  ['N-028', 'creating a template', acts.createTemplate, '/app/cards'],
  ['N-029', 'updating a template', acts.updateTemplate, '/app/cards'],
  ['N-030', 'deleting a card', acts.deletesFromMenu('cards.remove', '/app/cards', 'Bread'), '/app/cards'],
  [
    'N-031',
    'updating a card with a way back',
    { ...acts.updateCard, address: '/app/cards/edit/c1?redirect=/app/storyboard/designed/create&version=7' },
    '/app/storyboard/designed/create?version=7',
  ],
  ['N-032', 'creating a building', acts.createBuilding, '/app/buildings'],
  ['N-033', 'updating a building', acts.updateBuilding, '/app/buildings'],
  [
    'N-034',
    'deleting a building',
    acts.deletes('buildings.remove', '/app/buildings', 'Tower'),
    '/app/buildings',
  ],
  ['N-035', 'updating a media item', acts.updateMedia, '/app/media-library'],
  ['N-036', 'creating a storyboard', acts.createStoryboard, '/app/storyboard'],
  ['N-037', 'updating a storyboard', acts.updateStoryboard, '/app/storyboard'],
  [
    'N-038',
    'deleting a storyboard',
    acts.deletes('storyboards.remove', '/app/storyboard', 'Lunch'),
    '/app/storyboard',
  ],
  ['N-040', 'saving a schedule', acts.saveSchedule, '/app/device-group'],
]

describe('afterwards the console is at', () => {
  test.each(AFTERWARDS)('%s: %s leads to its URL', async (_row, _what, act, address) => {
    const console = open(act)
    await act.steps(console)
    await waitFor(() => expect(console.server.named(act.call)).toHaveLength(1))
    await console.isAt(address)
  })

  test('N-021, X-024, X-057, S-002, S-003: logging out leads to the login with a message, and deletes the session', async () => {
    const { press, isAt, server } = openConsole('/app/profile')
    expect(localStorage.getItem('token')).toBe('token-1')
    await press('Log out')
    await isAt('/auth/login')
    await expectNotification({ kind: 'positive', title: 'Done Successfully', message: 'Logout Successfully' })
    expect(server.named('auth.logout')).toHaveLength(1)
    for (const key of ['token', 'refreshToken', 'profile']) expect(localStorage.getItem(key)).toBeNull()
  })

  test('N-023, X-055, S-009: an expired session leads to the login with its message', async () => {
    const { isAt, page } = openConsole('/app/buildings', {
      'buildings.list': refuse(401),
      'auth.refresh': refuse(401),
    })
    await isAt('/auth/login')
    await expectNotification({ kind: 'negative', title: 'Error', message: 'Session Expired' })
    await waitFor(() => expect(page().getAllByText('Session Expired')).toHaveLength(2))
  })

  test.each([
    ['opened from a link', null],
    ['whose session expired', {}],
  ])('N-024: after a login, a screen %s is one click away from the dashboard', async (_what, person) => {
    const console = openConsole('/app/buildings?q=tower', ONE_OF_EACH, person)
    if (person) {
      await console.isAt('/app/buildings?q=tower')
      session.end('expired')
    }
    await console.isAt('/auth/login')
    await acts.logIn.steps(console)
    await console.isAt('/app/dashboard')
    await console.press('Back to your page')
    await console.isAt('/app/buildings?q=tower')
  })

  test.each([
    ['creating', acts.createGroup],
    ['editing', acts.edits('deviceGroups.update', '/app/device-group', 'Shop front', /^Name/)],
  ])('N-041: %s a group in the list closes its dialog and stays there', async (_what, act) => {
    const console = open(act)
    const { isAt, page, server } = console
    await act.steps(console)
    await waitFor(() => expect(server.named(act.call)).toHaveLength(1))
    await waitFor(() => expect(page().queryByRole('dialog')).toBeNull())
    await isAt('/app/device-group')
    await waitFor(() => expect(server.named('deviceGroups.list').length).toBeGreaterThan(1))
  })

  test('N-042: the verification removes its code from the URL and sends it once', async () => {
    const { isAt, server, page } = openConsole('/auth/verify-email?code=abc', {}, null)
    await isAt('/auth/verify-email')
    await page().findByRole('link', { name: 'Go to login' })
    expect(server.named('auth.verifyEmail').map(({ params }) => params)).toEqual([{ code: 'abc' }])
  })
})

describe('deleting', () => {
  const remove = acts.deletes('buildings.remove', '/app/buildings', 'Tower')
  const asked = async () => {
    const console = open(remove)
    await console.press('Delete Tower')
    return { ...console, question: await dialog('DELETE') }
  }

  test('V-004: sends nothing before the confirmation', async () => {
    const { server, question } = await asked()
    expect(question.element.textContent).toContain('Tower')
    expect(server.named(remove.call)).toEqual([])
  })
  test('D-001: the confirmation is titled DELETE', async () => {
    const { question } = await asked()
    expect(question.page().getByRole('heading').textContent).toBe('DELETE')
  })
  test('D-002: it asks whether the user is sure', async () => {
    const { question } = await asked()
    question.page().getByText('Are you sure you want to delete this item?')
  })
  test('D-003: CLOSE closes it without deleting', async () => {
    const { page, server, question } = await asked()
    await question.press('CLOSE')
    await waitFor(() => expect(page().queryByRole('dialog')).toBeNull())
    expect(server.named(remove.call)).toEqual([])
  })
  test('D-004: DELETE deletes with one call', async () => {
    const { page, server, question } = await asked()
    await question.press('DELETE')
    await waitFor(() => expect(page().queryByRole('dialog')).toBeNull())
    expect(server.named(remove.call).map(({ params }) => params)).toEqual([{ id: 'b1' }])
  })
})

describe('what an address says that its page does not know', () => {
  test.each([
    '/app/devices?view',
    '/app/devices?view=nothing',
    '/app/devices?only=&tag=',
    '/app/buildings?nonsense=1',
    '/app/settings?tab=nothing',
    '/app/dashboard?x',
  ])('%s: leaves it', async (address) => {
    const { isAt } = openConsole(address, ONE_OF_EACH)
    await isAt(address.split('?')[0] ?? '')
  })
})
