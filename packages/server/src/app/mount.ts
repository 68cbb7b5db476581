import { BODY_BYTES } from '@vitrine/contract/body-limits'
import { can, ROLES } from '@vitrine/contract/permissions'
import {
  bodyLimitOf,
  eventOf,
  type Labels,
  type Route,
  waitsForTurn,
  worksOnFullDisk,
  writes,
} from '@vitrine/contract/route'
import { rule } from '@vitrine/contract/rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { logOpened } from '#app/http/request-log.ts'
import { readDevice } from '#app/mount/device-session.ts'
import { lastEdit, noteEdits } from '#app/mount/edits.ts'
import { newsOfWrite } from '#app/mount/news.ts'
import { claimAnswer, earlierAnswer, keepAnswer, repeatOf } from '#app/mount/repeats.ts'
import { logEvent, logRefusal } from '#app/mount/security-log.ts'
import { readSession } from '#app/mount/session.ts'
import { inQuickTransaction, inTransaction } from '#db/database.ts'
import { isDiskFailure, isDiskFull } from '#db/refusals.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import { resetLog } from '#db/start/room.ts'
import type { Context, DeviceSession, Mounted, Services, Session } from '#features/handler.ts'
import { AppError, forbidden, invalid, invalidInput, notFound, storageFull } from '#lib/errors.ts'
import type { Change } from '#publishing/publisher.ts'

interface Caller {
  session: Session | undefined
  device: DeviceSession | undefined
  /** The organization that the call is bound to; null: all of them. */
  organizationId: string | null
}

declare module 'fastify' {
  interface FastifyContextConfig {
    labels?: Labels
    isStream?: boolean
  }
  interface FastifyRequest {
    /** Who made the call, once that is known; for the log. */
    caller?: Session | DeviceSession | undefined
  }
}

