import { seriousViolations } from '#support/axe.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

test('an admin creates an API key with the keyboard, a program uses it, and revoking it ends it', async ({
  server,
  console,
  page,
}) => {
  test.slow()
  const { credentials } = await server.organization('Corner bakery')
  await console.openAs(credentials, '#/app/settings?tab=keys')
  await expect(page.getByText('No API keys yet')).toBeVisible()

  await console.button('Create API key').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Deploy')
  await dialog.getByLabel('Media').focus()
  await page.keyboard.press('Space')
  expect(await seriousViolations(page, { within: '[role="dialog"]' })).toEqual([])
  await dialog.getByLabel('Name').press('Enter')

  const field = dialog.getByLabel('API key', { exact: true })
  await expect(field).toBeFocused()
  const secret = await field.inputValue()
  expect(secret).toMatch(/^vtr_/)
  await dialog.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText(secret)

  const program = server.as(secret)
  await program.api.media.createFolder({ body: { name: 'From the pipeline' } })
  await page.reload()
  const entry = page.getByRole('listitem').filter({ hasText: 'Deploy' })
  await expect(entry).toContainText('Last used this minute from')
  expect(await seriousViolations(page)).toEqual([])

  await entry.getByRole('button', { name: 'Revoke Deploy' }).press('Enter')
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).press('Enter')
  await expect(entry).toContainText('Revoked')
  await expect(program.api.media.list({ query: {} })).rejects.toThrow('401')
})
