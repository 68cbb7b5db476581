import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import type { StyleInput } from '@vitrine/contract/api/content/styles'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeGroup, makeStoryboard, page } from '#test/content.ts'
import { DEJAVU, fontFile } from '#test/fonts.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { uploadOne } from '#test/uploads.ts'

const FONT = { isBold: false, isItalic: false, alignment: 'left', font: 'Arial', size: 14 }
const HEADING = { isBold: true, isItalic: false, font: 'Georgia', size: 80 }
type Links = Record<string, string>

/** A page with a text, whose font and color are linked or free. */
function textPage(links: Links | undefined, values: { font?: object; color?: string } = {}): LayoutDocument {
  const { font = FONT, color = '#111111' } = values
  return {
    ...page(),
    widgets: page().widgets.map((widget) => ({ ...widget, type: 'text', ...(links && { styles: links }) })),
    config: {
      inputs: [
        { name: 'w1-text', value: 'Soup' },
        { name: 'w1-fontSettings', value: font },
        { name: 'w1-color', value: color },
      ],
    },
  }
}

const inputOf = ({ config }: LayoutDocument, field: string) =>
  config.inputs.find(({ name }) => name === `w1-${field}`)?.value
const linksOf = ({ widgets }: LayoutDocument) => widgets[0]?.styles

type Admin = Caller & { organizationId: string }
const text = (value: object = HEADING, name = 'Heading'): StyleInput => ({
  kind: 'text',
  name,
  value: { ...value },
})
const color = (value = '#aa0000', name = 'Price'): StyleInput => ({ kind: 'color', name, value })
const create = async (admin: Admin, body: StyleInput) => (await admin.api.styles.create({ body })).style

/** Ways to a page that has this document. */
const KINDS: Record<string, (admin: Admin, document: LayoutDocument) => Promise<Handle>> = {
  layout: async (admin, document) => {
    const { layout } = await admin.api.layouts.create({ body: { ...document, name: 'Page' } })
    return {
      ...{ id: layout.id, kind: 'layout', path: `/layout/${layout.id}` },
      read: async () => (await admin.api.layouts.get({ params: { id: layout.id } })).layout,
      save: async (body) =>
        (await admin.api.layouts.update({ params: { id: layout.id }, body: { ...body, name: 'Page' } }))
          .layout,
      version: async (version) =>
        (await admin.api.layouts.version({ params: { id: layout.id, version } })).version.document,
      remove: () => admin.api.layouts.remove({ params: { id: layout.id } }),
      listed: async () =>
        (await admin.api.layouts.documents({ query: { ids: layout.id } } as never)).layouts[0],
    }
  },
  card: (admin, document) => ofCards(admin, document, false),
  template: (admin, document) => ofCards(admin, document, true),
}
interface Handle {
  id: string
  kind: string
  path: string
  read(): Promise<LayoutDocument & { version: number; thumbnailId: string | null }>
  save(body: LayoutDocument): Promise<LayoutDocument>
  version(version: number): Promise<LayoutDocument>
  remove(): Promise<unknown>
  listed(): Promise<LayoutDocument | undefined>
}
async function ofCards(admin: Admin, document: LayoutDocument, isTemplate: boolean): Promise<Handle> {
  const { card } = await admin.api.cards.create({ body: { ...document, name: 'Page', isTemplate } })
  const params = { id: card.id }
  return {
    ...{ id: card.id, kind: isTemplate ? 'template' : 'card', path: `/cards/${card.id}` },
    read: async () => (await admin.api.cards.get({ params })).card,
    save: async (body) => (await admin.api.cards.update({ params, body: { ...body, name: 'Page' } })).card,
    version: async (version) =>
      (await admin.api.cards.version({ params: { ...params, version } })).version.document,
    remove: () => admin.api.cards.remove({ params }),
    listed: async () => {
      const query = { ids: card.id, isTemplate: isTemplate ? '1' : '0' }
      return (await admin.api.cards.documents({ query } as never)).cards[0]
    },
  }
}

