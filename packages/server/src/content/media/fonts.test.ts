import { ownFont } from '@vitrine/contract/fields/own-font'
import { describe, expect, it } from 'vitest'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { DEJAVU, fontFile, withLicense } from '#test/fonts.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { form, refusedUpload, uploadOne } from '#test/uploads.ts'

const BOLD = { family: 'DejaVu Sans', weights: [700, 700], italic: true }
const REGULAR = { family: 'DejaVu Sans', weights: [400, 400], italic: false }
const regular = () => fontFile('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')

const LETTERS = { isBold: false, isItalic: false, alignment: 'left', size: 40 }
const pageIn = (font: string) => {
  const plain = page('Menu')
  const value = { ...LETTERS, font }
  return { ...plain, config: { inputs: [...plain.config.inputs, { name: 'w1-fontSettings', value }] } }
}
const fontOf = async (admin: Caller, id: string) => {
  const { layout } = await admin.api.layouts.get({ params: { id } })
  const input = layout.config.inputs.find(({ name }) => name === 'w1-fontSettings')
  return (input?.value as { font?: string } | undefined)?.font
}

describe('fonts of an organization', () => {
  const server = useServer()
  const uploadFont = (admin: Caller) => uploadOne(admin, 'Brand.ttf', fontFile(DEJAVU))

  it('are media, with what they say about themselves', async () => {
    const admin = await server().organization()
    const font = await uploadFont(admin)
    expect(font).toMatchObject({ mimetype: 'font/ttf', face: BOLD, width: null, codec: null })
    const picture = await uploadOne(admin)
    expect(picture.face).toBeNull()
    const { folder } = await admin.api.media.createFolder({ body: { name: 'Brand', folderId: null } })
    await admin.api.media.update({
      params: { id: font.id },
      body: { name: font.name, folderId: folder.id, version: font.version },
    })
    const list = (query: object) => admin.api.media.list({ query: { kinds: 'font', ...query } })
    expect((await list({})).media.media).toEqual([])
    expect((await list({ everywhere: '1' })).media.media.map(({ id }) => id)).toEqual([font.id])
    const { items } = await admin.api.shelf.list()
    expect(items.map(({ id }) => id)).toEqual([picture.id])
  })

  it('are refused if their license forbids it', async () => {
    const admin = await server().organization()
    const part = { name: 'Brand.ttf', content: withLicense(fontFile(DEJAVU), 2) }
    const { errKey, message } = await refusedUpload(admin, [part])
    expect({ errKey, message }).toEqual({
      errKey: 'UNSUPPORTED_MEDIA',
      message:
        'Brand.ttf has a license that forbids embedding (fsType); ask its maker for one that allows it',
    })
  })

  it('travel with the pages that use them, also after their file is replaced', async () => {
    const admin = await server().organization()
    const font = await uploadFont(admin)
    const layout = await makeLayout(admin, pageIn(ownFont(font.id)))
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const group = await makeGroup(admin, storyboard.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const before = (await screen.manifest()).group
    expect(before?.media[font.id]).toMatchObject({ sha256: font.src, mimetype: 'font/ttf', face: BOLD })
    expect(before?.files[font.src]).toEqual({ size: font.size, mimetype: 'font/ttf' })
    const params = { id: font.id }
    const content = form([{ name: 'Other.ttf', content: regular() }])
    const { body } = await admin.call('POST', `/media/${font.id}/file`, content)
    expect(body).toMatchObject({ media: { face: REGULAR } })
    expect((await screen.manifest()).group?.media[font.id]).toMatchObject({ face: REGULAR })
    await admin.api.mediaVersions.restore({ params: { ...params, version: font.version } })
    expect((await screen.manifest()).group?.media[font.id]).toMatchObject({ sha256: font.src, face: BOLD })
  })

  it('are used in texts only, and only there', async () => {
    const admin = await server().organization()
    const [font, picture] = [await uploadFont(admin), await uploadOne(admin)]
    const stranger = await server().organization()
    const foreign = await uploadFont(stranger)
    const errorsOf = async (document: ReturnType<typeof pageIn>) =>
      (await refused(makeLayout(admin, document))).body.errors ?? {}
    expect(Object.keys(await errorsOf(pageIn(ownFont(picture.id))))).toEqual(['w1-fontSettings'])
    expect(Object.keys(await errorsOf(pageIn(ownFont(foreign.id))))).toEqual(['w1-fontSettings'])
    const zone = page()
    const shown = {
      ...zone,
      widgets: zone.widgets.map((widget) => ({ ...widget, type: 'media-looper' })),
      config: { inputs: [{ name: 'w1-media', value: [{ mediaId: font.id, duration: 5 }] }] },
    }
    expect(Object.keys(await errorsOf(shown as never))).toEqual(['w1-media'])
    const backdrop = { ...zone, config: { ...zone.config, backdrop: { media: [{ mediaId: font.id }] } } }
    expect(Object.keys(await errorsOf(backdrop as never))).toEqual(['backdrop.media'])
    const brand = { name: 'Shop', logoId: font.id, colors: [] }
    const organization = admin.api.organizations.update({
      params: { id: admin.organizationId },
      body: { name: 'Shop', brand } as never,
    })
    expect((await refused(organization)).status).toBe(400)
  })

  it('stay while a page uses them; removed everywhere, texts are in the usual font until they are restored', async () => {
    const admin = await server().organization()
    const font = await uploadFont(admin)
    const layout = await makeLayout(admin, pageIn(ownFont(font.id)))
    const removal = admin.api.media.remove({ params: { id: font.id } })
    expect(await refused(removal)).toMatchObject({
      errKey: 'USED_IN_CARD',
      body: { usedIn: [{ id: layout.id }] },
    })
    await admin.api.deletions.everywhere({ body: { kind: 'media', ids: [font.id], uses: 1 } })
    expect(await fontOf(admin, layout.id)).toBe('Arial')
    await admin.api.trash.restore({ params: { id: font.id } })
    expect(await fontOf(admin, layout.id)).toBe(ownFont(font.id))
  })
})
