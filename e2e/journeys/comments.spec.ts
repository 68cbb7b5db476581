import { seriousViolations } from '#support/axe.ts'
import { Console } from '#support/console.ts'
import { fullPage, ORANGE, picture, upload } from '#support/content.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

const REVIEWER = { email: 'reviewer@bakery.example', password: 'Bakery-1234567' }

test('two people agree about a page by comments, by the keyboard alone', async ({
  server,
  browser,
  console,
  page,
}) => {
  test.setTimeout(120_000)
  const admin = await server.organization('Corner bakery')
  const files = [await picture(browser, 'orange.jpg', ORANGE)]
  const [orange = ''] = await upload(admin, files)
  const layoutId = await fullPage(admin, 'Window', [orange])
  await admin.api.users.create({
    body: { ...REVIEWER, firstName: 'Rita', lastName: 'Reviewer', role: '2', permissions: ['layouts'] },
  })
  const panelOf = (one: typeof page) => one.getByRole('complementary', { name: 'Comments' })
  const panel = panelOf(page)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const other = new Console(await context.newPage(), server.consoleUrl)

  await test.step('one comments on the page, and mentions the other', async () => {
    await console.openAs(admin.credentials, `#/app/layouts/design/${layoutId}`)
    await page.getByRole('application').focus()
    await page.keyboard.press('c')
    await expect(panel.getByRole('textbox', { name: 'New comment' })).toBeFocused()
    await page.keyboard.type('Is this right, @Rita')
    await expect(panel.getByRole('option', { name: 'Rita Reviewer' })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.type('?')
    await page.keyboard.press('Control+Enter')
    await expect(panel.getByText('@Rita Reviewer')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Comments, 1 open' })).toBeVisible()
  })

  await test.step('the other finds it in the bell, and replies', async () => {
    await other.openAs(REVIEWER)
    await other.page.getByRole('button', { name: /^Notifications, / }).press('Enter')
    await other.page.getByRole('link', { name: /A comment on Window mentions you/ }).press('Enter')
    const reply = panelOf(other.page).getByRole('textbox', { name: 'Reply' })
    await reply.focus()
    await other.page.keyboard.type('Yes, it is.')
    await other.page.keyboard.press('Control+Enter')
    await expect(panelOf(other.page).getByText('Yes, it is.')).toBeVisible()
  })

  await test.step('on a phone, the link opens the page above its comments, and a question closes alone', async () => {
    const { page: phone } = other
    await phone.setViewportSize({ width: 390, height: 844 })
    await phone.reload()
    const preview = phone.getByRole('dialog', { name: 'Preview of Window' })
    await expect(preview.getByText('Yes, it is.')).toBeInViewport()
    await expect(preview.locator('figure [data-page]')).toBeInViewport({ ratio: 1 })
    expect(await seriousViolations(phone)).toEqual([])
    const remove = preview.getByRole('button', { name: 'Delete' })
    await remove.press('Enter')
    await expect(preview.getByRole('group', { name: 'Delete this reply?' })).toBeVisible()
    await phone.keyboard.press('Escape')
    await expect(remove).toBeFocused()
    await preview.getByRole('button', { name: 'Close comments' }).press('Enter')
    await preview.getByRole('button', { name: 'Close preview' }).press('Enter')
    await expect(preview).toBeHidden()
    // Behind the notice, nothing gets the focus.
    await expect(phone.getByRole('button', { name: /^Comments/ })).toHaveCount(1)
    await expect(phone.getByRole('button', { name: 'Save' })).toBeHidden()
    await phone.setViewportSize({ width: 1280, height: 800 })
    await phone.getByRole('button', { name: 'Comments, 1 open' }).press('Enter')
    await panelOf(phone)
      .getByRole('button', { name: /Is this right/ })
      .press('Enter')
  })

  await test.step('the first sees the reply without reloading, and resolves the comment', async () => {
    await expect(panel.getByText('Yes, it is.')).toBeVisible({ timeout: 5000 })
    await panel.getByRole('button', { name: 'Resolve' }).press('Enter')
    await expect(panel.getByText(/^Resolved by/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Comments', exact: true })).toBeVisible()
    await expect(panelOf(other.page).getByText(/^Resolved by/)).toBeVisible({ timeout: 5000 })
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(page.getByRole('application')).toBeFocused()
  })
  await context.close()
})
