import { describe, expect, it } from 'vitest'
import { refused, useServer } from '#test/harness.ts'
import { FACTS } from '#test/screen.ts'
import { startPairing, WAITING_MAX } from './queries.ts'

describe('a flood of pairing codes', () => {
  // Every call claims its own address, as behind a trusted proxy.
  const server = useServer({ TRUSTED_PROXIES: '127.0.0.1', PAIRINGS_PER_ADDRESS: '20' })
  const ask = (address: string) =>
    server().as().call('POST', '/player/pairing', { screen: FACTS }, { 'x-forwarded-for': address })

  it('from ten addresses does not affect others, and stops each address at its limit', async () => {
    for (let address = 0; address < 10; address++)
      for (let n = 0; n < 21; n++) expect((await ask(`10.0.0.${address}`)).status).toBe(n < 20 ? 201 : 429)
    expect((await ask('10.0.1.1')).status).toBe(201)
  })

  it('counts an IPv6 network as one address', async () => {
    let refusals = 0
    for (let n = 0; n < 25; n++) if ((await ask(`2001:db8:1:2::${n.toString(16)}`)).status === 429) refusals++
    expect(refusals).toBe(5)
    expect((await ask('2001:db8:1:3::1')).status).toBe(201)
  })

  it('drops the oldest code, and none that was claimed', async () => {
    const { database } = server().services
    const { clock } = server()
    await database.deleteFrom('pairings').execute()
    const admin = await server().organization()
    const { api } = server().as()
    const start = () => {
      clock.advance(1)
      return startPairing(database, FACTS, { ip: '10.1.0.1' }, clock.now())
    }
    const claimed = await start()
    await admin.api.devices.claim({ body: { code: claimed.code, name: 'Lobby' } })
    const [first, second] = [await start(), await start()]
    const { expiresAt } = second
    const rows = Array.from({ length: WAITING_MAX - 2 }, (_, n) => ({
      ...{ id: `flood-${n}`, code: `flood-${n}`, secretHash: `flood-${n}`, sign: '{}', screen: '{}', ip: '' },
      ...{ seenAt: clock.now(), expiresAt, deviceId: null },
    }))
    for (let at = 0; at < rows.length; at += 1000)
      await database
        .insertInto('pairings')
        .values(rows.slice(at, at + 1000))
        .execute()
    const last = await start()
    await admin.api.devices.findPairing({ body: { code: last.code } })
    await admin.api.devices.findPairing({ body: { code: second.code } })
    const gone = await refused(api.player.awaitPairing({ body: { secret: first.secret } }))
    expect(gone.status).toBe(404)
    expect((await api.player.awaitPairing({ body: { secret: claimed.secret } })).claimed).not.toBeNull()
  })

  it('cannot hold more than four calls open for one code', async () => {
    const { secret } = (await ask('10.2.0.1')).body as { secret: string }
    const api = server().as().api
    let answered = 0
    const calls = Array.from({ length: 20 }, () =>
      api.player.awaitPairing({ body: { secret } }).then(() => answered++),
    )
    await expect.poll(() => answered).toBe(16)
    server().services.publisher.hangUp()
    await Promise.all(calls)
  })
})
