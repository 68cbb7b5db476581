import { readFile } from 'node:fs/promises'
import { seriousViolations } from '#support/axe.ts'
import { SUPER_ADMIN } from '#support/server.ts'
import { expect, test } from '#support/test.ts'
import { packageOf } from '#support/zip.ts'

test.use({ shared: true })

const MOVE = '#/app/settings?tab=moving'

test('an organization is exported, and imported as another one, with the keyboard', async ({
  server,
  console,
  page,
}) => {
  test.slow()
  const { credentials, api } = await server.organization('Harbor café')
  await api.media.createFolder({ body: { name: 'Summer' } })
  await console.openAs(credentials, MOVE)
  await console.button('Export').focus()
  await page.keyboard.press('Enter')
  const done = page.getByRole('list', { name: 'Exports' }).getByRole('listitem')
  await expect(done).toContainText('Done')
  expect(await seriousViolations(page)).toEqual([])
  const download = page.waitForEvent('download')
  await done.getByRole('button', { name: 'Download Harbor café' }).press('Enter')
  const archive = await readFile(await (await download).path())

  await console.openAs(SUPER_ADMIN, MOVE)
  const file = { name: 'harbor.zip', mimeType: 'application/zip', buffer: archive }
  await console.chooseFile(() => page.getByRole('button', { name: 'Exported file' }).press('Enter'), file)
  await page.getByLabel('Name of the new organization').fill('Harbor café (moved)')
  await console.button('Import').press('Enter')
  const moved = page.getByRole('list', { name: 'Imports' }).getByRole('listitem').first()
  await expect(moved).toContainText('Harbor café (moved)')
  await expect(moved).toContainText('Done')
  // Its account is here already.
  await expect(moved).toContainText(credentials.email)
  expect(await seriousViolations(page)).toEqual([])
  await console.open('#/app/organization')
  await expect(page.getByText('Harbor café (moved)').first()).toBeVisible()
})

test('a layout that Xibo exported is imported, after a look at what becomes of it', async ({
  server,
  console,
  page,
}) => {
  test.slow()
  const { credentials } = await server.organization('Pier')
  const widget = (type: string, options: Record<string, string>) => ({
    ...{ type, duration: 10, useDuration: 1, mediaIds: [], audio: [], fromDt: 0, toDt: 0 },
    widgetOptions: Object.entries(options).map(([option, value]) => ({ option, value })),
  })
  const region = (name: string, top: number, widgets: object[]) => ({
    ...{ name, top, left: 0, width: 800, height: 200, zIndex: 1 },
    regionOptions: [],
    regionPlaylist: { widgets },
  })
  const regions = [
    region('Top', 0, [widget('text', { text: '<p>Ferries today</p>' })]),
    region('Side', 300, [widget('stocks', {})]),
  ]
  const definitions = { width: 1280, height: 720, backgroundColor: '#003366', regions, drawers: [] }
  const zip = packageOf('pier.zip', {
    'layout.json': JSON.stringify({ layout: 'Pier board', layoutDefinitions: definitions }),
    'mapping.json': '[]',
  })
  await console.openAs(credentials, '#/app/layouts')
  await page.getByRole('button', { name: 'New layout' }).first().press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Import a layout' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Import a layout' })
  await console.chooseFile(() => dialog.getByRole('button', { name: 'Exported layout' }).press('Enter'), zip)
  await expect(dialog.getByRole('row', { name: /Side stocks Left out/ })).toBeVisible()
  await expect(dialog.getByLabel('Layout name')).toHaveValue('Pier board')
  expect(await seriousViolations(page, { within: '[role="dialog"]' })).toEqual([])
  await dialog.getByRole('button', { name: 'Import', exact: true }).press('Enter')
  await console.isAt(/^\/app\/layouts\/design\//)
  await expect(page.getByText('Ferries today').first()).toBeVisible()
})
