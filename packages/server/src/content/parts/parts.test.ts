import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { describe, expect, it } from 'vitest'
import { approveEverything, setApproval } from '#test/approval/scene.ts'
import {
  makeGroup,
  makeLayout,
  makePart,
  makeStoryboard,
  page,
  priceTag,
  showingOnly,
  showingPart,
} from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { uploadOne } from '#test/uploads.ts'

type Admin = Caller & { organizationId: string }
type Doc = Pick<LayoutDocument, 'widgets' | 'config'>

/** The texts of a page as a screen gets it, from the back. */
const textsOf = (document: Doc | undefined) =>
  document?.config.inputs.filter(({ name }) => name.endsWith('-text')).map(({ value }) => value)

const savePart = (admin: Admin, id: string, body: LayoutDocument, dryRun = false) =>
  admin.api.parts.update({
    params: { id },
    ...(dryRun ? { query: { dryRun: 'true' } } : { query: {} }),
    body: { ...body, name: `Saved ${id}` },
  })

/** A part whose only value is the pictures of a zone. */
const pictured = (...mediaIds: string[]): LayoutDocument => {
  const document = showingOnly(...mediaIds)
  const values = [{ name: 'Picture', label: 'Picture', at: [{ widget: 'w1', field: 'media' }] }]
  return { ...document, config: { ...document.config, values } }
}

