// Steps before the body is read.
import { BODY_BYTES } from '@vitrine/contract/body-limits'
import { mayCall, reachOf } from '@vitrine/contract/permissions'
import { BUDGETS, type BudgetOwner, type Route, type Who } from '@vitrine/contract/route'
import type { FastifyRequest } from 'fastify'
import type { Services } from '#app/services.ts'
import { scoped } from '#db/scoped.ts'
import { AppError, forbidden } from '#lib/errors.ts'
import type { Call, Caller } from './call.ts'
import { readDevice } from './device-session.ts'
import { parse } from './input.ts'
import { readSession } from './session.ts'

/** Loads the session, and decides what it may and where. Throws 401, FORBIDDEN, EMAIL_NOT_VERIFIED, and SECOND_FACTOR_REQUIRED. */
export async function identify(call: Call): Promise<void> {
  const { request, caller } = call
  const { route, services } = call.endpoint
  const { who } = route
  if (who === 'public') return
  if (who === 'device') {
    caller.device = await readDevice(services, request)
    request.caller = caller.device
    caller.organizationId = caller.device.organizationId
    return
  }
  const session = await readSession(services, request, 'file' in who && who.file === true)
  request.caller = session
  if (!mayCall(session, route)) throw forbidden()
  if (session.key && route.keys === false)
    throw new AppError('FORBIDDEN', 'Only a logged-in person can do this, not an API key')
  if (session.mustSetSecondFactor && !isOwnProfile(who))
    throw new AppError('SECOND_FACTOR_REQUIRED', 'Your organization requires a second factor')
  if (session.mustVerifyEmail && needsConfirmation(route))
    throw new AppError('EMAIL_NOT_VERIFIED', 'Verify your email address first')
  caller.session = session
  caller.reach = reachOf(session, who)
  caller.organizationId = session.organizationId
}

/** What a person needs to set up a second factor, and to leave. */
const isOwnProfile = (who: Exclude<Who, string>) => ('read' in who ? who.read : who.write) === 'profile'

/** Throws TOO_MANY_REQUESTS. */
export function spendBudget({ endpoint, caller }: Call): void {
  const { budget } = endpoint.route
  const owner = budget && ownerOf(BUDGETS[budget].per, caller)
  if (!budget || !owner) return
  const { budgets, clock } = endpoint.services
  const now = clock.now()
  budgets[budget].check(owner, now)
  budgets[budget].hit(owner, now)
}

const ownerOf = (per: BudgetOwner, { session, device }: Caller): string | undefined =>
  ({ person: session?.userId, session: session?.sessionId, screen: device?.deviceId })[per]

/** Throws STORAGE_FULL. */
export function refuseOnFullDisk({ endpoint, request }: Call): void {
  const { route, services, worksOnFullDisk } = endpoint
  if (!worksOnFullDisk) services.disk.refuse(route.upload !== undefined, announcedBytes(request, services))
}

/** Throws TOO_LARGE and UNSUPPORTED_MEDIA from the headers alone, and sets the limit for the body. */
export async function limitBody(call: Call): Promise<void> {
  const { endpoint, request } = call
  const { route, services, bodyLimit } = endpoint
  const isLarger = bodyLimit !== null && Number(request.headers['content-length'] ?? 0) > bodyLimit
  const stored = isLarger ? await storedBytes(call) : 0
  const limit = stored ? Math.max(bodyLimit ?? 0, stored + BODY_BYTES) : bodyLimit
  services.bodies.admit(route, request, limit, call.caller.session)
}

/**
 * Uploads and screens: a fake account could fill the server with them. Messages: they would reach strangers at the
 * installation's expense. Users: saving one reveals whether an address has an account, which an unverified account must
 * not learn.
 */
export const needsConfirmation = ({ upload, who, sends }: Route) =>
  upload !== undefined ||
  sends === true ||
  (typeof who === 'object' && 'write' in who && (who.write === 'devices' || who.write === 'users'))

/**
 * Bytes that an upload announces; 0 if it doesn't, or announces more than a file may have: the handler refuses that,
 * and a full disk is not the reason.
 */
function announcedBytes({ headers }: FastifyRequest, { settings }: Services): number {
  const file = Number(headers['upload-length'] ?? 0)
  if (file > settings.MAX_UPLOAD_MB * 2 ** 20) return 0
  return file || Number(headers['content-length']) || 0
}

async function storedBytes({ endpoint, request, caller: { organizationId, reach } }: Call): Promise<number> {
  const { route, handle, services } = endpoint
  if (!handle.storedBytes) return 0
  const { database } = services
  const { id } = parse(route.params, request.params) as { id: string }
  return handle.storedBytes(organizationId === null ? database : scoped(database, organizationId, reach), id)
}
