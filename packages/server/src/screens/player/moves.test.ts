import { describe, expect, it } from 'vitest'
import { refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { claimScreens, obey } from '#test/screens.ts'

const MINUTE = 60_000

describe('moving screens to another address', () => {
  const server = useServer()
  const take = (ticket: string) => server().as().api.player.takeOver({ body: { ticket } })

  it('a ticket gives the identity of its screen, once and within five minutes', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const { ticket } = await screen.api.player.handOver()
    expect(ticket).not.toContain(screen.token)
    expect(await take(ticket)).toEqual({ token: screen.token })
    expect((await refused(take(ticket))).errKey).toBe('NOT_FOUND')

    const late = (await screen.api.player.handOver()).ticket
    server().clock.advance(6 * MINUTE)
    expect((await refused(take(late))).errKey).toBe('NOT_FOUND')

    const forged = [JSON.stringify({ token: screen.token, expiresAt: 9e15 }), `sealed:${late.slice(9)}`, 'x']
    for (const each of forged) expect((await refused(take(each))).errKey).toBe('NOT_FOUND')
  })

  it('a ticket of a screen that was disconnected since is invalid', async () => {
    const admin = await server().organization()
    const screen = await TestScreen.claim(server(), admin)
    const { ticket } = await screen.api.player.handOver()
    await admin.api.devices.remove({ params: { id: screen.deviceId } })
    expect((await refused(take(ticket))).errKey).toBe('NOT_FOUND')
  })

  it('reports the result of each screen, and accepts only addresses of sites', async () => {
    const admin = await server().organization()
    const other = await server().organization()
    const [one, two, three] = await claimScreens(server(), admin, ['One', 'Two', 'Three'])
    if (!one || !two || !three) throw new Error('Too few screens')
    const address = 'https://player.example'
    const lines = [await obey(one), await obey(two, () => "It doesn't answer")]
    const ids = [one, two, three].map(({ deviceId }) => deviceId)
    const { results } = await admin.api.devices.moveAddress({ body: { ids, address: `${address}/` } })
    expect(new Map(results.map(({ id, ...result }) => [id, result]))).toEqual(
      new Map([
        [one.deviceId, { state: 'done', text: '' }],
        [two.deviceId, { state: 'failed', text: "It doesn't answer" }],
        // With PostgreSQL another server could have its stream, so this one waits for a response.
        [three.deviceId, { state: process.env.TEST_DATABASE_URL ? 'unanswered' : 'offline', text: '' }],
      ]),
    )
    expect(lines[0]?.commands).toMatchObject([{ kind: 'move', address }])
    expect((await refused(other.api.devices.moveAddress({ body: { ids, address } }))).status).toBe(404)
    for (const bad of ['javascript:alert(1)', 'https://user:pw@x.example', 'https://x.example/path', ''])
      expect((await refused(admin.api.devices.moveAddress({ body: { ids, address: bad } }))).status).toBe(400)
    for (const line of lines) line.close()
  })
})