describe('parts of pages', () => {
  const server = useServer()
  const screenOf = async (admin: Admin, layoutIds: string[]) => {
    const { id: storyboardId } = await makeStoryboard(admin, { layoutIds })
    const group = await makeGroup(admin, storyboardId)
    return TestScreen.claim(server(), admin, { name: 'Lobby', deviceGroupId: group.id })
  }

  it('screens get ordinary widgets, with the values of each use and the same ids each time', async () => {
    const admin = await server().organization()
    const { id } = await makePart(admin)
    const layout = await makeLayout(admin, showingPart(id, { Price: '4.50' }, {}))
    expect(layout.widgets.map(({ use }) => use?.values)).toEqual([{ Price: '4.50' }, {}])
    const screen = await screenOf(admin, [layout.id])
    const shown = async () => (await screen.manifest()).group?.pages[layout.id]
    const before = await shown()
    expect(textsOf(before)).toEqual(['4.50', '1.00'])
    expect(before?.widgets.map(({ type, use }) => [type, use])).toEqual([
      ['text', undefined],
      ['text', undefined],
    ])
    expect(new Set(before?.widgets.map((widget) => widget.id)).size).toBe(2)
    expect(JSON.stringify(before)).not.toContain(id)
    await savePart(admin, id, priceTag('2.00'))
    const after = await shown()
    expect(textsOf(after)).toEqual(['4.50', '2.00'])
    expect(after?.widgets.map((widget) => widget.id)).toEqual(before?.widgets.map((widget) => widget.id))
  })

  it('letters with a style are scaled on screens as in the designer, also after the style changed', async () => {
    const admin = await server().organization()
    const letters = (size: number) => ({ isBold: true, isItalic: false, font: 'Arial', size })
    const style = { kind: 'text' as const, name: 'Price' }
    const created = await admin.api.styles.create({ body: { ...style, value: letters(40) } })
    const tag = priceTag()
    const linked = { fontSettings: created.style.id }
    const { id } = await makePart(admin, {
      ...tag,
      widgets: tag.widgets.map((widget) => ({ ...widget, styles: linked })),
    })
    const use = showingPart(id)
    const widgets = use.widgets.map((widget) => ({ ...widget, width: 800, height: 400 }))
    const layout = await makeLayout(admin, { ...use, widgets })
    const screen = await screenOf(admin, [layout.id])
    const sizes = async () =>
      (await screen.manifest()).group?.pages[layout.id]?.config.inputs.flatMap(({ name, value }) =>
        name.endsWith('-fontSettings') ? [(value as { size: number }).size] : [],
      )
    expect(await sizes()).toEqual([80])
    await admin.api.styles.update({
      ...{ params: { id: created.style.id }, query: {} },
      body: { ...style, value: letters(50) },
    })
    expect(await sizes()).toEqual([100])
  })

  it('a dry run names the pages and the screens, and changes nothing', async () => {
    const admin = await server().organization()
    const { id } = await makePart(admin)
    const layout = await makeLayout(admin, showingPart(id))
    const screen = await screenOf(admin, [layout.id])
    const { uses } = await savePart(admin, id, priceTag('2.00'), true)
    expect(uses.pages).toEqual({ first: [{ kind: 'layout', id: layout.id, name: layout.name }], total: 1 })
    expect(uses.screens).toMatchObject({ total: 1, first: [{ kind: 'device', name: 'Lobby' }] })
    expect(textsOf((await screen.manifest()).group?.pages[layout.id])).toEqual(['1.00'])
    expect((await admin.api.layouts.get({ params: { id: layout.id } })).layout.version).toBe(1)
  })

  it('a value that the part no longer has is kept, not used, and used again with it', async () => {
    const admin = await server().organization()
    const { id } = await makePart(admin)
    const layout = await makeLayout(admin, showingPart(id, { Price: '4.50' }))
    const screen = await screenOf(admin, [layout.id])
    const texts = async () => textsOf((await screen.manifest()).group?.pages[layout.id])
    await savePart(admin, id, page('2.00', 400, 200))
    expect(await texts()).toEqual(['2.00'])
    const read = (await admin.api.layouts.get({ params: { id: layout.id } })).layout
    expect(read.widgets[0]?.use?.values).toEqual({ Price: '4.50' })
    await savePart(admin, id, priceTag('3.00'))
    expect(await texts()).toEqual(['4.50'])
  })

  it('a value that its field refuses is refused with the page, and ignored where the part changed', async () => {
    const admin = await server().organization()
    const { id } = await makePart(admin)
    const failure = await refused(
      admin.api.layouts.create({ body: { ...showingPart(id, { Price: 4 }), name: 'Wrong' } }),
    )
    expect(failure.body.errors).toEqual({ 'use1-Price': 'Price of "Tag 1" must be text' })
    const layout = await makeLayout(admin, showingPart(id, { Price: '4.50' }))
    const colored = priceTag()
    const values = [{ name: 'Price', label: 'Price', at: [{ widget: 'w1', field: 'color' }] }]
    await savePart(admin, id, { ...colored, config: { ...colored.config, values } })
    const body = { ...showingPart(id, { Price: '4.50' }), name: layout.name }
    await admin.api.layouts.update({ params: { id: layout.id }, body })
    const screen = await screenOf(admin, [layout.id])
    expect(textsOf((await screen.manifest()).group?.pages[layout.id])).toEqual(['1.00'])
  })

  it.each(['another organization', 'nowhere'])('a part of %s does not exist', async (where) => {
    const admin = await server().organization()
    const stranger = await server().organization()
    const id = where === 'nowhere' ? 'nowhere' : (await makePart(stranger)).id
    const layout = await makeLayout(admin, showingPart(id, { Price: '4.50' }))
    const screen = await screenOf(admin, [layout.id])
    expect((await screen.manifest()).group?.pages[layout.id]?.widgets).toEqual([])
    expect(
      await server().services.database.selectFrom('references').select('id').where('toId', '=', id).execute(),
    ).toEqual([])
  })

  it('the files of a part and of values are files of the page, and in use', async () => {
    const admin = await server().organization()
    const [own, other] = [await uploadOne(admin, 'a.png'), await uploadOne(admin, 'b.png')]
    const { id } = await makePart(admin, pictured(own.id))
    const layout = await makeLayout(
      admin,
      showingPart(id, {}, { Picture: [{ mediaId: other.id, duration: 5 }] }),
    )
    const screen = await screenOf(admin, [layout.id])
    const files = Object.keys((await screen.manifest()).group?.media ?? {})
    expect(files.sort()).toEqual([own.id, other.id].sort())
    const kinds = async (mediaId: string) =>
      (await refused(admin.api.media.remove({ params: { id: mediaId } }))).body.usedIn
        ?.map(({ kind }) => kind)
        .sort()
    expect(await kinds(own.id)).toEqual(['layout', 'part'])
    expect(await kinds(other.id)).toEqual(['layout'])
    // Another picture of the part is another file of the page.
    const third = await uploadOne(admin, 'c.png')
    await savePart(admin, id, pictured(third.id))
    await admin.api.media.remove({ params: { id: own.id } })
    expect(Object.keys((await screen.manifest()).group?.media ?? {}).sort()).toEqual(
      [other.id, third.id].sort(),
    )
  })

  it("a picture of another organization can't be a value", async () => {
    const admin = await server().organization()
    const foreign = await uploadOne(await server().organization())
    const { id } = await makePart(admin, pictured())
    const body = { ...showingPart(id, { Picture: [{ mediaId: foreign.id, duration: 5 }] }), name: 'Foreign' }
    expect((await refused(admin.api.layouts.create({ body }))).status).toBe(400)
  })

  it("can't contain parts", async () => {
    const admin = await server().organization()
    const { id } = await makePart(admin)
    const failure = await refused(admin.api.parts.create({ body: { ...showingPart(id), name: 'Nested' } }))
    expect(failure.body.errors).toEqual({ widgets: "A part can't contain another part. Detach it first" })
    expect((await refused(savePart(admin, id, showingPart(id)))).status).toBe(400)
  })

  it("can't be deleted while a page shows it, is restored with the page that shows it, and with its files", async () => {
    const admin = await server().organization()
    const file = await uploadOne(admin)
    const { id, name } = await makePart(admin, pictured(file.id))
    const layout = await makeLayout(admin, showingPart(id))
    const failure = await refused(admin.api.parts.remove({ params: { id } }))
    expect(failure.errKey).toBe('PART_IN_USE')
    expect(failure.body.usedIn).toEqual([{ kind: 'layout', id: layout.id, name: layout.name }])
    await admin.api.layouts.remove({ params: { id: layout.id } })
    await admin.api.parts.remove({ params: { id } })
    const { restored } = await admin.api.trash.restore({ params: { id: layout.id } })
    expect(restored.also).toEqual([{ id, kind: 'part', name }])
    const screen = await screenOf(admin, [layout.id])
    expect(Object.keys((await screen.manifest()).group?.media ?? {})).toEqual([file.id])
    expect((await refused(admin.api.media.remove({ params: { id: file.id } }))).status).toBe(409)
  })

  it('an earlier version of a page shows its part again once that is restored', async () => {
    const admin = await server().organization()
    const { id } = await makePart(admin)
    const layout = await makeLayout(admin, showingPart(id, { Price: '4.50' }))
    const params = { id: layout.id }
    await admin.api.layouts.update({ params, body: { ...page(), name: layout.name } })
    await admin.api.parts.remove({ params: { id } })
    const { version } = await admin.api.layouts.version({ params: { ...params, version: 1 } })
    await admin.api.layouts.update({ params, body: { ...version.document, name: layout.name } })
    const screen = await screenOf(admin, [layout.id])
    const texts = async () => textsOf((await screen.manifest()).group?.pages[layout.id])
    expect(await texts()).toEqual([])
    await admin.api.trash.restore({ params: { id } })
    expect(await texts()).toEqual(['4.50'])
    expect((await refused(admin.api.parts.remove({ params: { id } }))).errKey).toBe('PART_IN_USE')
  })

  it('a copy of a card shows the same parts with the same values', async () => {
    const admin = await server().organization()
    const { id } = await makePart(admin)
    const { card } = await admin.api.cards.create({
      body: { ...showingPart(id, { Price: '4.50' }), name: 'Menu' },
    })
    const { card: copy } = await admin.api.cards.duplicate({
      params: { id: card.id },
      body: { name: 'Copy' },
    })
    expect(copy.widgets[0]?.use).toEqual({ part: id, values: { Price: '4.50' } })
    const failure = await refused(admin.api.parts.remove({ params: { id } }))
    expect(failure.body.usedIn?.map(({ name }) => name)).toEqual(['Copy', 'Menu'])
  })

  it('has versions, which are saved again, and conflicts', async () => {
    const admin = await server().organization()
    const { id, name } = await makePart(admin)
    const params = { id }
    await admin.api.parts.update({ params, query: {}, body: { ...priceTag('2.00'), name, version: 1 } })
    const stale = admin.api.parts.update({
      params,
      query: {},
      body: { ...priceTag('3.00'), name, version: 1 },
    })
    expect((await refused(stale)).errKey).toBe('CONFLICT')
    expect((await admin.api.parts.versions({ params })).versions.map(({ version }) => version)).toEqual([
      2, 1,
    ])
    const { version } = await admin.api.parts.version({ params: { id, version: 1 } })
    const body = { ...version.document, name }
    expect(textsOf((await admin.api.parts.update({ params, query: {}, body })).part)).toEqual(['1.00'])
  })

  it('is drawn by people who edit cards, and changed by those who design pages', async () => {
    const admin = await server().organization()
    const { id } = await makePart(admin)
    const editor = await server().user(admin, ['cards'])
    expect(
      (await editor.api.parts.list({ query: { ids: id } as never })).parts.map((part) => part.id),
    ).toEqual([id])
    expect((await refused(savePart(editor as Admin, id, priceTag('2.00')))).status).toBe(403)
  })

  it("someone who may not design pages can't change the values of a locked part", async () => {
    const admin = await server().organization()
    const { id } = await makePart(admin)
    const locked = (price: string) => {
      const document = showingPart(id, { Price: price })
      return { ...document, widgets: document.widgets.map((widget) => ({ ...widget, locked: true })) }
    }
    const { card } = await admin.api.cards.create({ body: { ...locked('1.00'), name: 'Menu' } })
    const editor = await server().user(admin, ['cards'])
    const save = (document: LayoutDocument) =>
      editor.api.cards.update({ params: { id: card.id }, body: { ...document, name: 'Menu 2' } })
    await save(locked('1.00'))
    expect((await refused(save(locked('2.00')))).errKey).toBe('LOCKED_PARTS')
  })

  it('values show data of screens, and say on how many screens one is missing', async () => {
    const admin = await server().organization()
    await admin.api.screenFields.create({ body: { name: 'Manager', kind: 'text', source: '' } })
    const { id } = await makePart(admin)
    const layout = await makeLayout(admin, showingPart(id, { Price: '{Screen: Manager}' }))
    await screenOf(admin, [layout.id])
    const { impact } = await admin.api.layouts.update({
      params: { id: layout.id },
      query: { dryRun: 'true' },
      body: { ...showingPart(id, { Price: '{Screen: Manager}' }), name: layout.name },
    })
    expect(impact?.missing).toEqual([{ name: 'Manager', screens: 1 }])
  })

  it('a style of a part changes with it on pages that show it', async () => {
    const admin = await server().organization()
    const color = { kind: 'color', name: 'Price', value: '#aa0000' } as const
    const { style } = await admin.api.styles.create({ body: color })
    const tag = priceTag()
    const linked = {
      ...tag,
      widgets: tag.widgets.map((widget) => ({ ...widget, styles: { color: style.id } })),
    }
    const { id } = await makePart(admin, linked)
    const layout = await makeLayout(admin, showingPart(id))
    const screen = await screenOf(admin, [layout.id])
    const drawn = async () =>
      (await screen.manifest()).group?.pages[layout.id]?.config.inputs.find(({ name }) =>
        name.endsWith('-color'),
      )?.value
    expect(await drawn()).toBe('#aa0000')
    await admin.api.styles.update({ params: { id: style.id }, body: { ...color, value: '#00bb00' } })
    expect(await drawn()).toBe('#00bb00')
    await admin.api.styles.remove({ params: { id: style.id }, query: {} })
    expect(await drawn()).toBe('#00bb00')
  })

  it('screens wait for the approval of a changed part under strict approval', async () => {
    const admin = await server().organization()
    const { id } = await makePart(admin)
    const layout = await makeLayout(admin, showingPart(id))
    const screen = await screenOf(admin, [layout.id])
    await setApproval(admin, 'strict')
    const texts = async () => textsOf((await screen.manifest()).group?.pages[layout.id])
    const before = JSON.stringify(await screen.manifest())
    await savePart(admin, id, priceTag('2.00'))
    expect(JSON.stringify(await screen.manifest())).toBe(before)
    const { changes } = await admin.api.approvals.list({ query: {} })
    expect(changes.map((waiting) => waiting.id)).toEqual([layout.id])
    expect(await texts()).toEqual(['1.00'])
    expect(await approveEverything(admin)).toBe(1)
    expect(await texts()).toEqual(['2.00'])
  })
})
