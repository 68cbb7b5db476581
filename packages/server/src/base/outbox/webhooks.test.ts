import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '#test/harness.ts'
import { queueMessage, webhookText } from './queries.ts'

const MINUTE = 60_000

describe('webhooks', () => {
  let hooks: Server
  let host: string
  let server: TestServer
  const called: string[] = []
  let refuses = false

  beforeAll(async () => {
    hooks = createServer((request, response): unknown => {
      const path = request.url ?? ''
      called.push(path)
      request.resume()
      // A dead receiver accepts the connection and never responds.
      if (path === '/there') return response.writeHead(302, { location: '/fine' }).end()
      return path.startsWith('/dead') || response.writeHead(refuses ? 500 : 204).end()
    })
    await new Promise<void>((resolve) => hooks.listen(0, '127.0.0.1', resolve))
    host = `127.0.0.1:${(hooks.address() as AddressInfo).port}`
    server = await TestServer.start({ LOCAL_HOSTS: host })
  })
  afterAll(async () => {
    await server.close()
    hooks.closeAllConnections()
    hooks.close()
  })

  const queue = async (path: string, count: number, owner = '') => {
    const { database, clock } = server.services
    for (let n = 0; n < count; n += 1)
      await queueMessage(
        database,
        {
          owner,
          channel: 'webhook',
          recipient: `http://${host}${path}`,
          subject: path,
          text: webhookText({ ruleId: 'rule', body: JSON.stringify({ n }) }),
        },
        clock.now(),
      )
  }
  const callsOf = (path: string) => called.filter((one) => one === path).length
  const waiting = async (subject: string) => {
    const rows = await server.services.database
      .selectFrom('outbox')
      .select('attempts')
      .where('subject', '=', subject)
      .where('status', '=', 'waiting')
      .orderBy('attempts')
      .execute()
    return rows.map(({ attempts }) => attempts)
  }

  // First: the dead receiver keeps the sender busy for longer than its timer interval.
  it('a receiver that fails gets the rest of its messages later, and all of them in the end', async () => {
    refuses = true
    // Completes the work from the server's start.
    await server.services.outbox.wake()
    await queue('/refusing', 12)
    await server.services.outbox.wake()
    expect(callsOf('/refusing')).toBe(4)
    expect(await waiting('/refusing')).toEqual([...Array(8).fill(0), ...Array(4).fill(1)])
    refuses = false
    await server.services.outbox.wake()
    expect(callsOf('/refusing')).toBe(12)
    server.clock.advance(2 * MINUTE)
    await server.services.outbox.wake()
    expect(callsOf('/refusing')).toBe(16)
    expect(await waiting('/refusing')).toEqual([])
  })

  it('a receiver that fails for one organization gets the messages of another', async () => {
    refuses = true
    await queue('/shared', 12, 'attacker')
    await server.services.outbox.wake()
    refuses = false
    await queue('/shared', 3, 'victim')
    const before = callsOf('/shared')
    await server.services.outbox.wake()
    // Three of the victim, and the other eight.
    expect(callsOf('/shared') - before).toBe(11)
    server.clock.advance(2 * MINUTE)
    await server.services.outbox.wake()
    expect(await waiting('/shared')).toEqual([])
  })

  it.each([
    ['an address of the local network', 'http://127.0.0.1:9/hook', 'public internet'],
    ['a name of the local network', 'http://nas.local/hook', 'public internet'],
    ['another protocol', 'ftp://example.org/hook', 'http and https'],
    ['an address with a password', 'http://me:secret@example.org/hook', 'password'],
  ])('%s is refused once, and not called again', async (subject, recipient, reason) => {
    const { database, clock, outbox } = server.services
    const text = webhookText({ ruleId: 'rule', body: '{}' })
    await queueMessage(database, { owner: '', channel: 'webhook', recipient, subject, text }, clock.now())
    for (let round = 0; round < 2; round += 1) {
      await outbox.wake()
      server.clock.advance(13 * 60 * MINUTE)
    }
    const rows = database.selectFrom('outbox').select(['status', 'attempts', 'error'])
    expect(await rows.where('subject', '=', subject).executeTakeFirst()).toMatchObject({
      ...{ status: 'failed', attempts: 1, error: expect.stringContaining(reason) },
    })
  })

  it('a receiver that redirects is called again', async () => {
    await queue('/there', 1)
    await server.services.outbox.wake()
    expect(await waiting('/there')).toEqual([1])
  })

  it('a receiver that never answers delays only its own messages', async () => {
    await queue('/dead', 30)
    await queue('/fine', 30)
    const began = performance.now()
    const idle = server.services.outbox.wake()
    await expect.poll(() => callsOf('/fine'), { timeout: 4000 }).toBe(30)
    // Queued while the first calls to the dead receiver still wait.
    await queue('/later', 5)
    void server.services.outbox.wake()
    await expect.poll(() => callsOf('/later'), { timeout: 4000 }).toBe(5)
    expect(performance.now() - began).toBeLessThan(4900)
    expect(await waiting('/fine')).toEqual([])
    await idle
  })
})
