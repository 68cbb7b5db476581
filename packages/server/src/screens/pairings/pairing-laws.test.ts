import { contract } from '@vitrine/contract'
import { PAIRING_ALPHABET, PAIRING_LENGTH } from '@vitrine/contract/player/pairing'
import { routesOf } from '@vitrine/contract/route'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '#db/database.ts'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { refused, useServer } from '#test/harness.ts'
import { FACTS, TestScreen } from '#test/screen.ts'
import { picture, upload } from '#test/uploads.ts'
import { startPairing } from './queries.ts'

describe('pairing', () => {
  const server = useServer()
  const showCode = () =>
    server()
      .as()
      .api.player.startPairing({ body: { screen: FACTS } })

  it('PAIR-01 P0: codes use the alphabet, every letter at every position, and are unique', async () => {
    const { database, clock } = server().services
    const codes = await inTransaction(database, async (tx) => {
      const made: string[] = []
      for (let n = 0; n < 1200; n++) made.push((await startPairing(tx, FACTS, { ip: '' }, clock.now())).code)
      return made
    })
    expect(new Set(codes).size).toBe(codes.length)
    for (const code of codes) expect(code).toMatch(new RegExp(`^[${PAIRING_ALPHABET}]{${PAIRING_LENGTH}}$`))
    // 1200 draws of 20 letters: each is expected 60 times, and 25 is more than four standard deviations off.
    for (let place = 0; place < PAIRING_LENGTH; place++)
      for (const letter of PAIRING_ALPHABET) {
        const count = codes.filter((code) => code[place] === letter).length
        expect(count, `${letter} at ${place}`).toBeGreaterThan(25)
        expect(count, `${letter} at ${place}`).toBeLessThan(100)
      }
  })

  it("PAIR-07 P0: a screen's facts never reveal its token, name, or content", async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin, { name: 'Treasury' })
    const [, secret = ''] = screen.token.split('.')
    // The same facts, as from the same machine, make a new waiting screen without the old one's data.
    const again = await showCode()
    expect(JSON.stringify(again)).not.toMatch(new RegExp(`Treasury|${screen.deviceId}|${secret}`))
    const tries = [
      '',
      screen.deviceId,
      `${screen.deviceId}.`,
      `${screen.deviceId}.${again.secret}`,
      `.${secret}`,
    ]
    for (const token of tries) {
      const { status } = await server().as(token).call('GET', '/player/manifest')
      expect(status, token).toBe(401)
    }
    const guess = server()
      .as()
      .api.player.awaitPairing({ body: { secret: screen.deviceId } })
    expect((await refused(guess)).status).toBe(404)
  })

  it("PAIR-09 P0: a screen can call the screens' routes, and no route for people", async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const persons = routesOf(contract)
      .map(({ route }) => route)
      .filter(({ who }) => typeof who === 'object')
    expect(persons.length).toBeGreaterThan(50)
    for (const { method, path } of persons) {
      const address = path.replace(/:\w+|\*/g, 'x')
      const { status } = await server()
        .as(screen.token)
        .call(method, address, ['GET', 'HEAD'].includes(method) ? undefined : {})
      expect(status, `${method} ${path}`).toBe(401)
    }
  })

  it('PAIR-10 P0: a disconnected screen is notified, its connection ends, and its token is void', async () => {
    const admin = await server().organization()
    const [media] = await upload(admin, [{ name: 'a.png', content: await picture() }])
    const zone = { ...page().widgets[0], id: 'z', type: 'media-looper', name: 'Zone' }
    const layout = await makeLayout(admin, {
      ...page(),
      widgets: [zone] as ReturnType<typeof page>['widgets'],
      config: { inputs: [{ name: 'z-media', value: [{ mediaId: media?.id, duration: 5 }] }] },
    })
    const group = await makeGroup(admin, (await makeStoryboard(admin, { layoutIds: [layout.id] })).id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const [sha256 = ''] = Object.keys((await screen.manifest()).group.files)
    const file = () => screen.call(`/player/files/${sha256}`)
    expect((await file()).status).toBe(200)
    await screen.open()
    const began = performance.now()
    await admin.api.devices.remove({ params: { id: screen.deviceId } })
    await screen.next(({ name }) => name === 'unpaired')
    await expect.poll(() => screen.closed).toBe(true)
    expect(performance.now() - began).toBeLessThan(15_000)
    expect((await file()).status).toBe(401)
    // Only this response makes a screen erase everything, and only the holder of its token gets it.
    expect((await refused(screen.api.player.manifest())).errKey).toBe('DEVICE_UNPAIRED')
  })

  it('PAIR-12 P1: a screen that was offline for months, and one whose response was lost, can still connect', async () => {
    const admin = await server().organization()
    const { code, secret } = await showCode()
    await admin.api.devices.claim({ body: { code, name: 'Far away' } })
    const ask = () => server().as().api.player.awaitPairing({ body: { secret } })
    const [first, second] = [await ask(), await ask()]
    expect(second.claimed).toEqual(first.claimed)
    const token = first.claimed?.token ?? ''
    server().clock.advance(90 * 86_400_000)
    expect((await server().as(token).call('GET', '/player/manifest')).status).toBe(200)
  })
})
