import { seriousViolations } from '#support/axe.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180"><rect width="320" height="180" fill="#123456"/><path d="M40 140 L80 40 L120 140 Z" fill="#f59e0b"/><text x="160" y="100" font-family="Arial" font-size="24" fill="white">Open today</text><rect x="10" y="10" width="20" height="20" filter="url(#a)"/><filter id="a"><feGaussianBlur stdDeviation="2"/></filter></svg>`

test('a drawing becomes shapes and texts that can be edited, and says what stays a picture', async ({
  server,
  console,
  page,
}) => {
  const { credentials } = await server.organization('Sign painter')
  await console.openAs(credentials, '#/app/layouts/design')
  const canvas = page.locator('[data-canvas]')
  const palette = page.getByRole('combobox', { name: 'Command palette' })
  // The designer's commands load after its canvas.
  await expect(async () => {
    await page.keyboard.press('Escape')
    await canvas.focus()
    await page.keyboard.press('ControlOrMeta+K')
    await palette.fill('import svg')
    await expect(page.getByRole('option', { name: /Import SVG or PDF/ })).toBeVisible({ timeout: 2000 })
  }).toPass()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Import a drawing' })
  const choosing = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose a file' }).press('Enter')
  await (await choosing).setFiles({ name: 'sign.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(SVG) })
  await expect(dialog.getByRole('status')).toContainText('Shapes: 2 · texts: 1 · pictures: 1')
  await expect(dialog.getByRole('status')).toContainText('Filters, such as blur and shadows: 1')
  expect(await seriousViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add to page' }).click()
  await expect(dialog).toBeHidden()
  const widgets = canvas.locator('[data-widget]')
  await expect(widgets).toHaveCount(4)
  await expect(canvas).toContainText('Open today')
  await expect(canvas.locator('path')).toHaveAttribute('d', /^M.*Z$/)
  await canvas.focus()
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(widgets).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+Y')
  await expect(widgets).toHaveCount(4)
})
