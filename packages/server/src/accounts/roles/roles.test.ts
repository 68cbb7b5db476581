import { ROLE_ROWS_MAX } from '@vitrine/contract/api/accounts/roles'
import { ROLE_AREAS, ROLES } from '@vitrine/contract/permissions'
import type { RoleRow } from '@vitrine/contract/role-levels'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { up } from '#db/migrations/985-rows-of-roles.ts'
import { makeGroup } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { levels, personWith, row } from '#test/roles.ts'
import { TestScreen } from '#test/screen.ts'
import { StreamListener } from '#test/stream-listener.ts'

const server = useServer()

const write = (...areas: (typeof ROLE_AREAS)[number][]) =>
  levels(Object.fromEntries(areas.map((area) => [area, 'write'] as const)))

async function makeRole(
  admin: Caller,
  name: string,
  chosen = write('media'),
  scope: RoleRow['scope'] = null,
) {
  return (await admin.api.roles.create({ body: { name, rows: [{ levels: chosen, scope }] } })).role
}

let made = 0
async function member(admin: Caller, roleId: string | null) {
  const login = { email: `member${++made}@org.test`, password: 'password-1' }
  const body = { firstName: 'Mia', lastName: `Member ${made}`, role: ROLES.user, permissions: [], roleId }
  const { user } = await admin.api.users.create({ body: { ...body, ...login } })
  return { user, caller: await server().signIn(login) }
}

const profileOf = async ({ api }: Caller) => (await api.auth.profile()).profile
const folder = (caller: Caller) => caller.call('POST', '/media/folders', { name: `Folder ${++made}` })

