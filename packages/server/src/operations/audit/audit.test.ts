import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { page } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { forgetAudit } from './prune.ts'
import { verifyAudit } from './verify.ts'

const DAY = 86_400_000

describe('the audit log', () => {
  const server = useServer()
  const list = (admin: Caller, query = {}) => admin.api.audit.list({ query })
  const building = async (admin: Caller, name: string) =>
    (await admin.api.buildings.create({ body: { name, location: 'Here', floors: [{ name: 'Ground' }] } }))
      .building

  /** Access tokens expire. */
  const again = async (admin: Caller & { email: string; organizationId: string }) => ({
    ...admin,
    ...(await server().signIn({ email: admin.email, password: 'password-1' })),
  })

  it('says who changed what, from where, with both values of each field', async () => {
    const admin = await server().organization()
    const { id, version } = await building(admin, 'Old house')
    const body = { name: 'New house', location: 'Here', floors: [{ name: 'Ground' }], version }
    await admin.api.buildings.update({ params: { id }, body })
    await admin.api.buildings.remove({ params: { id } })
    const { entries, next } = await list(admin, { thing: id })
    expect(next).toBeNull()
    expect(entries.map(({ action }) => action)).toEqual([
      'buildings.remove',
      'buildings.update',
      'buildings.create',
    ])
    const { profile } = await admin.api.auth.profile()
    expect(entries[1]).toMatchObject({
      actor: { kind: 'person', id: profile.id, name: 'Ada Admin' },
      kind: 'building',
      verb: 'change',
      thing: { id, name: 'New house' },
      count: 1,
      changes: [{ field: 'name', before: 'Old house', after: 'New house' }],
      address: '127.0.0.1',
      organizationId: admin.organizationId,
    })
    expect(entries[0]?.changes).toContainEqual({ field: 'name', before: 'New house', after: null })
    expect(entries[2]?.changes).toContainEqual({ field: 'name', before: null, after: 'Old house' })
  })

  it('names what an id stands for, and only says that a document changed', async () => {
    const admin = await server().organization()
    const { folder } = await admin.api.media.createFolder({ body: { name: 'Spring' } })
    const { folder: inner } = await admin.api.media.createFolder({ body: { name: 'Easter' } })
    await admin.api.media.updateFolder({
      params: { id: inner.id },
      body: { name: 'Easter', folderId: folder.id },
    })
    const [moved] = (await list(admin, { thing: inner.id })).entries
    expect(moved?.changes).toEqual([{ field: 'folderId', before: null, after: 'Spring' }])
    const { card } = await admin.api.cards.create({ body: { ...page('One'), name: 'Menu' } })
    await admin.api.cards.update({ params: { id: card.id }, body: { ...page('Two'), name: 'Menu' } })
    const [saved] = (await list(admin, { thing: card.id })).entries
    expect(saved?.changes).toEqual([{ field: 'document', before: null, after: null, hidden: true }])
  })

  it('keeps one entry of a bulk call, in the history of each thing', async () => {
    const admin = await server().organization()
    const all = []
    for (const name of ['A', 'B', 'C'])
      all.push((await admin.api.cards.create({ body: { ...page(), name } })).card.id)
    await admin.api.cards.removeMany({ body: { ids: all } })
    for (const id of all) {
      const [entry] = (await list(admin, { thing: id })).entries
      expect(entry).toMatchObject({ action: 'cards.removeMany', count: 3 })
    }
    const [entry] = (await list(admin, { verb: 'delete' })).entries
    expect(new Set(entry?.changes.map(({ of }) => of))).toEqual(new Set(['A', 'B', 'C']))
  })

  it('leaves one entry of a repeated call', async () => {
    const admin = await server().organization()
    const body = { name: 'Once', location: 'Here', floors: [{ name: 'Ground' }] }
    const key = { 'idempotency-key': 'one' }
    for (const _ of [1, 2]) await admin.call('POST', '/buildings/create', body, key)
    expect((await list(admin, { kind: 'building' })).entries).toHaveLength(1)
  })

  it('is for administrators of the organization, and for super admins', async () => {
    const [admin, other] = [await server().organization(), await server().organization()]
    await building(admin, 'Secret house')
    expect(JSON.stringify(await list(other, { organizationId: admin.organizationId }))).not.toContain(
      'Secret house',
    )
    expect((await refused(list(await server().user(admin)))).status).toBe(403)
    const first = await server().signIn()
    expect(JSON.stringify(await list(first))).not.toContain('Secret house')
    expect(JSON.stringify(await list(first, { organizationId: admin.organizationId }))).toContain(
      'Secret house',
    )
    expect((await refused(list(admin, { installation: 'true' }))).status).toBe(403)
    const { entries } = await list(first, { installation: 'true' })
    expect(entries.every(({ organizationId }) => organizationId === null)).toBe(true)
  })

  it('does not name super admins to an organization', async () => {
    const admin = await server().organization()
    const first = await server().signIn()
    const body = { number: 'A-1', devicesCount: 3, organizationId: admin.organizationId }
    await first.api.licences.create({ body })
    const [seen] = (await list(admin)).entries
    expect(seen).toMatchObject({ actor: { kind: 'operator', id: null, name: '' }, address: null })
    const { profile } = await first.api.auth.profile()
    expect((await list(admin, { search: profile.lastName || profile.email })).entries).toEqual([])
    const [own] = (await list(first, { organizationId: admin.organizationId })).entries
    expect(own).toMatchObject({ actor: { kind: 'operator', id: profile.id }, address: '127.0.0.1' })
  })

  it('filters by caller, kind, action, time, and text, and continues where a page ended', async () => {
    const admin = await server().organization()
    for (const name of ['One', 'Two', 'Three']) await building(admin, name)
    const from = server().clock.now()
    server().clock.advance(1000)
    await building(admin, 'Later')
    const names = async (query: object) =>
      (await list(admin, query)).entries.map(({ thing }) => thing?.name ?? '')
    expect(await names({ search: 'thre' })).toEqual(['Three'])
    expect(await names({ search: '100% _' })).toEqual([])
    expect(await names({ from: from + 1 })).toEqual(['Later'])
    expect(await names({ to: from + 1, kind: 'building' })).toEqual(['Three', 'Two', 'One'])
    expect(await names({ actorKind: 'screen' })).toEqual([])
    expect(await names({ verb: 'delete' })).toEqual([])
    const { profile } = await admin.api.auth.profile()
    expect((await names({ actor: profile.id })).length).toBe(4)
    const first = await list(admin, { pageSize: 3 })
    const rest = await list(admin, { pageSize: 3, before: first.next ?? undefined })
    expect([...first.entries, ...rest.entries].map(({ number }) => number)).toEqual([4, 3, 2, 1])
    expect(rest.next).toBeNull()
  })

  it('exports what a filter finds as CSV, safe for spreadsheets, and as JSON lines', async () => {
    const admin = await server().organization()
    await building(admin, '=HYPERLINK("x")')
    await building(admin, 'Other')
    const csv = await admin.call('GET', '/audit/export?search=hyperlink')
    expect(csv.headers.get('content-type')).toContain('text/csv')
    expect(csv.body).toContain(`"'=HYPERLINK(""x"")"`)
    expect(csv.body).not.toContain('Other')
    const lines = await admin.call('GET', '/audit/export?format=jsonl')
    const parsed = String(lines.body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(parsed.map(({ thing }) => thing.name)).toEqual(['Other', '=HYPERLINK("x")'])
  })

  it('shows entries that were deleted or changed, also the first and the last', async () => {
    const admin = await server().organization('Chained')
    for (const name of ['One', 'Two', 'Three']) await building(admin, name)
    const { database } = server().services
    const own = async () =>
      (await verifyAudit(database)).problems.filter((problem) => problem.includes('Chained'))
    expect(await own()).toEqual([])
    const rows = await database
      .selectFrom('audit_entries')
      .selectAll()
      .where('chain', '=', admin.organizationId)
      .orderBy('number')
      .execute()
    const [first, second, third] = rows
    if (!first || !second || !third) throw new Error('The entries are missing')
    const remove = (id: string) => database.deleteFrom('audit_entries').where('id', '=', id).execute()
    const put = (row: typeof first) => database.insertInto('audit_entries').values(row).execute()

    await remove(second.id)
    expect(await own()).toEqual(['The log of Chained: entry 2 is missing'])
    await put(second)
    expect(await own()).toEqual([])
    await database
      .updateTable('audit_entries')
      .set({ actorName: 'Someone else' })
      .where('id', '=', second.id)
      .execute()
    expect(await own()).toEqual(['The log of Chained: entry 2 was changed'])
    await database
      .updateTable('audit_entries')
      .set({ actorName: second.actorName })
      .where('id', '=', second.id)
      .execute()
    await remove(third.id)
    expect(await own()).toEqual(['The log of Chained: entry 3 is missing'])
    await put(third)
    await remove(first.id)
    expect(await own()).toEqual(['The log of Chained: entry 1 is missing'])
    await put(first)
    expect(await own()).toEqual([])
  })

  it('forgets old entries, says so, and stays verifiable', async () => {
    let admin = await server().organization('Aged')
    for (const name of ['One', 'Two']) await building(admin, name)
    server().clock.advance(10 * DAY)
    admin = await again(admin)
    await building(admin, 'Three')
    const { database, clock } = server().services
    expect(await forgetAudit(database, { now: clock.now(), days: 5 })).toBeGreaterThanOrEqual(2)
    const { entries } = await list(admin)
    expect(entries.map(({ number, action }) => [number, action])).toEqual([
      [5, 'audit.prune'],
      [4, 'buildings.create'],
      [3, 'auth.login'],
    ])
    expect(entries[0]).toMatchObject({
      actor: { kind: 'job' },
      changes: [{ field: 'entries', before: '2', after: null }],
    })
    expect((await verifyAudit(database)).problems).toEqual([])
    server().clock.advance(30 * DAY)
    admin = await again(admin)
    expect(await forgetAudit(database, { now: clock.now(), days: 5 })).toBeGreaterThanOrEqual(2)
    await building(admin, 'Four')
    expect((await verifyAudit(database)).problems).toEqual([])
  })

  it('keeps no more entries than fit, the newest', async () => {
    const admin = await server().organization()
    for (const name of ['One', 'Two', 'Three']) await building(admin, name)
    const { database, clock } = server().services
    await forgetAudit(database, { now: clock.now(), days: 400, most: 2 })
    const { entries } = await list(admin)
    expect(entries.map(({ number }) => number)).toEqual([4, 3, 2])
  })

  it('numbers entries of concurrent calls without a gap', async () => {
    const admin = await server().organization('Busy')
    await Promise.all(Array.from({ length: 20 }, (_, n) => building(admin, `House ${n}`)))
    const { entries } = await list(admin)
    expect(entries.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, n) => 20 - n))
    expect((await verifyAudit(server().services.database)).problems).toEqual([])
  })

  it('is deleted with its organization, whose end is in the log of the installation', async () => {
    const first = await server().signIn()
    const organizationId = (
      await first.call('POST', '/organizations/create', {
        ...{ name: 'Brief', adminFirstName: 'A', adminLastName: 'B' },
        ...{ email: 'brief@org.test', password: 'password-1', origins: [] },
      })
    ).body as { organization: { id: string } }
    const { id } = organizationId.organization
    const { database } = server().services
    const count = () =>
      sql<{ n: number }>`select count(*) as n from audit_entries where chain = ${id}`
        .execute(database)
        .then(({ rows }) => Number(rows[0]?.n))
    expect(await count()).toBeGreaterThan(0)
    await first.api.organizations.remove({ params: { id } })
    expect(await count()).toBe(0)
    const [end] = (await list(first, { installation: 'true' })).entries
    expect(end).toMatchObject({ action: 'organizations.remove', thing: { id, name: 'Brief' } })
    expect((await verifyAudit(database)).problems).toEqual([])
  })
})
