import type { Scope } from '@vitrine/contract/api/accounts/scope'
import { ROLES } from '@vitrine/contract/permissions'
import { describe, expect, it } from 'vitest'
import { makeGroup, makeLayout, makeStoryboard, showing } from '#test/content.ts'
import { sendDeck } from '#test/decks.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { fileIn } from '#test/laws/scope-folders.ts'
import { pdf } from '#test/pdf.ts'
import { samples } from '#test/samples.ts'
import { TestScreen } from '#test/screen.ts'
import { form, picture, refusedUpload, uploadOne } from '#test/uploads.ts'
import { menuBoard } from '#test/zip.ts'

const server = useServer()

/** Two folders in one, and someone whose rights hold for the first of these. */
async function scene(scopeOf: (mine: string) => Scope = (mine) => ({ places: null, folders: [mine] })) {
  const admin = await server().organization()
  const folder = async (name: string, folderId?: string) =>
    (await admin.api.media.createFolder({ body: { name, folderId } })).folder.id
  const above = await folder('Pictures')
  const [mine, theirs] = [await folder('Kitchen', above), await folder('Bar', above)]
  const limited = await person(admin, scopeOf(mine))
  return { admin, above, mine, theirs, limited, folder }
}

/** Through the API, most of the time would go into hashing passwords. */
async function person(admin: Caller, scope: Scope): Promise<Caller> {
  const found = await server().user(admin)
  const { id } = (await found.api.auth.profile()).profile
  await setRights(id, scope)
  return found
}

const setRights = (id: string, scope: Scope) =>
  server()
    .services.database.updateTable('users')
    .set({ role: ROLES.admin, scope: JSON.stringify(scope) })
    .where('id', '=', id)
    .execute()

const outside = { status: 403, errKey: 'OUTSIDE_SCOPE' }

