// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { createOrganization, fillPerson, NEW_PASSWORD, register } from './acts.ts'
import { dialog, named, openConsole, setUpConsole } from './console-window.tsx'
import { building, ONE_OF_EACH, user as person, storyboard } from './samples.ts'

setUpConsole()

/** The names of a form's fields, in order. */
const fieldsOf = (place: Element) =>
  [...place.querySelectorAll<HTMLInputElement>('input:not([type=hidden]):not([type=date])')]
    .map((input) => (input.labels?.[0]?.textContent ?? '').replace(/ \*$/, ''))
    .filter(Boolean)
const typeOf = async (found: Promise<HTMLInputElement>) => (await found).type

async function form(address: string, add: string, role: '0' | '1' = '1') {
  const opened = openConsole(address, ONE_OF_EACH, { role })
  await opened.press(add)
  const shown = await dialog(add)
  await shown.find('button', 'Save')
  return { ...shown, opened }
}
const schedule = async () => {
  const opened = openConsole('/app/device-group/storyboard/g1', ONE_OF_EACH)
  await opened.press('Add time slot')
  return opened
}

describe('lists', () => {
  const MANY = Array.from({ length: 23 }, (_, index) => ({
    ...building,
    id: `b${index}`,
    name: `House ${String(index + 1).padStart(2, '0')}`,
  }))
  const open = (answers: object = {}, person: object = {}) =>
    openConsole('/app/buildings', { 'buildings.list': { buildings: MANY }, ...answers }, person)

  test('D-005, B-003: show ten rows a page', async () => {
    const { press } = open()
    await waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(10))
    await press(/^Page 3/)
    await waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(3))
  })
  test.each([
    ['D-006', 'Edit'],
    ['D-007', 'Delete'],
  ])('%s: each row has %s', async (_row, act) => {
    await open().find('button', `${act} House 01`)
    for (const row of document.querySelectorAll<HTMLElement>('tbody tr'))
      expect(named('button', new RegExp(`^${act} House`), row)).toHaveLength(1)
  })
  test('D-008: has a create button, with permission', async () => {
    await open().find('button', 'Add building')
  })
  test('D-008: but not without', async () => {
    const { page } = open({}, { role: '2' })
    await page().findByText('House 01')
    expect(named('button', 'Add building')).toEqual([])
    expect(named('link', 'Add building')).toEqual([])
  })
  test('X-059: says Empty if a search has no results', async () => {
    const { page } = openConsole('/app/buildings?q=nowhere', { 'buildings.list': { buildings: MANY } })
    await page().findByText(/^Empty/)
  })
})

