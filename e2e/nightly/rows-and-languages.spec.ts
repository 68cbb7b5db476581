import { fullPage, storyboard, upload } from '#support/content.ts'
import { frameOf } from '#support/packages.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

const CSV = [
  'Dish;Text;Price;Sold out;Target',
  'Tomato soup;with bread;4,50 €;yes;5',
  'Lentil rice;;12,00 €;no;10',
  'Espresso;;2,10 €;;3',
].join('\n')
const RULES = {
  rules: [
    { column: 'Sold out', by: 'text', operator: 'is', value: 'yes', look: { isStruck: true, isDim: true } },
    {
      column: 'Price',
      by: 'number',
      operator: 'less',
      value: '',
      other: 'Target',
      look: { color: '#e5484d' },
    },
  ],
  sort: [{ column: 'Price', by: 'number', descending: true }],
}
const text = (id: string, y: number, height: number, inputs: Record<string, unknown>) => ({
  widget: {
    ...{ id, type: 'text', name: id, zIndex: 1, width: 1600, height },
    transform: `translate(160px, ${y}px)`,
  },
  inputs: Object.entries({
    fontSettings: { isBold: true, isItalic: false, alignment: 'left', font: 'IBM Plex Sans', size: 72 },
    ...inputs,
  }).map(([name, value]) => ({ name: `${id}-${name}`, value })),
})

test('a screen applies rules to rows of lists and tables, and shows a page in its languages', async ({
  server,
  openScreen,
  page,
}) => {
  const admin = await server.organization('Rows')
  const content = Buffer.from(CSV).toString('base64')
  await admin.api.sources.create({
    body: { name: 'Menu', kind: 'csv', every: 60, file: { name: 'menu.csv', content } } as never,
  })
  const parts = [
    text('title', 80, 140, { text: 'Welcome' }),
    text('list', 260, 740, { source: 'Menu', rules: RULES }),
  ]
  const { layout } = await admin.api.layouts.create({
    body: {
      ...{ name: 'Menu', width: 1920, height: 1080 },
      widgets: parts.map(({ widget }) => widget),
      config: {
        background: '#101820',
        inputs: parts.flatMap(({ inputs }) => inputs),
        languages: {
          ...{ own: 'en', every: 3, mirror: true },
          others: [{ language: 'ar', texts: [{ of: 'Welcome', to: 'مرحبا' }] }],
        },
      },
    } as never,
  })
  const made = await storyboard(admin, 'Menu', [layout.id])
  const screen = await openScreen()
  const deviceId = await screen.connect(admin, 'Counter')
  const show = (storyboardId: string) =>
    admin.api.devices.switchStory({ params: { id: deviceId }, body: { storyboardId } })
  await show(made)

  const rows = screen.page.locator('[data-row]')
  await expect(rows).toHaveText([/Lentil rice/, /Tomato soup/, /Espresso/])
  const style = (index: number, name: string) =>
    rows
      .nth(index)
      .locator('[dir="auto"]')
      .first()
      .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name)
  expect(await style(0, 'text-decoration-line')).toBe('none')
  expect(await style(1, 'text-decoration-line')).toBe('line-through')
  expect(await style(2, 'color')).toBe('rgb(229, 72, 77)')
  await screen.page.screenshot({ path: test.info().outputPath('list.png') })
  // Both languages in turn, the other one from the right.
  const box = (words: string) => screen.page.getByText(words).first()
  await expect(box('Welcome')).toBeVisible()
  await expect(box('مرحبا')).toBeVisible()
  await screen.page.screenshot({ path: test.info().outputPath('arabic.png') })
  await expect(box('Welcome')).toBeVisible()

  const zip = await page.request.get(`${server.consoleUrl}/gallery/table.zip`)
  const file = { name: 'table.zip', mimeType: 'application/zip', buffer: await zip.body() }
  const [tableId = ''] = await upload(admin, [file])
  const model = { title: 'Table', source: 'Menu', rules: RULES, columns: '', seconds: 12, theme: 'light' }
  await admin.api.media.update({ params: { id: tableId }, body: { name: 'Table', model } as never })
  await show(await storyboard(admin, 'Table', [await fullPage(admin, 'Table', [tableId])]))
  const table = await frameOf(screen.page, /\/p\//)
  await expect(table.locator('.row:not(.head)')).toHaveText([/Lentil rice/, /Tomato soup/, /Espresso/])
  await expect(table.locator('.row[data-struck]')).toHaveText([/Tomato soup/])
  await expect(table.locator('.row[data-inked]')).toHaveCount(2)
  await expect(rows).toHaveCount(0)
  await screen.page.screenshot({ path: test.info().outputPath('table.png') })
})
