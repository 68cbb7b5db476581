// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { fillPerson, NEW_PASSWORD } from '#test/acts.ts'
import { dialog, named, openConsole, setUpConsole } from '#test/console-window.tsx'
import { refuse } from '#test/fake-server.ts'
import { ONE_OF_EACH, user } from '#test/samples.ts'

setUpConsole()

test('G-003, G-023: a super admin creates a user with a role, an organization, and permissions', async () => {
  let users = [user]
  let isTaken = true
  const console = openConsole(
    '/app/user',
    {
      ...ONE_OF_EACH,
      'users.list': () => ({ users }),
      'users.create': ({ body }: { body: typeof user }) => {
        if (isTaken)
          return refuse(400, { message: '', errKey: 'VALIDATION', errors: { email: 'Email exists before' } })
        users = [user, { ...user, ...body, id: 'u2' }]
        return { user: users[1] }
      },
    },
    { role: '0' },
  )
  await console.press('Add user')
  const form = await dialog('Add user')
  await form.click('radio', 'Admin')
  // Admins have all permissions; the only checkbox is the invitation.
  await waitFor(() => expect(named('checkbox', /./, form.element)).toHaveLength(1))
  await form.click('radio', 'User')
  await waitFor(() => expect(named('checkbox', /./, form.element)).toHaveLength(8 + 1))
  expect(await form.find('checkbox', 'Cards')).toHaveProperty('checked', true)
  expect(await form.find('checkbox', 'Approve storyboards')).toHaveProperty('checked', false)
  await fillPerson(form)
  await form.choose(/^Organization/, 'Flower shop')
  await form.fill(/^Repeat password/, NEW_PASSWORD)
  await form.press('Save')
  await form.page().findByText('Email exists before')
  isTaken = false
  await form.fill(/^Email/, 'noor@example.com')
  await form.press('Save')
  await waitFor(() => expect(named('dialog', 'Add user')).toEqual([]))
  await console.page().findByText('noor@example.com')
  expect(console.server.named('users.create').at(-1)?.body).toMatchObject({
    role: '2',
    organizationId: 'o1',
    permissions: expect.arrayContaining(['cards']),
  })
})

test('G-003: a user is edited and deleted', async () => {
  const console = openConsole('/app/user', { ...ONE_OF_EACH, 'users.update': { user }, 'users.remove': {} })
  await console.press('Edit Mona Haddad')
  const form = await dialog(/^Edit/)
  await form.fill(/^Last name/, 'Miller')
  await form.press('Save')
  await waitFor(() =>
    expect(console.server.named('users.update')).toMatchObject([{ body: { lastName: 'Miller' } }]),
  )
  await waitFor(() => expect(named('dialog', /^Edit/)).toEqual([]))
  await console.press('Delete Mona Haddad')
  await (await dialog('DELETE')).press('DELETE')
  await waitFor(() => expect(console.server.named('users.remove')).toMatchObject([{ params: { id: 'u1' } }]))
})

test('an admin turns off the second factor that someone lost', async () => {
  const lost = { ...user, role: '2' as const, secondFactor: true }
  const console = openConsole('/app/user', {
    ...ONE_OF_EACH,
    'users.list': { users: [lost] },
    'users.resetSecondFactor': { user },
  })
  await console.press('Turn off the second factor of Mona Haddad')
  await (await dialog('Turn off the second factor')).press('Turn off the second factor')
  await waitFor(() =>
    expect(console.server.named('users.resetSecondFactor')).toMatchObject([{ params: { id: 'u1' } }]),
  )
})
