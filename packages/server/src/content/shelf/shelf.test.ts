import { writeDocument } from '@vitrine/contract/document/layout-document'
import { screenPage } from '@vitrine/contract/document/screen-page'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { describe, expect, it } from 'vitest'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { followed, sendDeck } from '#test/decks.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { pdf } from '#test/pdf.ts'
import { TestScreen } from '#test/screen.ts'
import { uploadOne } from '#test/uploads.ts'

const CSV = { name: 'menu.csv', content: btoa('Dish,Price\nSoup,4.50\nTea,2\n') }
const addSource = async (admin: Caller, name = 'Menu') =>
  (await admin.api.sources.create({ body: { name, kind: 'csv', file: CSV } })).source
const play = async (
  admin: Caller,
  kind: 'media' | 'card' | 'layout' | 'template' | 'source' | 'deck',
  id: string,
) => (await admin.api.shelf.play({ params: { id }, body: { kind } })).storyboard
const approve = (admin: Caller, id: string) =>
  admin.api.storyboards.setStatus({ params: { id, status: 'approved' } })
const listed = async (admin: Caller, query = {}) =>
  (await admin.api.shelf.list({ query })).items.map(({ kind, name }) => `${kind} ${name}`)

describe('what plays one thing alone', () => {
  const server = useServer()

  it('is made once, and lists leave it out until a person edits it', async () => {
    const admin = await server().organization()
    const { id, name } = await uploadOne(admin)
    const first = await play(admin, 'media', id)
    const second = await play(admin, 'media', id)
    expect(second.id).toBe(first.id)
    expect(first).toMatchObject({ name, madeFor: id, status: 'pending' })
    const cardId = first.items[0]?.cardId ?? ''
    const own = { query: { made: '0' } } as const
    expect((await admin.api.storyboards.list(own)).storyboards).toEqual([])
    expect((await admin.api.cards.list(own)).cards).toEqual([])
    expect((await admin.api.cards.documents(own)).cards).toEqual([])
    expect((await admin.api.media.list({ query: { isCard: '1' } })).media.media).toEqual([])
    expect((await admin.api.storyboards.list()).storyboards).toHaveLength(1)
    expect((await admin.api.cards.list({ query: { made: '1' } })).cards).toHaveLength(1)
    // Its name is free for what a person makes.
    const body = { ...page(), name }
    await admin.api.cards.create({ body })
    await admin.api.cards.update({ params: { id: cardId }, body: { name: 'Poster' } })
    const { cards } = await admin.api.cards.list(own)
    expect(new Set(cards.map((card) => card.name))).toEqual(new Set([name, 'Poster']))
    expect((await admin.api.media.list({ query: { isCard: '1' } })).media.media).toHaveLength(2)
    // The edited card keeps what plays it; the file gets another one.
    expect((await play(admin, 'card', cardId)).id).toBe(first.id)
    expect((await play(admin, 'media', id)).id).not.toBe(first.id)
  })

  it('a storyboard that a person edits is their own', async () => {
    const admin = await server().organization()
    const { id } = await makeLayout(admin)
    const { id: storyboardId, items } = await play(admin, 'layout', id)
    const body = { name: 'Evening', type: 'designed' as const, items }
    const { storyboard } = await admin.api.storyboards.update({ params: { id: storyboardId }, body })
    expect(storyboard.madeFor).toBeNull()
    expect((await admin.api.storyboards.list({ query: { made: '0' } })).storyboards).toHaveLength(1)
  })

  it('two calls at the same time make it once', async () => {
    const admin = await server().organization()
    const { id } = await uploadOne(admin)
    const [one, other] = await Promise.all([play(admin, 'media', id), play(admin, 'media', id)])
    expect(one.id).toBe(other.id)
    expect((await admin.api.cards.list()).cards).toHaveLength(1)
  })

  it('goes with its file', async () => {
    const admin = await server().organization()
    const { id } = await uploadOne(admin)
    const { id: storyboardId } = await play(admin, 'media', id)
    await admin.api.media.remove({ params: { id } })
    expect((await admin.api.cards.list()).cards).toEqual([])
    expect((await admin.api.storyboards.list()).storyboards).toEqual([])
    await expect(admin.api.storyboards.get({ params: { id: storyboardId } })).rejects.toMatchObject({
      status: 404,
    })
    await admin.api.trash.restore({ params: { id } })
    expect((await play(admin, 'media', id)).madeFor).toBe(id)
  })

  it('goes with the folder of its file', async () => {
    const admin = await server().organization()
    const { folder } = await admin.api.media.createFolder({ body: { name: 'Summer' } })
    const { id } = await uploadOne(admin)
    await admin.api.media.moveMany({ body: { ids: [id], folderId: folder.id } })
    await play(admin, 'media', id)
    await admin.api.media.removeFolder({ params: { id: folder.id } })
    expect((await admin.api.cards.list()).cards).toEqual([])
  })

  it('keeps its file while a group plays it, and says which', async () => {
    const admin = await server().organization()
    const { id } = await uploadOne(admin)
    const { id: storyboardId } = await play(admin, 'media', id)
    await approve(admin, storyboardId)
    const { name } = await makeGroup(admin, storyboardId)
    const answer = await refused(admin.api.media.remove({ params: { id } }))
    expect(answer.body).toMatchObject({ errKey: 'USED_IN_CARD', usedIn: [{ kind: 'device-group', name }] })
    expect((await admin.api.cards.list()).cards).toHaveLength(1)
  })

  it('a card that plays alone can be deleted with what plays it', async () => {
    const admin = await server().organization()
    const { card } = await admin.api.cards.create({ body: { ...page(), name: 'Offer' } })
    await play(admin, 'card', card.id)
    await admin.api.cards.remove({ params: { id: card.id } })
    expect((await admin.api.storyboards.list()).storyboards).toEqual([])
  })

  it('shows a data source on the page that the first call brings', async () => {
    const admin = await server().organization()
    const { id } = await addSource(admin)
    const asked = (body: { kind: 'source'; page?: ReturnType<typeof page> }) =>
      admin.api.shelf.play({ params: { id }, body })
    expect(await refused(asked({ kind: 'source' }))).toMatchObject({ status: 400 })
    const { storyboard } = await asked({ kind: 'source', page: page('Menu') })
    expect((await asked({ kind: 'source' })).storyboard.id).toBe(storyboard.id)
  })

  it('copies a template, and shows sounds nowhere', async () => {
    const admin = await server().organization()
    const body = { ...page('Welcome'), name: 'Frame', isTemplate: true }
    const { card } = await admin.api.cards.create({ body })
    const { items } = await play(admin, 'template', card.id)
    expect(items[0]?.cardId).not.toBe(card.id)
    expect(await refused(play(admin, 'card', card.id))).toMatchObject({ status: 404 })
  })

  it('plays the pages of a PDF', async () => {
    const admin = await server().organization()
    const { deckId } = await followed(admin, await sendDeck(admin, pdf(2)))
    const first = await play(admin, 'deck', deckId ?? '')
    expect(first.items).toHaveLength(2)
    expect((await play(admin, 'deck', deckId ?? '')).id).toBe(first.id)
    expect((await admin.api.layouts.list({ query: { made: '0' } })).layoutList).toEqual([])
    expect(await listed(admin)).toEqual([expect.stringMatching(/^deck /)])
  })

  it('needs the permissions for what it makes', async () => {
    const admin = await server().organization()
    const { id } = await uploadOne(admin)
    const { card } = await admin.api.cards.create({ body: { ...page(), name: 'Offer' } })
    const author = await server().user(admin, ['storyboards'])
    expect(await refused(play(author, 'media', id))).toMatchObject({ status: 403 })
    expect((await play(author, 'card', card.id)).madeFor).toBe(card.id)
    const viewer = await server().user(admin, [])
    expect(await refused(play(viewer, 'card', card.id))).toMatchObject({ status: 403 })
  })
})

