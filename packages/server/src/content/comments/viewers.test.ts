import { VIEWERS_CHANGED, VIEWERS_LISTED, VIEWING_SECONDS } from '@vitrine/contract/api/content/viewers'
import { describe, expect, it } from 'vitest'
import { isPostgres } from '#db/database.ts'
import { makeLayout } from '#test/content.ts'
import { type Caller, refused, TestServer, useServer } from '#test/harness.ts'
import { personWith } from '#test/roles.ts'
import { StreamListener } from '#test/stream-listener.ts'
import { VIEWS_MAX } from './viewers.ts'

const server = useServer()

const note = async (caller: Caller, id: string, here = true) =>
  (await caller.api.pageViewers.note({ params: { id }, body: { here } })).people
const names = async (caller: Caller, id: string) => (await note(caller, id)).map(({ name }) => name)

describe('people at a page', () => {
  it('see each other, not themselves, until they leave or are silent', async () => {
    const admin = await server().organization()
    const user = await server().user(admin, [])
    const { id } = await makeLayout(admin)
    const other = await makeLayout(admin)
    expect(await names(user, id)).toEqual([])
    expect(await names(admin, id)).toEqual(['Uma User'])
    expect(await names(user, id)).toHaveLength(1)
    expect(await names(admin, other.id)).toEqual([])
    await note(user, id, false)
    expect(await names(admin, id)).toEqual([])
    await note(user, id)
    server().clock.advance((VIEWING_SECONDS - 1) * 1000)
    expect(await names(admin, id)).toEqual(['Uma User'])
    server().clock.advance(1000)
    expect(await names(admin, id)).toEqual([])
  })

  it('are named to those who see the page, and operators are none of them', async () => {
    const admin = await server().organization()
    const { id } = await makeLayout(admin)
    const stranger = await server().organization()
    const without = await personWith(admin, { media: 'write' })
    await note(admin, id)
    for (const caller of [stranger, without]) expect((await refused(note(caller, id))).status).toBe(404)
    const operator = await server().signIn()
    expect(await names(operator, id)).toHaveLength(1)
    expect(await names(admin, id)).toEqual([])
  })

  it('are few in an answer, and few in memory', async () => {
    const admin = await server().organization()
    const { id } = await makeLayout(admin)
    const { viewers } = server().services
    const organizationId = (await admin.api.auth.profile()).profile.organizationId
    const before = viewers.size
    const view = (n: number) => ({ pageId: id, userId: `p${n}`, name: `Person ${n}`, here: true })
    for (let n = 0; n < VIEWERS_LISTED; n++) viewers.note(organizationId, view(n))
    expect(await note(admin, id)).toHaveLength(VIEWERS_LISTED)
    viewers.note(organizationId, view(VIEWERS_LISTED))
    expect(await note(admin, id)).toHaveLength(VIEWERS_LISTED)
    for (let n = 0; n <= VIEWS_MAX; n++) viewers.note(organizationId, view(n))
    expect(viewers.size - before).toBe(VIEWS_MAX)
    for (let n = 0; n <= VIEWS_MAX; n++) viewers.note(organizationId, { ...view(n), here: false })
    await note(admin, id, false)
    expect(viewers.size).toBe(before)
  })

  it('consoles hear who comes and goes, and not that someone stays', async () => {
    const admin = await server().organization()
    const user = await server().user(admin, [])
    const { id } = await makeLayout(admin)
    await new Promise((resolve) => setTimeout(resolve, 600))
    const console = new StreamListener(server().origins.console, '/api/watch', admin.token)
    await console.heard('hello')
    const told = () =>
      console.events.filter(({ data }) => JSON.stringify(data).includes(VIEWERS_CHANGED)).length
    await note(user, id)
    await expect.poll(told).toBe(1)
    await note(user, id)
    await note(user, id, false)
    await expect.poll(told).toBe(2)
    console.socket.destroy()
  })

  it('see each other on two servers', async () => {
    if (!isPostgres(server().services.database)) return
    const admin = await server().organization()
    const user = await server().user(admin, [])
    const { id } = await makeLayout(admin)
    const other = await TestServer.start({}, { beside: server() })
    const there = other.as(user.token)
    await note(admin, id)
    await expect.poll(() => names(there, id)).toHaveLength(1)
    await expect.poll(() => names(admin, id)).toEqual(['Uma User'])
    server().clock.advance((VIEWING_SECONDS - 1) * 1000)
    await note(there, id)
    server().clock.advance((VIEWING_SECONDS - 1) * 1000)
    await expect.poll(() => names(admin, id)).toEqual(['Uma User'])
    await note(there, id, false)
    await expect.poll(() => names(admin, id)).toEqual([])
    await other.close()
  })
})
