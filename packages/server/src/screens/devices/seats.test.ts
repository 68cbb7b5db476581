import { beforeAll, describe, expect, it } from 'vitest'
import { newSecret } from '#lib/ids.ts'
import { exported, imported } from '#test/archives.ts'
import { makeGroup } from '#test/content.ts'
import { type Caller, Refused, refused, useServer } from '#test/harness.ts'
import { FACTS, TestScreen } from '#test/screen.ts'

const server = useServer()
let superAdmin: Caller
let archive: Buffer
let made = 0

/** An organization with four screens and a group, as an archive. */
beforeAll(async () => {
  superAdmin = await server().signIn()
  const admin = await server().organization()
  await licence(admin.organizationId, 4)
  const group = await makeGroup(admin)
  for (const name of ['One', 'Two', 'Three', 'Four'])
    await TestScreen.claim(server(), admin, { name, deviceGroupId: group.id })
  archive = await exported(server(), admin.organizationId)
})

const licence = async (organizationId: string, devicesCount: number) =>
  (
    await superAdmin.api.licences.create({
      body: { number: `S-${++made}`, organizationId, devicesCount },
    })
  ).licence

async function moved() {
  const { organization } = await imported(server(), archive, `Moved ${++made}`)
  const organizationId = organization.id
  const { devices } = await superAdmin.api.devices.list({ query: { organizationId } })
  return { organizationId, ids: devices.map(({ id }) => id).sort() }
}

/** The token of the player that is now on a screen. */
async function replaced(id: string): Promise<string> {
  const nobody = server().as()
  const { code, secret } = await nobody.api.player.startPairing({ body: { screen: FACTS } })
  await superAdmin.api.devices.replace({ params: { id }, body: { code } })
  return (await nobody.api.player.awaitPairing({ body: { secret } })).claimed?.token ?? ''
}

const works = async (token: string) =>
  (await server().as(token).call('GET', '/player/manifest')).status === 200

describe('imported screens and seats', () => {
  it('get a seat when a player connects, and none beyond the license', async () => {
    const { organizationId, ids } = await moved()
    const [first = '', second = '', third = '', fourth = ''] = ids
    // Without a license, one screen may be tried, which may get another player.
    await replaced(first)
    await replaced(first)
    expect((await refused(replaced(second))).errKey).toBe('NO_LICENCE_SEAT')
    const { id } = await licence(organizationId, 2)
    const used = async () => (await superAdmin.api.licences.get({ params: { id } })).licence.usedDevices
    expect(await used()).toBe(1)
    await replaced(second)
    expect(await used()).toBe(2)
    expect((await refused(replaced(third))).errKey).toBe('NO_LICENCE_SEAT')
    await superAdmin.api.devices.remove({ params: { id: first } })
    await replaced(third)
    expect((await refused(replaced(fourth))).errKey).toBe('NO_LICENCE_SEAT')
    expect(await used()).toBe(2)
  })

  it('get no seat by a player that says it was one of them', async () => {
    const { organizationId, ids } = await moved()
    const [first = '', second = ''] = ids
    await replaced(first)
    const token = `${second}.${newSecret()}`
    await server().as(token).call('POST', '/player/heartbeat', {})
    const { screens } = await superAdmin.api.unknownScreens.list()
    const params = { id: screens.find(({ deviceId }) => deviceId === second)?.id ?? '' }
    const body = { name: 'Mine', deviceGroupId: null, organizationId }
    const takeBack = () => superAdmin.api.unknownScreens.takeBack({ params, body })
    expect((await refused(takeBack())).errKey).toBe('NO_LICENCE_SEAT')
    await superAdmin.api.devices.remove({ params: { id: first } })
    await takeBack()
    expect(await works(token)).toBe(true)
  })

  it('a player that connects twice at one instant takes one seat', async () => {
    const { organizationId, ids } = await moved()
    const { id } = await licence(organizationId, 1)
    const [first = ''] = ids
    const ended = await Promise.allSettled([replaced(first), replaced(first)])
    expect(ended.map(({ status }) => status)).toContain('fulfilled')
    expect((await superAdmin.api.licences.get({ params: { id } })).licence.usedDevices).toBe(1)
  })
})

/** Whole numbers below `most`, the same ones for a seed. */
const numbers = (seed: number) => {
  let state = seed
  return (most: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * most)
  }
}

/** Some calls of a sequence are refused; none may fail otherwise. */
const expectRefusal = (error: unknown) => {
  if (!(error instanceof Refused) || error.status >= 500) throw error
}

describe('no sequence of calls connects more screens than there are seats', () => {
  it.each([1, 2, 3, 4, 5, 6])('seed %i', async (seed) => {
    const next = numbers(seed)
    const { organizationId } = await moved()
    const seats = new Map<string, number>()
    const tokens = new Set<string>()
    const query = { organizationId }
    const screens = async () => (await superAdmin.api.devices.list({ query })).devices
    const someScreen = async () => {
      const all = await screens()
      return all[next(all.length)]?.id ?? ''
    }
    const pair = async (connect: (code: string) => Promise<unknown>) => {
      const nobody = server().as()
      const { code, secret } = await nobody.api.player.startPairing({ body: { screen: FACTS } })
      await connect(code)
      const { claimed } = await nobody.api.player.awaitPairing({ body: { secret } })
      if (claimed) tokens.add(claimed.token)
    }
    const CALLS: (() => Promise<unknown>)[] = [
      () =>
        pair((code) => superAdmin.api.devices.claim({ body: { code, name: `S${++made}`, organizationId } })),
      async () => {
        const id = await someScreen()
        await pair((code) => superAdmin.api.devices.replace({ params: { id }, body: { code } }))
      },
      async () => {
        const id = await someScreen()
        await pair((code) => superAdmin.api.devices.replace({ params: { id }, body: { code } }))
      },
      () =>
        superAdmin.api.devices.import({
          body: { content: btoa(`Name\nCSV ${++made}\nCSV ${++made}\n`), organizationId },
        }),
      async () => superAdmin.api.devices.remove({ params: { id: await someScreen() } }),
      async () => {
        const { id } = await licence(organizationId, 1 + next(2))
        seats.set(id, (await superAdmin.api.licences.get({ params: { id } })).licence.devicesCount)
      },
      async () => {
        const [id = ''] = seats.keys()
        await superAdmin.api.licences.remove({ params: { id } })
        seats.delete(id)
      },
      async () => {
        const { devicesGroups } = await superAdmin.api.deviceGroups.list({ query })
        const id = devicesGroups[0]?.id ?? ''
        await superAdmin.api.deviceGroups.remove({ params: { id } })
        const { trash } = await superAdmin.api.trash.list({ query })
        await superAdmin.api.trash.restore({ params: { id: trash[0]?.id ?? '' } })
      },
      async () => {
        const [token = ''] = tokens
        const { ticket } = await server().as(token).api.player.handOver()
        const { token: same } = await server().as().api.player.takeOver({ body: { ticket } })
        tokens.add(same)
      },
    ]
    let connects = 0
    for (let step = 0; step < 40; step++) {
      await CALLS[next(CALLS.length)]?.().catch(expectRefusal)
      const connected: string[] = []
      for (const token of tokens) if (await works(token)) connected.push(token)
      const most = seats.size === 0 ? 1 : [...seats.values()].reduce((sum, each) => sum + each, 0)
      expect(connected.length, `step ${step}`).toBeLessThanOrEqual(most)
      connects = Math.max(connects, connected.length)
    }
    expect(connects).toBeGreaterThan(0)
  })
})
