// Steps from the parsed input to the committed response.
import { ROLES, reachOf } from '@vitrine/contract/permissions'
import { rule } from '@vitrine/contract/rules'
import { logOpened } from '#app/http/request-log.ts'
import { personOf } from '#base/handler.ts'
import { anyOf, inQuickTransaction, inTransaction } from '#db/database.ts'
import { isDiskFailure, isDiskFull } from '#db/refusals.ts'
import type { Db } from '#db/schema.ts'
import { scoped } from '#db/scoped.ts'
import { resetLog } from '#db/start/reserved-space.ts'
import { AppError, invalid, outsideScope, storageFull } from '#lib/errors.ts'
import { refuseUnapproved } from './approval.ts'
import { leaveEntry, readBefore } from './audit.ts'
import type { Call, Endpoint } from './call.ts'
import { contextOn } from './context.ts'
import { lastEdit, noteEdits } from './edits.ts'
import { followGroupRules } from './group-rules.ts'
import { isList, listInParts, sendPieces } from './list-parts.ts'
import { followLists } from './lists.ts'
import { newsOfWrite } from './news.ts'
import { claimResponse, earlierResponse, keepResponse, repeatOf } from './repeats.ts'
import { isLong, jsonOf, piecesOf } from './response-writer.ts'
import { refusalOf } from './seen.ts'
import { keepVersions } from './versions.ts'

/** Answers a call that repeats a known idempotency key with the first call's response. Throws KEY_REUSED. */
export async function answerRepeat(call: Call): Promise<void> {
  const { endpoint, request, caller } = call
  if (!endpoint.isWrite) return
  call.repeat = repeatOf(endpoint.route, request, caller.session)
  const earlier = call.repeat && (await earlierResponse(endpoint.services.database, call.repeat))
  if (earlier === undefined) return
  // Drain an upload's body: the client only reads the response after sending it.
  request.raw.resume()
  call.answer = earlier
  call.isAnswered = true
}

/** Logs a stream when it opens, because it ends hours later. */
export function logStream({ endpoint, request }: Call): void {
  if (endpoint.route.response === 'stream') logOpened(endpoint.services.log, request)
}

/** Runs the handler's slow work before any transaction: hashing, files, calls. */
export async function prepareHandler(call: Call): Promise<void> {
  const { endpoint } = call
  const { before } = endpoint.handle
  if (!before) return
  const prepare = () => before(contextOn(call, endpoint.services.database))
  try {
    call.prepared = await retryOnFullDisk(endpoint, prepare)
  } catch (error) {
    throw await refusalOf(call, error)
  }
}

/** Runs the handler, in a transaction if the route writes. A conflict includes the last save. */
export async function runHandler(call: Call): Promise<void> {
  const { endpoint } = call
  const { route, services, isWrite } = endpoint
  const transaction = route.write === 'quick' ? inQuickTransaction : inTransaction
  const noted = { changes: call.changes.length, later: call.afterCommit.length }
  const attempt = async (db: Db) => {
    // A second attempt starts with the changes that `before` recorded.
    call.changes.length = noted.changes
    call.afterCommit.length = noted.later
    call.deeds.length = 0
    call.ruled.length = 0
    call.into.clear()
    await (isWrite ? runInside(call, db) : handle(call, db))
    if (isWrite && isDryRun(call)) throw new RolledBack()
  }
  try {
    if (isWrite) await retryOnFullDisk(endpoint, () => transaction(services.database, attempt))
    else await attempt(services.database)
  } catch (error) {
    if (error instanceof RolledBack) {
      call.changes.length = 0
      call.afterCommit.length = 0
      return
    }
    const hasMoved = call.hasMoved || call.into.size > 0
    if (hasMoved && error instanceof AppError && error.errKey === 'NOT_FOUND') throw outsideScope()
    const saved = error instanceof AppError && error.errKey === 'CONFLICT' && savedId(call)
    if (saved) error.conflict = await lastEdit(services.database, error.document ?? saved)
    throw await refusalOf(call, error)
  }
}

/** Whatever a call is about, files go where its caller may change media. */
const FILING = { write: 'media' } as const