describe('custom roles', () => {
  it('say what their people see and change, at the next request', async () => {
    const admin = await server().organization()
    const role = await makeRole(admin, 'Photographer')
    const { caller, user } = await member(admin, role.id)
    expect(user.customRole).toEqual({ id: role.id, name: 'Photographer' })
    expect(await profileOf(caller)).toMatchObject({ permissions: ['media'], reads: ['media'] })
    expect((await folder(caller)).status).toBe(201)
    expect((await caller.call('GET', '/cards')).status).toBe(403)
    expect((await caller.call('GET', '/devices')).status).toBe(403)
    expect((await caller.call('GET', '/takeovers')).status).toBe(403)
    await admin.api.roles.update({
      params: { id: role.id },
      body: { name: 'Viewer', rows: [row({ cards: 'read' })], version: role.version },
    })
    expect((await folder(caller)).status).toBe(403)
    expect((await caller.call('GET', '/cards')).status).toBe(200)
    expect((await caller.call('GET', '/media')).status).toBe(200)
    expect((await profileOf(caller)).customRole?.name).toBe('Viewer')
  })

  it('end with another role of the person, and are kept by a save that does not name them', async () => {
    const admin = await server().organization()
    const { id: roleId } = await makeRole(admin, 'Photographer')
    const { user, caller } = await member(admin, roleId)
    const { firstName, lastName, email } = user
    const params = { id: user.id }
    const body = { firstName, lastName, email, permissions: [] }
    const kept = await admin.api.users.update({ params, body: { ...body, role: ROLES.user } })
    expect(kept.user.customRole?.id).toBe(roleId)
    const raised = await admin.api.users.update({ params, body: { ...body, role: ROLES.admin } })
    expect(raised.user).toMatchObject({ customRole: null, reads: null })
    expect((await caller.call('GET', '/devices')).status).toBe(200)
  })

  it('belong to one organization', async () => {
    const [admin, other] = [await server().organization(), await server().organization()]
    const { id: roleId } = await makeRole(other, 'Theirs')
    const { user } = await member(admin, null)
    const { firstName, lastName, email } = user
    const body = { firstName, lastName, email, role: ROLES.user, permissions: [], roleId }
    const refusal = await refused(admin.api.users.update({ params: { id: user.id }, body }))
    expect(refusal.body.errors).toHaveProperty('roleId')
    expect((await refused(admin.api.roles.get({ params: { id: roleId } }))).status).toBe(404)
  })

  it('are named once, and made by admins with rights for everything only', async () => {
    const admin = await server().organization()
    await makeRole(admin, 'Reviewer')
    const again = await refused(makeRole(admin, ' REVIEWER '))
    expect(again.body.errors).toHaveProperty('name')
    const everything = Object.fromEntries(ROLE_AREAS.map((area) => [area, 'write'] as const))
    const person = await personWith(admin, everything)
    expect((await refused(makeRole(person, 'More'))).status).toBe(403)
    expect((await person.call('GET', '/roles')).status).toBe(403)
    const { secret } = await admin.api.apiKeys.create({ body: { name: 'All', role: ROLES.admin } })
    expect((await refused(makeRole(server().as(secret), 'By a key'))).status).toBe(403)
  })

  it('say whom a change concerns, and are replaced when they are deleted', async () => {
    const admin = await server().organization()
    const [role, other] = [await makeRole(admin, 'Photographer'), await makeRole(admin, 'Viewer', levels({}))]
    const { user, caller } = await member(admin, role.id)
    const params = { id: role.id }
    const found = await admin.api.roles.get({ params })
    expect(found.role.people).toBe(1)
    expect(found.names).toEqual([{ id: user.id, name: `${user.firstName} ${user.lastName}` }])
    const { body } = await refused(admin.api.roles.remove({ params }))
    expect([body.errKey, body.usedIn?.map(({ id }) => id)]).toEqual(['ROLE_IN_USE', [user.id]])
    await admin.api.roles.remove({ params, body: { replacementId: other.id } })
    expect((await profileOf(caller)).customRole?.id).toBe(other.id)
    const { entries } = await admin.api.audit.list({ query: {} })
    const [deletion, change] = entries
    expect(deletion).toMatchObject({ kind: 'role', verb: 'delete' })
    expect(change).toMatchObject({
      ...{ kind: 'user', verb: 'change' },
      changes: [{ field: 'roleId', before: 'Photographer', after: 'Viewer' }],
    })
  })

  it('end the streams of their people, who get no events of screens without seeing screens', async () => {
    const admin = await server().organization()
    const role = await makeRole(admin, 'Author', write('cards'))
    const { caller } = await member(admin, role.id)
    const stream = new StreamListener(server().origins.console, '/api/watch', caller.token)
    await stream.heard('hello')
    const { deviceId } = await TestScreen.claim(server(), admin, { name: 'Lobby' })
    await admin.api.devices.update({ params: { id: deviceId }, body: { name: 'Hidden lobby' } })
    const body = { name: 'Author', rows: [{ levels: write('cards', 'layouts') }] }
    await admin.api.roles.update({ params: { id: role.id }, body })
    await expect.poll(() => JSON.stringify(stream.events)).toContain('"users"')
    expect(JSON.stringify(stream.events)).not.toContain(deviceId)
    stream.socket.destroy()
  })

  it('bind keys and triggers that their people made before', async () => {
    const admin = await server().organization()
    const maker = await personWith(admin, { media: 'write' })
    const { database } = server().services
    const set = (role: string) =>
      database.updateTable('users').set({ role }).where('id', '=', maker.id).execute()
    await set(ROLES.admin)
    const { secret } = await maker.api.apiKeys.create({ body: { name: 'Old', role: ROLES.admin } })
    const key = server().as(secret)
    expect((await key.call('GET', '/devices')).status).toBe(200)
    await set(ROLES.user)
    expect((await key.call('GET', '/devices')).status).toBe(403)
    expect((await folder(key)).status).toBe(201)
  })
})

