import type { Locator } from '@playwright/test'
import type { Part } from '@vitrine/widgets/template'
import { TEMPLATES } from '@vitrine/widgets/templates'
import { Designer } from '#support/designer.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

/** Texts may shrink to this share of their font size before they count as too long for their box. */
const SMALLEST = 0.75

/** The background of a page in the gallery: a gradient. */
const groundOf = (template: Locator) =>
  template.locator('[data-page]').evaluate((page) => getComputedStyle(page).backgroundImage)

test('G-016 C-088 a card is created from a template in the brand’s colors, and becomes one', async ({
  server,
  console,
  page,
}) => {
  const { credentials, api, token } = await server.organization('Harbour House')
  const { profile } = await api.auth.profile()
  await api.organizations.update({
    params: { id: profile.organizationId },
    body: { name: 'Harbour House', brand: { primary: '#0e7490', accent: '#f5cc76', logoId: null } },
  })
  await console.openAs(credentials, '#/app/cards/create')
  const template = (key: string) => page.locator(`[data-template="${key}-1920x1080"]`)
  expect(await groundOf(template('notice'))).toContain('rgb(14, 116, 144)')
  await template('menu').click()

  // Decorative parts are counted, not listed as fields.
  await expect(console.field('Card name')).toHaveValue('Menu')
  await expect(page.getByText('parts are locked by the design')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Panel' })).toHaveCount(0)

  // Clicking the preview focuses the clicked widget's field.
  const preview = page.getByRole('figure')
  const field = page.getByRole('textbox', { name: 'Name, row 5' })
  await expect(field).toBeVisible()
  const dish = await preview.getByText('Sea bass').boundingBox()
  if (!dish) throw new Error('The dish is not drawn')
  await page.mouse.click(dish.x + 5, dish.y + 5)
  await expect(field).toBeFocused()
  await field.fill('Trout')
  await expect(preview.getByText('Trout')).toBeVisible()

  // The list gets a row, then rows pasted from a spreadsheet, then a new order.
  await console.button('Add row').click()
  await expect(page.getByRole('textbox', { name: 'Name, row 7' })).toBeFocused()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', 'Falafel\tpita, tahini\t7.20\nMint tea\t\t3.10')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })
  await expect(page.getByRole('textbox', { name: 'Price, row 8' })).toHaveValue('3.10')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByRole('textbox', { name: 'Name, row 6' })).toHaveValue('Falafel')
  await expect(page.getByRole('textbox', { name: 'Name, row 6' })).toBeFocused()
  await expect(preview.getByText('pita, tahini')).toBeVisible()
  await console.button('Save').click()
  await console.isAt('/app/cards')

  const [card] = (await api.cards.documents({})).cards
  const picture = await page.request.get(
    `${server.consoleUrl}/api/cards/card-screenshot/${card?.id}?token=${token}`,
  )
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  expect(
    (await page.request.get(`${server.consoleUrl}/api/cards/card-screenshot/${card?.id}`)).status(),
  ).toBe(401)

  await console.button('More actions for Menu').click()
  await page.getByRole('menuitem', { name: 'Save as template' }).click()
  await expect.poll(async () => (await api.cards.list({ query: { isTemplate: '1' } })).cards.length).toBe(1)
  await console.open('#/app/cards/create')
  const own = page.getByRole('region', { name: "Your organization's templates" })
  await own.getByRole('button', { name: 'Menu template', exact: true }).click()
  await expect(console.field('Card name')).toHaveValue('Menu template 2')
  await expect(page.getByRole('figure').getByText('Trout')).toBeVisible()
})

/** The font size of a template's text or label, as designed. */
function lettersOf(part: Part | undefined): number | undefined {
  if (part?.type !== 'text' && part?.type !== 'tag') return undefined
  return part.settings?.fontSettings?.size
}

