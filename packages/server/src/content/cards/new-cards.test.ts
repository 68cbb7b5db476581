import { describe, expect, it } from 'vitest'
import { page } from '#test/content.ts'
import { useServer } from '#test/harness.ts'

describe('a new card', () => {
  const server = useServer()

  it('C-081: a name is enough for a card: full HD and empty', async () => {
    const admin = await server().organization()
    const empty = { width: 1920, height: 1080, widgets: [], config: { inputs: [] } }
    for (const path of ['/cards/create', '/cards', '/template-design/create']) {
      const { status, body } = await admin.call('POST', path, { name: `By ${path}` })
      expect(status).toBe(201)
      expect((body as { card: object }).card).toMatchObject({
        ...empty,
        name: `By ${path}`,
        isTemplate: false,
      })
    }
    const tall = await admin.call('POST', '/cards/create', { name: 'Tall', width: 1080, height: 1920 })
    expect((tall.body as { card: object }).card).toMatchObject({ width: 1080, height: 1920 })
    expect((await admin.call('POST', '/cards/create', { width: 1920 })).status).toBe(400)
  })

  it('C-089: the design of an existing card keeps absent fields', async () => {
    const admin = await server().organization()
    const { id, widgets, config } = (await admin.api.cards.create({ body: { ...page(), name: 'Menu' } })).card
    const { status, body } = await admin.call('POST', '/template-design/create', {
      cardId: id,
      name: 'Menus',
    })
    expect(status).toBe(201)
    expect((body as { card: object }).card).toMatchObject({ id, name: 'Menus', widgets, config })
  })
})
