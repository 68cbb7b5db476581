import { ROLES } from '@vitrine/contract/permissions'
import type { RoleLevels } from '@vitrine/contract/role-levels'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Caller, refused } from '#test/harness.ts'
import { useProviderLogins } from '#test/provider-logins.ts'
import { row } from '#test/roles.ts'
import { claimScreens } from '#test/screens.ts'

describe('groups of a provider that lead to custom roles', () => {
  const { at, configure, addDomain, confirm, idOf, profileId, enter, begin, api } = useProviderLogins()
  let caterers: string
  let managers: string
  let building: string
  let screens: string[]

  async function makeRole(
    name: string,
    chosen: Partial<RoleLevels>,
    { scope = null }: { scope?: object | null } = {},
    by: Caller = at.admin,
  ) {
    const rows = [row(chosen, scope)]
    return (await by.api.roles.create({ body: { name, rows } })).role.id
  }
  const lead = (groups: { group: string; roleId: string }[], more: object = {}) =>
    configure({
      groupsClaim: 'groups',
      groups: groups.map((each) => ({ ...each, role: ROLES.user })),
      ...more,
    })
  /** Logs in as a person who is in these groups; `null`: the provider doesn't name any. */
  async function enterAs(groups: string[] | null) {
    const { groups: _, ...person } = at.provider.person
    at.provider.person = groups === null ? person : { ...person, groups }
    const { profile, token } = await enter()
    return { profile, caller: at.server.as(token) }
  }
  const seen = async ({ api: own }: Caller) =>
    (await own.devices.list({ query: {} })).devices.map(({ name }) => name).sort()

  beforeEach(async () => {
    const made = await at.admin.api.buildings.create({
      body: { name: 'North', location: 'Oslo', floors: [{ name: 'Ground' }] },
    })
    building = made.building.id
    const floorId = made.building.floors[0]?.id ?? ''
    const claimed = await claimScreens(at.server, at.admin, ['In north', 'Elsewhere'])
    screens = claimed.map(({ deviceId }) => deviceId)
    await at.admin.api.devices.update({
      params: { id: screens[0] ?? '' },
      body: { name: 'In north', floorId },
    })
    const scope = { places: { buildings: [building], floors: [], groups: [] } }
    caterers = await makeRole('Caterer', { media: 'write' })
    managers = await makeRole('Branch manager', { devices: 'write' }, { scope })
    await lead([
      { group: 'branch-managers', roleId: managers },
      { group: 'catering', roleId: caterers },
    ])
  })

  it('give the role and its scope with the account, and each login gives what the groups say then', async () => {
    const first = await enterAs(['catering', 'branch-managers'])
    expect(first.profile).toMatchObject({ role: ROLES.user, permissions: ['devices'] })
    expect(first.profile.customRole).toEqual({ id: managers, name: 'Branch manager' })
    expect(await seen(first.caller)).toEqual(['In north'])
    const rename = (id: string) => first.caller.call('PUT', `/devices/${id}`, { name: 'Renamed' })
    expect((await rename(screens[1] ?? '')).status).toBe(404)
    // Removed from one group; the open session follows too.
    const second = await enterAs(['catering'])
    expect(second.profile).toMatchObject({ permissions: ['media'], customRole: { id: caterers } })
    for (const caller of [first.caller, second.caller])
      expect((await caller.call('GET', '/devices')).status).toBe(403)
    const third = await enterAs(['catering', 'branch-managers', 'something-else'])
    expect(third.profile.customRole?.id).toBe(managers)
    const { entries } = await at.admin.api.audit.list({ query: { kind: 'user' } })
    const changes = entries.flatMap((entry) => (entry.verb === 'change' ? entry.changes : []))
    expect(changes.filter(({ field }) => field === 'roleId')).toEqual([
      { field: 'roleId', before: 'Caterer', after: 'Branch manager' },
      { field: 'roleId', before: 'Branch manager', after: 'Caterer' },
    ])
    // Nothing changes, so there is no entry, and no version that an open form would meet.
    const before = await idOf(third.profile.email)
    await enterAs(['branch-managers'])
    expect((await idOf(third.profile.email))?.version).toBe(before?.version)
  })

  it('lead to the default role where none matches, and change nothing where the provider names none', async () => {
    expect((await enterAs(['catering'])).profile.customRole?.id).toBe(caterers)
    // Providers leave the claim out when it is too long for a token, so it isn't an empty list.
    expect((await enterAs(null)).profile.customRole?.id).toBe(caterers)
    const none = await enterAs([])
    expect(none.profile).toMatchObject({ customRole: null, reads: null, permissions: ['media'] })
    await lead([{ group: 'catering', roleId: caterers }], { defaultRoleId: managers })
    expect((await enterAs(['unlisted'])).profile.customRole?.id).toBe(managers)
    const newcomer = { sub: 'newcomer', email: `new@${at.domain}` }
    at.provider.person = { ...at.provider.person, ...newcomer }
    expect((await enterAs(null)).profile.customRole?.id).toBe(managers)
  })

  it('lead elsewhere when the role is deleted, also between the answer of the provider and the login', async () => {
    const refusal = await refused(at.admin.api.roles.remove({ params: { id: managers } }))
    expect(refusal.errKey).toBe('ROLE_IN_USE')
    at.provider.person = { ...at.provider.person, groups: ['branch-managers'] }
    const { address, ticket } = await begin()
    const named = await api().finish({ body: { ticket, answer: await at.provider.visit(address) } })
    await at.admin.api.roles.remove({ params: { id: managers }, body: { replacementId: caterers } })
    const { profile } = await api().enter({ body: { ticket: named.ticket } })
    expect(profile.customRole?.id).toBe(caterers)
    const { provider } = await at.admin.api.identityProvider.get({ params: { id: at.admin.organizationId } })
    expect(provider?.groups.map(({ roleId }) => roleId)).toEqual([caterers, caterers])
    await lead([])
    const params = { id: profile.id }
    const { user } = await at.admin.api.users.get({ params })
    await at.admin.api.users.update({ params, body: { ...user, roleId: null, scope: undefined } })
    await at.admin.api.roles.remove({ params: { id: caterers } })
    expect((await enterAs(['branch-managers'])).profile.customRole).toBeNull()
  })

  it('never lead to a role of another organization', async () => {
    const other = await at.server.organization()
    const theirs = await makeRole('Theirs', { devices: 'write' }, {}, other)
    const refusals = [
      await refused(lead([{ group: 'branch-managers', roleId: theirs }])),
      await refused(lead([], { defaultRoleId: theirs })),
    ]
    expect(refusals.map(({ body }) => Object.keys(body.errors ?? {}))).toEqual([
      ['groups.0.roleId'],
      ['defaultRoleId'],
    ])
    // A super admin saves the settings of any organization, with its own roles only.
    const bySuperAdmin = at.superAdmin.api.identityProvider.update({
      params: { id: at.admin.organizationId },
      body: {
        ...{
          issuer: at.provider.issuer,
          clientId: 'vitrine',
          defaultRole: ROLES.user,
          defaultRoleId: theirs,
        },
        ...{ permissions: [], groupsClaim: '', groups: [], createsAccounts: true, trustsEmail: false },
        ...{ factor: 'never', required: false, breakGlassId: null },
      },
    })
    expect((await refused(bySuperAdmin)).body.errors).toHaveProperty('defaultRoleId')
    // Someone in a group of the same name gets their own organization's role.
    const domain = `other-${at.domain}`
    await configure(
      {
        groupsClaim: 'groups',
        groups: [{ group: 'branch-managers', role: ROLES.user, roleId: theirs }],
      },
      other,
    )
    await confirm((await addDomain(domain, other)).id)
    expect((await enterAs(['branch-managers'])).profile.customRole?.id).toBe(managers)
  })

  it('let people log in who see nothing, when the building of the scope is gone', async () => {
    const { caller } = await enterAs(['branch-managers'])
    await at.admin.api.devices.update({
      params: { id: screens[0] ?? '' },
      body: { name: 'In north', floorId: null },
    })
    await at.admin.api.buildings.remove({ params: { id: building } })
    const again = await enterAs(['branch-managers'])
    expect(again.profile.customRole?.id).toBe(managers)
    for (const each of [caller, again.caller]) expect(await seen(each)).toEqual([])
    // Saving the role keeps the place that is gone; it isn't taken for everything.
    const { role } = await at.admin.api.roles.get({ params: { id: managers } })
    const { name, rows, version } = role
    expect(rows.map(({ scope }) => scope?.places?.buildings)).toEqual([[building]])
    await at.admin.api.roles.update({
      params: { id: managers },
      body: {
        name,
        rows: rows.map((row) => ({ ...row, levels: { ...row.levels, media: 'write' } })),
        version,
      },
    })
    expect(await seen(again.caller)).toEqual([])
    expect((await again.caller.call('POST', '/media/folders', { name: 'Own' })).status).toBe(201)
  })

  it('keep the emergency account and the last administrator what they are, also with a required provider', async () => {
    const ada = await profileId(at.admin)
    await lead([{ group: 'catering', roleId: caterers }], { required: true, breakGlassId: ada })
    const email = `chief@${at.domain}`
    await at.admin.api.users.create({
      body: { firstName: 'Chika', lastName: 'Chief', email, password: 'password-1', role: ROLES.admin },
    })
    // Two administrators: the one who isn't the emergency account follows the groups.
    at.provider.person = { ...at.provider.person, sub: 'chief', email, groups: ['catering'] }
    expect((await enter({ password: 'password-1' })).profile.role).toBe(ROLES.admin)
    expect((await enter()).profile).toMatchObject({ role: ROLES.user, customRole: { id: caterers } })
    // The emergency account, through the provider.
    await at.server.services.database
      .updateTable('users')
      .set({ email: `ada@${at.domain}`, emailKey: `ada@${at.domain}` })
      .where('id', '=', ada)
      .execute()
    at.provider.person = { ...at.provider.person, sub: 'ada', email: `ada@${at.domain}` }
    expect((await enter({ password: 'password-1' })).profile.role).toBe(ROLES.admin)
    expect((await enter()).profile).toMatchObject({ role: ROLES.admin, customRole: null })
  })

  it('bind what the person could do before, once a login has changed the role', async () => {
    const { profile } = await enterAs(['branch-managers'])
    const params = { id: profile.id }
    const { user } = await at.admin.api.users.get({ params })
    await at.admin.api.users.update({
      params,
      body: { ...user, role: ROLES.admin, scope: undefined, roleId: undefined },
    })
    const admin = await at.server.services.database
      .selectFrom('users')
      .select(['role', 'roleId'])
      .where('id', '=', profile.id)
      .executeTakeFirstOrThrow()
    expect(admin).toEqual({ role: ROLES.admin, roleId: null })
    const { caller } = await enterAs(['branch-managers'])
    expect((await caller.call('GET', '/roles')).status).toBe(403)
    expect(await seen(caller)).toEqual(['In north'])
  })
})