describe('slide shows', () => {
  const server = useServer()

  it('show files in their order with a soft transition; the same pages play them alone', async () => {
    const admin = await server().organization()
    const photos = [await uploadOne(admin, 'b.png'), await uploadOne(admin, 'a.png')]
    const alone = await play(admin, 'media', photos[0]?.id ?? '')
    const mediaIds = photos.map(({ id }) => id)
    const body = { name: 'Holiday', mediaIds, seconds: 6 }
    const { storyboard } = await admin.api.shelf.slideShow({ body })
    expect(storyboard).toMatchObject({ name: 'Holiday', mode: 'AUTO', madeFor: null })
    expect(storyboard.items.map(({ duration, transition }) => [duration, transition])).toEqual([
      [6, 'fade'],
      [6, 'fade'],
    ])
    expect(storyboard.items[0]?.cardId).toBe(alone.items[0]?.cardId)
    expect((await admin.api.shelf.slideShow({ body })).storyboard.name).toBe('Holiday (2)')
    const use = await refused(admin.api.media.remove({ params: { id: mediaIds[1] ?? '' } }))
    expect(use.body.usedIn?.map(({ kind }) => kind)).toEqual(['storyboard', 'storyboard'])
  })

  it('counts its cards and itself in the limits of the organization', async () => {
    const admin = await server().organization()
    const { id } = await uploadOne(admin)
    const { settings } = server().services
    const before = settings.PAGES_PER_ORGANIZATION
    const ask = () => admin.api.shelf.slideShow({ body: { name: 'Tour', mediaIds: [id] } })
    Object.assign(settings, { PAGES_PER_ORGANIZATION: 0 })
    try {
      expect((await refused(ask())).errKey).toBe('STORAGE_LIMIT')
    } finally {
      Object.assign(settings, { PAGES_PER_ORGANIZATION: before })
    }
    expect((await admin.api.storyboards.list()).storyboards).toEqual([])
    await ask()
  })

  it('refuses what another organization or a screen lacks', async () => {
    const [admin, other] = [await server().organization(), await server().organization()]
    const foreign = await uploadOne(other)
    const ask = (mediaIds: string[]) => admin.api.shelf.slideShow({ body: { name: 'Tour', mediaIds } })
    expect(await refused(ask([foreign.id]))).toMatchObject({ status: 400 })
    expect(await refused(ask([]))).toMatchObject({ status: 400 })
  })
})

