import type { Labels } from '@vitrine/contract/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#app/services.ts'
import type { DeviceSession, Mounted, Session } from '#base/handler.ts'
import { reached } from '#base/references/reached.ts'
import { scoped } from '#db/scoped.ts'
import { AppError } from '#lib/errors.ts'
import {
  collectFreedFiles,
  logSecurityEvent,
  publishChanges,
  runAfterCommit,
  send,
} from './mount/after-commit.ts'
import { leaveLateEntry } from './mount/audit.ts'
import { identify, limitBody, refuseOnFullDisk, spendBudget } from './mount/before-body.ts'
import { type Call, endpointOf, newCall } from './mount/call.ts'
import { bindTenant, parseInput } from './mount/input.ts'
import { logRefusal } from './mount/security-log.ts'
import { answerRepeat, IN_TRANSACTION, logStream, prepareHandler, runHandler } from './mount/work.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    labels?: Labels
    isStream?: boolean
  }
  interface FastifyRequest {
    /** The caller, once identified, for the log. */
    caller?: Session | DeviceSession | undefined
    call?: Call
  }
}

type Step = (call: Call) => void | Promise<void>

/** The steps of every call, in order. The body is read only after the caller is authorized. */
export const STEPS = {
  beforeBody: [identify, spendBudget, refuseOnFullDisk, limitBody],
  work: [parseInput, bindTenant, answerRepeat, logStream, prepareHandler, runHandler],
  afterCommit: [leaveLateEntry, logSecurityEvent, publishChanges, runAfterCommit, collectFreedFiles],
} satisfies Record<string, readonly Step[]>

/** What `runHandler` does in the transaction of a writing call, in order. */
export const TRANSACTION_STEPS = IN_TRANSACTION

const AFTER_BODY: readonly Step[] = [...STEPS.work, ...STEPS.afterCommit]

/**
 * Serves a route. Steps throw the error to respond with; the call queues between reading the body and doing the work.
 */
export function mount(app: FastifyInstance, services: Services, mounted: Mounted): void {
  const { route, name } = mounted
  if (!route.who) throw new Error(`The route ${name} doesn't declare who may call it`)
  const endpoint = endpointOf(services, mounted)
  if ((endpoint.isWrite || route.audited) && !endpoint.audited)
    throw new Error(`The audit log has no names for the route ${name}: see audited.ts in the contract`)
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    request.call = newCall(endpoint, request, reply)
    await runSteps(STEPS.beforeBody, request.call)
  }
  const answer = async (request: FastifyRequest) => {
    const { call } = request
    if (!call) throw new Error(`The route ${name} was called without a caller`)
    // An open stream keeps its request, but needs none of this.
    request.call = undefined
    const work = () => runSteps(AFTER_BODY, call).finally(() => call.release?.())
    const { session } = call.caller
    const admission = endpoint.isWrite ? services.admission.writes : services.admission.reads
    if (endpoint.waitsForTurn && session) await admission.run(session, work)
    else await work()
    return send(call)
  }
  const config = {
    labels: route.labels,
    isUpload: route.upload !== undefined,
    isStream: route.response === 'stream',
    isSigned: route.signed === true,
  }
  // See COMPRESSION in app/http/api.ts.
  const compressed = route.who === 'public' || route.response === 'stream' ? { compress: false as const } : {}
  for (const url of [route.path, ...(route.aliases ?? [])])
    app.route({ method: route.method, url, config, ...compressed, onRequest: admit, handler: answer })
}

async function runSteps(steps: readonly Step[], call: Call): Promise<void> {
  try {
    for (const step of steps) {
      const pending = step(call)
      if (pending) await pending
      if (call.isAnswered) return
    }
  } catch (error) {
    const { event, services } = call.endpoint
    if (event) logRefusal(services.log, event, call.request, error)
    if (error instanceof AppError) await hideUnreached(call, error)
    throw error
  }
}

/** A refusal names what uses a thing, which may be out of the caller's reach. */
async function hideUnreached({ caller, endpoint }: Call, error: AppError): Promise<void> {
  const { organizationId, reach } = caller
  if (!error.usedIn || organizationId === null) return
  error.usedIn = await reached(scoped(endpoint.services.database, organizationId, reach), error.usedIn)
}
