import { Secret, TOTP } from 'otpauth'
import { seriousViolations } from '#support/axe.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

test('an organization requires a second factor; its admin sets it up, and logs in with it', async ({
  server,
  console,
  page,
}) => {
  test.slow()
  const { credentials } = await server.organization('Corner bakery')
  await console.openAs(credentials, '#/app/organization')
  await page.getByRole('button', { name: 'Edit Corner bakery' }).click()
  await page.getByLabel('Require a second factor').check()
  await console.button('Save').click()

  // The admin has none either: from here on, nothing else is open.
  await console.title('Set up a second factor')
  expect(await seriousViolations(page)).toEqual([])
  const password = page.getByRole('textbox', { name: 'Current password' })
  await password.fill(credentials.password)
  await password.press('Enter')
  await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  const key = await page.getByText('Type this key instead:').locator('bdi').innerText()
  const codeIn = (seconds: number) =>
    new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({
      timestamp: Date.now() + seconds * 1000,
    })
  expect(await seriousViolations(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Code' }).fill(codeIn(0))
  await console.button('Turn on').click()
  const codes = page.getByRole('list', { name: 'Recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await console.button("I've saved them").click()
  await expect(console.row('Organizations', 'Corner bakery')).toBeVisible()

  // Logging in takes a second step: a code of the next half minute, because the last one is used.
  await console.signOut()
  await page.getByLabel('Email').fill(credentials.email)
  await page.getByLabel('Password', { exact: true }).fill(credentials.password)
  await page.keyboard.press('Enter')
  const code = page.getByRole('textbox', { name: 'Code' })
  await expect(code).toBeFocused()
  expect(await seriousViolations(page)).toEqual([])
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').first()).toContainText('This code is wrong')
  await code.fill(codeIn(30))
  await page.keyboard.press('Enter')
  await console.isAt('/app/dashboard')

  await console.open('#/app/profile')
  await expect(page.getByText('10 recovery codes left')).toBeVisible()
  await expect(page.getByText('127.0.0.1')).not.toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Turn off' })).toHaveCount(0)
})
