import { describe, expect, it } from 'vitest'
import { page } from '#test/content.ts'
import { refused, useServer } from '#test/harness.ts'

describe('pages in several languages', () => {
  const server = useServer()
  const card = (others: unknown[], more: object = {}) =>
    ({
      ...page('Welcome'),
      name: 'Menu',
      config: { ...page('Welcome').config, languages: { own: 'en', others, ...more } },
    }) as never
  const german = (to: string, of = 'Welcome') => ({ language: 'de', texts: [{ of, to }] })

  it('keep their translations as sent, in copies, versions, and lists too', async () => {
    const admin = await server().organization()
    const body = card([german('Willkommen')], { every: 10, mirror: true })
    const made = (await admin.api.cards.create({ body })).card
    expect(made.config.languages).toEqual({
      own: 'en',
      others: [german('Willkommen')],
      every: 10,
      mirror: true,
    })
    const params = { id: made.id }
    const { card: copy } = await admin.api.cards.duplicate({ params, body: { name: 'Copy' } })
    expect(copy.config).toEqual(made.config)
    const plain = (await admin.api.cards.update({ params, body: { ...page(), name: 'Menu' } })).card
    expect(Object.keys(plain.config)).not.toContain('languages')
  })

  it.each([
    ['no other language', []],
    ['the same language twice', [german('Willkommen'), german('Hallo')]],
    ['its own language as another one', [{ language: 'en', texts: [] }]],
    ['no language tag', [{ language: 'deutsch!', texts: [] }]],
    ['the same text twice', [{ language: 'de', texts: [german('a').texts[0], german('b').texts[0]] }]],
    ['an empty translation', [german('')]],
    ['a translation that its field is too small for', [german('x'.repeat(5001))]],
    ['turns of no time', [german('Willkommen')], { every: 0 }],
  ])('refuse %s', async (_name, others, more?: object) => {
    const admin = await server().organization()
    expect((await refused(admin.api.cards.create({ body: card(others, more ?? {}) }))).status).toBe(400)
  })

  it('count what translations show as used', async () => {
    const admin = await server().organization()
    const { field } = await admin.api.screenFields.create({
      body: { name: 'Manager', kind: 'text' } as never,
    })
    await admin.api.cards.create({ body: card([german('Von {Screen: Manager}')]) })
    const remove = admin.api.screenFields.remove({ params: { id: field.id } })
    expect((await refused(remove)).status).toBe(409)
  })

  it('let people who may only fill in a card translate its free texts alone', async () => {
    const admin = await server().organization()
    const writer = await server().user(admin, ['cards'])
    const [widget] = page().widgets
    const design = (languages?: object) =>
      ({
        ...page(),
        name: 'Menu',
        widgets: [
          { ...widget, id: 'logo', name: 'Logo', locked: true },
          { ...widget, zIndex: 2 },
        ],
        config: {
          inputs: [
            { name: 'logo-text', value: 'Ours' },
            { name: 'w1-text', value: 'Soup' },
          ],
          ...(languages && { languages }),
        },
      }) as never
    const made = (await admin.api.cards.create({ body: design() })).card
    const params = { id: made.id }
    const saved = await writer.api.cards.update({
      params,
      body: design({ own: 'en', others: [german('Suppe', 'Soup')] }),
    })
    expect(saved.card.config.languages?.others).toHaveLength(1)
    const theirs = writer.api.cards.update({
      params,
      body: design({ own: 'en', others: [german('Fremdes', 'Ours')] }),
    })
    expect((await refused(theirs)).errKey).toBe('LOCKED_PARTS')
  })
})
