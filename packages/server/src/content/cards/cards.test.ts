import { describe, expect, it } from 'vitest'
import { makeGroup, makeStoryboard, page } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { fetchFile, form, picture } from '#test/uploads.ts'

const zone = (name: string, ...mediaIds: string[]) => ({
  ...page(),
  name,
  widgets: page().widgets.map((widget) => ({ ...widget, id: 'z', type: 'media-looper' })),
  config: { inputs: [{ name: 'z-media', value: mediaIds.map((mediaId) => ({ mediaId, duration: 5 })) }] },
})

const makeCard = async (admin: Caller, name: string, text = 'Hello') =>
  (await admin.api.cards.create({ body: { ...page(text), name } })).card

const asMedia = async (admin: Caller) => (await admin.api.media.list({ query: { isCard: '1' } })).media.media

async function takePicture(
  admin: Caller,
  colour: string,
  more: Parameters<typeof form>[0] = [],
): Promise<string> {
  const parts = [{ field: 'thumbnail', name: 'small.png', content: await picture(colour) }, ...more]
  const { status, body } = await admin.call('POST', '/thumbnail/createCardThumbnail', form(parts))
  expect(status).toBe(201)
  return (body as { thumbnailId: string }).thumbnailId
}

describe('cards', () => {
  const server = useServer()

  it('C-056, E-014, C-081: every card is offered to media zones as one item with its name and picture', async () => {
    const admin = await server().organization()
    const card = await makeCard(admin, 'Menu')
    const [item] = await asMedia(admin)
    expect(item).toMatchObject({
      name: 'Menu',
      cardId: card.id,
      thumbnailId: null,
      width: 1920,
      height: 1080,
    })
    expect(item?.url).toBe(`/cards/card-screenshot/${card.id}`)
    expect((await admin.api.media.list()).media.media).toEqual([])
    expect((await admin.api.media.list({ query: { search: 'menu' } })).media.media).toEqual([])
    const { body } = await admin.call('GET', '/media/?isCard=1')
    expect((body as { media: { media: unknown[] } }).media.media).toHaveLength(1)

    const thumbnailId = await takePicture(admin, 'red')
    const params = { id: card.id }
    await admin.api.cards.update({ params, body: { name: 'Lunch', thumbnailId } })
    expect(await asMedia(admin)).toMatchObject([{ id: item?.id, name: 'Lunch', thumbnailId }])
    const renamed = admin.api.media.update({ params: { id: item?.id ?? '' }, body: { name: 'Other' } })
    expect((await refused(renamed)).body).toMatchObject({
      errKey: 'INVALID',
      errors: { name: 'This item is named after its card. Rename the card instead' },
    })
    expect((await refused(admin.api.media.remove({ params: { id: item?.id ?? '' } }))).errKey).toBe(
      'USED_IN_CARD',
    )
    await admin.api.cards.remove({ params })
    expect(await asMedia(admin)).toEqual([])
    expect((await fetchFile(server(), admin, `/thumbnail/download/${thumbnailId}`)).status).toBe(404)
  })

  it('is in no folder, because deleting the folder would delete it', async () => {
    const admin = await server().organization()
    const card = await makeCard(admin, 'Menu')
    const [item] = await asMedia(admin)
    const { folder } = await admin.api.media.createFolder({ body: { name: 'Here' } })
    const params = { id: item?.id ?? '' }
    const move = (folderId: string | null) =>
      admin.api.media.update({ params, body: { name: 'Menu', folderId } })
    expect((await refused(move(folder.id))).body.errors).toHaveProperty('folderId')
    await move(null)
    await admin.api.media.removeFolder({ params: { id: folder.id } })
    expect((await asMedia(admin)).map(({ cardId }) => cardId)).toEqual([card.id])
  })

  it('templates are none, nor are other organizations cards', async () => {
    const admin = await server().organization()
    const stranger = await server().organization()
    const { card } = await admin.api.cards.create({ body: { ...page(), name: 'T', isTemplate: true } })
    expect(await asMedia(admin)).toEqual([])
    const params = { id: card.id }
    await admin.api.cards.update({ params, body: { name: 'T', isTemplate: false } })
    const [item] = await asMedia(admin)
    expect(item?.cardId).toBe(card.id)
    expect(await asMedia(stranger)).toEqual([])
    const stolen = stranger.api.layouts.create({ body: zone('Zone', item?.id ?? '') })
    expect((await refused(stolen)).body.errors).toHaveProperty('z-media')
    await admin.api.cards.update({ params, body: { name: 'T', isTemplate: true } })
    expect(await asMedia(admin)).toEqual([])
  })

  it("C-083, X-043: a card that another card's media zone plays can't be deleted", async () => {
    const admin = await server().organization()
    const card = await makeCard(admin, 'Menu')
    const [item] = await asMedia(admin)
    const { layout } = await admin.api.layouts.create({ body: zone('Lobby', item?.id ?? '') })
    const params = { id: card.id }
    const kept = await refused(admin.api.cards.remove({ params }))
    expect([kept.errKey, kept.body.message]).toEqual([
      'USED_IN_STORYBOARD',
      'The layout Lobby shows this card',
    ])
    expect(kept.body.usedIn).toEqual([{ kind: 'layout', id: layout.id, name: 'Lobby' }])
    const item409 = await refused(admin.api.media.remove({ params: { id: item?.id ?? '' } }))
    expect(item409.body.usedIn?.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'card Menu',
      'layout Lobby',
    ])
    const turned = admin.api.cards.update({ params, body: { name: 'Menu', isTemplate: true } })
    expect((await refused(turned)).errKey).toBe('USED_IN_STORYBOARD')
    await admin.api.layouts.remove({ params: { id: layout.id } })
    // It shows itself, recursively.
    await admin.api.cards.update({ params, body: zone('Menu', item?.id ?? '') })
    await admin.api.cards.remove({ params })
    expect((await refused(admin.api.cards.get({ params }))).status).toBe(404)
  })

  it('a screen gets the page of a card in its zone, with all files, and its changes immediately', async () => {
    const admin = await server().organization()
    const { card: inner } = await admin.api.cards.create({ body: { ...page('Inner'), name: 'Inner' } })
    const innerItem = (await asMedia(admin)).find(({ cardId }) => cardId === inner.id)
    const outer = (await admin.api.cards.create({ body: zone('Outer', innerItem?.id ?? '') })).card
    const outerItem = (await asMedia(admin)).find(({ cardId }) => cardId === outer.id)
    const { layout } = await admin.api.layouts.create({ body: zone('Layout', outerItem?.id ?? '') })
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const group = await makeGroup(admin, storyboard.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const { group: part } = await screen.manifest()
    expect(Object.keys(part.pages).sort()).toEqual([inner.id, outer.id, layout.id].sort())
    expect(part.media[outerItem?.id ?? '']).toMatchObject({ sha256: '', pageId: outer.id, name: 'Outer' })
    expect(part.files).toEqual({})
    await admin.api.cards.update({ params: { id: inner.id }, body: { ...page('Changed'), name: 'Inner' } })
    expect(JSON.stringify((await screen.manifest()).group.pages[inner.id])).toContain('Changed')
  })

  it('C-085, C-086, C-087, E-015: takes pictures in two sizes, assigned immediately to a named card', async () => {
    const admin = await server().organization()
    const stranger = await server().organization()
    const card = await makeCard(admin, 'Menu')
    const screenshot = async () => {
      const answer = await fetchFile(server(), admin, `/cards/card-screenshot/${card.id}`)
      expect(answer.headers.get('cache-control')).toBe('private, no-cache')
      return [answer.headers.get('content-type'), Buffer.from(await answer.arrayBuffer())] as const
    }
    const [type, plain] = await screenshot()
    expect([type, plain.toString()]).toEqual([
      expect.stringMatching(/^image\/svg\+xml/),
      expect.stringContaining('width="1920"'),
    ])

    await takePicture(admin, 'red', [{ field: 'cardId', content: card.id }])
    expect(await screenshot()).toEqual(['image/png', await picture('red')])
    const both = [
      { field: 'screenshot', name: 'full.png', content: await picture('gold') },
      { field: 'cardId', content: card.id },
    ]
    const thumbnailId = await takePicture(admin, 'blue', both)
    expect((await admin.api.cards.get({ params: { id: card.id } })).card).toMatchObject({
      thumbnailId,
      version: 1,
    })
    expect(await screenshot()).toEqual(['image/png', await picture('gold')])
    const small = await fetchFile(server(), admin, `/thumbnail/download/${thumbnailId}`)
    expect(Buffer.from(await small.arrayBuffer())).toEqual(await picture('blue'))
    expect(await asMedia(admin)).toMatchObject([
      { thumbnailId, src: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ])
    const thumbnails = await server()
      .services.database.selectFrom('thumbnails')
      .select('id')
      .where('organizationId', '=', admin.organizationId)
      .execute()
    expect(thumbnails).toHaveLength(2)

    expect((await fetchFile(server(), stranger, `/cards/card-screenshot/${card.id}`)).status).toBe(404)
    const foreign = await stranger.call(
      'POST',
      '/thumbnail/createCardThumbnail',
      form([
        { field: 'thumbnail', name: 'a.png', content: await picture() },
        { field: 'cardId', content: card.id },
      ]),
    )
    expect([foreign.status, foreign.body]).toEqual([
      400,
      expect.objectContaining({ errors: { cardId: expect.anything() } }),
    ])
  })

  it('C-089, C-090, G-016: a design is saved separately, for a new card and for an existing one', async () => {
    const admin = await server().organization()
    const { card } = await admin.api.designs.create({ body: { ...page('One'), name: 'Menu' } })
    expect(card).toMatchObject({ name: 'Menu', isTemplate: false, version: 1 })
    const same = await admin.api.designs.create({ body: { ...page('Two'), name: 'Menu', cardId: card.id } })
    expect(same.card).toMatchObject({ id: card.id, version: 2, config: page('Two').config })
    const put = await admin.api.designs.update({
      params: { id: card.id },
      body: { ...page('Three'), name: 'Menu' },
    })
    expect(put.card).toMatchObject({ version: 3, config: page('Three').config })
    const stale = admin.api.designs.update({ params: { id: card.id }, body: { name: 'Menu', version: 1 } })
    expect((await refused(stale)).errKey).toBe('CONFLICT')
    const { status } = await admin.call('POST', '/template-design', { ...page(), name: 'Plain path' })
    expect(status).toBe(201)
    const stranger = await server().organization()
    const foreign = stranger.api.designs.create({ body: { ...page(), name: 'Menu', cardId: card.id } })
    expect((await refused(foreign)).status).toBe(404)
  })

  it('C-082: a change of name and values leaves the rest as it is, a template a template', async () => {
    const admin = await server().organization()
    const { card } = await admin.api.cards.create({
      body: { ...page('One'), name: 'Menu', isTemplate: true },
    })
    const config = { inputs: [{ name: 'w1-text', value: 'Two' }] }
    const { card: saved } = await admin.api.cards.update({
      params: { id: card.id },
      body: { name: 'Lunch', config },
    })
    expect(saved).toMatchObject({
      name: 'Lunch',
      isTemplate: true,
      width: 1920,
      widgets: card.widgets,
      config,
    })
  })

  it('C-084: a copy has its own item and shares the picture until both are gone', async () => {
    const admin = await server().organization()
    const card = await makeCard(admin, 'Menu')
    const thumbnailId = await takePicture(admin, 'green', [{ field: 'cardId', content: card.id }])
    const { card: copy } = await admin.api.cards.duplicate({
      params: { id: card.id },
      body: { name: 'Menu 2' },
    })
    expect(copy.thumbnailId).toBe(thumbnailId)
    expect((await asMedia(admin)).map(({ cardId }) => cardId).sort()).toEqual([card.id, copy.id].sort())
    const seen = async () => (await fetchFile(server(), admin, `/thumbnail/download/${thumbnailId}`)).status
    await admin.api.cards.remove({ params: { id: card.id } })
    expect(await seen()).toBe(200)
    await admin.api.cards.remove({ params: { id: copy.id } })
    expect(await seen()).toBe(404)
  })

  it('deleting a card while it is added to a zone leaves it in both or neither', async () => {
    const admin = await server().organization()
    for (let round = 0; round < 3; round++) {
      const card = await makeCard(admin, `Menu ${round}`)
      const item = (await asMedia(admin)).find(({ cardId }) => cardId === card.id)
      const put = admin.api.layouts.create({ body: zone(`Zone ${round}`, item?.id ?? '') })
      const removed = admin.api.cards.remove({ params: { id: card.id } })
      const results = await Promise.allSettled([put, removed])
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
  })
})

describe('locked parts of a card', () => {
  const server = useServer()
  const design = () => {
    const [widget] = page().widgets
    if (!widget) throw new Error('A page has a widget')
    return {
      ...page(),
      widgets: [
        { ...widget, id: 'logo', name: 'Logo', locked: true },
        { ...widget, zIndex: 2 },
      ],
      config: {
        inputs: [
          { name: 'logo-text', value: 'Ours' },
          { name: 'w1-text', value: 'Soup' },
        ],
      },
    }
  }
  const saying = (logo: string, dish: string) => ({
    ...design(),
    name: 'Menu',
    config: {
      inputs: [
        { name: 'w1-text', value: dish },
        { name: 'logo-text', value: logo },
      ],
    },
  })

  it('are protected by the server from users who may only fill in a card, and nothing is lost', async () => {
    const admin = await server().organization()
    const writer = await server().user(admin, ['cards'])
    const designer = await server().user(admin, ['cards', 'layouts'])
    const { card } = await admin.api.cards.create({ body: { ...design(), name: 'Menu' } })
    const params = { id: card.id }

    const filled = (await writer.api.cards.update({ params, body: saying('Ours', 'Salad') })).card
    for (const calls of [writer.api.cards, writer.api.designs]) {
      const failure = await refused(calls.update({ params, body: saying('Theirs', 'Cake') }))
      expect(failure).toMatchObject({ status: 403, errKey: 'LOCKED_PARTS' })
      expect(failure.body.message).toContain('Logo')
      expect(failure.body.errors).toEqual({ logo: 'Logo is locked' })
    }
    const bare = { ...page('Soup'), name: 'Menu' }
    expect((await refused(writer.api.cards.update({ params, body: bare }))).errKey).toBe('LOCKED_PARTS')
    const renewed = { ...saying('Theirs', 'Cake'), cardId: card.id }
    expect((await refused(writer.api.designs.create({ body: renewed }))).errKey).toBe('LOCKED_PARTS')
    expect((await admin.api.cards.get({ params })).card).toEqual(filled)
    expect((await admin.api.cards.versions({ params })).versions).toHaveLength(2)

    const late = { ...saying('Theirs', 'Cake'), version: card.version }
    expect((await refused(writer.api.cards.update({ params, body: late }))).errKey).toBe('CONFLICT')
    const renamed = await writer.api.cards.update({ params, body: { name: 'Lunch' } })
    expect(renamed.card.name).toBe('Lunch')
    await designer.api.cards.update({ params, body: saying('Theirs', 'Cake') })
    const fresh = (await designer.api.cards.update({ params, body: bare })).card
    expect(fresh.widgets).toHaveLength(1)
  })

  it('apply to the first save of a card, whatever origin it claims', async () => {
    const admin = await server().organization()
    const writer = await server().user(admin, ['cards'])
    const renamedIds = <T>(body: T, mark: string): T =>
      JSON.parse(JSON.stringify(body).replaceAll('"logo', `"logo${mark}`).replaceAll('"w1', `"w1${mark}`))
    const templates = [
      { ...saying('Ours', 'Soup'), isTemplate: true },
      { ...renamedIds(page(), 'x'), name: 'Plain', isTemplate: true },
    ]
    const [templateId, otherId] = await Promise.all(
      templates.map(async (body) => (await admin.api.designs.create({ body })).card.id),
    )
    let made = 0
    const copied = (logo: string) => ({ ...saying(logo, 'Cake'), name: `Card ${++made}` })
    /** A card as the console creates it: with fresh ids. */
    const started = (logo: string) => ({ ...renamedIds(copied(logo), `m${made}`), templateId })
    const bare = renamedIds({ ...page('Cake'), name: 'Bare' }, 'b')
    const ours = started('Ours')
    const there = { transform: 'translate(0px, 0px)' }
    const refusals = {
      'changed, and named': started('Theirs'),
      'left out, and named': { ...bare, templateId },
      'moved, and named': { ...ours, widgets: ours.widgets.map((widget) => ({ ...widget, ...there })) },
      'unlocked, and named': { ...ours, widgets: ours.widgets.map(({ locked: _, ...widget }) => widget) },
      'copied without a word': copied('Theirs'),
      'copied in part': { ...page('Cake'), name: 'Half' },
      'copied, and another is named': { ...copied('Theirs'), templateId: otherId },
      'a template from a template': { ...copied('Theirs'), isTemplate: true },
    }
    for (const [what, body] of Object.entries(refusals))
      for (const calls of [writer.api.cards, writer.api.designs]) {
        const failure = await refused(calls.create({ body }))
        expect([failure.status, failure.errKey, failure.body.errors], what).toEqual([
          403,
          'LOCKED_PARTS',
          { Logo: 'Logo is locked' },
        ])
      }
    expect((await admin.api.cards.list({})).cards).toEqual([])

    const lost = writer.api.cards.create({ body: { ...started('Ours'), templateId: 'none' } })
    expect((await refused(lost)).body.errors).toHaveProperty('templateId')
    for (const body of [ours, copied('Ours'), bare]) await writer.api.cards.create({ body })
    const designer = await server().user(admin, ['cards', 'layouts'])
    await designer.api.cards.create({ body: started('Theirs') })
    expect((await admin.api.cards.list({})).cards).toHaveLength(4)
  })

  it('hold in cards copied from a template by its own document', async () => {
    const admin = await server().organization()
    const writer = await server().user(admin, ['cards'])
    const { card: template } = await admin.api.designs.create({
      body: { ...design(), name: 'Menu', isTemplate: true },
    })
    const { card } = await writer.api.cards.create({
      body: { ...template, name: 'Monday', isTemplate: false },
    })
    const params = { id: card.id }
    await writer.api.cards.update({ params, body: { ...saying('Ours', 'Cake'), name: 'Monday' } })
    const wrong = { ...saying('Theirs', 'Cake'), name: 'Monday' }
    expect((await refused(writer.api.cards.update({ params, body: wrong }))).errKey).toBe('LOCKED_PARTS')
    const copy = (await writer.api.cards.duplicate({ params, body: { name: 'Tuesday' } })).card
    expect(copy.widgets.find(({ id }) => id === 'logo')?.locked).toBe(true)
  })
})
