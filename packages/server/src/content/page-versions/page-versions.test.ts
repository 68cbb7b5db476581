import { VERSIONS_KEPT } from '@vitrine/contract/api/content/page-versions'
import { describe, expect, it } from 'vitest'
import { makeLayout, page } from '#test/content.ts'
import { refused, useServer } from '#test/harness.ts'
import { picture, upload } from '#test/uploads.ts'

describe('earlier versions of a page', () => {
  const server = useServer()

  it('record who saved what and when, and an old one becomes the newest by saving it', async () => {
    const admin = await server().organization()
    const { layout } = await admin.api.layouts.create({ body: { ...page('First'), name: 'Lobby' } })
    const params = { id: layout.id }
    await admin.api.layouts.update({ params, body: { ...page('Second'), name: 'Lobby 2' } })
    const { versions } = await admin.api.layouts.versions({ params })
    expect(versions.map(({ version, name }) => [version, name])).toEqual([
      [2, 'Lobby 2'],
      [1, 'Lobby'],
    ])
    for (const { savedBy, savedAt } of versions) {
      expect(savedBy).not.toBe('')
      expect(Date.parse(savedAt)).not.toBeNaN()
    }
    const { version: first } = await admin.api.layouts.version({ params: { ...params, version: 1 } })
    expect(first.document).toEqual(page('First'))
    const body = { name: first.name, ...first.document, version: 2 }
    const restored = (await admin.api.layouts.update({ params, body })).layout
    expect(restored).toMatchObject({ version: 3, name: 'Lobby', config: page('First').config })
    expect((await admin.api.layouts.versions({ params })).versions).toHaveLength(3)
  })

  it('are kept up to a maximum', async () => {
    const admin = await server().organization()
    const layout = await makeLayout(admin)
    const params = { id: layout.id }
    for (let n = 0; n < VERSIONS_KEPT + 2; n += 1)
      await admin.api.layouts.update({ params, body: { ...page(`Text ${n}`), name: layout.name } })
    const { versions } = await admin.api.layouts.versions({ params })
    expect(versions).toHaveLength(VERSIONS_KEPT)
    expect(versions[0]?.version).toBe(VERSIONS_KEPT + 3)
    const gone = admin.api.layouts.version({ params: { ...params, version: 1 } })
    expect((await refused(gone)).status).toBe(404)
  })

  it('do not prevent deleting media, and drop deleted ones', async () => {
    const admin = await server().organization()
    const files = [
      { name: 'a.png', content: await picture() },
      { name: 'b.png', content: await picture() },
    ]
    const [kept, dropped] = (await upload(admin, files)).map(({ id }) => id)
    const [widget] = page().widgets
    if (!widget) throw new Error('A page has a widget')
    const zone = (...media: (string | undefined)[]) => ({
      ...page(),
      name: 'Zone',
      widgets: [{ ...widget, id: 'z', type: 'media-looper' }],
      config: { inputs: [{ name: 'z-media', value: media.map((mediaId) => ({ mediaId, duration: 5 })) }] },
    })
    const { layout } = await admin.api.layouts.create({ body: zone(kept, dropped) })
    const params = { id: layout.id }
    await admin.api.layouts.update({ params, body: zone(kept) })
    await admin.api.media.remove({ params: { id: dropped ?? '' } })
    const { version } = await admin.api.layouts.version({ params: { ...params, version: 1 } })
    expect(version.document.config.inputs).toEqual(zone(kept).config.inputs)
    await admin.api.layouts.update({ params, body: { ...version.document, name: 'Zone' } })
  })

  it('exist for cards and copies too, and are deleted with the page', async () => {
    const admin = await server().organization()
    const { card } = await admin.api.cards.create({ body: { ...page(), name: 'Menu' } })
    const params = { id: card.id }
    await admin.api.cards.update({ params, body: { name: 'Menu of today' } })
    const { card: copy } = await admin.api.cards.duplicate({ params, body: { name: 'Copy' } })
    expect((await admin.api.cards.versions({ params })).versions).toHaveLength(2)
    expect((await admin.api.cards.versions({ params: { id: copy.id } })).versions).toHaveLength(1)
    const { version } = await admin.api.cards.version({ params: { ...params, version: 1 } })
    expect(version).toMatchObject({ name: 'Menu', document: page() })
    await admin.api.cards.remove({ params })
    expect((await refused(admin.api.cards.versions({ params }))).status).toBe(404)
  })
})
