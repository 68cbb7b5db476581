import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { PART_PAGES_MAX, PARTS_MAX } from '@vitrine/contract/api/content/parts'
import { PART_BYTES, PART_WIDGETS_MAX, USES_MAX } from '@vitrine/contract/document/part-use'
import { describe, expect, it } from 'vitest'
import { makeLayout, makePart, page, priceTag, showingPart } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'

type Admin = Caller & { organizationId: string }

const savePart = (admin: Admin, id: string, body: LayoutDocument) =>
  admin.api.parts.update({
    params: { id },
    query: {},
    body: { ...body, name: `Saved ${id}` },
  })

/** A part with this many widgets. */
const many = (count: number): LayoutDocument => ({
  ...page(),
  widgets: Array.from({ length: count }, (_, index) => ({
    ...{ id: `w${index}`, type: 'tag', name: `Tag ${index}`, zIndex: index + 1 },
    ...{ width: 20, height: 20, transform: 'translate(0px, 0px)' },
  })),
  config: { inputs: [] },
})

describe('limits of parts', () => {
  const server = useServer()

  it('widgets of a part, uses of a page, and widgets of a page with its parts are limited', async () => {
    const admin = await server().organization()
    const statusOf = async (path: string, body: object, name: string) =>
      (await admin.call('POST', path, { ...body, name })).status
    expect(await statusOf('/parts', many(PART_WIDGETS_MAX), 'Full')).toBe(201)
    expect(await statusOf('/parts', many(PART_WIDGETS_MAX + 1), 'Over')).toBe(400)
    const { id } = await makePart(admin)
    const uses = (count: number) => showingPart(id, ...Array.from({ length: count }, () => ({})))
    expect(await statusOf('/layout', uses(USES_MAX), 'Full')).toBe(201)
    expect(await statusOf('/layout', uses(USES_MAX + 1), 'Over')).toBe(400)
    // 49 parts of ten widgets, and ten others, are 500.
    const ten = await makePart(admin, many(10))
    const shown = (own: number) => {
      const document = showingPart(ten.id, ...Array.from({ length: 49 }, () => ({})))
      return { ...document, widgets: [...document.widgets, ...many(own).widgets] }
    }
    expect(await statusOf('/layout', shown(10), 'Full 2')).toBe(201)
    expect(await statusOf('/layout', shown(11), 'Over 2')).toBe(400)
    // A part that grows would be too much for the page.
    expect((await refused(savePart(admin, ten.id, many(11)))).body.errors?.widgets).toBe(
      'Full 2: With its parts, a page can have up to 500 elements',
    )
    await savePart(admin, ten.id, many(9))
  })

  it('bytes of a part, and parts of an organization, are limited', async () => {
    const admin = await server().organization()
    const bytesOf = (document: object) => Buffer.byteLength(JSON.stringify(document))
    const long = (more: number) => {
      const inputs = Array.from({ length: 20 }, (_, index) => ({
        name: `none-${index}`,
        value: 'x'.repeat(3000),
      }))
      const document = { ...priceTag(), config: { inputs } }
      const left = PART_BYTES - bytesOf(document) - bytesOf({ name: 'none-x', value: '' }) - 1
      return {
        ...document,
        config: { inputs: [...inputs, { name: 'none-x', value: 'x'.repeat(left + more) }] },
      }
    }
    await admin.api.parts.create({ body: { ...long(0), name: 'Full' } })
    const failure = await refused(admin.api.parts.create({ body: { ...long(1), name: 'Over' } }))
    expect(failure.errKey).toBe('DOCUMENT_TOO_LARGE')
    const db = server().services.database
    const row = await db
      .selectFrom('pages')
      .selectAll()
      .where('kind', '=', 'part')
      .where('organizationId', '=', admin.organizationId)
      .executeTakeFirstOrThrow()
    const { nameOrder: _, ...columns } = row as typeof row & { nameOrder?: string }
    const rows = Array.from({ length: PARTS_MAX - 2 }, (_each, index) => ({
      ...columns,
      ...{ id: `copy-${index}`, name: `Copy ${index}`, nameKey: `copy ${index}`, thumbnailId: null },
    }))
    for (let start = 0; start < rows.length; start += 50)
      await db
        .insertInto('pages')
        .values(rows.slice(start, start + 50))
        .execute()
    await makePart(admin)
    expect((await refused(admin.api.parts.create({ body: { ...priceTag(), name: 'Last' } }))).errKey).toBe(
      'STORAGE_LIMIT',
    )
  })

  it('pages that show a part are limited', async () => {
    const admin = await server().organization()
    const { id } = await makePart(admin)
    const db = server().services.database
    const rows = Array.from({ length: PART_PAGES_MAX - 1 }, (_, index) => ({
      ...{ id: `reference-${index}`, organizationId: admin.organizationId, fromKind: 'page' as const },
      ...{ fromId: `nowhere-${index}`, toKind: 'part' as const, toId: id },
    }))
    for (let start = 0; start < rows.length; start += 100)
      await db
        .insertInto('references')
        .values(rows.slice(start, start + 100))
        .execute()
    await makeLayout(admin, showingPart(id))
    expect((await admin.call('POST', '/layout', { ...showingPart(id), name: 'Over' })).body).toMatchObject({
      errors: { widgets: `A part can be on up to ${PART_PAGES_MAX} pages` },
    })
  })
})
