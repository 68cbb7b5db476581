import { contract } from '@vitrine/contract'
import { ROLES } from '@vitrine/contract/permissions'
import { routesOf } from '@vitrine/contract/route'
import { describe, expect, it } from 'vitest'
import { type Caller, useServer } from '#test/harness.ts'
import { fill } from '#test/paths.ts'
import { followEvents } from './follow.ts'

const WEBHOOKS = routesOf(contract).filter(({ name }) => name.startsWith('webhooks.'))
const ADDRESS = 'https://hooks.example.org/in'

describe('webhooks of an organization with people whose rights hold for a part', () => {
  const server = useServer()
  let made = 0

  /** An admin, and others whose rights hold for a building, or for a folder. */
  async function people() {
    const admin = await server().organization()
    const { building } = await admin.api.buildings.create({
      body: { name: 'House', location: 'Here', floors: [{ name: 'Ground' }] },
    })
    const { folder } = await admin.api.media.createFolder({ body: { name: 'Kitchen' } })
    const places = { buildings: [building.id], floors: [], groups: [] }
    const scopes = [
      { places, folders: null },
      { places: null, folders: [folder.id] },
    ]
    const limited: Caller[] = []
    for (const scope of scopes) {
      const person = await server().user(admin)
      await limit(person, scope)
      const body = { name: `Key ${++made}`, role: ROLES.admin, scope }
      limited.push(person, server().as((await admin.api.apiKeys.create({ body })).secret))
    }
    return { admin, folderId: folder.id, limited }
  }

  const limit = async (caller: Caller, scope: object) => {
    const { id } = (await caller.api.auth.profile()).profile
    await server()
      .services.database.updateTable('users')
      .set({ role: ROLES.admin, scope: JSON.stringify(scope) })
      .where('id', '=', id)
      .execute()
  }

  const create = async (admin: Caller, name: string) => {
    const body = { name, address: ADDRESS, topics: ['media' as const] }
    return (await admin.api.webhooks.create({ body })).webhook.id
  }

  it('are nothing for them: events of the whole organization would leave their part', async () => {
    const { admin, limited } = await people()
    const id = await create(admin, 'All')
    expect(WEBHOOKS.length).toBeGreaterThan(5)
    for (const { name, route } of WEBHOOKS)
      for (const who of limited) {
        const { status } = await who.call(route.method, fill(route, id), route.body ? {} : undefined)
        expect(status, name).toBe(403)
      }
    expect((await admin.api.webhooks.list()).webhooks.map((hook) => hook.id)).toEqual([id])
  })

  it('tell what they do, and stay for a creator who gets a scope', async () => {
    const { admin, folderId, limited } = await people()
    const id = await create(admin, 'Own')
    await limit(admin, { places: null, folders: [folderId] })
    const [, , person] = limited
    await person?.api.media.createFolder({ body: { name: 'Soups', folderId } })
    const { database, reader, playStore, clock } = server().services
    await followEvents({ db: database, reader, playStore, now: clock.now() })
    const rows = await database
      .selectFrom('webhook_deliveries')
      .select(['event', 'body'])
      .where('webhookId', '=', id)
      .execute()
    expect(rows.map(({ event }) => event)).toEqual(['folder.create'])
    expect(rows[0]?.body).toContain('Soups')
    // Only someone with rights for everything can see, change, or delete it now.
    expect((await admin.call('GET', `/webhooks/${id}/deliveries`)).status).toBe(403)
    expect((await admin.call('DELETE', `/webhooks/${id}`)).status).toBe(403)
  })
})