/** Throws OUTSIDE_SCOPE if the caller doesn't find a folder that it has just created, or put something into. */
async function refuseOutsideFolders(
  { into, caller: { organizationId, session } }: Call,
  db: Db,
): Promise<void> {
  if (into.size === 0 || organizationId === null || !session) return
  const ids = [...into].flatMap((id) => (id === null ? [] : [{ id }]))
  const own = scoped(db, organizationId, reachOf(session, FILING))
  const found = await own.selectFrom('folders').select('id').where('id', 'in', anyOf(db, ids)).execute()
  if (found.length < into.size) throw outsideScope()
}

/** Only reports what it would do: the transaction is rolled back, and no one is notified. */
export const isDryRun = ({ query }: Call): boolean => (query as { dryRun?: unknown })?.dryRun !== undefined

/** Undoes the transaction of a dry run; its answer stays. */
class RolledBack extends Error {}

/** The steps in the transaction of a writing call; a call that only reads has the second. */
export const IN_TRANSACTION = [
  readBefore,
  handle,
  refuseOutsideFolders,
  refuseUnapproved,
  keepVersions,
  leaveEntry,
] as const

async function runInside(call: Call, db: Db): Promise<void> {
  const { repeat, endpoint } = call
  const earlier = repeat && (await claimResponse(db, repeat, endpoint.services.clock.now()))
  if (earlier !== undefined) call.answer = earlier
  else for (const step of IN_TRANSACTION) await step(call, db)
}

async function handle(call: Call, db: Db): Promise<void> {
  call.answer = await answerOf(call, db)
}

async function answerOf(call: Call, db: Db): Promise<Call['answer']> {
  const { endpoint, caller, body, repeat, reply } = call
  const { route, services, isWrite } = endpoint
  const result = isList(route)
    ? await listInParts(call, db)
    : await endpoint.handle(contextOn(call, db), call.prepared)
  call.outcome = result
  if (isWrite) await followLists(call, db)
  if (isWrite) await followGroupRules(call, db)
  if (route.method === 'PUT' && caller.session?.role === ROLES.superAdmin) refuseMove(body, result)
  if (isWrite || call.changes.length)
    await services.publisher.announce(db, call.changes, newsOfCall(call), authorOf(call))
  const { response } = route
  if (reply.sent || typeof response === 'string') return ''
  if (!isWrite && isLong(result)) return sendPieces(call, piecesOf(response, result))
  // Inside the transaction: an answer that doesn't fit its schema undoes the write.
  const text = jsonOf(response, result)
  if (!isWrite) return text
  if (route.method === 'PUT' && caller.session)
    await noteEdits(db, caller.session, result, services.clock.now())
  if (repeat && !route.secret) await keepResponse(db, repeat, text)
  return text
}

const authorOf = ({ caller: { session } }: Call) => session && personOf(session)

export const newsOfCall = ({ endpoint, caller, about, changes }: Call) =>
  newsOfWrite(endpoint.route, caller.session !== undefined, about, changes)

/** The id of the document that a PUT saves. */
function savedId({ endpoint, params }: Call): string | undefined {
  const { id } = (params ?? {}) as { id?: unknown }
  return endpoint.route.method === 'PUT' && id !== undefined ? String(id) : undefined
}

/** Retries a write once if the disk was full and releasing the reserve made room for calls like this one. */
async function retryOnFullDisk<T>(
  { services: { disk, database }, worksOnFullDisk }: Endpoint,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const result = await work()
    if (!worksOnFullDisk) disk.wrote()
    return result
  } catch (error) {
    if (isDiskFailure(error)) await disk.look()
    const isFull = isDiskFull(error) || (isDiskFailure(error) && disk.isShort('database'))
    if (!isFull) throw error
    await disk.makeRoom()
    const hasRoom = await resetLog(database)
    if (hasRoom && worksOnFullDisk) return work()
    throw storageFull()
  }
}

/** Rows never change their organization; naming another one is an error. Throws INVALID. */
function refuseMove(body: unknown, result: unknown): void {
  const { organizationId } = (body ?? {}) as Owned
  if (!organizationId) return
  for (const saved of Object.values(result ?? {}) as (Owned | null)[])
    if (saved?.organizationId && saved.organizationId !== organizationId)
      throw invalid({ organizationId: rule('invalid') })
}

interface Owned {
  organizationId?: string | undefined
}
