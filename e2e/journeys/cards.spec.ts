import { Designer } from '#support/designer.ts'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

const page = { width: 1920, height: 1080, widgets: [], config: { inputs: [] } }

test('N-027, N-028, N-029: saving a card or a template leads to the cards', async ({ server, console }) => {
  const admin = await server.organization('Corner bakery')
  const { card } = await admin.api.cards.create({ body: { ...page, name: 'Hours' } })
  const { card: template } = await admin.api.designs.create({
    body: { ...page, name: 'Offer', isTemplate: true },
  })
  await console.signIn(admin.credentials)

  await console.open(`#/app/cards/edit/${card.id}`)
  await console.field('Card name').fill('Opening hours')
  await console.button('Save').click()
  await console.isAt('/app/cards')
  expect((await admin.api.cards.get({ params: { id: card.id } })).card.name).toBe('Opening hours')

  await console.open(`#/app/cards/design-template/${template.id}`)
  const designer = new Designer(console.page)
  await designer.ready()
  await designer.add('Text')
  await console.button('Save').click()
  await console.isAt('/app/cards')
  const saved = (await admin.api.cards.get({ params: { id: template.id } })).card
  expect(saved).toMatchObject({ isTemplate: true, widgets: [{ type: 'text' }] })

  await console.open('#/app/cards/design-template')
  await console.page.getByRole('button', { name: 'Empty', exact: false }).first().click()
  await designer.ready()
  await designer.add('Text')
  await console.page.getByRole('textbox', { name: /name$/ }).first().fill('Notice')
  await console.button('Save').click()
  await console.isAt('/app/cards')
  expect(
    (await admin.api.cards.list({ query: { isTemplate: '1' } })).cards.map(({ name }) => name).sort(),
  ).toEqual(['Notice', 'Offer'])
})
