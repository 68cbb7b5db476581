import { describe, expect, it } from 'vitest'
import { isPostgres } from '#db/database.ts'
import { scoped } from '#db/scoped.ts'
import { refused, useServer } from '#test/harness.ts'
import type { TestScreen } from '#test/screen.ts'
import { claimScreens } from '#test/screens.ts'
import { claimDownload, publishHolder } from './between-servers.ts'
import { askNeighbors, mustBeNeighbor, siteOf } from './queries.ts'
import { LATE_MS, maxWaitMs, SharedFiles, TURN_MS } from './shared-files.ts'

const FILE = 'ab'.repeat(32)
const OTHER_FILE = 'cd'.repeat(32)
const ASK = { got: 0, holds: false, avoid: [] as string[] }
const SIGNAL = { call: 'call-0001', type: 'offer' as const, description: 'v=0' }

describe('screens that share files', () => {
  const server = useServer()
  /** Screens of an organization on one network, which report and have an open stream. */
  const site = async (
    count: number,
    shareFiles = true,
    admin?: Awaited<ReturnType<ReturnType<typeof server>['organization']>>,
  ) => {
    const owner = admin ?? (await server().organization())
    const names = Array.from({ length: count }, (_, n) => `Screen ${n + 1}`)
    const screens = await claimScreens(server(), owner, names)
    for (const screen of screens) {
      const { raw } = await screen.manifest()
      await screen.report({ group: raw.group.hash, device: raw.device.hash })
      await screen.open()
    }
    const devices = screens.map(({ deviceId }) => deviceId)
    const { configuration } = await owner.api.deviceConfigurations.create({
      body: { name: shareFiles ? 'Shop' : 'Kiosks', shareFiles, devices },
    })
    await server().services.reports.flush()
    return { owner, screens, configuration }
  }
  const ask = async (screen: TestScreen | undefined, more: Partial<typeof ASK> = {}, sha256 = FILE) =>
    (await screen?.api.neighbors.find({ params: { sha256 }, body: { ...ASK, ...more } }))?.source
  /** Answers a screen's `has-file` command. */
  const answer = async (screen: TestScreen, ok: boolean) => {
    const { data } = await screen.next(({ name }) => name === 'command')
    const { id, kind } = data as unknown as { id: string; kind: string }
    await screen.api.player.commandDone({ params: { commandId: id }, body: { ok, text: '' } })
    return kind
  }

  it('one gets a file from the server, the others from it, two at a time', async () => {
    const { screens } = await site(4)
    const [first, second, third, fourth] = screens
    expect(await ask(first)).toEqual({ act: 'fetch' })
    expect(await ask(second)).toEqual({ act: 'wait', again: 2000 })
    await ask(first, { holds: true })
    const take = { act: 'take', from: first?.deviceId }
    expect(await ask(second)).toEqual(take)
    expect(await ask(third)).toEqual(take)
    expect(await ask(fourth)).toMatchObject({ act: 'wait' })
    await ask(second, { holds: true })
    // The holder with fewer takers is preferred.
    expect(await ask(fourth)).toEqual({ act: 'take', from: second?.deviceId })
    // A failed screen is avoided, and one that is downloading is waited for.
    const avoid = [first?.deviceId ?? '', second?.deviceId ?? '']
    expect(await ask(third, { avoid })).toMatchObject({ act: 'wait' })
    await ask(fourth, { holds: true })
    expect(await ask(third, { avoid })).toEqual({ act: 'take', from: fourth?.deviceId })
    // Without any, the screen downloads from the server.
    avoid.push(fourth?.deviceId ?? '')
    expect(await ask(third, { avoid })).toEqual({ act: 'fetch' })
  })

  it('asks those of the network whether they keep a file from before', async () => {
    const { screens } = await site(2)
    const [keeper, newcomer] = screens
    const source = ask(newcomer, {}, OTHER_FILE)
    expect(keeper && (await answer(keeper, true))).toBe('has-file')
    expect(await source).toEqual({ act: 'take', from: keeper?.deviceId })
  })

  it("a screen of another organization, or one that does not share, never gets a neighbor's id", async () => {
    const { owner, screens } = await site(1)
    const [holder] = screens
    await ask(holder, { holds: true })
    const { screens: strangers } = await site(1)
    const { screens: closed } = await site(1, false, owner)
    for (const [screen] of [strangers, closed]) {
      expect(await ask(screen)).toEqual({ act: 'fetch' })
      const body = { to: holder?.deviceId ?? '', ...SIGNAL }
      const refusal = await refused(screen?.api.neighbors.signal({ body }) ?? Promise.resolve())
      expect(refusal.status).toBe(404)
      const back = { to: screen?.deviceId ?? '', ...SIGNAL }
      expect((await refused(holder?.api.neighbors.signal({ body: back }) ?? Promise.resolve())).status).toBe(
        404,
      )
      expect(screen?.told.filter(({ name }) => name === 'command')).toEqual([])
    }
    expect(holder?.told.filter(({ name }) => name === 'command')).toEqual([])
  })

  it('are those whose last report is from the network', async () => {
    const { owner, screens } = await site(2)
    const [one, two] = screens
    if (!one || !two) throw new Error('Too few screens')
    const { clock, services } = server()
    const { database, publisher } = services
    const here = siteOf({ ip: '127.0.0.1', headers: {} })
    const mine = scoped(database, owner.organizationId)
    const moves = ({ deviceId }: TestScreen, ip: string) =>
      database.updateTable('device_states').set({ ip }).where('id', '=', deviceId).execute()
    const isNear = ({ deviceId }: TestScreen) =>
      mustBeNeighbor(mine, here, deviceId).then(
        () => true,
        () => false,
      )
    expect(await isNear(two)).toBe(true)
    await moves(two, '203.0.113.9')
    expect(await isNear(two)).toBe(false)

    const asker = { deviceId: one.deviceId, organizationId: owner.organizationId }
    const asked = { site: here ?? '', sha256: OTHER_FILE, asker }
    two.told.length = 0
    await askNeighbors(mine, { publisher, clock }, asked, () => {})
    expect(two.told.filter(({ name }) => name === 'command')).toEqual([])
  })

  it('servers on one database let one screen of a site download, and name the screen that has the file', async () => {
    const { database } = server().services
    const turn = (deviceId: string, now: number, gone: string[] = []) =>
      claimDownload(database, 'site file', { deviceId, now, until: now + TURN_MS, gone: new Set(gone) })
    const shared = <T>(other: T) => (isPostgres(database) ? other : undefined)
    expect(await turn('a', 0)).toBeUndefined()
    expect(await turn('b', 1)).toEqual(shared({ deviceId: 'a', holds: false }))
    // Its claim lasts while it reports progress, and expires without.
    expect(await turn('a', 10_000)).toBeUndefined()
    expect(await turn('b', TURN_MS + 1)).toEqual(shared({ deviceId: 'a', holds: false }))
    expect(await turn('b', 10_000 + TURN_MS)).toBeUndefined()
    await publishHolder(database, 'site file', { deviceId: 'b', now: 50_000 })
    expect(await turn('c', 51_000)).toEqual(shared({ deviceId: 'b', holds: true }))
    expect(await turn('c', 51_000, ['b'])).toBeUndefined()
  })

  it('relays connection steps, and reports when the other one has left', async () => {
    const { screens } = await site(2)
    const [one, two] = screens
    const send = () => one?.api.neighbors.signal({ body: { to: two?.deviceId ?? '', ...SIGNAL } })
    const sent = send()
    expect(two && (await answer(two, true))).toBe('neighbor')
    expect(await sent).toMatchObject({ state: 'done' })
    const [told] = two?.told.filter(({ name }) => name === 'command') ?? []
    expect(told?.data).toMatchObject({ from: one?.deviceId, ...SIGNAL })
    two?.hangUp()
    await expect.poll(async () => server().services.publisher.streams.of(two?.deviceId ?? '').length).toBe(0)
    expect((await send())?.state).toMatch(/offline|unanswered/)
  })

  it('can ask only within rate limits', async () => {
    const { screens } = await site(1)
    const statuses = await Promise.all(
      Array.from({ length: 101 }, () =>
        ask(screens[0]).then(
          () => 200,
          ({ status }: { status: number }) => status,
        ),
      ),
    )
    expect(statuses.filter((status) => status !== 200)).toEqual([429])
  })

  it('is off until a configuration turns it on, and can be turned off', async () => {
    const { owner, screens, configuration } = await site(1)
    const told = async () => (await screens[0]?.manifest())?.device.configuration
    expect(configuration.shareFiles).toBe(true)
    expect(await told()).toMatchObject({ shareFiles: true })
    const save = (more: object) =>
      owner.api.deviceConfigurations.update({
        params: { id: configuration.id },
        body: { name: 'Shop', ...more },
      })
    await save({})
    expect(await told()).toMatchObject({ shareFiles: true })
    await save({ shareFiles: false })
    expect(await told()).not.toHaveProperty('shareFiles')
  })
})