describe('rows of a role', () => {
  it('are one to five', async () => {
    const admin = await server().organization()
    const sent = (count: number) =>
      admin.call('POST', '/roles', { name: `Of ${count}`, rows: Array(count).fill(row({ media: 'read' })) })
    expect((await sent(1)).status).toBe(201)
    expect((await sent(ROLE_ROWS_MAX)).status).toBe(201)
    for (const count of [0, ROLE_ROWS_MAX + 1]) {
      const { status, body } = await sent(count)
      expect([status, Object.keys((body as { errors: object }).errors)]).toEqual([400, ['rows']])
    }
  })

  it('name places and folders that exist', async () => {
    const admin = await server().organization()
    const places = { buildings: ['nowhere'], floors: [], groups: [] }
    const rows = [row({}), row({}, { places, folders: null })]
    const { body } = await refused(admin.api.roles.create({ body: { name: 'Lost', rows } }))
    expect(Object.keys(body.errors ?? {})).toEqual(['rows.1.scope'])
  })

  it('are in the audit log, each with its levels and its scope', async () => {
    const admin = await server().organization()
    const group = await makeGroup(admin)
    const scope = { places: { buildings: [], floors: [], groups: [group.id] }, folders: null }
    const role = await makeRole(admin, 'Manager', write('devices'), scope)
    const rows = [...role.rows, row({ devices: 'read' })]
    await admin.api.roles.update({ params: { id: role.id }, body: { name: 'Manager', rows } })
    expect((await admin.api.audit.list({ query: {} })).entries[0]?.changes).toEqual([
      { field: 'levels.2', before: null, after: JSON.stringify(levels({ devices: 'read' })) },
      { field: 'scope.2', before: null, after: 'everywhere' },
    ])
  })

  it('are made of the levels and the scope of earlier versions', async () => {
    const admin = await server().organization()
    const group = await makeGroup(admin)
    const scope = { places: { buildings: [], floors: [], groups: [group.id] }, folders: null }
    const [limited, other] = [
      await makeRole(admin, 'Limited', write('devices'), scope),
      await makeRole(admin, 'Everywhere', write('media')),
    ]
    const { database } = server().services
    const run = (text: string) => sql.raw(text).execute(database)
    await run('alter table "custom_roles" rename column "rows" to "levels"')
    await run('alter table "custom_roles" add column "scope" text')
    for (const { id, rows } of [limited, other]) {
      const [{ levels: of, scope: chosen } = row({})] = rows
      const stored = { levels: JSON.stringify(of), scope: chosen && JSON.stringify(chosen) }
      await database
        .updateTable('custom_roles')
        .set(stored as never)
        .where('id', '=', id)
        .execute()
    }
    await up(database as never)
    const { roles } = await admin.api.roles.list({ query: {} })
    expect(roles.map(({ name, rows }) => [name, rows])).toEqual([
      ['Everywhere', other.rows],
      ['Limited', limited.rows],
    ])
  })
})

describe('the audit log', () => {
  it('says what a scope and a role changed from and to', async () => {
    const admin = await server().organization()
    const group = await makeGroup(admin)
    const { user } = await member(admin, null)
    const { firstName, lastName, email } = user
    const body = { firstName, lastName, email, role: ROLES.user, permissions: [] }
    const scope = { places: { buildings: [], floors: [], groups: [group.id] } }
    await admin.api.users.update({ params: { id: user.id }, body: { ...body, scope } })
    const changes = async () => (await admin.api.audit.list({ query: {} })).entries[0]?.changes
    const change = { field: 'scope', before: 'everywhere', after: JSON.stringify([group.name]) }
    expect(await changes()).toEqual([change])
    const role = await makeRole(admin, 'Manager', write('devices'), { ...scope, folders: null })
    const params = { id: role.id }
    await admin.api.roles.update({
      params,
      body: { name: 'Manager', rows: [{ levels: write('media'), scope: null }] },
    })
    expect(await changes()).toEqual([
      {
        field: 'levels',
        before: JSON.stringify(write('devices')),
        after: JSON.stringify(write('media')),
      },
      { field: 'scope', before: change.after, after: 'everywhere' },
    ])
  })
})