describe.each(Object.entries(KINDS))('styles of a %s', (_kind, make) => {
  const server = useServer()
  let admin: Admin
  beforeEach(async () => {
    admin = await server().organization()
  })

  it('a page without links is stored and answered byte for byte', async () => {
    const document = textPage(undefined)
    const made = await make(admin, document)
    const { widgets, config } = await made.read()
    expect(JSON.stringify({ widgets, config })).toBe(
      JSON.stringify({ widgets: document.widgets, config: document.config }),
    )
  })

  it('a linked field is drawn with its style, and keeps its alignment; a free one stays', async () => {
    const [heading, price] = [await create(admin, text()), await create(admin, color())]
    const made = await make(
      admin,
      textPage({ fontSettings: heading.id }, { font: { ...FONT, alignment: 'right' } }),
    )
    const read = await made.read()
    expect(inputOf(read, 'fontSettings')).toEqual({ ...HEADING, alignment: 'right' })
    expect(inputOf(read, 'color')).toBe('#111111')
    await made.save(textPage({ fontSettings: heading.id, color: price.id }))
    expect(inputOf(await made.read(), 'color')).toBe('#aa0000')
    expect(inputOf((await made.listed()) ?? page(), 'color')).toBe('#aa0000')
  })

  it('a changed style changes linked pages, and says which before', async () => {
    const price = await create(admin, color())
    const made = await make(admin, textPage({ color: price.id }))
    const params = { id: price.id }
    const tried = await admin.api.styles.update({ params, query: { dryRun: 'true' }, body: color('#00bb00') })
    expect(tried.uses.pages).toEqual({ first: [{ kind: made.kind, id: made.id, name: 'Page' }], total: 1 })
    expect(inputOf(await made.read(), 'color')).toBe('#aa0000')
    const { version } = await made.read()
    await admin.api.styles.update({ params, body: color('#00bb00') })
    const after = await made.read()
    expect(inputOf(after, 'color')).toBe('#00bb00')
    // Someone who edits the page has no conflict, and saves what the style draws.
    expect(after.version).toBe(version)
    const saved = await made.save({ ...textPage({ color: price.id }), version } as LayoutDocument)
    expect(inputOf(saved, 'color')).toBe('#00bb00')
  })

  it('a deleted style leaves its values and no link', async () => {
    const [heading, price] = [await create(admin, text()), await create(admin, color())]
    const made = await make(admin, textPage({ color: price.id, fontSettings: heading.id }))
    await admin.api.styles.update({ params: { id: price.id }, body: color('#00bb00') })
    const params = { id: price.id }
    const tried = await admin.api.styles.remove({ params, query: { dryRun: 'true' } })
    expect(tried.uses.pages.total).toBe(1)
    expect(linksOf(await made.read())).toEqual({ color: price.id, fontSettings: heading.id })
    await admin.api.styles.remove({ params, query: {} })
    const after = await made.read()
    expect(inputOf(after, 'color')).toBe('#00bb00')
    expect(linksOf(after)).toEqual({ fontSettings: heading.id })
    // An editor that was open still sends the link.
    const saved = await made.save(textPage({ color: price.id }, { color: '#00bb00' }))
    expect(linksOf(saved)).toBeUndefined()
    expect(inputOf(saved, 'color')).toBe('#00bb00')
  })

  it.each(['another organization', 'nowhere', 'another kind', 'another field'])(
    'a link to %s does not exist',
    async (where) => {
      const other = await server().organization()
      const links: Record<string, Links> = {
        'another organization': { color: (await create(other, color())).id },
        nowhere: { color: '00000000-0000-7000-8000-000000000000' },
        'another kind': { color: (await create(admin, text())).id },
        'another field': { text: (await create(admin, text(HEADING, 'Other'))).id },
      }
      const made = await make(admin, textPage(links[where]))
      const read = await made.read()
      expect(linksOf(read)).toBeUndefined()
      expect(inputOf(read, 'color')).toBe('#111111')
    },
  )

  it('an earlier version has its links, with what they draw today', async () => {
    const [price, other] = [await create(admin, color()), await create(admin, color('#0000cc', 'Other'))]
    const made = await make(admin, textPage({ color: price.id }))
    await made.save(textPage({ color: other.id }))
    await made.save(textPage(undefined))
    await admin.api.styles.update({ params: { id: price.id }, body: color('#00bb00') })
    await admin.api.styles.remove({ params: { id: other.id }, query: {} })
    const [first, second] = [await made.version(1), await made.version(2)]
    expect([linksOf(first), inputOf(first, 'color')]).toEqual([{ color: price.id }, '#00bb00'])
    expect([linksOf(second), inputOf(second, 'color')]).toEqual([undefined, '#0000cc'])
    const saved = await made.save(first)
    expect(linksOf(saved)).toEqual({ color: price.id })
  })

  it('a restored page has the links to styles that are there', async () => {
    const [heading, price] = [await create(admin, text()), await create(admin, color())]
    const made = await make(admin, textPage({ color: price.id, fontSettings: heading.id }))
    await made.remove()
    await admin.api.styles.remove({ params: { id: price.id }, query: {} })
    await admin.api.styles.update({ params: { id: heading.id }, body: text({ ...HEADING, size: 60 }) })
    await admin.api.trash.restore({ params: { id: made.id } })
    const read = await made.read()
    expect(linksOf(read)).toEqual({ fontSettings: heading.id })
    expect(inputOf(read, 'fontSettings')).toMatchObject({ size: 60 })
    expect(inputOf(read, 'color')).toBe('#aa0000')
    const { uses } = await admin.api.styles.remove({ params: { id: heading.id }, query: { dryRun: 'true' } })
    expect(uses.pages.total).toBe(1)
  })
})

