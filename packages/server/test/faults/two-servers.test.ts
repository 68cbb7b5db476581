import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createDatabase } from '#test/databases.ts'
import { type Caller, TestServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { StreamListener } from '#test/stream-listener.ts'
import { DatabaseProxy } from './database-proxy.ts'

const postgres = process.env.TEST_DATABASE_URL

/** Two servers on one PostgreSQL; the second one reaches it through a proxy. */
describe.runIf(postgres)('a server whose connection for notices falls silent without an end', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>
  let proxy: DatabaseProxy
  let [one, two] = [undefined as TestServer | undefined, undefined as TestServer | undefined]
  let admin: Caller & { organizationId: string }
  const both = () => {
    if (!one || !two) throw new Error('The servers have not started')
    return [one, two] as const
  }
  beforeAll(async () => {
    database = await createDatabase(postgres ?? '', inject('migrated'))
    proxy = await DatabaseProxy.to(database.url)
    one = await TestServer.start({ DATABASE_URL: database.url })
    two = await TestServer.start({ DATABASE_URL: proxy.url }, { beside: one })
    admin = await one.organization()
  })
  afterAll(async () => {
    await two?.close()
    await one?.close()
    proxy.close()
    await database.drop()
  })

  const ready = async (server: TestServer) => {
    const answer = await fetch(`${server.origins.console}/api/ready?read`)
    return { status: answer.status, body: (await answer.json()) as { failures?: { changes: string | null } } }
  }
  const nameAt = async (server: TestServer, screen: TestScreen) => {
    const { device } = (await server.services.publisher.manifest(screen.deviceId)) ?? {}
    return device && (JSON.parse(device.body) as { name: string }).name
  }

  it('learns of every change within seconds, is not ready, and greets its consoles when it listens again', async () => {
    const [first, second] = both()
    const screen = await TestScreen.claim(first, admin, { name: 'Before' })
    expect(await nameAt(second, screen)).toBe('Before')
    const console = new StreamListener(second.origins.console, '/api/watch', admin.token)
    await console.heard('hello')
    expect((await ready(second)).status).toBe(200)

    proxy.silence()
    const began = performance.now()
    await admin.api.devices.update({ params: { id: screen.deviceId }, body: { name: 'After' } })
    await expect.poll(() => nameAt(second, screen), { timeout: 14_000 }).toBe('After')
    await expect
      .poll(async () => (await ready(second)).body.failures?.changes, { timeout: 20_000, interval: 500 })
      .toMatch(/Lost the connection for notices/)
    expect((await ready(second)).status).toBe(503)
    expect((await ready(first)).status).toBe(200)
    expect(performance.now() - began).toBeLessThan(25_000)

    proxy.speak()
    // A connection that was being opened in silence is given up after 8 s.
    await console.heard('hello', 2)
    await expect.poll(async () => (await ready(second)).status, { timeout: 15_000, interval: 500 }).toBe(200)
    // Notices arrive again: a change is here before the next read that nothing asked for.
    await admin.api.devices.update({ params: { id: screen.deviceId }, body: { name: 'Later' } })
    await expect.poll(() => nameAt(second, screen), { timeout: 8000 }).toBe('Later')
    proxy.silence()
    await admin.api.devices.remove({ params: { id: screen.deviceId } })
    await expect.poll(() => nameAt(second, screen), { timeout: 14_000 }).toBeUndefined()
    proxy.speak()
    console.socket.destroy()
  }, 240_000)
})
