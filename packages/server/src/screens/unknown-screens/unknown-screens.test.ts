import { SCREEN_HEADER } from '@vitrine/contract/player/calls'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId, newSecret } from '#lib/ids.ts'
import { hashSecret } from '#lib/security/tokens.ts'
import { makeGroup } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { noteUnknownScreen } from './queries.ts'

const MINUTE = 60_000

describe('screens that the database does not know', () => {
  const server = useServer()
  let superAdmin: Caller
  let owner: Caller & { organizationId: string }
  let other: Caller & { organizationId: string }
  beforeAll(async () => {
    superAdmin = await server().signIn()
    owner = await server().organization('Harbor')
    other = await server().organization('Station')
    for (const { organizationId } of [owner, other])
      await superAdmin.api.licences.create({
        body: { number: `L-${organizationId}`, devicesCount: 20, organizationId },
      })
  })

  /** Makes the database forget a screen, as a restored backup does. */
  const forget = async (screen: TestScreen) => {
    const { database, publisher } = server().services
    for (const table of ['device_states', 'pictures', 'devices'] as const)
      await database.deleteFrom(table).where('id', '=', screen.deviceId).execute()
    await publisher.publish([{ kind: 'device', id: screen.deviceId }])
  }
  const facts = (name: string, deviceGroupId?: string) =>
    encodeURIComponent(JSON.stringify({ name, width: 1080, height: 1920, touch: true, deviceGroupId }))
  const knock = (token: string, headers: Record<string, string> = {}) =>
    server()
      .as(token)
      .call('POST', '/player/heartbeat', {}, headers)
      .then(({ status, body }) => [status, (body as { errKey?: string }).errKey])
  const listed = async (caller: Caller) => (await caller.api.unknownScreens.list()).screens
  /** A token in the format of older screens. */
  const old = (token: string) => token.split('.').slice(0, 2).join('.')

  it('a screen that proves its organization is listed there only, and reconnected with one call', async () => {
    const screen = await TestScreen.claim(server(), owner, { name: 'Pier' })
    await forget(screen)
    expect(await knock(screen.token, { [SCREEN_HEADER]: facts('Pier') })).toEqual([401, 'SESSION_EXPIRED'])
    const [found] = await listed(owner)
    expect(found).toMatchObject({
      deviceId: screen.deviceId,
      organizationName: 'Harbor',
      name: 'Pier',
      screen: { width: 1080, height: 1920, touch: true },
      replaces: null,
    })
    expect(await listed(other)).toEqual([])
    const params = { id: found?.id ?? '' }
    expect(
      (await refused(other.api.unknownScreens.takeBack({ params, body: { name: 'Mine' } }))).status,
    ).toBe(404)
    expect((await refused(other.api.unknownScreens.disconnect({ params }))).status).toBe(404)
    const group = await makeGroup(owner)
    const body = { name: 'Pier again', deviceGroupId: group.id }
    expect(await owner.api.unknownScreens.takeBack({ params, body })).toEqual({ id: screen.deviceId })
    const { group: part, device } = await screen.manifest()
    expect([part.groupId, device.name, device.deviceId]).toEqual([group.id, 'Pier again', screen.deviceId])
    expect(await listed(owner)).toEqual([])
  })

  it('a screen is reconnected to the group that it reports, if that is one of its organization', async () => {
    const [own, foreign] = [await makeGroup(owner), await makeGroup(other)]
    for (const [group, expected] of [
      [own.id, own.id],
      [foreign.id, null],
      [newId(), null],
      [undefined, null],
    ] as const) {
      const screen = await TestScreen.claim(server(), owner, { name: 'Jetty' })
      await forget(screen)
      await knock(screen.token, { [SCREEN_HEADER]: facts('Jetty', group) })
      const [found] = await listed(owner)
      const params = { id: found?.id ?? '' }
      const takeBack = (deviceGroupId?: null) =>
        owner.api.unknownScreens.takeBack({ params, body: { name: 'Jetty', deviceGroupId } })
      if (group !== undefined && expected === null) {
        expect((await refused(takeBack())).body.errors).toHaveProperty('deviceGroupId')
        await takeBack(null)
      } else await takeBack()
      expect((await screen.manifest()).group.groupId).toBe(expected)
    }
  })

  it('a forged, borrowed or missing proof is no proof: only a super admin sees the screen', async () => {
    const screen = await TestScreen.claim(server(), owner, { name: 'Quay' })
    await forget(screen)
    const [id, secret, organizationId, proof] = screen.token.split('.')
    const forged = [
      old(screen.token),
      `${id}.${secret}.${other.organizationId}.${proof}`,
      `${id}.${newSecret()}.${organizationId}.${proof}`,
      `${newId()}.${secret}.${organizationId}.${proof}`,
    ]
    for (const token of forged) await knock(token)
    expect(await listed(owner)).toEqual([])
    expect(await listed(other)).toEqual([])
    const all = await listed(superAdmin)
    expect(all.filter((each) => each.organizationId === null).length).toBe(2)
    const found = all.find((each) => each.id === hashSecret(secret ?? '') && each.deviceId === id)
    const params = { id: found?.id ?? '' }
    const nowhere = await refused(superAdmin.api.unknownScreens.takeBack({ params, body: { name: 'Q' } }))
    expect(nowhere.body.errors).toHaveProperty('organizationId')
    const body = { name: 'Quay', organizationId: owner.organizationId }
    await superAdmin.api.unknownScreens.takeBack({ params, body })
    expect((await screen.manifest()).device.organization.id).toBe(owner.organizationId)
  })

  it('the player that replaced another one after the backup gets the screen, and the old one loses it', async () => {
    const before = await TestScreen.claim(server(), owner, { name: 'Mole' })
    const { database, publisher } = server().services
    const now = await TestScreen.claim(server(), owner, { name: 'Spare' })
    await forget(now)
    const [, secret = ''] = now.token.split('.')
    const token = `${before.deviceId}.${secret}`
    await knock(token)
    const found = (await listed(superAdmin)).find(({ deviceId }) => deviceId === before.deviceId)
    expect(found).toMatchObject({ replaces: 'Mole' })
    const body = { name: 'Mole', organizationId: owner.organizationId }
    await superAdmin.api.unknownScreens.takeBack({ params: { id: found?.id ?? '' }, body })
    expect(await knock(before.token)).toEqual([401, 'DEVICE_UNPAIRED'])
    expect((await server().as(token).api.player.manifest()).device).toBeDefined()
    expect(publisher && database).toBeDefined()
  })

  it('a disconnected one erases its content; one that was disconnected before is never listed', async () => {
    const screen = await TestScreen.claim(server(), owner, { name: 'Dock' })
    await forget(screen)
    await knock(screen.token)
    const [found] = await listed(owner)
    await owner.api.unknownScreens.disconnect({ params: { id: found?.id ?? '' } })
    expect(await knock(screen.token)).toEqual([401, 'DEVICE_UNPAIRED'])
    expect(await listed(owner)).toEqual([])
  })

  it('needs a seat like any other screen', async () => {
    const poor = await server().organization()
    const screen = await TestScreen.claim(server(), poor)
    await forget(screen)
    await knock(screen.token)
    await TestScreen.claim(server(), poor)
    const [found] = await listed(poor)
    const taken = poor.api.unknownScreens.takeBack({ params: { id: found?.id ?? '' }, body: { name: 'Two' } })
    expect((await refused(taken)).errKey).toBe('NO_LICENCE_SEAT')
    expect(await listed(poor)).toHaveLength(1)
  })

  it('many are reconnected in one call, each into its own group; those that need a decision stay listed', async () => {
    const many = await server().organization('Fleet')
    await superAdmin.api.licences.create({
      body: { number: 'L-fleet', devicesCount: 4, organizationId: many.organizationId },
    })
    const group = await makeGroup(many)
    const screens: TestScreen[] = []
    for (const name of ['One', 'Two', 'Three', 'Four']) {
      const screen = await TestScreen.claim(server(), many, { name })
      await forget(screen)
      await knock(screen.token, name === 'Four' ? {} : { [SCREEN_HEADER]: facts(name, group.id) })
      screens.push(screen)
    }
    // Connected after the backup to a group made after it.
    const stranded = await TestScreen.claim(server(), many, { name: 'Stranded' })
    await forget(stranded)
    await knock(stranded.token, { [SCREEN_HEADER]: facts('Stranded', newId()) })
    const rival = await TestScreen.claim(server(), many, { name: 'Rival' })
    const replaced = `${rival.deviceId}.${newSecret()}`
    await knock(replaced, { [SCREEN_HEADER]: facts('Rival') })
    await TestScreen.claim(server(), many, { name: 'Takes a seat' })

    const rows = await listed(superAdmin)
    const idOf = (deviceId: string) => rows.find((row) => row.deviceId === deviceId)?.id ?? ''
    expect(rows.filter(({ lacksGroup }) => lacksGroup).map(({ name }) => name)).toEqual(['Stranded'])
    const ids = [stranded, ...screens, rival].map(({ deviceId }) => idOf(deviceId))
    expect((await refused(other.api.unknownScreens.takeBackMany({ body: { ids } }))).status).toBe(404)

    const { done, refused: left } = await superAdmin.api.unknownScreens.takeBackMany({ body: { ids } })
    // Two of the four seats are taken.
    expect(done).toHaveLength(2)
    expect(left.map(({ errKey }) => errKey).sort()).toEqual([
      'CONFLICT',
      'INVALID',
      'INVALID',
      'NO_LICENCE_SEAT',
    ])
    expect(left.map(({ id }) => id)).toContain(idOf(stranded.deviceId))
    for (const screen of screens.filter(({ deviceId }) => done.includes(idOf(deviceId)))) {
      const manifest = await screen.manifest()
      expect(manifest.group.groupId).toBe(group.id)
    }
    expect((await listed(many)).map(({ id }) => id).sort()).toEqual(
      left
        .filter(({ errKey }) => errKey !== 'CONFLICT')
        .map(({ id }) => id)
        .sort(),
    )
  })

  it('neither call reconnects a screen listed without its group; others are reconnected', async () => {
    const many = await server().organization('Groups')
    await superAdmin.api.licences.create({
      body: { number: 'L-groups', devicesCount: 20, organizationId: many.organizationId },
    })
    const [own, foreign, deleted] = [await makeGroup(many), await makeGroup(other), await makeGroup(many)]
    const groupOf: Record<string, string | undefined> = {
      ...{ Own: own.id, None: undefined, Foreign: foreign.id, Deleted: deleted.id, Newer: newId() },
    }
    for (const [name, group] of Object.entries(groupOf)) {
      const screen = await TestScreen.claim(server(), many, { name })
      await forget(screen)
      await knock(screen.token, { [SCREEN_HEADER]: facts(name, group) })
    }
    await many.api.deviceGroups.remove({ params: { id: deleted.id } })
    const rows = await listed(many)
    expect(new Map(rows.map(({ name, lacksGroup }) => [name, lacksGroup]))).toEqual(
      new Map([
        ...(['Newer', 'Deleted', 'Foreign'] as const).map((name) => [name, true] as const),
        ...(['None', 'Own'] as const).map((name) => [name, false] as const),
      ]),
    )
    for (const { id, name } of rows.filter(({ lacksGroup }) => lacksGroup)) {
      const alone = many.api.unknownScreens.takeBack({ params: { id }, body: { name } })
      expect((await refused(alone)).body.errors).toHaveProperty('deviceGroupId')
    }
    const { done, refused: left } = await many.api.unknownScreens.takeBackMany({
      body: { ids: rows.map(({ id }) => id) },
    })
    expect([done.length, left.map(({ errKey }) => errKey)]).toEqual([2, ['INVALID', 'INVALID', 'INVALID']])
    // A person decides: into another group, or into none.
    const [first, second] = await listed(many)
    const put = (id = '', deviceGroupId: string | null) =>
      many.api.unknownScreens.takeBack({ params: { id }, body: { name: 'Chosen', deviceGroupId } })
    await put(first?.id, own.id)
    await put(second?.id, null)
    expect(await listed(many)).toHaveLength(1)
  })

  it('strangers with forged tokens fill their own share only', async () => {
    const { database } = server().services
    const note = (address: string, organizationId: string | null = null) => {
      const facts = { facts: '', userAgent: '' }
      const token = { hash: hashSecret(newSecret()), deviceId: newId(), organizationId, address, ...facts }
      return noteUnknownScreen(database, token, server().clock.now())
    }
    const rowsOf = async () => database.selectFrom('unknown_screens').selectAll().execute()
    await note('198.51.100.7')
    await note('192.0.2.1', owner.organizationId)
    for (let n = 0; n < 100; n++) await note('203.0.113.5')
    const from = (rows: { address: string }[], address: string) =>
      rows.filter((row) => row.address === address).length
    expect(from(await rowsOf(), '203.0.113.5')).toBe(20)
    // The first half of an IPv6 address is one network.
    for (let n = 0; n < 100; n++) await note(`2001:db8:1:2::${n.toString(16)}`)
    expect((await rowsOf()).filter(({ address }) => address.startsWith('2001:')).length).toBe(20)
    for (let network = 0; network < 30; network++)
      for (let n = 0; n < 20; n++) await note(`10.0.${network}.1`)
    const rows = await rowsOf()
    expect(rows.filter((row) => row.organizationId === null).length).toBeLessThanOrEqual(201)
    expect(from(rows, '198.51.100.7')).toBe(1)
    expect(from(rows, '192.0.2.1')).toBe(1)
    server().clock.advance(31 * 24 * 60 * MINUTE)
    await note('198.51.100.8')
    expect((await rowsOf()).map(({ address }) => address)).toEqual(['198.51.100.8'])
  })
})