describe('styles', () => {
  const server = useServer()

  it('screens show a changed style, without its links, and are named before', async () => {
    const admin = await server().organization()
    const price = await create(admin, color())
    const { layout } = await admin.api.layouts.create({
      body: { ...textPage({ color: price.id }), name: 'Menu' },
    })
    const { id: storyboardId } = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const group = await makeGroup(admin, storyboardId)
    const screen = await TestScreen.claim(server(), admin, { name: 'Lobby', deviceGroupId: group.id })
    const shown = async () => {
      const drawn = (await screen.manifest()).group?.pages[layout.id]
      return [drawn && inputOf(drawn, 'color'), JSON.stringify(drawn).includes(price.id)]
    }
    expect(await shown()).toEqual(['#aa0000', false])
    const params = { id: price.id }
    const { uses } = await admin.api.styles.update({
      params,
      query: { dryRun: 'true' },
      body: color('#00bb00'),
    })
    expect(uses.screens).toMatchObject({ total: 1, first: [{ kind: 'device', name: 'Lobby' }] })
    await admin.api.styles.update({ params, body: color('#00bb00') })
    expect(await shown()).toEqual(['#00bb00', false])
    await admin.api.styles.remove({ params, query: {} })
    expect(await shown()).toEqual(['#00bb00', false])
  })

  it.each([
    ['a color as text', { kind: 'text', name: 'A', value: '#ffffff' }],
    ['a font as color', { kind: 'color', name: 'A', value: HEADING }],
    ['no color', { kind: 'color', name: 'A', value: '' }],
    ['an expression', { kind: 'color', name: 'A', value: 'url(https://example.org/a)' }],
    ['half a font', { kind: 'text', name: 'A', value: { font: 'Arial' } }],
    ['a letter of 0 px', { kind: 'text', name: 'A', value: { ...HEADING, size: 0 } }],
    ['a wrong part', { kind: 'text', name: 'A', value: { ...HEADING, spacing: 5000 } }],
    ['no name', { kind: 'color', name: ' ', value: '#ffffff' }],
    ['another kind', { kind: 'shape', name: 'A', value: '#ffffff' }],
  ])('%s is refused', async (_what, body) => {
    const admin = await server().organization()
    expect((await admin.call('POST', '/styles', body)).status).toBe(400)
  })

  it('links of an element are limited', async () => {
    const admin = await server().organization()
    const { id } = await create(admin, color())
    const linksOf = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`field${n}`, id]))
    const save = (count: number) =>
      admin.call('POST', '/layout', { ...textPage(linksOf(count)), name: `Page of ${count}` })
    expect([(await save(40)).status, (await save(41)).status]).toEqual([201, 400])
  })

  it('keep only what draws', async () => {
    const admin = await server().organization()
    const value = { ...HEADING, alignment: 'right', spacing: 5, shadow: 0, unknown: { a: 1 } }
    expect((await create(admin, text(value))).value).toEqual({ ...HEADING, spacing: 5 })
  })

  it('a style keeps its kind, its name is its own within it, and a stale save conflicts', async () => {
    const admin = await server().organization()
    const { id } = await create(admin, text(HEADING, 'Price'))
    const price = await create(admin, color('#aa0000', 'Price'))
    const params = { id }
    expect((await refused(admin.api.styles.update({ params, body: color() }))).status).toBe(400)
    expect((await refused(admin.api.styles.create({ body: color('#ffffff', 'PRICE') }))).status).toBe(400)
    const body = color('#bb0000')
    await admin.api.styles.update({ params: { id: price.id }, body: { ...body, version: 1 } })
    const stale = admin.api.styles.update({ params: { id: price.id }, body: { ...body, version: 1 } })
    expect((await refused(stale)).errKey).toBe('CONFLICT')
  })

  it("a style's font can't be deleted, plays on screens, and is free again with the style", async () => {
    const admin = await server().organization()
    const font = await uploadOne(admin, 'Brand.ttf', fontFile(DEJAVU))
    const other = await uploadOne(admin)
    const named = (id: string) => text({ ...HEADING, font: `font:${id}` })
    expect((await refused(admin.api.styles.create({ body: named(other.id) }))).status).toBe(400)
    const stranger = await server().organization()
    expect((await refused(stranger.api.styles.create({ body: named(font.id) }))).status).toBe(400)
    const style = await create(admin, named(font.id))
    const { layout } = await admin.api.layouts.create({
      body: { ...textPage({ fontSettings: style.id }), name: 'Menu' },
    })
    const params = { id: font.id }
    const failure = await refused(admin.api.media.remove({ params }))
    expect(failure.body.usedIn).toEqual([{ kind: 'style', id: style.id, name: 'Heading' }])
    await admin.api.styles.update({ params: { id: style.id }, body: text() })
    // The page never names the font that its style no longer has.
    await admin.api.media.remove({ params })
    expect(
      (await admin.api.layouts.get({ params: { id: layout.id } })).layout.widgets[0]?.styles,
    ).toBeDefined()
  })

  it("a locked part's style may change while someone edits the card", async () => {
    const admin = await server().organization()
    const price = await create(admin, color())
    const locked = (value: string): LayoutDocument => {
      const document = textPage({ color: price.id }, { color: value })
      return { ...document, widgets: document.widgets.map((widget) => ({ ...widget, locked: true })) }
    }
    const { card } = await admin.api.cards.create({ body: { ...locked('#aa0000'), name: 'Menu' } })
    await admin.api.styles.update({ params: { id: price.id }, body: color('#00bb00') })
    const editor = await server().user(admin, ['cards'])
    const body = { ...locked('#aa0000'), name: 'Menu of today' }
    await editor.api.cards.update({ params: { id: card.id }, body })
    const free = { ...body, widgets: body.widgets.map(({ styles: _, ...widget }) => widget) }
    expect((await refused(editor.api.cards.update({ params: { id: card.id }, body: free }))).errKey).toBe(
      'LOCKED_PARTS',
    )
  })
})