describe('download slots of a file', () => {
  const asking = (id: string, got = 0) => ({ id, got, holds: false, avoid: [] })
  const at = (now: number) => ({ now, again: 1000 })

  it('expire without progress, and last with it', () => {
    const files = new SharedFiles()
    expect(files.next('f', asking('a'), at(0)).act).toBe('fetch')
    expect(files.next('f', asking('a', 1_000_000), at(10_000)).act).toBe('fetch')
    expect(files.next('f', asking('b'), at(TURN_MS + 1)).act).toBe('wait')
    // The same number of bytes is no progress.
    files.next('f', asking('a', 1_000_001), at(20_000))
    expect(files.next('f', asking('b'), at(10_000 + TURN_MS)).act).toBe('fetch')
  })

  it('a screen with false progress delays others for a while, which then download one after another', () => {
    const files = new SharedFiles()
    const size = 1_000_000
    const end = maxWaitMs(size)
    const acts = new Map<number, string[]>()
    let got = 0
    for (let now = 0; now <= end + 2 * LATE_MS; now += 5000) {
      got += 1_000_000
      files.next('f', asking('liar', got), at(now))
      for (const id of ['b', 'c']) {
        const { act } = files.next('f', { ...asking(id), size }, at(now))
        if (act === 'fetch') acts.set(now, [...(acts.get(now) ?? []), id])
      }
    }
    const [first = 0, second = 0] = acts.keys()
    expect(first).toBeGreaterThanOrEqual(end)
    expect(first).toBeLessThanOrEqual(end + 5000)
    expect(second - first).toBe(LATE_MS)
    expect([...acts.values()].map(({ length }) => length)).toEqual(acts.size === 3 ? [1, 1, 1] : [1, 1])
  })

  it('a site in which screen after screen gets the file is not too slow', () => {
    const files = new SharedFiles()
    const size = 1_000_000
    files.hold('f', 'one', 0)
    for (let n = 0; n < 50; n++) {
      const now = n * 20_000
      for (const taker of ['x', 'y']) files.next('f', asking(taker + n), at(now))
      expect(files.next('f', { ...asking('last'), avoid: ['one'], size }, at(now)).act).not.toBe('fetch')
      files.hold('f', `x${n}`, now)
      files.lose('f', `x${n}`)
    }
  })

  it('are requested again if the question to the screens of the site failed', async () => {
    const files = new SharedFiles()
    let asked = 0
    const look = async () => {
      if (++asked === 1) throw new Error('The database is away')
    }
    await expect(files.looked('f', 0, look)).rejects.toThrow('away')
    await files.looked('f', 1, look)
    await files.looked('f', 2, look)
    expect(asked).toBe(2)
  })

  it('a holder with two takers is free when one of them stops', () => {
    const files = new SharedFiles()
    files.hold('f', 'a', 0)
    for (const id of ['b', 'c'])
      expect(files.next('f', asking(id), at(0))).toEqual({ act: 'take', from: 'a' })
    expect(files.next('f', asking('d'), at(1)).act).toBe('wait')
    expect(files.next('f', asking('d'), at(TURN_MS)).act).toBe('take')
  })
})

describe('the site of a screen', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['10.1.2.3', '10.1.2'],
    ['::ffff:192.168.4.7', '192.168.4'],
    ['fd00:0:0:7::1', 'fd00:0:0:7'],
  ])('%s is in %s', (ip, site) => expect(siteOf({ ip, headers: {} })).toBe(site))

  it('is unknown behind a proxy that is not trusted', () => {
    expect(siteOf({ ip: '10.1.2.3', headers: { via: '1.1 proxy' } })).toBeNull()
  })
})
