import { buildings } from '@vitrine/contract/api/places/buildings'
import type { Route } from '@vitrine/contract/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { STEPS } from '#app/mount.ts'
import type { Services } from '#app/services.ts'
import type { Handler, Session } from '#base/handler.ts'
import { type AppError, conflict } from '#lib/errors.ts'
import { UnsentResponses } from '#lib/http/unsent-responses.ts'
import { createLog } from '#lib/log.ts'
import { useServer } from '#test/harness.ts'
import { collectFreedFiles, logSecurityEvent, publishChanges, runAfterCommit, send } from './after-commit.ts'
import { leaveLateEntry } from './audit.ts'
import { identify, limitBody, refuseOnFullDisk, spendBudget } from './before-body.ts'
import { type Call, endpointOf, newCall } from './call.ts'
import { bindTenant, parseInput } from './input.ts'
import { answerRepeat, logStream, prepareHandler, runHandler } from './work.ts'

const session = (more: Partial<Session> = {}): Session => ({
  sessionId: 's1',
  userId: 'u1',
  organizationId: 'o1',
  role: '1',
  permissions: [],
  kiosk: false,
  unconfirmed: false,
  mustVerifyEmail: false,
  mustSetSecondFactor: false,
  providerSince: null,
  name: 'Ada Admin',
  ...more,
})
const SUPER_ADMIN = { role: '0' } as const

/** A call of a route with only the services that a step needs. */
function callOf(route: Route, given: { services?: object; handle?: unknown; request?: object } = {}): Call {
  const services = { log: createLog('silent'), clock: { now: () => 1000 }, ...given.services }
  const handle = (given.handle ?? (async () => ({}))) as Handler<Route>
  const request = {
    id: 'r1',
    method: route.method,
    headers: {},
    params: {},
    query: {},
    raw: { resume: vi.fn() },
  }
  const reply = { sent: false, raw: { setHeader: vi.fn() } } as Record<string, unknown>
  for (const name of ['code', 'type', 'header', 'send']) reply[name] = vi.fn(() => reply)
  const mounted = { route, name: 'test', handle }
  return newCall(
    endpointOf(services as unknown as Services, mounted),
    { ...request, ...given.request } as unknown as FastifyRequest,
    reply as unknown as FastifyReply,
  )
}

const keyOf = (work: () => unknown): string | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return (error as AppError).errKey
  }
}

