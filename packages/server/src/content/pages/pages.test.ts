import type { DocumentWidget } from '@vitrine/contract/api/content/page-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { describe, expect, it } from 'vitest'
import { makeLayout, makeStoryboard, page } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { form, picture, upload } from '#test/uploads.ts'

describe('cards and layouts', () => {
  const server = useServer()

  it('L-006, B-008, C-093: a name is enough for a layout: full HD and empty', async () => {
    const admin = await server().organization()
    const { status, body } = await admin.call('POST', '/layout', { name: 'Lobby' })
    expect(status).toBe(201)
    const empty = { width: 1920, height: 1080, type: 'designed', widgets: [], config: { inputs: [] } }
    expect((body as { layout: object }).layout).toMatchObject({ name: 'Lobby', ...empty })
    const { id } = (body as { layout: { id: string } }).layout
    // An update must contain the whole layout.
    expect((await admin.call('PUT', `/layout/${id}`, { name: 'Lobby' })).status).toBe(400)
    expect((await admin.call('POST', '/layout', { name: 'Wall', width: 'wide' })).status).toBe(400)
  })

  it('keeps a document as sent', async () => {
    const admin = await server().organization()
    const { layout } = await admin.api.layouts.create({ body: { ...page(), name: 'Lobby' } })
    expect(layout).toMatchObject({ ...page(), name: 'Lobby', type: 'designed', version: 1 })
    const { card } = await admin.api.cards.create({ body: { ...page(), name: 'Lobby' } })
    expect(card).toMatchObject({ ...page(), name: 'Lobby', isTemplate: false, thumbnailId: null })
    expect((await admin.api.layouts.list()).layoutList.map((each) => each.id)).toEqual([layout.id])
    expect((await admin.api.layouts.list({ query: { type: 'other' } })).layoutList).toEqual([])
    expect((await admin.api.cards.list()).cards.map((each) => each.id)).toEqual([card.id])
    expect((await refused(admin.api.cards.get({ params: { id: layout.id } }))).status).toBe(404)
  })

  it('keeps names unique and refuses a save over a newer one', async () => {
    const admin = await server().organization()
    const layout = await makeLayout(admin)
    const body = { ...page(), name: layout.name.toUpperCase() }
    expect((await refused(admin.api.layouts.create({ body }))).body.errors).toHaveProperty('name')
    const params = { id: layout.id }
    await admin.api.layouts.update({ params, body: { ...body, version: 1 } })
    const stale = admin.api.layouts.update({ params, body: { ...body, version: 1 } })
    expect((await refused(stale)).errKey).toBe('CONFLICT')
  })

  it('leaves templates out of the list, and copies a card under a new name', async () => {
    const admin = await server().organization()
    const { card } = await admin.api.cards.create({ body: { ...page('Menu'), name: 'Menu' } })
    await admin.api.cards.create({ body: { ...page(), name: 'Template', isTemplate: true } })
    const params = { id: card.id }
    const { card: copy } = await admin.api.cards.duplicate({ params, body: { name: 'Menu copy' } })
    expect(copy.config).toEqual(card.config)
    const again = admin.api.cards.duplicate({ params, body: { name: 'MENU' } })
    expect((await refused(again)).body.errors).toHaveProperty('name')
    const names = async (query?: { isTemplate: '0' | '1' }) =>
      (await admin.api.cards.list({ query })).cards.map((each) => each.name)
    expect(await names()).toEqual(['Menu', 'Menu copy'])
    expect(await names({ isTemplate: '1' })).toEqual(['Template'])
  })

  it('names the input with missing media, and protects the others from deletion', async () => {
    const admin = await server().organization()
    const other = await server().organization()
    const [media] = await upload(admin, [{ name: 'a.png', content: await picture() }])
    const [foreign] = await upload(other, [{ name: 'b.png', content: await picture() }])
    const zone = (mediaId = '') => ({
      ...page(),
      name: 'Zone',
      widgets: [{ ...page().widgets[0], id: 'z', type: 'media-looper', name: 'Zone' }] as ReturnType<
        typeof page
      >['widgets'],
      config: { inputs: [{ name: 'z-media', value: [{ mediaId, duration: 5 }] }] },
    })
    const stolen = await refused(admin.api.layouts.create({ body: zone(foreign?.id) }))
    const sentence = `Media of the Media Zone "Zone" refers to something that doesn't exist`
    expect(stolen.body).toMatchObject({ message: sentence, errors: { 'z-media': sentence } })
    const { layout } = await admin.api.layouts.create({ body: zone(media?.id) })
    const params = { id: media?.id ?? '' }
    expect((await refused(admin.api.media.remove({ params }))).errKey).toBe('USED_IN_CARD')
    await admin.api.layouts.remove({ params: { id: layout.id } })
    await admin.api.media.remove({ params })
  })

  it('refuses settings that no widget accepts, each by its name, but copies stored ones', async () => {
    const admin = await server().organization()
    const widgets = Object.keys(WIDGET_FIELDS).map((type, n) => ({
      ...(page().widgets[0] as DocumentWidget),
      id: `w${n}`,
      type,
    }))
    const names = Object.values(WIDGET_FIELDS).flatMap((fields, n) =>
      Object.keys(fields).map((field) => `w${n}-${field}`),
    )
    const inputs = names.map((name) => ({ name, value: [[]] }))
    const body = { ...page(), name: 'Rubbish', widgets, config: { inputs } }
    const { card } = await admin.api.cards.create({ body: { ...page(), name: 'Card' } })
    const layout = await makeLayout(admin)
    for (const call of [
      () => admin.api.layouts.create({ body }),
      () => admin.api.layouts.update({ params: { id: layout.id }, body }),
      () => admin.api.cards.create({ body }),
      () => admin.api.cards.update({ params: { id: card.id }, body }),
      () => admin.api.designs.update({ params: { id: card.id }, body }),
    ]) {
      const { status, body: answer } = await refused(call())
      expect(status).toBe(400)
      const named = Object.keys(answer.errors ?? {}).map((path) => path.split('.')[0])
      expect([...new Set(named)].sort()).toEqual([...names].sort())
    }

    const { widgets: stored, config, width, height } = body
    await server()
      .services.database.updateTable('pages')
      .set({ document: JSON.stringify({ width, height, widgets: stored, config }) })
      .where('id', '=', card.id)
      .execute()
    const params = { id: card.id }
    expect((await admin.api.cards.update({ params, body: { name: 'Renamed' } })).card.name).toBe('Renamed')
    expect((await admin.api.cards.duplicate({ params, body: { name: 'Copy' } })).card.name).toBe('Copy')
  })

  it.each([
    ['z-interval', 0, 'Interval of the Media Zone "Menus" must be at least 1'],
    ['z-media', 'all', 'Media of the Media Zone "Menus" must be a list'],
    ['z-media', [{ mediaId: '' }], 'Entry 1 of Media of the Media Zone "Menus" needs a media item'],
  ])('says which setting of which widget it refuses, and why: %s = %j', async (name, value, sentence) => {
    const admin = await server().organization()
    const zone = { ...(page().widgets[0] as DocumentWidget), id: 'z', type: 'media-looper', name: 'Menus' }
    const body = { ...page(), name: 'Lobby', widgets: [zone], config: { inputs: [{ name, value }] } }
    const { body: answer } = await refused(admin.api.layouts.create({ body }))
    expect(answer).toMatchObject({ errKey: 'INVALID', message: sentence, errors: { [name]: sentence } })
  })

  it('protects a page that a storyboard shows, and its size', async () => {
    const admin = await server().organization()
    const layout = await makeLayout(admin)
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const params = { id: layout.id }
    expect((await refused(admin.api.layouts.remove({ params }))).errKey).toBe('LAYOUT_IN_USE')
    const body = { ...page('Hello', 1080, 1920), name: layout.name }
    expect((await refused(admin.api.layouts.update({ params, body }))).errKey).toBe('LAYOUT_IN_USE')
    await admin.api.storyboards.remove({ params: { id: storyboard.id } })
    await admin.api.layouts.update({ params, body })
    await admin.api.layouts.remove({ params })

    const { card } = await admin.api.cards.create({ body: { ...page(), name: 'Card' } })
    const items = [{ cardId: card.id, duration: 5 }]
    await admin.api.storyboards.create({ body: { name: 'Standard', type: 'standard', items } })
    const removal = admin.api.cards.remove({ params: { id: card.id } })
    expect((await refused(removal)).errKey).toBe('USED_IN_STORYBOARD')
  })
})

