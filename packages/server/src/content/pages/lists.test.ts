import { contract } from '@vitrine/contract'
import { type Route, routesOf } from '@vitrine/contract/route'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { newId } from '#lib/ids.ts'
import { page } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'

const PAGES = 120
const BYTES = 512 * 1024

/** Whether a JSON schema has an array whose items hold a document. */
function listsDocuments(schema: unknown, inList = false): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  const { properties, items, ...rest } = schema as { properties?: object; items?: unknown }
  if (inList && properties && 'widgets' in properties && 'config' in properties) return true
  const below = [...Object.values(properties ?? {}), ...Object.values(rest)]
  return listsDocuments(items, true) || below.some((each) => listsDocuments(each, inList))
}

const answers = ({ response }: Route) =>
  typeof response === 'string'
    ? undefined
    : z.toJSONSchema(response, { io: 'output', unrepresentable: 'any' })

describe('lists of pages', () => {
  const server = useServer()

  /** Pages from before documents had a limit, all of the maximum size. */
  async function fill(
    admin: Caller & { organizationId: string },
    kind: 'card' | 'layout',
    isTemplate: 0 | 1,
  ) {
    const document = JSON.stringify({
      ...page(),
      config: { inputs: [{ name: 'w1-other', value: 'x'.repeat(BYTES) }] },
    })
    const times = { createdAt: '2026-11-21T12:00:00.000Z', updatedAt: '2026-11-21T12:00:00.000Z' }
    const size = { width: 1920, height: 1080, bytes: document.length }
    const own = { organizationId: admin.organizationId, kind, isTemplate, thumbnailId: null, version: 1 }
    for (let n = 0; n < PAGES; n++) {
      const name = `page ${n}`
      await server()
        .services.database.insertInto('pages')
        .values({ id: newId(), name, nameKey: name, document, ...size, ...own, ...times })
        .execute()
    }
  }

  it('no list contains documents, except in batches of bounded size', () => {
    const routes = routesOf(contract).map(({ route }) => route)
    const whole = routes.filter((route) => listsDocuments(answers(route))).map(({ path }) => path)
    expect(whole.sort()).toEqual(['/cards/documents', '/layout/documents', '/parts'])
  })

  it.each([
    ['layouts', 'layout', 0, '/layout', '/layout/documents?'],
    ['cards', 'card', 0, '/cards', '/cards/documents?'],
    ['templates', 'card', 1, '/cards?isTemplate=1', '/cards/documents?isTemplate=1&'],
  ] as const)(
    '120 %s of the largest size are listed',
    async (_name, kind, isTemplate, list, documents) => {
      const admin = await server().organization()
      await fill(admin, kind, isTemplate)
      const { status, body } = await admin.call('GET', list)
      expect(status).toBe(200)
      const [rows = []] = Object.values(body as Record<string, { id: string }[]>)
      expect(rows).toHaveLength(PAGES)
      expect(JSON.stringify(body).length).toBeLessThan(PAGES * 500)

      const ids: string[] = []
      let after = ''
      for (let calls = 0; calls <= PAGES; calls++) {
        const piece = await admin.call('GET', `${documents}${after && `after=${after}`}`)
        expect(JSON.stringify(piece.body).length).toBeLessThan(1.2 * 2 ** 20)
        const { next, ...lists } = piece.body as { next: string | null }
        for (const row of Object.values(
          lists as Record<string, { id: string; widgets: unknown[] }[]>,
        ).flat()) {
          expect(row.widgets).toHaveLength(1)
          ids.push(row.id)
        }
        if (!next) break
        after = next
      }
      expect(ids).toEqual(rows.map(({ id }) => id))
    },
    60_000,
  )

  it('finds pages by every word of a search and by their size, in batches as large as requested', async () => {
    const admin = await server().organization()
    const sizes = { wide: { width: 1920, height: 1080 }, tall: { width: 1080, height: 1920 } }
    for (const name of ['Summer menu', 'Menu of the summer', 'Winter menu', 'Summer sale'])
      for (const size of Object.values(sizes)) {
        await admin.api.layouts.create({ body: { ...page(), ...size, name: `${name} ${size.width}` } })
        await admin.api.cards.create({ body: { ...page(), ...size, name: `${name} ${size.width}` } })
      }
    const query = { search: 'menu summer', ...sizes.tall, pageSize: 1 }
    const found = ['Menu of the summer 1080', 'Summer menu 1080']
    const first = await admin.api.layouts.documents({ query })
    const second = await admin.api.layouts.documents({ query: { ...query, after: first.next ?? '' } })
    expect([...first.layouts, ...second.layouts].map(({ name }) => name)).toEqual(found)
    expect(second.next).toBeNull()
    const { cards } = await admin.api.cards.documents({ query: { ...query, pageSize: 60 } })
    expect(cards.map(({ name }) => name)).toEqual(found)
  })

  it('pages are found by their ids; other organizations’ and unknown ones are not', async () => {
    const [admin, other] = [await server().organization(), await server().organization()]
    const make = (caller: typeof admin, name: string) =>
      caller.api.cards.create({ body: { ...page(), name } })
    const one = (await make(admin, 'One')).card.id
    await make(admin, 'Two')
    const foreign = (await make(other, 'Foreign')).card.id
    const ids = [foreign, one, one, newId()].join(',')
    expect((await admin.api.cards.documents({ query: { ids } })).cards.map(({ id }) => id)).toEqual([one])
    expect((await admin.api.layouts.documents({ query: { ids } })).layouts).toEqual([])
    for (const wrong of ['', 'x y', Array(101).fill(one).join(',')])
      expect((await refused(admin.api.cards.documents({ query: { ids: wrong } }))).body.errors).not.toEqual(
        {},
      )
  })

  it('a forged cursor is refused', async () => {
    const admin = await server().organization()
    for (const after of ['x', 'W10', Buffer.from('["a",1]').toString('base64url')])
      expect((await refused(admin.api.layouts.documents({ query: { after } }))).body.errors).toHaveProperty(
        'after',
      )
  })
})