test('on a phone, a dish is added to a menu in two lines, and Save stays in reach', async ({
  server,
  console,
  page,
}) => {
  const { credentials, api } = await server.organization('Corner café')
  await page.setViewportSize({ width: 390, height: 844 })
  await console.openAs(credentials, '#/app/cards/create')
  await page.locator('[data-template="menu-1920x1080"]').click()
  await console.button('Add row').click()
  await page.keyboard.type('Lemonade')
  await page.getByRole('textbox', { name: 'Price, row 7' }).fill('3.90')
  const line = (name: string) =>
    page
      .getByRole('textbox', { name: `${name}, row 7` })
      .evaluate((field) => field.getBoundingClientRect().top)
  expect(await line('Price')).toBe(await line('Name'))
  expect(await line('Note')).toBeGreaterThan(await line('Name'))
  // Adding a row refits the list: prices keep the font size of names.
  const ratios = () =>
    page.locator('[data-row]').evaluateAll((rows) =>
      rows.map((row) => {
        const [name = 0, price] = [row.querySelector('[dir]'), [...row.querySelectorAll('[dir]')].at(-1)].map(
          (text) => text && Number.parseFloat(getComputedStyle(text).fontSize),
        )
        return (price ?? 0) / (name ?? 1)
      }),
    )
  await expect.poll(async () => (await ratios()).slice(0, 7)).toEqual(Array(7).fill(1))
  await expect(console.button('Save')).toHaveCount(1)
  await expect(console.button('Save')).toBeInViewport({ ratio: 1 })
  await console.button('Save').click()
  await console.isAt('/app/cards')
  const [card] = (await api.cards.documents({})).cards
  expect(JSON.stringify(card)).toContain('Lemonade')
})

test('every text of every template has room for its letters, in every shape', async ({
  server,
  console,
  page,
}) => {
  test.setTimeout(180_000)
  page.setDefaultTimeout(60_000)
  const { credentials } = await server.organization('Harbour House')
  // Pages render once they are in view, so make the window tall enough for all of them.
  await page.setViewportSize({ width: 1280, height: 9000 })
  await console.openAs(credentials, '#/app/layouts')
  await console.add('New layout')
  await page.getByRole('button', { name: 'From a template' }).click()
  const gallery = console.dialog('Templates')
  // The language with the longest words, and a right-to-left one.
  for (const language of ['Deutsch', 'العربية']) {
    await gallery.getByRole('combobox', { name: 'Template language' }).click()
    await page.getByRole('option', { name: language }).click()
    for (const shape of ['Landscape', 'Portrait']) {
      await gallery.getByText(shape, { exact: true }).click()
      const shown = gallery.locator('[data-template]')
      const pages = TEMPLATES.flatMap(({ id, pages }) =>
        pages.map((one) => ({ key: `${id}-${one.width}x${one.height}`, parts: one.parts })),
      )
      await expect(shown.locator('[data-page]')).toHaveCount(await shown.count(), { timeout: 60_000 })
      const sizes = await shown.evaluateAll((templates) =>
        templates.map((template) => ({
          key: template.getAttribute('data-template'),
          letters: [...template.querySelectorAll('[data-widget]')].map((widget) =>
            Number.parseFloat(widget.querySelector<HTMLElement>('[dir="auto"]')?.style.fontSize ?? ''),
          ),
        })),
      )
      expect(sizes.length).toBeGreaterThan(40)
      const small = sizes.flatMap(({ key, letters }) => {
        const parts = pages.find((one) => one.key === key)?.parts ?? []
        return letters.flatMap((size, index) => {
          const meant = lettersOf(parts[index])
          const isSmall = meant !== undefined && size < meant * SMALLEST
          return isSmall ? [`${language} ${key}: ${parts[index]?.name} ${size} of ${meant}`] : []
        })
      })
      expect(small).toEqual([])
    }
  }
})