describe('the shelf', () => {
  const server = useServer()

  it('lists everything that people made, newest first, and finds it by name, kind, and tag', async () => {
    const admin = await server().organization()
    const file = await uploadOne(admin, 'Bread.png')
    await addSource(admin, 'Menu')
    await admin.api.cards.create({ body: { ...page(), name: 'Menu board' } })
    await admin.api.cards.create({ body: { ...page(), name: 'Frame', isTemplate: true } })
    const layout = await makeLayout(admin)
    const { name } = await makeStoryboard(admin, { layoutIds: [layout.id] })
    await play(admin, 'media', file.id)
    expect(await listed(admin)).toEqual([
      `storyboard ${name}`,
      `layout ${layout.name}`,
      'template Frame',
      'card Menu board',
      'source Menu',
      'image Bread.png',
    ])
    expect(await listed(admin, { search: 'menu', sort: 'name' })).toEqual(['source Menu', 'card Menu board'])
    expect(await listed(admin, { kinds: 'card,template' })).toEqual(['template Frame', 'card Menu board'])
    await admin.api.media.tagMany({ body: { ids: [file.id], add: ['Autumn'], remove: [] } })
    expect(await listed(admin, { tag: 'Autumn' })).toEqual(['image Bread.png'])
    expect(await listed(admin, { search: 'autumn' })).toEqual(['image Bread.png'])
    expect(await refused(listed(admin, { kinds: 'card,hat' }))).toMatchObject({ status: 400 })
    const { items } = await admin.api.shelf.list({ query: { kinds: 'storyboard,image' } })
    expect(items.map((item) => item.page ?? item.thumbnailId)).toEqual([
      { kind: 'layout', id: layout.id },
      file.thumbnailId,
    ])
  })

  it('sorts names as people do: 2 before 12', async () => {
    const admin = await server().organization()
    for (const name of ['Day 12.pdf', 'Day 2.pdf'])
      await followed(admin, await sendDeck(admin, pdf(1), {}, name))
    for (const name of ['Day 1', 'Day 10', 'Day 3'])
      await admin.api.cards.create({ body: { ...page(), name } })
    const kinds = 'card,deck'
    const order = ['card Day 1', 'deck Day 2.pdf', 'card Day 3', 'card Day 10', 'deck Day 12.pdf']
    expect(await listed(admin, { kinds, sort: 'name' })).toEqual(order)
    expect(await listed(admin, { kinds, sort: '-name' })).toEqual(order.toReversed())
  })

  it('lists what the screens of a building or a floor play', async () => {
    const admin = await server().organization()
    await (await server().signIn()).api.licences.create({
      body: { number: 'L 2', organizationId: admin.organizationId, devicesCount: 2, expiresAt: null },
    })
    const { building } = await admin.api.buildings.create({
      body: { name: 'Tower', location: 'Cairo', floors: [{ name: 'Ground' }, { name: 'Roof' }] },
    })
    const [ground = '', roof = ''] = building.floors.map(({ id }) => id)
    const place = async (name: string, floorId: string, deviceGroupId?: string) => {
      const { deviceId } = await TestScreen.claim(server(), admin, { name })
      await admin.api.devices.update({ params: { id: deviceId }, body: { name, floorId, deviceGroupId } })
      return deviceId
    }
    const file = await uploadOne(admin, 'Poster.png')
    await uploadOne(admin, 'Elsewhere.png')
    const { id: ofFile } = await play(admin, 'media', file.id)
    await approve(admin, ofFile)
    const [daily, upstairs] = [await makeStoryboard(admin), await makeStoryboard(admin)]
    const { id: groupId, name, schedule } = await makeGroup(admin, daily.id)
    const screens = { inPlaces: [roof] }
    const slots = [{ from: '08:00 AM', to: '09:00 AM', storyboardId: upstairs.id, screens }]
    await admin.api.deviceGroups.update({
      params: { id: groupId },
      body: { name, schedule: { ...schedule, slots } },
    })
    await place('Lobby', ground, groupId)
    const bar = await place('Bar', roof)
    await admin.api.devices.switchStory({
      params: { id: bar },
      body: { storyboardId: ofFile, end: 'manual' },
    })
    const playedIn = async (placeId: string, caller = admin) =>
      (await listed(caller, { placeId, kinds: 'storyboard,image' })).toSorted()
    expect(await playedIn(ground)).toEqual([`storyboard ${daily.name}`])
    expect(await playedIn(roof)).toEqual(['image Poster.png'])
    expect(await playedIn(building.id)).toEqual(['image Poster.png', `storyboard ${daily.name}`])
    await admin.api.devices.update({
      params: { id: bar },
      body: { name: 'Bar', floorId: roof, deviceGroupId: groupId },
    })
    expect(await playedIn(roof)).toEqual(
      ['image Poster.png', `storyboard ${daily.name}`, `storyboard ${upstairs.name}`].toSorted(),
    )
    expect(await listed(admin, { placeId: ground, kinds: 'layout' })).toHaveLength(1)
    expect(await playedIn(building.id, await server().organization())).toEqual([])
  })

  it('continues after the first answer, without repeats', async () => {
    const admin = await server().organization()
    for (let n = 0; n < 61; n++) await admin.api.cards.create({ body: { ...page(), name: `Card ${n}` } })
    const first = await admin.api.shelf.list({ query: { sort: 'name' } })
    expect([first.items.length, first.more]).toEqual([60, true])
    const rest = await admin.api.shelf.list({ query: { sort: 'name', from: 60 } })
    expect([rest.items.length, rest.more]).toEqual([1, false])
    const all = new Set([...first.items, ...rest.items].map(({ id }) => id))
    expect(all.size).toBe(61)
  })

  it('shows nothing of another organization', async () => {
    const [admin, other] = [await server().organization(), await server().organization()]
    await uploadOne(other)
    await addSource(other)
    await makeStoryboard(other)
    expect(await listed(admin)).toEqual([])
  })

  it('lists the files of one folder', async () => {
    const admin = await server().organization()
    const { folder } = await admin.api.media.createFolder({ body: { name: 'Summer' } })
    const { id } = await uploadOne(admin, 'Beach.png')
    await uploadOne(admin, 'Other.png')
    await addSource(admin)
    await admin.api.media.moveMany({ body: { ids: [id], folderId: folder.id } })
    expect(await listed(admin, { folderId: folder.id })).toEqual(['image Beach.png'])
  })

  it('finds a page that shows a file only under its file', async () => {
    const admin = await server().organization()
    const { id } = await uploadOne(admin, 'Poster.png')
    await play(admin, 'media', id)
    expect(await listed(admin, { search: 'poster' })).toEqual(['image Poster.png'])
    const zone = { id: 'zone', name: 'Zone' }
    const shown = screenPage(zone, [{ mediaId: id, duration: 5 }], WIDGET_FIELDS)
    await admin.api.cards.create({ body: { ...writeDocument(shown, WIDGET_FIELDS), name: 'Poster' } })
    expect((await listed(admin, { search: 'poster' })).toSorted()).toEqual([
      'card Poster',
      'image Poster.png',
    ])
  })
})
