// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { refreshProfile } from '#lib/session/own-profile.ts'
import { dialog, notifications, openConsole, setUpConsole } from '#test/console-window.tsx'
import { refuse } from '#test/fake-server.ts'
import { ada, ONE_OF_EACH } from '#test/samples.ts'

setUpConsole()

test.each(['/', '/auth', '/app', '/app/cards', '/nope/x', '/app/nope'])(
  'R-001 R-002 R-003 R-004 R-005 R-008: without a session %s leads to the login, and nothing is requested',
  async (address) => {
    const { router, field, server } = openConsole(address, {}, null)
    await field(/^Email/)
    expect(router.state.location.pathname).toBe('/auth/login')
    expect(server.received).toEqual([])
  },
)

test.each(['/', '/auth', '/auth/login', '/app', '/nope/x', '/app/storyboard/foo/create'])(
  'R-003 R-007 R-009 R-027: with a session %s leads to the dashboard',
  async (address) => {
    const { isAt, page } = openConsole(address, ONE_OF_EACH)
    await isAt('/app/dashboard')
    await page().findByRole('heading', { level: 1, name: 'Dashboard' })
  },
)

test('a wrong password shows an error and keeps the input', async () => {
  const { fill, press, field, page, isAt } = openConsole(
    '/auth/login',
    { 'auth.login': refuse(401, { message: '', errKey: 'LOGIN_FAILED' }) },
    null,
  )
  await fill(/^Email/, 'ada@example.com')
  await fill(/^Password/, 'wrong-1')
  await press('Log in')
  await waitFor(() =>
    expect(page().getAllByRole('alert')[0]?.textContent).toContain('Wrong email or password.'),
  )
  expect(await field(/^Email/)).toHaveProperty('value', 'ada@example.com')
  await isAt('/auth/login')
})

describe('S-004', () => {
  test('a background failure is silent, one of the screen shows a message', async () => {
    const { page, server, click } = openConsole('/app/dashboard', {
      ...ONE_OF_EACH,
      'auth.profile': refuse(500),
      'media.list': refuse(500),
    })
    await page().findByRole('heading', { level: 1, name: 'Dashboard' })
    // As `main.tsx` does when the console starts.
    await refreshProfile()
    expect(server.named('auth.profile')).toHaveLength(1)
    expect(notifications()).toEqual([])
    await click('link', 'Media library')
    await waitFor(() => expect(notifications()).toMatchObject([{ message: 'Failed to load data' }]))
  })

  test('E-027 E-029 B-023: the profile is refreshed silently, and nothing but known entries is stored', async () => {
    const { page, server } = openConsole('/app/dashboard', ONE_OF_EACH, { firstName: 'Grace' })
    await page().findByRole('heading', { level: 1, name: 'Dashboard' })
    await refreshProfile()
    expect(server.named('auth.profile')).toHaveLength(1)
    await waitFor(() =>
      expect(JSON.parse(localStorage.getItem('profile') ?? '{}').firstName).toBe(ada.firstName),
    )
    expect(notifications()).toEqual([])
    const keys = Object.keys(localStorage)
    expect(keys).toEqual(expect.arrayContaining(['profile', 'refreshToken', 'token']))
    const specified = ['token', 'refreshToken', 'profile', 'lookups', 'version', 'storyboardDraft']
    const added = ['caseDraft', 'locale', 'appearance', 'menu', 'shortcuts', 'viewAs']
    expect(keys.filter((key) => ![...specified, ...added].includes(key))).toEqual([])
  })
})

const QUESTION = 'Log out now?'

test('UPG-07: input survives a logout, and no one else gets it', async () => {
  let person = 'ada'
  const profile = () => ({ ...ada, id: person, email: `${person}@example.com` })
  const console = openConsole('/app/buildings/create', {
    ...ONE_OF_EACH,
    'auth.login': () => ({ token: 'token-2', refreshToken: 'refresh-2', profile: profile() }),
    'auth.profile': () => ({ profile: profile() }),
  })
  const logOut = async () => {
    await console.press('Log out')
    await (await dialog(QUESTION)).press('Log out')
    await console.isAt('/auth/login')
  }
  const logIn = async (name: string) => {
    person = name
    await console.fill(/^Email/, `${name}@example.com`)
    await console.fill(/^Password/, 'Sunny-days-4')
    await console.press('Log in')
    await console.isAt('/app/dashboard')
    console.router.history.push('/app/buildings/create')
  }
  const isNamed = async (name: string) =>
    waitFor(async () => expect(await console.field(/^Name/)).toHaveProperty('value', name))

  await console.fill(/^Name/, 'Shop on the corner')
  await console.press('Log out')
  await (await dialog(QUESTION)).press('Stay')
  await isNamed('Shop on the corner')
  await logOut()
  await logIn('ada')
  await isNamed('Shop on the corner')
  await console.press('Discard')
  await isNamed('')

  await console.fill(/^Name/, 'A secret plan')
  await logOut()
  await logIn('mona')
  await isNamed('')
  await waitFor(() => expect(JSON.stringify({ ...localStorage })).not.toContain('A secret plan'))
})
