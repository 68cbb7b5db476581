import { contract } from '@vitrine/contract'
import { type Access, type Actor, can, ROLES, type Role } from '@vitrine/contract/permissions'
import { type Route, routesOf } from '@vitrine/contract/route'
import { beforeAll, describe, expect, it } from 'vitest'
import { startSession } from '#accounts/auth/queries.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { fill } from '#test/paths.ts'

type Called = [name: string, route: Route, level: 'read' | 'write', area: Access]
const routes = routesOf(contract).flatMap(({ name, route }): Called[] => {
  const { who, response } = route
  if (typeof who !== 'object' || response === 'stream') return []
  return 'read' in who ? [[name, route, 'read', who.read]] : [[name, route, 'write', who.write]]
})

const actor = (role: Role): Actor => ({ role, permissions: [], kiosk: false })

describe('in an organization that requires a second factor', () => {
  const server = useServer()
  /** Without one, and why the organization's rule does or doesn't concern the caller. */
  const callers: Record<string, { caller: Caller; isClosed: Actor | false }> = {}

  beforeAll(async () => {
    const admin = await server().organization()
    const superAdmin = await server().signIn()
    const user = await server().user(admin)
    const proved = await server().user(admin)
    const { database, clock, tokens } = server().services
    const { secret: key } = await admin.api.apiKeys.create({ body: { name: 'CI', role: '1' } })
    const owner = (await user.api.auth.profile()).profile
    const agent = { kiosk: true, userAgent: 'kiosk', address: '127.0.0.1' }
    const { sessionId } = await startSession({ db: database, tokens }, owner, agent, clock.now())
    const { profile } = await proved.api.auth.profile()
    await database
      .insertInto('second_factors')
      .values({
        ...{ id: profile.id, organizationId: admin.organizationId, sealed: 'sealed:', pending: null },
        ...{ recoveryLeft: 0, lastStep: 0, tries: 0, triedAt: 0, confirmedAt: '2026-11-21T12:00:00.000Z' },
      })
      .execute()
    await database
      .updateTable('organizations')
      .set({ requiresSecondFactor: 1 })
      .where('id', '=', admin.organizationId)
      .execute()
    callers.admin = { caller: admin, isClosed: actor(ROLES.admin) }
    callers.user = { caller: user, isClosed: actor(ROLES.user) }
    callers['user with a second factor'] = { caller: proved, isClosed: false }
    callers['API key'] = { caller: server().as(key), isClosed: false }
    callers.kiosk = { caller: server().as(await tokens.access(sessionId, clock.now())), isClosed: false }
    callers['super admin of another one'] = { caller: superAdmin, isClosed: false }
  })

  it.each(routes)(
    '%s answers people without one only if it is about their profile',
    async (_name, route, level, area) => {
      const body = route.body ? {} : undefined
      for (const [name, { caller, isClosed }] of Object.entries(callers)) {
        const { status, body: answer } = await caller.call(route.method, fill(route, 'nowhere'), body)
        const { errKey } = (answer ?? {}) as { errKey?: string }
        if (!isClosed || area === 'profile') expect(errKey, name).not.toBe('SECOND_FACTOR_REQUIRED')
        else if (route.method === 'HEAD') expect(status, name).toBe(403)
        else expect(errKey, name).toBe(can(isClosed, level, area) ? 'SECOND_FACTOR_REQUIRED' : 'FORBIDDEN')
      }
    },
  )
})