describe('someone whose rights hold for a folder of the library', () => {
  it('finds it at Root, with what is below, and counts of these alone', async () => {
    const { admin, above, mine, limited, folder } = await scene()
    const below = await folder('Soups', mine)
    const file = await fileIn(admin, below, 'soup.png')
    await uploadOne(admin)
    const { media: root } = await limited.api.media.list({ query: { page: 1 } })
    expect(root.folders).toMatchObject([{ id: mine, name: 'Kitchen', folderId: null }])
    expect([root.media, root.total]).toEqual([[], 0])
    const { folder: open } = await limited.api.media.folder({ params: { id: below } })
    expect(open.path.map(({ id }) => id)).toEqual([mine, below])
    expect(open.folderId).toBe(mine)
    const { media: all } = await limited.api.media.list({ query: { everywhere: '1', page: 1 } })
    expect([all.media.map(({ id }) => id), all.total]).toEqual([[file], 1])
    const { media: found } = await limited.api.media.list({ query: { search: 'kitchen', page: 1 } })
    expect(found.folders.map(({ folderId }) => folderId)).toEqual([null])
    expect((await refused(limited.api.media.folder({ params: { id: above } }))).status).toBe(404)
  })

  it('puts nothing elsewhere', async () => {
    const { admin, mine, theirs, limited, folder } = await scene()
    const content = await picture()
    const away = [
      { field: 'folderId', content: theirs },
      { name: 'a.png', content },
    ]
    const nowhere = [
      { field: 'folderId', content: 'nowhere' },
      { name: 'a.png', content },
    ]
    expect(await refusedUpload(limited, away)).toEqual(await refusedUpload(limited, nowhere))
    const id = await fileIn(limited, mine, 'soup.png')
    expect(await refused(limited.api.media.createFolder({ body: { name: 'New' } }))).toMatchObject(outside)
    const toRoot = { name: 'soup.png', folderId: null }
    expect(await refused(limited.api.media.update({ params: { id }, body: toRoot }))).toMatchObject(outside)
    const many = { ids: [id], folderId: null }
    expect(await refused(limited.api.media.moveMany({ body: many }))).toMatchObject(outside)
    const sub = await folder('Soups', mine)
    const move = { name: 'Soups', folderId: null }
    expect(await refused(limited.api.media.updateFolder({ params: { id: sub }, body: move }))).toMatchObject(
      outside,
    )
    expect((await admin.api.media.get({ params: { id } })).media.folderId).toBe(mine)
  })

  it('adds to the first of these folders what names none', async () => {
    const { admin, mine, folder } = await scene()
    const first = await folder('Aperitifs')
    const limited = await person(admin, { places: null, folders: [mine, first] })
    const web = { name: 'Site', address: 'https://example.org/' }
    expect((await uploadOne(limited)).folderId).toBe(first)
    expect((await limited.api.webMedia.create({ body: web })).media.folderId).toBe(first)
    const { id } = await sendDeck(limited, pdf(1))
    expect((await limited.api.conversions.get({ params: { id } })).conversion.folderId).toBe(first)
    const none = await person(admin, { places: null, folders: ['gone'] })
    expect(await refusedUpload(none, [{ name: 'a.png', content: await picture() }])).toMatchObject(outside)
  }, 30_000)

  it('changes what is inside, and renames the folder where it is', async () => {
    const { admin, above, mine, limited } = await scene()
    const sub = (await limited.api.media.createFolder({ body: { name: 'Soups', folderId: mine } })).folder.id
    const id = await fileIn(limited, mine, 'soup.png')
    await limited.api.media.moveMany({ body: { ids: [id], folderId: sub } })
    const conversion = await sendDeck(limited, pdf(1), { folderId: sub })
    expect((await limited.api.conversions.list()).conversions.map((one) => one.id)).toEqual([conversion.id])
    const body = { name: 'Restaurant', folderId: null }
    await limited.api.media.updateFolder({ params: { id: mine }, body })
    const { folder } = await admin.api.media.folder({ params: { id: mine } })
    expect(folder).toMatchObject({ name: 'Restaurant', folderId: above })
  }, 30_000)

  it('restores what was in it, and finds nothing else in the trash', async () => {
    const { admin, mine, theirs, limited } = await scene()
    const [own, other, root] = [
      await fileIn(admin, mine, 'soup.png'),
      await fileIn(admin, theirs, 'beer.png'),
      (await uploadOne(admin)).id,
    ]
    for (const id of [own, other, root]) await admin.api.media.remove({ params: { id } })
    const { trash, bytes } = await limited.api.trash.list()
    expect(trash.map(({ id }) => id)).toEqual([own])
    expect(bytes).toBe(trash[0]?.size)
    expect((await refused(limited.api.trash.restore({ params: { id: other } }))).status).toBe(404)
    const { refused: kept } = await limited.api.trash.removeMany({ body: { ids: [own, root] } })
    expect(kept).toMatchObject([{ id: root, errKey: 'NOT_FOUND' }])
    const again = await fileIn(admin, mine, 'bread.png')
    await limited.api.media.remove({ params: { id: again } })
    await limited.api.trash.restore({ params: { id: again } })
    expect((await limited.api.media.get({ params: { id: again } })).media.folderId).toBe(mine)
  })

  it('deletes and restores the folder', async () => {
    const { mine, limited } = await scene()
    const id = await fileIn(limited, mine, 'soup.png')
    await limited.api.media.removeFolder({ params: { id: mine } })
    expect((await limited.api.trash.list()).trash).toMatchObject([{ id: mine, files: 1 }])
    await limited.api.trash.restore({ params: { id: mine } })
    expect((await limited.api.media.get({ params: { id } })).media.id).toBe(id)
  })

  it('does everything with screens, and a scope of places leaves the library', async () => {
    const { admin, limited } = await scene()
    const group = (await makeGroup(admin)).id
    const { building } = await limited.api.buildings.create({
      body: { name: 'House', location: 'Here', floors: [{ name: 'Ground' }] },
    })
    expect((await limited.api.deviceGroups.list()).devicesGroups.map(({ id }) => id)).toContain(group)
    const storyboardId = (await makeStoryboard(admin)).id
    const takeover = { ...samples.takeovers?.body?.(1), storyboardId }
    expect((await limited.call('POST', '/takeovers', takeover)).status).toBe(201)
    const places = { buildings: [building.id], floors: [], groups: [] }
    const elsewhere = await person(admin, { places, folders: null })
    const { id } = await uploadOne(elsewhere)
    const { media } = await elsewhere.api.media.list()
    expect([media.media.map((each) => each.id), media.folders.length]).toEqual([[id], 1])
    expect((await elsewhere.call('POST', '/takeovers', takeover)).status).toBe(403)
    for (const who of [limited, elsewhere]) expect((await who.call('GET', '/api-keys')).status).toBe(403)
  })

  it('is limited by both of a key and its maker', async () => {
    const { admin, mine, theirs } = await scene()
    const { id: makerId } = (await admin.api.auth.profile()).profile
    const scope = { places: null, folders: [mine] }
    const { secret } = await admin.api.apiKeys.create({ body: { name: 'Key', role: ROLES.admin, scope } })
    const key = server().as(secret)
    const id = await fileIn(key, mine, 'soup.png')
    await setRights(makerId, { places: null, folders: [theirs] })
    expect((await refused(key.api.media.get({ params: { id } }))).status).toBe(404)
    expect((await key.api.media.list()).media.folders).toEqual([])
  })
})