/** Does for every route, once: session → permission → body → input → bound transaction → handler → output. */
export function mount(app: FastifyInstance, services: Services, { route, name, handle }: Mounted): void {
  if (!route.who) throw new Error(`The route ${name} does not say who may call it`)
  const event = eventOf(route)
  const callers = new WeakMap<FastifyRequest, Caller>()
  // Nothing of a body is read before the caller is known, permitted to make the call, and within the limits.
  const admit = async (request: FastifyRequest) => {
    const caller = await identify(services, route, request)
    spend(services, route, caller)
    if (!worksOnFullDisk(route))
      services.disk.refuse(route.upload !== undefined, announcedBytes(request, services))
    const limit = bodyLimitOf(route)
    const larger = limit !== null && Number(request.headers['content-length'] ?? 0) > limit
    const stored = larger && handle.storedBytes && (await storedBytes(caller, request, handle.storedBytes))
    services.bodies.admit(
      route,
      request,
      stored ? Math.max(limit, stored + BODY_BYTES) : limit,
      caller.session,
    )
    callers.set(request, caller)
  }
  const storedBytes = (
    { organizationId }: Caller,
    { params }: FastifyRequest,
    find: NonNullable<Mounted['handle']['storedBytes']>,
  ) => {
    const { database } = services
    const { id } = parse(route.params, params) as { id: string }
    return find(organizationId === null ? database : scoped(database, organizationId), id)
  }
  const isQueued = waitsForTurn(route)
  const answerInTurn = (request: FastifyRequest, reply: FastifyReply) => {
    const caller = callers.get(request)
    if (!caller) throw new Error(`The route ${name} was called without a session`)
    const work = () => answer(caller, request, reply)
    return isQueued && caller.session ? services.admission.run(caller.session.userId, work) : work()
  }
  const answer = async (caller: Caller, request: FastifyRequest, reply: FastifyReply) => {
    const params = parse(route.params, request.params)
    const query = parse(route.query, request.query) as Naming | undefined
    const body = route.upload ? undefined : parse(route.body, request.body)
    if (caller.session) caller.organizationId = boundTo(route, caller.session, query, body)

    const send = (text: string) =>
      reply
        .code(route.status ?? 200)
        .type('application/json; charset=utf-8')
        .send(text)
    const repeat = writes(route) ? repeatOf(route, request, caller.session) : undefined
    const earlier = repeat && (await earlierAnswer(services.database, repeat))
    if (earlier !== undefined) {
      // The body of an upload is not looked at again, but taken in, so that the sender gets to read the answer.
      request.raw.resume()
      return send(earlier)
    }

    /** The document that this call saves. */
    const saved =
      route.method === 'PUT' && params && 'id' in (params as object)
        ? String((params as { id: unknown }).id)
        : undefined
    const later: (() => void | Promise<void>)[] = []
    const changes: Change[] = []
    /** Whose data the call is about; a super admin may be about anybody's. */
    const about = new Set(caller.organizationId === null ? [] : [caller.organizationId])
    const news = () => newsOfWrite(route, caller.session !== undefined, about, changes)
    const contextOn = (db: Db) => {
      const bound = caller.organizationId === null ? db : scoped(db, caller.organizationId)
      return {
        ...services,
        params,
        query,
        body,
        session: caller.session,
        device: caller.device,
        db: bound,
        tenantDb: (organizationId: string) => {
          if (caller.organizationId !== null && caller.organizationId !== organizationId) throw notFound()
          about.add(organizationId)
          return scoped(db, organizationId)
        },
        organizationFor: (sent: string | undefined) => organizationFor(db, caller, sent),
        changed: (...more: Change[]) => changes.push(...more),
        afterCommit: (work: () => void | Promise<void>) => later.push(work),
        request,
        reply,
      } as unknown as Context
    }
    if (route.response === 'stream') {
      // The handler takes over the response, and with it what Fastify would have sent.
      reply.raw.setHeader('X-Request-Id', request.id)
      logOpened(services.log, request)
    }
    const { before } = handle
    const prepared = before && (await withRoom(services, route, () => before(contextOn(services.database))))
    const noted = { changes: changes.length, later: later.length }
    let outcome: unknown
    const run = async (db: Db) => {
      // A second run starts from what `before` noted.
      changes.length = noted.changes
      later.length = noted.later
      const now = services.clock.now()
      const again = repeat && (await claimAnswer(db, repeat, now))
      if (again !== undefined) return again
      const result = await handle(contextOn(db), prepared)
      outcome = result
      if (route.method === 'PUT' && caller.session?.role === ROLES.superAdmin) refuseMove(body, result)
      await services.publisher.announce(db, changes, news())
      if (reply.sent) return ''
      // Checked inside the transaction: an answer that does not fit undoes what was written.
      const text = typeof route.response === 'string' ? '' : JSON.stringify(route.response.parse(result))
      if (route.method === 'PUT' && caller.session) await noteEdits(db, caller.session, result, now)
      if (repeat) await keepAnswer(db, repeat, text)
      return text
    }
    const kept = route.steady && caller.session
    const answered = kept
      ? services.answers.get(`${kept.userId} ${kept.kiosk} ${request.url}`, () => run(services.database))
      : writes(route)
        ? withRoom(services, route, () =>
            (route.write === 'quick' ? inQuickTransaction : inTransaction)(services.database, run),
          )
        : run(services.database)
    const text = await answered.catch(async (error) => {
      if (saved && error instanceof AppError && error.errKey === 'CONFLICT')
        error.conflict = await lastEdit(services.database, error.document ?? saved)
      throw error
    })
    if (event) logEvent(services.log, event, request, { params, body, outcome })
    if (changes.length) await services.publisher.publish(changes)
    services.publisher.tell(news())
    for (const work of later) await work()
    if (route.method === 'DELETE' && services.disk.isShort('files')) services.disk.onShort(true)
    return reply.sent || typeof route.response === 'string' ? reply : send(text)
  }
  const refusalsLogged =
    <Args extends [FastifyRequest, ...unknown[]], T>(work: (...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> =>
      work(...args).catch((error) => {
        if (event) logRefusal(services.log, event, args[0], error)
        throw error
      })
  const config = {
    labels: route.labels,
    isUpload: route.upload !== undefined,
    isStream: route.response === 'stream',
  }
  for (const url of [route.path, ...(route.aliases ?? [])])
    app.route({
      method: route.method,
      url,
      config,
      onRequest: refusalsLogged(admit),
      handler: refusalsLogged(answerInTurn),
    })
}

async function identify(services: Services, route: Route, request: FastifyRequest): Promise<Caller> {
  const { who } = route
  if (who === 'public') return { session: undefined, device: undefined, organizationId: null }
  if (who === 'device') {
    const device = await readDevice(services, request)
    request.caller = device
    return { session: undefined, device, organizationId: device.organizationId }
  }
  const session = await readSession(services, request, 'file' in who && who.file === true)
  request.caller = session
  const allowed = 'read' in who ? can(session, 'read', who.read) : can(session, 'write', who.write)
  if (!allowed) throw forbidden()
  if (session.unconfirmed && needsConfirmation(route))
    throw new AppError('EMAIL_NOT_VERIFIED', 'Verify your email address first')
  return { session, device: undefined, organizationId: session.organizationId }
}

/** Before anything of the call is looked at. Throws TOO_MANY_REQUESTS. */
function spend({ budgets, clock }: Services, { budget }: Route, { session }: Caller): void {
  if (!budget || !session) return
  const now = clock.now()
  budgets[budget].check(session.userId, now)
  budgets[budget].hit(session.userId, now)
}

/**
 * Bytes that an upload says it has. 0 where it doesn't say, or names more than a file may have: the handler refuses that,
 * and a full disk is not the reason.
 */
function announcedBytes({ headers }: FastifyRequest, { settings }: Services): number {
  const file = Number(headers['upload-length'] ?? 0)
  if (file > settings.MAX_UPLOAD_MB * 2 ** 20) return 0
  return file || Number(headers['content-length']) || 0
}

/** Runs a write again, once, where the disk was full and the reserve made room for calls like this one. */
async function withRoom<T>({ disk, database }: Services, route: Route, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work()
    if (!worksOnFullDisk(route)) disk.wrote()
    return result
  } catch (error) {
    if (isDiskFailure(error)) await disk.look()
    const isFull = isDiskFull(error) || (isDiskFailure(error) && disk.isShort('database'))
    if (!isFull) throw error
    await disk.makeRoom()
    const hasRoom = await resetLog(database)
    if (hasRoom && worksOnFullDisk(route)) return work()
    throw storageFull()
  }
}

/** Nothing changes its organization: whoever names another one is told, and not left to believe it. Throws INVALID. */
function refuseMove(body: unknown, result: unknown): void {
  const { organizationId } = (body ?? {}) as Naming
  if (!organizationId) return
  for (const saved of Object.values(result ?? {}) as (Naming | null)[])
    if (saved?.organizationId && saved.organizationId !== organizationId)
      throw invalid({ organizationId: rule('invalid') })
}

interface Naming {
  organizationId?: string | undefined
}

/**
 * Where a person's call looks: everywhere for a super admin who names no organization. From others a named one is
 * ignored, but nothing is deleted that somebody took for another organization's.
 */
function boundTo(
  { method }: Route,
  { role, kiosk, organizationId }: Session,
  query: Naming | undefined,
  body: unknown,
): string | null {
  const own = role === ROLES.superAdmin && !kiosk ? null : organizationId
  const deleted = method === 'DELETE' ? (body as Naming | undefined)?.organizationId : undefined
  const named = [query?.organizationId, deleted].filter((id) => id !== undefined)
  if (named.length === 0) return own
  const [first = ''] = named
  if (method === 'DELETE' && named.some((id) => id !== (own ?? first))) throw notFound()
  return own ?? first
}

/**
 * Uploads and screens: what a made-up account could fill a server with. Users: saving one tells whether an address has an
 * account, which registering with any address must not.
 */
export const needsConfirmation = ({ upload, who }: Route) =>
  upload !== undefined ||
  (typeof who === 'object' && 'write' in who && (who.write === 'devices' || who.write === 'users'))

function parse(schema: z.ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(input ?? (schema.safeParse(undefined).success ? undefined : {}))
  if (!result.success) throw invalidInput(result.error)
  return result.data
}

async function organizationFor(
  db: Db,
  { session, organizationId }: Caller,
  sent: string | undefined,
): Promise<string> {
  const own = organizationId ?? session?.organizationId
  if (session?.role === ROLES.superAdmin && sent && sent !== own) {
    const found = await db.selectFrom('organizations').select('id').where('id', '=', sent).executeTakeFirst()
    if (!found) throw notFound('Organization not found')
    return found.id
  }
  if (!own) throw forbidden()
  return own
}