describe('the steps of a call', () => {
  const server = useServer()

  it('run in this order', () => {
    expect(STEPS).toEqual({
      beforeBody: [identify, spendBudget, refuseOnFullDisk, limitBody],
      work: [parseInput, bindTenant, answerRepeat, logStream, prepareHandler, runHandler],
      afterCommit: [leaveLateEntry, logSecurityEvent, publishChanges, runAfterCommit, collectFreedFiles],
    })
  })

  it('identify reads the session, and refuses without one or without the permission', async () => {
    const admin = await server().organization()
    const { services } = server()
    const call = callOf(buildings.list, {
      services,
      request: { headers: { authorization: `Bearer ${admin.token}` } },
    })
    await identify(call)
    expect(call.caller).toMatchObject({ organizationId: admin.organizationId, device: undefined })
    expect(call.request.caller).toBe(call.caller.session)
    await expect(identify(callOf(buildings.list, { services }))).rejects.toMatchObject({
      errKey: 'SESSION_EXPIRED',
    })
    const user = await server().user(admin)
    const headers = { authorization: `Bearer ${user.token}` }
    await expect(
      identify(callOf(buildings.create, { services, request: { headers } })),
    ).rejects.toMatchObject({
      errKey: 'FORBIDDEN',
    })
  })

  it('spendBudget counts calls of people on routes with a budget', () => {
    const budget = { check: vi.fn(), hit: vi.fn() }
    const route: Route = { ...buildings.list, budget: 'summaries' }
    const call = callOf(route, { services: { budgets: { summaries: budget } } })
    spendBudget(call)
    expect(budget.hit).not.toHaveBeenCalled()
    call.caller.session = session()
    spendBudget(call)
    expect(budget.check).toHaveBeenCalledWith('u1', 1000)
    expect(budget.hit).toHaveBeenCalledWith('u1', 1000)
  })

  it('refuseOnFullDisk checks the space for an announced upload, and lets reads pass', () => {
    const refuse = vi.fn()
    const services = { disk: { refuse }, settings: { MAX_UPLOAD_MB: 1 } }
    refuseOnFullDisk(callOf(buildings.list, { services }))
    expect(refuse).not.toHaveBeenCalled()
    refuseOnFullDisk(callOf(buildings.create, { services, request: { headers: { 'content-length': '77' } } }))
    expect(refuse).toHaveBeenLastCalledWith(false, 77)
    const route: Route = { ...buildings.create, body: undefined, upload: 'tus' } as Route
    const tooLarge = { 'content-length': '9', 'upload-length': String(2 ** 21) }
    refuseOnFullDisk(callOf(route, { services, request: { headers: tooLarge } }))
    expect(refuse).toHaveBeenLastCalledWith(true, 0)
  })

  it('limitBody allows the current size of the document that a save replaces', async () => {
    const admit = vi.fn()
    const services = { bodies: { admit }, database: {} }
    const storedBytes = vi.fn(async () => 500_000)
    const handle = Object.assign(async () => ({}), { storedBytes })
    const call = (length: number) =>
      callOf(buildings.update, {
        services,
        handle,
        request: { headers: { 'content-length': String(length) }, params: { id: 'b1' } },
      })
    await limitBody(call(10))
    expect(admit.mock.lastCall?.[2]).toBe(64 * 1024)
    expect(storedBytes).not.toHaveBeenCalled()
    await limitBody(call(100_000))
    expect(admit.mock.lastCall?.[2]).toBeGreaterThan(500_000)
  })

  it('parseInput parses params, query and body, and names a wrong field', () => {
    const call = callOf(buildings.list, { request: { query: { page: '2', pageSize: '10' } } })
    parseInput(call)
    expect(call.query).toEqual({ page: 2, pageSize: 10 })
    const wrong = callOf(buildings.create, { request: { body: { name: 'A' } } })
    expect(keyOf(() => parseInput(wrong))).toBe('INVALID')
  })

  it('bindTenant binds people to their organization, and a super admin to the named one', () => {
    const bound = (who: Partial<Session>, route: Route, query: object, body?: object) => {
      const call = callOf(route)
      Object.assign(call, { query, body })
      call.caller.session = session(who)
      bindTenant(call)
      return [call.caller.organizationId, [...call.about]]
    }
    expect(bound({}, buildings.list, { organizationId: 'o2' })).toEqual(['o1', ['o1']])
    expect(bound(SUPER_ADMIN, buildings.list, {})).toEqual([null, []])
    expect(bound(SUPER_ADMIN, buildings.list, { organizationId: 'o2' })).toEqual(['o2', ['o2']])
    expect(bound({ ...SUPER_ADMIN, kiosk: true }, buildings.list, { organizationId: 'o2' })).toEqual([
      'o1',
      ['o1'],
    ])
    expect(keyOf(() => bound({}, buildings.remove, {}, { organizationId: 'o2' }))).toBe('NOT_FOUND')
  })

  it('answerRepeat ends a call with a known key, and reads are never repeats', async () => {
    const admin = await server().organization()
    const { services } = server()
    const { profile } = await admin.api.auth.profile()
    const make = () => {
      const call = callOf(buildings.create, {
        services,
        request: {
          headers: { 'idempotency-key': 'key-1' },
          url: '/api/buildings/create',
          body: { name: 'A' },
        },
      })
      call.caller.session = session({ userId: profile.id, organizationId: admin.organizationId })
      return call
    }
    const first = make()
    await answerRepeat(first)
    expect(first).toMatchObject({ isAnswered: false, repeat: { organizationId: admin.organizationId } })
    await services.database
      .insertInto('given_answers')
      .values({
        ...(first.repeat ?? { id: '', organizationId: '', fingerprint: '' }),
        answer: '{"a":1}',
        createdAt: 0,
      })
      .execute()
    const second = make()
    await answerRepeat(second)
    expect(second).toMatchObject({ isAnswered: true, answer: '{"a":1}' })
    expect(second.request.raw.resume).toHaveBeenCalled()
    const read = callOf(buildings.list, { services, request: { headers: { 'idempotency-key': 'key-1' } } })
    await answerRepeat(read)
    expect(read.repeat).toBeUndefined()
  })

  it('logStream logs a stream when it opens, and no other call', () => {
    const info = vi.fn()
    const services = { ...server().services, log: { info } as unknown as Services['log'] }
    const request = { routeOptions: { url: '/x' } }
    logStream(callOf(buildings.list, { services, request }))
    expect(info).not.toHaveBeenCalled()
    logStream(callOf({ ...buildings.list, response: 'stream' } as Route, { services, request }))
    expect(info).toHaveBeenCalledWith(expect.objectContaining({ route: '/x' }), 'stream opened')
  })

  it('prepareHandler keeps what `before` returns, outside a transaction', async () => {
    const { services } = server()
    const before = vi.fn(async () => 'hashed')
    const call = callOf(buildings.create, { services, handle: Object.assign(async () => ({}), { before }) })
    await prepareHandler(call)
    expect(call.prepared).toBe('hashed')
  })

  it("runHandler rolls back a write whose response doesn't match its schema, and names the last save on a conflict", async () => {
    const admin = await server().organization()
    const { services } = server()
    const run = (route: Route, handle: unknown) => {
      const call = callOf(route, { services, handle })
      call.caller.organizationId = admin.organizationId
      call.params = { id: 'nothing' }
      return runHandler(call).then(() => call)
    }
    const write = async ({ db }: { db: typeof services.database }) => {
      const values = {
        id: 'undone',
        organizationId: admin.organizationId,
        name: 'U',
        nameKey: 'u',
        location: '',
        coordinates: '',
      }
      await db
        .insertInto('buildings')
        .values({ ...values, version: 1, createdAt: '', updatedAt: '' })
        .execute()
      return { building: { id: 'undone' } }
    }
    await expect(run(buildings.create, write)).rejects.toThrow()
    const rows = services.database.selectFrom('buildings').select('id').where('id', '=', 'undone')
    expect(await rows.execute()).toEqual([])
    const stale = run(buildings.update, async () => {
      throw conflict()
    })
    await expect(stale).rejects.toMatchObject({ errKey: 'CONFLICT' })
    const list = await run(buildings.list, async () => ({ buildings: [], secret: 1 }))
    expect(list.answer).toBe('{"buildings":[]}')
  })

  it('logSecurityEvent writes for routes with an event only', () => {
    const log = { info: vi.fn() }
    logSecurityEvent(callOf(buildings.list, { services: { log } }))
    expect(log.info).not.toHaveBeenCalled()
    logSecurityEvent(callOf(buildings.remove, { services: { log } }))
    expect(log.info.mock.lastCall?.[0]).toMatchObject({ event: 'buildings.deleted' })
  })

  it('publishChanges publishes what the handler noted, and tells consoles', async () => {
    const publisher = { publish: vi.fn(), notify: vi.fn() }
    const call = callOf(buildings.create, { services: { publisher } })
    call.caller.session = session()
    call.about.add('o1')
    await publishChanges(call)
    expect(publisher.publish).not.toHaveBeenCalled()
    expect(publisher.notify).toHaveBeenCalledWith([{ organizationId: 'o1', topics: ['buildings'] }])
    call.changes.push({ kind: 'device', id: 'd1' })
    await publishChanges(call)
    expect(publisher.publish).toHaveBeenCalledWith([{ kind: 'device', id: 'd1' }])
  })

  it('runAfterCommit runs the work in its order', async () => {
    const call = callOf(buildings.create)
    const done: number[] = []
    call.afterCommit.push(
      async () => void done.push(1),
      () => void done.push(2),
    )
    await runAfterCommit(call)
    expect(done).toEqual([1, 2])
  })

  it('collectFreedFiles runs after deletions while files are short of room', () => {
    const disk = { isShort: vi.fn(() => true), onShort: vi.fn() }
    collectFreedFiles(callOf(buildings.update, { services: { disk } }))
    expect(disk.onShort).not.toHaveBeenCalled()
    collectFreedFiles(callOf(buildings.remove, { services: { disk } }))
    expect(disk.onShort).toHaveBeenCalledWith(true)
  })

  it('send answers with the status of the route, and leaves files to their handler', () => {
    const call = callOf(buildings.create)
    call.answer = '{}'
    send(call)
    expect(call.reply.code).toHaveBeenCalledWith(201)
    expect(call.reply.send).toHaveBeenCalledWith('{}')
    const large = callOf(buildings.list)
    large.caller.session = session()
    large.answer = [Buffer.alloc(100_000), Buffer.alloc(100_000)]
    const counted = vi.spyOn(UnsentResponses.prototype, 'add').mockReturnValue()
    send(large)
    const [[ownerOf, , bytes] = []] = counted.mock.calls
    expect([ownerOf?.(), bytes]).toEqual(['u1', 200_000])
    counted.mockRestore()
    const file = callOf({ ...buildings.list, response: 'file' } as Route)
    expect(send(file)).toBe(file.reply)
    expect(file.reply.send).not.toHaveBeenCalled()
  })
})
