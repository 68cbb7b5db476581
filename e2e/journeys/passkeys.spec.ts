import { seriousViolations } from '#support/axe.ts'
import { expect, test } from '#support/test.ts'

// Browsers have no passkeys at addresses without a name.
test.use({ env: { HOST: 'localhost' } })

test('a person adds a passkey, logs in with it alone and after the password, and removes it', async ({
  server,
  console,
  page,
}) => {
  test.slow()
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...({ protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const),
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials)
    navigator.credentials.get = (options) => {
      if (options?.mediation === 'conditional') document.documentElement.dataset.offered = 'yes'
      return get(options)
    }
  })
  const { credentials } = await server.organization('Corner bakery')
  await console.openAs(credentials, '#/app/profile')
  await console.button('Add a passkey').click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Laptop')
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(credentials.password)
  expect(await seriousViolations(page)).toEqual([])
  await console.button('Continue').click()
  const list = page.getByRole('list', { name: 'Passkeys' })
  await expect(list).toContainText('Laptop')

  // This device has one already.
  await console.button('Add a passkey').click()
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(credentials.password)
  await console.button('Continue').click()
  await expect(dialog.getByRole('alert')).toContainText('already has a passkey')
  await page.keyboard.press('Escape')
  await console.open('#/app/dashboard')

  // Alone. The browser offers the passkey in the field of the email, too. The virtual one answers only requests that come
  // after it is enabled, so it is enabled after that offer, and before the button asks.
  await devTools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
  await console.signOut()
  expect(await seriousViolations(page)).toEqual([])
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.offered)).toBe('yes')
  await devTools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true })
  await console.button('Log in with a passkey').click()
  await console.isAt('/app/dashboard')

  // After the password.
  await devTools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })
  await console.signOut()
  await page.getByLabel('Email').fill(credentials.email)
  await page.getByLabel('Password', { exact: true }).fill(credentials.password)
  await page.keyboard.press('Enter')
  const confirm = console.button('Use your passkey')
  await expect(confirm).toBeFocused()
  expect(await seriousViolations(page)).toEqual([])
  await devTools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true })
  await page.keyboard.press('Enter')
  await console.isAt('/app/dashboard')

  // A person whose finger isn't recognized gets a sentence, and stays out.
  await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await console.signOut()
  await console.button('Log in with a passkey').click()
  await expect(page.getByRole('alert').first()).toContainText('No passkey was used')
  await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await console.button('Log in with a passkey').click()
  await console.isAt('/app/dashboard')

  await console.open('#/app/profile')
  await console.button('Remove Laptop').click()
  const removal = page.getByRole('dialog', { name: 'Remove the passkey' })
  await removal.getByRole('textbox', { name: 'Current password' }).fill(credentials.password)
  await removal.getByRole('button', { name: 'Remove the passkey' }).click()
  await expect(list).toHaveCount(0)
})