describe('forms', () => {
  test('D-017: an organization has a name', async () => {
    const { element } = await form('/app/organization', 'Add organization', '0')
    expect(fieldsOf(element)[0]).toBe('Name')
  })
  test('D-018: a new organization has its first admin, with a hidden password', async () => {
    const { element, field } = await form('/app/organization', 'Add organization', '0')
    expect(fieldsOf(element).slice(1)).toEqual(['First name', 'Last name', 'Email', 'Password'])
    expect(await typeOf(field(/^Password/))).toBe('password')
  })
  test('D-018: the admin is sent with the organization', async () => {
    const opened = openConsole('/app/organization', ONE_OF_EACH, { role: '0' })
    await createOrganization.steps(opened)
    await waitFor(() => expect(opened.server.named('organizations.create')).toHaveLength(1))
    expect(opened.server.named('organizations.create')[0]?.body).toEqual({
      name: 'Bakery',
      adminFirstName: 'Mona',
      adminLastName: 'Haddad',
      email: 'mona@example.com',
      password: NEW_PASSWORD,
    })
  })
  test('D-019: a user has a first and a last name', async () => {
    const { element } = await form('/app/user', 'Add user')
    expect(fieldsOf(element)).toEqual(expect.arrayContaining(['First name', 'Last name']))
  })
  test('D-020: a user has a role', async () => {
    const { element } = await form('/app/user', 'Add user', '0')
    expect(fieldsOf(element)).toEqual(expect.arrayContaining(['Super admin', 'Admin', 'User']))
  })
  test('D-021: a user has an address and a hidden password', async () => {
    const { field } = await form('/app/user', 'Add user')
    expect(await typeOf(field(/^Email/))).toBe('email')
    expect(await typeOf(field(/^Password/))).toBe('password')
  })
  test('D-022: a user has permissions, which are sent', async () => {
    const { element, click, fill, press, opened } = await form('/app/user', 'Add user')
    await click('radio', 'User')
    // Eight permissions and the invitation.
    await waitFor(() => expect(named('checkbox', /./, element)).toHaveLength(8 + 1))
    await fillPerson({ fill })
    await fill(/^Repeat password/, NEW_PASSWORD)
    await click('checkbox', 'Approve storyboards')
    await press('Save')
    await waitFor(() => expect(opened.server.named('users.create')).toHaveLength(1))
    expect(opened.server.named('users.create')[0]?.body).toMatchObject({
      role: '2',
      permissions: expect.arrayContaining(['approve-storyboards', 'cards']),
    })
  })
  test('a storyboard has an idle time, which each page can override', async () => {
    const answers = {
      ...ONE_OF_EACH,
      'storyboards.get': { storyboard: { ...storyboard, idleSeconds: null } },
    }
    const { fill, press, server } = openConsole('/app/storyboard/standard/edit/s1', answers)
    await fill(/^Return after inactivity/, '60')
    await fill(/^Return from page 1 after inactivity/, '120')
    await press('Save')
    await waitFor(() => expect(server.named('storyboards.update')).toHaveLength(1))
    expect(server.named('storyboards.update')[0]?.body).toMatchObject({
      idleSeconds: 60,
      items: [{ idleSeconds: 120 }],
    })
  })
  test.each([
    ['D-023', 'Name'],
    ['D-024', 'Floor name'],
    ['D-025', 'Location'],
  ])('%s: a building has %s', async (_row, label) => {
    const { field } = openConsole('/app/buildings/create', ONE_OF_EACH)
    expect((await field(new RegExp(`^${label}`))).value).toBe('')
  })
  test.each([
    ['D-026', 'Name', '1'],
    ['D-028', 'Default storyboard', '1'],
    ['D-029', 'Organization', '0'],
  ] as const)('%s: a device group has %s', async (_row, label, role) => {
    const { element } = await form('/app/device-group', 'Add group', role)
    await waitFor(() => expect(fieldsOf(element)).toContain(label))
  })
  test('D-027: a device group has Screens', async () => {
    const { element } = await form('/app/device-group', 'Add group')
    await waitFor(() => expect(element.querySelector('fieldset')?.getAttribute('aria-label')).toBe('Screens'))
  })
  test.each([
    ['D-030', 'From'],
    ['D-031', 'To'],
    ['D-032', 'Storyboard'],
    ['D-033', 'Default storyboard'],
    ['D-034', 'Time zone'],
  ])('%s: a schedule has %s', async (_row, label) => {
    const { field } = await schedule()
    await field(new RegExp(`^${label}( \\*)?$`))
  })
  test('D-034, B-009: a schedule offers the time zones GMT-12 to GMT+12, and others', async () => {
    const { user, field } = await schedule()
    await user.click(await field(/^Time zone/))
    await waitFor(() => {
      const texts = [...document.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent)
      expect(texts.filter((text) => /^GMT[+-]\d+$/.test(text ?? ''))).toHaveLength(25)
    })
  })
  test('V-045: times are formatted like 09:30 AM', async () => {
    const { fill, user, field } = await schedule()
    await fill(/^From/, '9:30')
    await user.tab()
    await waitFor(async () => expect((await field(/^From/)).value).toBe('09:30 AM'))
  })
  test('V-021, V-020: a time before the start shows an error at its field', async () => {
    const { fill, user, page } = await schedule()
    await fill(/^From/, '05:00 PM')
    await fill(/^To/, '09:00 AM')
    await user.tab()
    await page().findByText('Selected time must be after From field')
  })
  test('V-044: dates are formatted like 2031-01-31', async () => {
    const { press } = openConsole('/app/licence', ONE_OF_EACH, { role: '0' })
    await press('Edit L-2026')
    const { field } = await dialog(/^Edit/)
    expect((await field(/^Expiration date/)).value).toBe('2031-01-31')
  })
})

