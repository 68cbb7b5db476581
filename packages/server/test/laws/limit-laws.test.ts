import { contract } from '@vitrine/contract'
import { BUDGETS, routesOf } from '@vitrine/contract/route'
import { describe, expect, it } from 'vitest'
import { openApi } from '#app/openapi/document.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { fill } from '#test/paths.ts'
import { TestScreen } from '#test/screen.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/**
 * How many calls pass within a time, and who sends them. The numbers are repeated here, because a test that reads a
 * constant can't find a wrong one.
 */
const LIMITS: readonly (readonly [
  route: string,
  passes: number,
  within: number,
  by: 'screen' | 'admin' | 'stranger',
])[] = [
  ['player.picture', 12, MINUTE, 'screen'],
  ['player.plays', 60, MINUTE, 'screen'],
  ['screenAnswers.report', 60, MINUTE, 'screen'],
  ['screenUpdates.ask', 20, MINUTE, 'screen'],
  ['neighbors.find', 100, MINUTE, 'screen'],
  ['neighbors.signal', 60, MINUTE, 'screen'],
  ['player.handOver', 10, MINUTE, 'screen'],
  ['machines.sendLog', 6, MINUTE, 'screen'],
  ['devices.command', 60, MINUTE, 'admin'],
  ['devices.moveAddress', 60, MINUTE, 'admin'],
  ['auth.login', 10, 15 * MINUTE, 'stranger'],
  ['auth.sendEmail', 5, HOUR, 'stranger'],
  ['player.startPairing', 200, 15 * MINUTE, 'stranger'],
]

const routes = new Map(routesOf(contract).map(({ name, route }) => [name, route]))
const document = openApi()

describe('a limit of N calls', () => {
  const server = useServer()

  it('is tried for every budget of a screen or a session', () => {
    const budgeted = [...routes].filter(([, { budget }]) => budget && BUDGETS[budget].per !== 'person')
    const tried = LIMITS.map(([name]) => name)
    expect(tried).toEqual(expect.arrayContaining(budgeted.map(([name]) => name)))
  })

  it.each(LIMITS)(
    '%s: %i pass within the time, and the next is refused until then',
    async (name, passes, within, by) => {
      const screen = await TestScreen.claim(server(), await server().organization())
      // Earlier calls no longer count, those above included.
      server().clock.advance(2 * HOUR)
      const admin = await server().signIn()
      const callers: Record<typeof by, Caller> = {
        admin,
        screen: server().as(screen.token),
        stranger: server().as(),
      }
      const route = routes.get(name)
      if (!route) throw new Error(`There is no route ${name}`)
      const { method, path } = route
      const described = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase() as 'post']
      const example = described?.requestBody?.content['application/json']?.example as object
      const call = async () => {
        const at = fill(route, screen.deviceId).replace(':sha256', '0'.repeat(64))
        return (await callers[by].call(method, at, example)).status
      }
      for (let n = 1; n <= passes; n++) expect(await call(), `call ${n}`).not.toBe(429)
      expect(await call(), `call ${passes + 1}`).toBe(429)
      server().clock.advance(within - SECOND)
      expect(await call(), 'a second before the time ends').toBe(429)
      server().clock.advance(2 * SECOND)
      expect(await call(), 'after the time').not.toBe(429)
    },
  )
})

describe('a license', () => {
  const server = useServer()

  it.each([
    ['on its last day', '2026-12-01T23:59:59Z', true],
    ['on the day after', '2026-12-02T00:00:00Z', false],
  ])('seats a screen %s: %s, %s', async (_day, at, isSeated) => {
    const { clock } = server()
    clock.advance(Date.parse(at) - clock.now())
    const admin = await server().organization()
    const superAdmin = await server().signIn()
    await superAdmin.api.licences.create({
      body: {
        number: `L ${at}`,
        organizationId: admin.organizationId,
        devicesCount: 1,
        expiresAt: '2026-12-01',
      },
    })
    const claimed = TestScreen.claim(server(), admin).then(
      () => true,
      () => false,
    )
    expect(await claimed).toBe(isSeated)
  })
})