describe('pictures of layouts', () => {
  const server = useServer()
  const send = async (admin: Caller, layoutId: string) => {
    const parts = [
      { field: 'thumbnail', name: 'a.png', content: await picture('navy') },
      { field: 'layoutId', content: layoutId },
    ]
    const { status, body } = await admin.call('POST', '/thumbnail/createLayoutThumbnail', form(parts))
    return { status, ...(body as { thumbnailId?: string; errors?: object }) }
  }

  it('belong to a layout without changing its version, and replace each other', async () => {
    const admin = await server().organization()
    const layout = await makeLayout(admin)
    const first = await send(admin, layout.id)
    const second = await send(admin, layout.id)
    expect([first.status, second.status]).toEqual([201, 201])
    const { layout: now } = await admin.api.layouts.get({ params: { id: layout.id } })
    expect(now).toMatchObject({ version: 1, thumbnailId: second.thumbnailId })
    expect((await admin.api.layouts.list()).layoutList).toMatchObject([{ thumbnailId: second.thumbnailId }])
    const { layouts } = await admin.api.layouts.documents({ query: {} })
    expect(layouts).toMatchObject([{ thumbnailId: second.thumbnailId }])
    const download = (id = '') => admin.call('GET', `/thumbnail/download/${id}`)
    expect((await download(first.thumbnailId)).status).toBe(404)
    // An update without one keeps it, a copy may share it, and the last one takes it along.
    const body = { ...page(), name: 'Other' }
    await admin.api.layouts.update({ params: { id: layout.id }, body })
    const thumbnailId = second.thumbnailId ?? ''
    const copy = await admin.api.layouts.create({ body: { ...body, name: 'Copy', thumbnailId } })
    expect(copy.layout.thumbnailId).toBe(thumbnailId)
    await admin.api.layouts.remove({ params: { id: layout.id } })
    expect((await download(thumbnailId)).status).toBe(200)
  })

  it('are refused for cards, missing and foreign layouts, and people who design no layouts', async () => {
    const admin = await server().organization()
    const stranger = await server().organization()
    const layout = await makeLayout(admin)
    const { card } = await admin.api.cards.create({ body: { ...page(), name: 'Card' } })
    for (const id of [card.id, 'nowhere', '']) expect((await send(admin, id)).status).toBe(400)
    expect(await send(stranger, layout.id)).toMatchObject({
      status: 400,
      errors: { layoutId: expect.anything() },
    })
    const body = { ...page(), name: 'Foreign', thumbnailId: (await send(admin, layout.id)).thumbnailId ?? '' }
    expect((await refused(stranger.api.layouts.create({ body }))).status).toBe(400)
  })
})
