import { can, ROLES } from '@vitrine/contract/permissions'
import { type Route, writes } from '@vitrine/contract/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { readDevice } from '#app/device-session.ts'
import { readSession } from '#app/session.ts'
import { inTransaction } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import type { Context, DeviceSession, Mounted, Services, Session } from '#features/handler.ts'
import { AppError, forbidden, invalidInput, notFound } from '#lib/errors.ts'
import type { Change } from '#publishing/publisher.ts'

interface Caller {
  session: Session | undefined
  device: DeviceSession | undefined
  /** The organization that the call is bound to; null: all of them. */
  organizationId: string | null
}

/** Does for every route, once: session → permission → input → bound transaction → handler → output. */
export function mount(app: FastifyInstance, services: Services, { route, name, handle }: Mounted): void {
  if (!route.who) throw new Error(`The route ${name} does not say who may call it`)
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await identify(services, route, request)
    const params = parse(route.params, request.params)
    const query = parse(route.query, request.query) as { organizationId?: string } | undefined
    const body = route.upload ? undefined : parse(route.body, request.body)
    if (caller.session?.role === ROLES.superAdmin && !caller.session.kiosk)
      caller.organizationId = query?.organizationId ?? null

    const later: (() => void | Promise<void>)[] = []
    const changes: Change[] = []
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
        within: (organizationId: string) => {
          if (caller.organizationId !== null && caller.organizationId !== organizationId) throw notFound()
          return scoped(db, organizationId)
        },
        organizationFor: (sent: string | undefined) => organizationFor(db, caller, sent),
        changed: (...more: Change[]) => changes.push(...more),
        afterCommit: (work: () => void | Promise<void>) => later.push(work),
        request,
        reply,
      } as unknown as Context
    }
    const prepared = handle.before && (await handle.before(contextOn(services.database)))
    const run = async (db: Db) => {
      const result = await handle(contextOn(db), prepared)
      await services.publisher.announce(db, changes)
      // Checked inside the transaction: an answer that does not fit undoes what was written.
      return typeof route.response === 'string' ? '' : JSON.stringify(route.response.parse(result))
    }
    const kept = route.steady && caller.session
    const text = kept
      ? await services.answers.get(`${kept.userId} ${kept.kiosk} ${request.url}`, () =>
          run(services.database),
        )
      : await (writes(route) ? inTransaction(services.database, run) : run(services.database))
    if (changes.length) await services.publisher.publish(changes)
    for (const work of later) await work()
    if (reply.sent || typeof route.response === 'string') return reply
    return reply
      .code(route.status ?? 200)
      .type('application/json; charset=utf-8')
      .send(text)
  }
  for (const url of [route.path, ...(route.aliases ?? [])])
    app.route({ method: route.method, url, handler: answer })
}

async function identify(services: Services, route: Route, request: FastifyRequest): Promise<Caller> {
  const { who } = route
  if (who === 'public') return { session: undefined, device: undefined, organizationId: null }
  if (who === 'device') {
    const device = await readDevice(services, request)
    return { session: undefined, device, organizationId: device.organizationId }
  }
  const session = await readSession(services, request, 'file' in who && who.file === true)
  const allowed = 'read' in who ? can(session, 'read', who.read) : can(session, 'write', who.write)
  if (!allowed) throw forbidden()
  if (session.unconfirmed && needsConfirmation(route))
    throw new AppError('EMAIL_NOT_VERIFIED', 'Verify your e-mail address first')
  return { session, device: undefined, organizationId: session.organizationId }
}

/** Uploads and screens: what a made-up account could fill a server with. */
const needsConfirmation = ({ upload, who }: Route) =>
  upload !== undefined || (typeof who === 'object' && 'write' in who && who.write === 'devices')

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
    if (!found) throw notFound('There is no such organization')
    return found.id
  }
  if (!own) throw forbidden()
  return own
}