describe('a file outside that a page shows', () => {
  /** A page with a file that the person doesn't reach. */
  async function shownPage() {
    const all = await scene()
    const file = await fileIn(all.admin, all.theirs, 'beer.png')
    const layout = await makeLayout(all.admin, showing(file))
    return { ...all, file, layout }
  }

  it('is drawn, not listed, and stays there when the page is saved, copied, and restored', async () => {
    const { admin, limited, file, layout } = await shownPage()
    const { media } = await limited.api.media.get({ params: { id: file } })
    expect((await limited.call('GET', media.url)).status).toBe(200)
    expect((await limited.api.media.list({ query: { everywhere: '1' } })).media.media).toEqual([])
    const body = { ...showing(file), name: 'Renamed' }
    await limited.api.layouts.update({ params: { id: layout.id }, body })
    const copy = await limited.api.layouts.create({ body: { ...showing(file), name: 'Copy' } })
    await limited.api.layouts.remove({ params: { id: copy.layout.id } })
    await limited.api.layouts.remove({ params: { id: layout.id } })
    // Nothing else shows it now.
    await limited.api.trash.restore({ params: { id: layout.id } })
    const { layout: again } = await admin.api.layouts.get({ params: { id: layout.id } })
    expect(JSON.stringify(again)).toContain(file)
    const uses = await admin.api.media.uses({ params: { id: file } })
    expect(uses.usedIn.map(({ id }) => id)).toEqual([layout.id])
  })

  it('cannot be changed, and is not chosen once nothing shows it', async () => {
    const { admin, limited, file, layout } = await shownPage()
    expect((await limited.call('PUT', `/media/${file}`, { name: 'Mine' })).status).toBe(404)
    expect((await limited.call('DELETE', `/media/${file}`)).status).toBe(404)
    const { status, body } = await limited.call('POST', '/media/remove-many', { ids: [file] })
    expect([status, body]).toMatchObject([404, { errKey: 'NOT_FOUND' }])
    await admin.api.layouts.remove({ params: { id: layout.id } })
    const [away, nowhere] = [
      await refused(limited.api.layouts.create({ body: { ...showing(file), name: 'New' } })),
      await refused(limited.api.layouts.create({ body: { ...showing('nowhere'), name: 'New' } })),
    ]
    expect([away.status, away]).toEqual([400, nowhere])
    expect((await limited.call('GET', `/media/file/${file}`)).status).toBe(404)
  })

  it('plays on screens after they approve its storyboard or change the page', async () => {
    const { admin, limited, file, layout } = await shownPage()
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id], approve: false })
    const group = await makeGroup(admin)
    const screen = await TestScreen.claim(server(), admin, { name: 'Lobby', deviceGroupId: group.id })
    await limited.api.storyboards.setStatus({ params: { id: storyboard.id, status: 'approved' } })
    const schedule = { timezone: 'Etc/GMT', defaultStoryboardId: storyboard.id, slots: [] }
    await limited.api.deviceGroups.update({ params: { id: group.id }, body: { name: group.name, schedule } })
    server().clock.advance(120_000)
    await server().services.publisher.idle()
    const plays = async () => JSON.stringify((await screen.manifest()).group)
    expect(await plays()).toContain(file)
    const body = { ...showing(file), name: 'Again' }
    await limited.api.layouts.update({ params: { id: layout.id }, body })
    await server().services.publisher.idle()
    expect(await plays()).toContain(file)
  })

  it('is in a package outside, which shows the new file when someone replaces it', async () => {
    const { admin, mine, theirs, limited } = await scene()
    const own = await fileIn(admin, mine, 'soup.png')
    const board = await fileIn(admin, theirs, 'menu.zip', menuBoard())
    const { media } = await admin.api.media.get({ params: { id: board } })
    const model = { ...((await admin.call('GET', `${media.url}model.json`)).body as object) }
    const saved = await admin.call('PUT', `/media/${board}`, {
      ...{ name: media.name, version: media.version, model: { ...model, logo: [{ mediaId: own }] } },
    })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    const hashOf = async () =>
      (
        await server()
          .services.database.selectFrom('packages')
          .select('hash')
          .where('id', '=', board)
          .executeTakeFirstOrThrow()
      ).hash
    const before = await hashOf()
    const parts = form([{ name: 'new.png', content: await picture('red') }])
    expect((await limited.call('POST', `/media/${own}/file`, parts)).status).toBe(200)
    expect(await hashOf()).not.toBe(before)
  })

  it('counts in what the organization stores', async () => {
    const { admin, limited } = await shownPage()
    const { id } = (await admin.api.organizations.list()).organizations[0] ?? { id: '' }
    const stored = async (who: Caller) =>
      (await who.api.organizations.get({ params: { id } })).organization.storage.used
    expect(await stored(limited)).toBe(await stored(admin))
  })
})
