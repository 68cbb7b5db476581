import { PERMISSIONS, ROLES } from '@vitrine/contract/permissions'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeGroup, makeStoryboard } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { personWith } from '#test/roles.ts'
import type { TestScreen } from '#test/screen.ts'
import { claimScreens } from '#test/screens.ts'

const HOUR = 3_600_000

describe('takeovers by people who are not admins', () => {
  const server = useServer()
  let admin: Caller & { organizationId: string }
  let building: string
  let [inside, outside]: string[] = []
  let screens: TestScreen[]

  beforeEach(async () => {
    admin = await server().organization()
    const made = await admin.api.buildings.create({
      body: { name: 'North', location: 'Oslo', floors: [{ name: 'Ground' }] },
    })
    building = made.building.id
    screens = await claimScreens(server(), admin, ['In north', 'Elsewhere'])
    ;[inside, outside] = screens.map(({ deviceId }) => deviceId)
    await admin.api.devices.update({
      params: { id: inside ?? '' },
      body: { name: 'In north', floorId: made.building.floors[0]?.id ?? null },
    })
  })

  const fire = (targets: object) => ({
    ...{ title: 'Fire', text: '', targets, endsAt: server().clock.now() + HOUR },
  })
  const only = (...ids: (string | undefined)[]) => fire({ kind: 'devices', ids })
  const start = (caller: Caller, body: object) => caller.call('POST', '/takeovers', body)
  const scope = () => ({ places: { buildings: [building], floors: [], groups: [] } })
  const shown = async (n: number) => (await screens[n]?.manifest())?.device.takeover?.title

  it('start and end with the level of the role, on the screens of its scope', async () => {
    const guard = await personWith(admin, { takeovers: 'write' }, scope())
    expect((await guard.api.auth.profile()).profile).toMatchObject({ permissions: ['takeovers'] })
    const { status, body } = await start(guard, only(inside))
    expect(status).toBe(201)
    expect([await shown(0), await shown(1)]).toEqual(['Fire', undefined])
    expect((await start(guard, only(inside, outside))).status).toBe(400)
    expect((await start(guard, fire({ kind: 'all' }))).status).toBe(403)
    // One that reaches other screens too is seen, and isn't theirs to end.
    const wide = (await admin.api.takeovers.start({ body: only(inside, outside) as never })).takeover
    const seen = (await guard.api.takeovers.list()).takeovers.find(({ id }) => id === wide.id)
    expect(seen?.targets).toEqual({ kind: 'devices', count: 1 })
    expect((await refused(guard.api.takeovers.clear({ params: { id: wide.id } }))).status).toBe(403)
    const { id } = (body as { takeover: { id: string } }).takeover
    expect((await guard.api.takeovers.clear({ params: { id } })).takeover.isActive).toBe(false)
    expect((await guard.call('PUT', `/devices/${inside}`, { name: 'Mine' })).status).toBe(403)
  })

  it('are seen, and no more, by those who only see screens, whatever the level says', async () => {
    await admin.api.takeovers.start({ body: only(inside) as never })
    for (const chosen of [{ devices: 'read' }, { devices: 'write', takeovers: 'read' }] as const) {
      const person = await personWith(admin, chosen)
      expect((await person.api.takeovers.list()).takeovers).toHaveLength(1)
      expect((await start(person, only(inside))).status).toBe(403)
    }
    const author = await personWith(admin, { media: 'write' })
    expect((await author.call('GET', '/takeovers')).status).toBe(403)
  })

  it('are no permission: of people and keys without a custom role, admins start them', async () => {
    const everything = await server().user(admin, [...PERMISSIONS])
    expect((await start(everything, fire({ kind: 'all' }))).status).toBe(403)
    const key = async (role: string, permissions: string[] = []) =>
      admin.call('POST', '/api-keys', { name: 'Alarm', role, permissions })
    const named = await key(ROLES.user, ['takeovers'])
    expect([named.status, named.body]).toMatchObject([
      400,
      { errors: { 'permissions.0': expect.anything() } },
    ])
    for (const [role, status] of [
      [ROLES.user, 403],
      [ROLES.admin, 201],
    ] as const) {
      const { secret } = (await key(role, role === ROLES.user ? [...PERMISSIONS] : [])).body as {
        secret: string
      }
      expect((await start(server().as(secret), only(inside))).status).toBe(status)
    }
  })

  it('are what a custom role gives, and not among the permissions of the form', async () => {
    const guard = await personWith(admin, { takeovers: 'write', media: 'write' })
    const { profile } = await guard.api.auth.profile()
    expect(profile.permissions).toEqual(['media', 'takeovers'])
    const { user } = await admin.api.users.get({ params: { id: profile.id } })
    expect([user.permissions, user.reads]).toEqual([['media'], expect.arrayContaining(['takeovers'])])
    const saved = await admin.call('PUT', `/user/${profile.id}`, { ...user })
    expect(saved.status).toBe(200)
    expect((await start(guard, only(inside))).status).toBe(201)
  })

  it('are not in roles of earlier versions, which are stored without them', async () => {
    const person = await personWith(admin, { devices: 'write' })
    const { database } = server().services
    const { rows } = await database
      .selectFrom('custom_roles')
      .select('rows')
      .where('id', '=', person.roleId)
      .executeTakeFirstOrThrow()
    const [{ levels, scope }] = JSON.parse(rows)
    const { takeovers: _, ...earlier } = levels
    await database
      .updateTable('custom_roles')
      .set({ rows: JSON.stringify([{ levels: earlier, scope }]) })
      .where('id', '=', person.roleId)
      .execute()
    expect((await start(person, only(inside))).status).toBe(403)
    const { role } = await admin.api.roles.get({ params: { id: person.roleId } })
    expect(role.rows[0]?.levels.takeovers).toBe('none')
  })

  it('show approved storyboards only, also to those who choose one', async () => {
    const guard = await personWith(admin, { takeovers: 'write' })
    const [draft, approved] = [await makeStoryboard(admin), await makeStoryboard(admin, { approve: true })]
    await makeGroup(admin, approved.id)
    await admin.api.storyboards.setStatus({ params: { id: draft.id, status: 'rejected' } })
    const fresh = await admin.api.storyboards.create({
      body: {
        name: 'Fresh',
        type: 'designed',
        items: (await admin.api.storyboards.get({ params: { id: approved.id } })).storyboard.items,
      } as never,
    })
    const refusal = await start(guard, { ...only(inside), storyboardId: fresh.storyboard.id })
    expect((refusal.body as { errKey: string }).errKey).toBe('NOT_APPROVED')
    expect((await start(guard, { ...only(inside), storyboardId: approved.id })).status).toBe(201)
  })

  it('say before they start how many screens they reach, in how many buildings, and start nothing', async () => {
    const dry = async (caller: Caller, body: object) => {
      const answer = await caller.call('POST', '/takeovers?dryRun=true', body)
      expect(answer.status).toBe(201)
      return (answer.body as { impact: object }).impact
    }
    expect(await dry(admin, fire({ kind: 'all' }))).toMatchObject({ changes: 2, buildings: 1 })
    expect(await dry(admin, only(outside))).toMatchObject({ changes: 1, buildings: 0 })
    const group = await makeGroup(admin)
    expect(await dry(admin, fire({ kind: 'groups', ids: [group.id] }))).toMatchObject({ changes: 0 })
    expect((await admin.api.takeovers.list()).takeovers).toEqual([])
    expect([await shown(0), await shown(1)]).toEqual([undefined, undefined])
    const guard = await personWith(admin, { takeovers: 'write' }, scope())
    expect(await dry(guard, only(inside))).toMatchObject({ changes: 1, buildings: 1 })
    expect((await guard.call('POST', '/takeovers?dryRun=true', only(outside))).status).toBe(400)
  })

  it('leave manual switches that say the same before they are saved', async () => {
    const { id: storyboardId } = await makeStoryboard(admin, { approve: true })
    const params = { id: inside ?? '' }
    const body = { storyboardId }
    const dry = async () =>
      (await admin.api.devices.switchStory({ params, query: { dryRun: 'true' }, body })).impact
    expect(await dry()).toMatchObject({ changes: 1, buildings: 1 })
    expect((await admin.api.devices.switches()).switches).toEqual([])
    await admin.api.devices.switchStory({ params, body })
    expect(await dry()).toMatchObject({ changes: 0 })
  })
})
