import type { Locator } from '@playwright/test'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

const page = { width: 1920, height: 1080, widgets: [], config: { inputs: [] } }

const upright = { ...page, width: 1080, height: 1920 }
const texts = Array.from({ length: 14 }, (_, index) => ({
  id: `text${index}`,
  type: 'text',
  name: `Line ${index + 1}`,
  zIndex: 1,
  width: 800,
  height: 60,
  transform: `translate(40px, ${40 + index * 70}px)`,
}))

/** Whether no corner of it is clipped or covered. */
const isWhole = (element: Locator) =>
  element.evaluate((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect()
    const corners = [left + 4, right - 4].flatMap((x) => [top + 4, bottom - 4].map((y) => [x, y] as const))
    return corners.every(([x, y]) => node.contains(document.elementFromPoint(x, y)))
  })

const WINDOWS = {
  'a computer': { width: 1280, height: 800 },
  'a tablet': { width: 820, height: 1100 },
  'a telephone': { width: 390, height: 844 },
}

test('writing a card on a computer, a tablet, and a telephone shows all of it at every field', async ({
  server,
  console,
}) => {
  const admin = await server.organization('Corner bakery')
  const { page: tab } = console
  const made = [page, upright].map(async (shape) => {
    const body = { ...shape, name: `Menu ${shape.height}`, widgets: texts }
    return (await admin.api.cards.create({ body })).card.id
  })
  const [first, ...others] = await Promise.all(made)
  await console.openAs(admin.credentials, `#/app/cards/edit/${first}`)
  for (const id of [first, ...others]) {
    if (id !== first) await console.open(`#/app/cards/edit/${id}`)
    const preview = tab.getByRole('figure')
    const fields = tab.getByRole('textbox', { name: 'Text' })
    await expect(fields).toHaveCount(texts.length)
    for (const [name, window] of Object.entries(WINDOWS))
      await test.step(name, async () => {
        await tab.setViewportSize(window)
        for (const index of [0, 7, 13]) {
          await fields.nth(index).focus()
          await expect.poll(() => isWhole(preview.locator('div').first())).toBe(true)
          await expect.poll(() => isWhole(fields.nth(index))).toBe(true)
        }
      })
  }
})