describe('checking', () => {
  const open = () => openConsole('/app/buildings/create', ONE_OF_EACH)
  const save = async ({ find }: { find: ReturnType<typeof open>['find'] }) =>
    (await find('button', 'Save')) as HTMLButtonElement
  test('V-001: shows no error before a field was blurred', async () => {
    const { field, user, page } = open()
    await user.click(await field(/^Name/))
    expect(page().queryByText('Name is required')).toBeNull()
    await user.tab()
    await page().findByText('Name is required')
    expect(page().queryByText('Location is required')).toBeNull()
  })
  test('V-002: shows a field’s first error right below it', async () => {
    const { field, user } = open()
    const input = await field(/^Name/)
    await user.click(input)
    await user.tab()
    await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
    const below = (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id))
    expect(below.map((one) => one?.textContent).filter(Boolean)).toEqual(['Name is required'])
  })
  test('V-003: a form can be submitted once it has no error', async () => {
    const opened = open()
    expect((await save(opened)).disabled).toBe(true)
    await opened.fill(/^Name/, 'Tower')
    await opened.fill(/^Location/, 'Amman')
    expect((await save(opened)).disabled).toBe(true)
    await opened.fill(/^Floor name/, 'Ground')
    await waitFor(async () => expect((await save(opened)).disabled).toBe(false))
  })
  test('V-014, V-015: different passwords show an error, and nothing is sent', async () => {
    const opened = openConsole('/auth/register', {}, null)
    await opened.fill(/^Password/, NEW_PASSWORD)
    await opened.fill(/^Repeat password/, 'Sunny-days-5')
    await opened.user.tab()
    await opened.page().findByText('Please make sure your passwords match')
    expect(((await opened.find('button', 'Create account')) as HTMLButtonElement).disabled).toBe(true)
    await opened.fill(/^Repeat password/, NEW_PASSWORD)
    await waitFor(() => expect(opened.page().queryByText('Please make sure your passwords match')).toBeNull())
    expect(opened.server.named(register.call)).toEqual([])
  })
  test('V-022, V-023: a name that exists shows an error', async () => {
    const { press, find } = openConsole('/app/media-library', ONE_OF_EACH)
    await find('link', /^Summer/)
    await press('Create Folder')
    const { fill, user, page } = await dialog('Create')
    await fill(/^Folder Name/, 'summer')
    await user.tab()
    await page().findByText('Folder Name exists before')
  })
})

describe('names are truncated', () => {
  const LONG = 'ABCDEFGHIJKLMNOPQRST'
  test.each([
    ['B-017', 'folders', 'ABCDEFGH…'],
    ['B-018', 'media', 'ABCDEFGHIJKLMNO…'],
  ])('%s: from %s to %s', async (_row, kind, shown) => {
    const library = ONE_OF_EACH['media.list'].media
    const media = kind === 'media' ? [{ ...library.media[0], name: LONG }] : []
    const folders = kind === 'folders' ? [{ ...library.folders[0], name: LONG }] : []
    const { page } = openConsole('/app/media-library', { 'media.list': { media: { media, folders } } })
    expect((await page().findByText(shown)).closest('[title]')?.getAttribute('title') ?? LONG).toBe(LONG)
  })
})

test('G-023: an account has one of three roles', async () => {
  const { element } = await form('/app/user', 'Add user', '0')
  expect(fieldsOf(element).filter((name) => /admin$|^Admin$|^User$/.test(name))).toEqual([
    'Super admin',
    'Admin',
    'User',
  ])
  expect(person.role).toBe('2')
})

test.each([
  [false, true],
  [true, false],
])('the invitation says who passes on its link, if the server sends email: %s', async (sendsEmail, says) => {
  const opened = openConsole('/app/user', ONE_OF_EACH, { sendsEmail })
  await opened.press('Add user')
  const { find, element } = await dialog('Add user')
  await find('checkbox', /^Send an invitation by email/)
  expect(element.textContent?.includes('pass on the link from the outbox')).toBe(says)
})

test('a new user is invited instead of getting a password from the admin', async () => {
  const { click, fill, press, element, opened } = await form('/app/user', 'Add user')
  for (const [label, text] of [
    [/^First name/, 'Ada'],
    [/^Last name/, 'Lund'],
    [/^Email/, 'ada@acme.test'],
  ] as const)
    await fill(label, text)
  await click('checkbox', /^Send an invitation by email/)
  await waitFor(() => expect(fieldsOf(element)).not.toContain('Password'))
  await press('Save')
  await waitFor(() => expect(opened.server.named('users.create')).toHaveLength(1))
  expect(opened.server.named('users.create')[0]?.body).toMatchObject({
    invite: true,
    password: expect.stringMatching(/^(\w{5}-){3}\w{5}$/),
  })
})
