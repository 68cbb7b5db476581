import { expect, test } from '#support/test.ts'

test.use({ shared: true, permissions: ['clipboard-read', 'clipboard-write'] })

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><script>window.ran = true</script><circle cx="150" cy="150" r="140"/></svg>'

/** What programs put on the clipboard, and the widget that it becomes; `null` is a picture. */
const KINDS: Record<string, { items: Record<string, string | null>; shows: RegExp; asks?: true }> = {
  text: { items: { 'text/plain': 'Soup of the day' }, shows: /Soup of the day/ },
  'cells of a spreadsheet': {
    items: {
      'text/html':
        '<table><tr><td>Mint tea</td><td>4.50</td></tr><tr><td>Coffee</td><td>3.00</td></tr></table>',
      'text/plain': 'Mint tea\t4.50\nCoffee\t3.00',
      'image/png': null,
    },
    shows: /Mint tea.*4\.50.*Coffee.*3\.00/s,
  },
  'a slide as a picture': { items: { 'text/plain': 'Slide 1', 'image/png': null }, shows: /^$/ },
  'SVG of a design program': { items: { 'text/plain': SVG }, shows: /^$/, asks: true },
  'an address': { items: { 'text/plain': 'https://example.org/menu' }, shows: /example\.org/ },
}

test('what other programs copy becomes widgets of the page, in one step of undo each', async ({
  server,
  console,
  page,
}) => {
  test.setTimeout(180_000)
  const { credentials } = await server.organization('Pasting bakery')
  await console.signIn(credentials)
  await console.go('Layouts')
  await console.add('New layout')
  await console
    .dialog('Which screen is it for?')
    .getByRole('button', { name: /Landscape/ })
    .click()
  await console.isAt('/app/layouts/design')
  const canvas = page.locator('[data-canvas]')
  const widgets = canvas.locator('[data-widget]')
  await canvas.focus()
  let count = 0
  for (const [what, { items, shows, asks }] of Object.entries(KINDS))
    await test.step(what, async () => {
      await page.evaluate(copy, items)
      await canvas.focus()
      await page.keyboard.press('ControlOrMeta+V')
      if (asks)
        await page
          .getByRole('dialog', { name: 'Import a drawing' })
          .getByRole('button', { name: 'Add to page' })
          .click()
      await expect(widgets).toHaveCount(++count)
      await expect(widgets.last()).toHaveText(shows)
      await page.keyboard.press('ControlOrMeta+Z')
      await expect(widgets).toHaveCount(count - 1)
      await page.keyboard.press('ControlOrMeta+Y')
      await expect(widgets).toHaveCount(count)
    })
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)

  await test.step('files are placed where they are dropped, beside each other', async () => {
    await canvas.evaluate(drop)
    await expect(widgets).toHaveCount(count + 2)
    const [first, second] = await Promise.all(
      [widgets.nth(count), widgets.nth(count + 1)].map((one) => one.boundingBox()),
    )
    if (!first || !second) throw new Error('They are not on the page')
    const isApart = (from: number, length: number, to: number) => from + length <= to
    expect(
      isApart(first.x, first.width, second.x) ||
        isApart(second.x, second.width, first.x) ||
        isApart(first.y, first.height, second.y) ||
        isApart(second.y, second.height, first.y),
    ).toBe(true)
    await page.keyboard.press('ControlOrMeta+Z')
    await expect(widgets).toHaveCount(count)
  })
})

/** Runs in the page. */
async function copy(items: Record<string, string | null>): Promise<void> {
  const blobs: Record<string, Blob> = {}
  for (const [type, text] of Object.entries(items)) {
    const picture = new OffscreenCanvas(400, 200)
    picture.getContext('2d')?.fillRect(0, 0, 400, 200)
    blobs[type] = text === null ? await picture.convertToBlob() : new Blob([text], { type })
  }
  await navigator.clipboard.write([new ClipboardItem(blobs)])
}

/** Runs in the page. */
async function drop(canvas: Element): Promise<void> {
  const dataTransfer = new DataTransfer()
  for (const name of ['red', 'blue']) {
    const picture = new OffscreenCanvas(300, 200)
    const context = picture.getContext('2d')
    if (context) context.fillStyle = name
    context?.fillRect(0, 0, 300, 200)
    dataTransfer.items.add(new File([await picture.convertToBlob()], `${name}.png`, { type: 'image/png' }))
  }
  const { left, top, width, height } = canvas.getBoundingClientRect()
  const at = { clientX: left + width / 3, clientY: top + height / 2 }
  for (const type of ['dragover', 'drop'])
    canvas.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer, ...at }))
}
