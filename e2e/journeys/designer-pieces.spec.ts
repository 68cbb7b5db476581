import type { Locator, Page } from '@playwright/test'
import { seriousViolations } from '#support/axe.ts'
import { storyboard } from '#support/content.ts'
import { Designer } from '#support/designer.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

const FONT = { isBold: false, isItalic: false, alignment: 'left', font: 'Arial', size: 72 }
const board = {
  body: {
    name: 'Lobby',
    width: 1920,
    height: 1080,
    widgets: ['Title', 'Arabic'].map((id, index) => ({
      ...{ id, name: id, type: 'text', zIndex: index + 1, width: 1400, height: 300 },
      transform: `translate(100px, ${200 + index * 400}px)`,
    })),
    config: {
      inputs: [
        { name: 'Title-text', value: 'Fresh rye' },
        { name: 'Title-fontSettings', value: { ...FONT, vertical: 'middle', maxSize: 120 } },
        { name: 'Arabic-text', value: 'خبز طازج' },
        { name: 'Arabic-fontSettings', value: { ...FONT, alignment: 'right' } },
      ],
    },
  },
}
const lettersOf = (page: Page | Locator, id: string) =>
  page.locator(`[data-widget="${id}"] [dir="auto"]`).first()

/** The letters of each piece with how they look. */
const looks = (letters: Locator) =>
  letters.evaluate((element) =>
    [...element.childNodes].map((node) => {
      const { fontWeight, fontStyle, color, textDecorationLine } = getComputedStyle(
        node instanceof Element ? node : element,
      )
      return [node.textContent, fontWeight, fontStyle, color, textDecorationLine].join(' ')
    }),
  )

/** How far each piece of the field is from the drawn one, in pixels of the window. */
const apart = (page: Page, id: string) =>
  page.evaluate((id) => {
    const rects = (selector: string) => {
      const element = document.querySelector(selector)
      if (!element) throw new Error(`${selector} isn't drawn`)
      return [...element.querySelectorAll('span')].map((span) => span.getBoundingClientRect())
    }
    const [typed, drawn] = [rects('[data-typing]'), rects(`[data-canvas] [data-widget="${id}"] [dir="auto"]`)]
    if (typed.length === 0 || typed.length !== drawn.length) return Number.POSITIVE_INFINITY
    const sides = ['left', 'top', 'right', 'bottom'] as const
    return Math.max(
      ...typed.flatMap((one, at) => sides.map((side) => Math.abs(one[side] - (drawn[at]?.[side] ?? 0)))),
    )
  }, id)

test('two styles in one text are typed by mouse and by keys, undone, pasted, and drawn on a screen', async ({
  server,
  console,
  page,
  openScreen,
}) => {
  const admin = await server.organization('Pieces bakery')
  const { layout } = await admin.api.layouts.create(board)
  await console.openAs(admin.credentials, `#/app/layouts/design/${layout.id}`)
  const designer = new Designer(page)
  await designer.ready()
  const field = page.locator('[data-typing]')
  const title = lettersOf(designer.canvas, 'Title')
  const plain = (text: string) => `${text} 400 normal rgb(255, 255, 255) none`

  // By keys: the last word bold, then italic too.
  const box = await title.boundingBox()
  await page.mouse.dblclick((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
  await expect(field).toBeFocused()
  await page.keyboard.press('End')
  for (let letter = 0; letter < 3; letter++) await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Control+b')
  expect(await looks(title)).toEqual([plain('Fresh '), 'rye 700 normal rgb(255, 255, 255) none'])
  expect(await apart(page, 'Title')).toBeLessThan(1)
  await page.keyboard.press('Control+i')
  // Letters that follow look the same; a new line; more than fits shrinks both.
  await page.keyboard.press('End')
  await page.keyboard.type(' bread')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Control+i')
  await page.keyboard.type('from {Menu: Price | 2}')
  expect(await looks(title)).toEqual([
    plain('Fresh '),
    'rye bread\n 700 italic rgb(255, 255, 255) none',
    expect.stringContaining('400 normal'),
  ])
  expect(await apart(page, 'Title')).toBeLessThan(1)

  // By mouse: the tools change what is selected, and the caret stays.
  const tools = page.getByRole('toolbar', { name: 'Format of the selected text' })
  await expect(tools.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Shift+Home')
  await tools.getByRole('button', { name: 'Underline' }).click()
  await tools.getByRole('button', { name: /^Larger/ }).click()
  await expect(field).toBeFocused()
  expect(await apart(page, 'Title')).toBeLessThan(1)
  await tools.getByRole('textbox', { name: 'Color of the letters' }).fill('#f5cc76')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  const styled = [
    plain('Fresh '),
    'rye bread\n 700 italic rgb(255, 255, 255) none',
    'from 2 400 normal rgb(245, 204, 118) underline',
  ]
  await expect.poll(() => looks(title)).toEqual(styled)

  // One step back and again.
  await designer.canvas.focus()
  await page.keyboard.press('Control+z')
  expect(await looks(title)).toEqual([plain('Fresh rye')])
  await page.keyboard.press('Control+y')
  expect(await looks(title)).toEqual(styled)

  // From right to left, and with its own undo; pasted looks stay, without those of the page that they come from.
  const arabic = lettersOf(designer.canvas, 'Arabic')
  const place = await arabic.boundingBox()
  await page.mouse.dblclick((place?.x ?? 0) + 20, (place?.y ?? 0) + 20)
  await expect(field).toBeFocused()
  await page.keyboard.press('Home')
  for (let letter = 0; letter < 3; letter++) await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Control+b')
  expect(await looks(arabic)).toEqual([
    'خبز 700 normal rgb(255, 255, 255) none',
    ' طازج 400 normal rgb(255, 255, 255) none',
  ])
  expect(await apart(page, 'Arabic')).toBeLessThan(1)
  await page.keyboard.press('Control+z')
  expect(await looks(arabic)).toEqual([plain('خبز طازج')])
  await page.keyboard.press('Control+y')
  await page.keyboard.press('End')
  await field.evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', ' <span style="color: black; font-family: Papyrus">1 <i>2</i></span>')
    clipboardData.setData('text/plain', ' 1 2')
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  expect((await looks(arabic)).at(-1)).toBe('2 400 italic rgb(255, 255, 255) none')
  expect(await seriousViolations(page)).toEqual([])

  // By keys to the tools and back.
  await page.keyboard.press('Alt+F10')
  await expect(tools.getByRole('button', { name: 'Bold' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()

  // Saved, and drawn on a screen.
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Saved \d/).first()).toBeVisible()
  const { layout: saved } = await admin.api.layouts.get({ params: { id: layout.id } })
  expect(saved.widgets.find(({ id }) => id === 'Title')?.pieces?.[0]?.map(({ text }) => text)).toEqual([
    'Fresh ',
    'rye bread\n',
    'from {Menu: Price | 2}',
  ])
  const screen = await openScreen()
  const deviceId = await screen.connect(admin, 'Window')
  const storyboardId = await storyboard(admin, 'Lobby', [layout.id], 3600)
  await admin.api.devices.switchStory({ params: { id: deviceId }, body: { storyboardId } })
  const shown = lettersOf(screen.page.locator('.page[data-state=front]'), 'Title')
  await expect(shown).toContainText('rye bread')
  const drawn = await looks(shown)
  expect(drawn.slice(0, 2)).toEqual(styled.slice(0, 2))
  expect(drawn.at(-1)).toContain('rgb(245, 204, 118) underline')
  await screen.page.screenshot({ path: test.info().outputPath('screen.png') })
})