test.describe('in a city', () => {
  // Where no city is known, templates leave out what needs one.
  test.use({ timezoneId: 'Africa/Cairo' })

  test('prayer times are created from a template and saved by keyboard alone', async ({
    server,
    console,
    page,
  }) => {
    const { credentials, api } = await server.organization('Corner mosque')
    await console.openAs(credentials, '#/app/layouts')
    const press = (key: string) => page.keyboard.press(key)
    const focused = page.locator(':focus')
    const tabTo = async (target: Locator) => {
      for (let tabs = 0; tabs < 40; tabs++) {
        await press('Tab')
        if (await target.evaluate((element) => element === document.activeElement)) return
      }
      throw new Error(`Tab does not reach ${target}`)
    }
    await console.button('New layout').first().focus()
    await press('Enter')
    await tabTo(page.getByRole('button', { name: 'From a template' }))
    await press('Enter')

    await tabTo(page.getByRole('combobox', { name: 'Template language' }))
    await press('Tab')
    await expect(focused).toHaveAccessibleName('Search templates')
    await page.keyboard.type('prayer')
    const found = page.locator('[data-template]:visible')
    await expect(found).toHaveCount(1)
    await tabTo(found)
    await press('Enter')
    const { canvas, properties } = new Designer(page)
    await expect(canvas).toBeFocused()

    // The background of this template is a gradient.
    const background = properties.getByRole('group', { name: 'Background', exact: true })
    await expect(background).toBeVisible()
    await tabTo(background.getByRole('radio', { checked: true }))
    await tabTo(page.getByRole('textbox', { name: 'Layout name' }))
    await tabTo(canvas)

    await press('Enter')
    const times = page.getByText(/^Times, /)
    await expect(async () => {
      await press('Tab')
      await expect(times).toBeAttached({ timeout: 1000 })
    }).toPass()
    const method = properties.getByRole('combobox', { name: 'Calculation method' })
    await expect(method).toBeVisible()
    await press('Enter')
    await expect(method).toBeFocused()
    // Escape closes the list first, and only then leaves the field.
    await press('ArrowDown')
    await expect(page.getByRole('listbox')).toBeVisible()
    await expect(method).toHaveAttribute('aria-expanded', 'true')
    await press('Escape')
    await expect(page.getByRole('listbox')).toBeHidden()
    await expect(method).toBeFocused()
    await press('Tab')
    await expect(properties.getByRole('combobox', { name: 'Asr calculation' })).toBeFocused()
    await press('Tab')
    const city = properties.getByRole('combobox', { name: 'City' })
    await expect(city).toBeFocused()
    await press('ControlOrMeta+a')
    await page.keyboard.type('alexan')
    // The first result must differ from the current value.
    await expect(page.getByRole('option').first()).toHaveText('Alexandria, Egypt')
    await press('Enter')
    await expect(city).toHaveValue('Alexandria, Egypt')
    await press('Escape')
    await expect(canvas).toBeFocused()
    await press('ControlOrMeta+s')
    await console.isAt(/design\/./)
    const { layouts: layoutList } = await api.layouts.documents({})
    expect(JSON.stringify(layoutList)).toContain('alexandria')
  })
})

test('a kiosk made from a template asks, and the console shows the answers', async ({
  server,
  console,
  page,
  openScreen,
}) => {
  test.setTimeout(120_000)
  const { credentials, api, token } = await server.organization('Harbour House')
  await console.openAs(credentials, '#/app/layouts')
  await console.add('New layout')
  await page.getByRole('button', { name: 'From a template' }).click()
  const gallery = console.dialog('Templates')
  await gallery.getByRole('searchbox', { name: 'Search templates' }).fill('touch')
  await gallery.getByRole('button', { name: 'Touch kiosk' }).click()
  await new Designer(page).ready()
  await page.keyboard.press('Control+s')
  await console.isAt(/^\/app\/layouts\/design\/.+/)

  const [layout] = (await api.layouts.documents({})).layouts
  const { storyboard } = await api.storyboards.create({
    body: {
      name: 'Kiosk',
      type: 'designed',
      mode: 'DEFAULT',
      items: [{ layoutId: layout?.id ?? '', duration: 5 }],
    },
  })
  await api.storyboards.setStatus({ params: { id: storyboard.id, status: 'approved' } })
  const screen = await openScreen()
  const deviceId = await screen.connect({ token, api, call: server.as(token).call }, 'Foyer')
  await api.devices.switchStory({ params: { id: deviceId }, body: { storyboardId: storyboard.id } })

  await screen.page.getByRole('radio', { name: '4 of 5' }).click()
  // An answer is sent only once the visitor can no longer change it.
  expect((await api.answers.list({})).total).toBe(0)
  await expect.poll(async () => (await api.answers.list({})).total, { timeout: 50_000 }).toBe(1)

  await console.open('#/app/layouts')
  await console.button('More actions for Touch kiosk').click()
  await page.getByRole('menuitem', { name: 'Answers' }).click()
  await console.title('Answers: Touch kiosk')
  const asked = page.getByRole('article').filter({ hasText: 'Rating' })
  await expect(asked).toContainText('4')
  const saved = page.waitForEvent('download')
  await console.button('Export as CSV').click()
  const file = await (await saved).createReadStream()
  const text = Buffer.concat(await file.toArray()).toString()
  expect(text).toContain('Touch kiosk,Rating,rating,4,Foyer')
})
