import { expect, it } from 'vitest'
import { TestServer } from '#test/harness.ts'

it('stops immediately while a waiting screen holds a keep-alive connection open', async () => {
  const server = await TestServer.start()
  const screen = {
    width: 1,
    height: 1,
    userAgent: '',
    playerVersion: '',
    storage: 'cache',
    touch: false,
  } as const
  const { secret } = await server.as().api.player.startPairing({ body: { screen } })
  const waiting = server.as().api.player.awaitPairing({ body: { secret } })
  // Long enough for the request to arrive; it would wait for 25 s.
  await new Promise((resolve) => setTimeout(resolve, 300))
  const started = performance.now()
  await server.close()
  expect(performance.now() - started).toBeLessThan(15_000)
  expect((await waiting).claimed).toBeNull()
})

it('starts on a database without tables and creates its own', async () => {
  const server = await TestServer.start({}, { empty: true })
  await server.organization('First')
  const { organizations } = await (await server.signIn()).api.organizations.list()
  expect(organizations.map(({ name }) => name)).toContain('First')
  await server.close()
})
