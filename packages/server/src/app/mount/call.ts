import type { Readable } from 'node:stream'
import { EVERYTHING, type Reach } from '@vitrine/contract/permissions'
import {
  bodyLimitOf,
  eventOf,
  type Route,
  waitsForTurn,
  worksOnFullDisk,
  writes,
} from '@vitrine/contract/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#app/services.ts'
import type { Change } from '#base/change.ts'
import type { Deed, DeviceSession, Doer, Handler, Mounted, RuleMove, Session } from '#base/handler.ts'
import type { ThingRows } from '#operations/audit/rows.ts'
import { auditedRoute } from './audit.ts'
import type { Repeat } from './repeats.ts'

/** A route with everything that is known before a call. */
export interface Endpoint {
  route: Route
  handle: Handler<Route>
  services: Services
  /** Name in the security log. */
  event: string | undefined
  /** How the audit log names the route. */
  audited: ReturnType<typeof auditedRoute>
  /** Bytes; null for uploads, whose handlers count them. */
  bodyLimit: number | null
  isWrite: boolean
  /** The route still works when the server's disk is full. */
  worksOnFullDisk: boolean
  /** Calls queue when the server is overloaded. */
  waitsForTurn: boolean
}

export interface Caller {
  session: Session | undefined
  device: DeviceSession | undefined
  /** The organization that the call is bound to; null: all organizations. */
  organizationId: string | null
  /** What it reaches in the organization. */
  reach: Reach
}

/** One call on its way through the steps of mount.ts. */
export interface Call {
  endpoint: Endpoint
  request: FastifyRequest
  reply: FastifyReply
  caller: Caller
  params: unknown
  query: unknown
  body: unknown
  /** Set when the call carries an idempotency key. */
  repeat: Repeat | undefined
  /** The result of the handler's `before`. */
  prepared: unknown
  /** Changes for screens, and work for after the commit. */
  changes: Change[]
  afterCommit: (() => void | Promise<void>)[]
  /** Organizations that the call affects; a super admin's call may affect any. */
  about: Set<string>
  /** It has set the group or the place of a screen. */
  hasMoved: boolean
  /** For a caller who reaches some folders: those that it created, or put something into; null is Root. */
  into: Set<string | null>
  /** Who acts in a call without a session, as the handler found. */
  by: Doer | undefined
  /** The rows that the call names, before it changes them. */
  before: ThingRows | undefined
  /** What it does to other rows, and those before. */
  deeds: { deed: Deed; before: ThingRows }[]
  /** Screens that rules of groups have moved. */
  ruled: RuleMove[]
  /** The handler's result, and the JSON to send: in pieces if it is long, and of a list whose rest isn't read yet. */
  outcome: unknown
  answer: string | Buffer[] | Readable
  /** Frees what the call holds until its answer is written. */
  release: (() => void) | undefined
  /** The remaining steps are skipped. */
  isAnswered: boolean
}

export const endpointOf = (services: Services, { route, handle }: Mounted): Endpoint => ({
  route,
  handle,
  services,
  event: eventOf(route),
  audited: auditedRoute(route),
  bodyLimit: bodyLimitOf(route),
  isWrite: writes(route),
  worksOnFullDisk: worksOnFullDisk(route),
  waitsForTurn: waitsForTurn(route),
})

export const newCall = (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Call => ({
  endpoint,
  request,
  reply,
  caller: { session: undefined, device: undefined, organizationId: null, reach: EVERYTHING },
  params: undefined,
  query: undefined,
  body: undefined,
  repeat: undefined,
  prepared: undefined,
  changes: [],
  afterCommit: [],
  about: new Set(),
  hasMoved: false,
  into: new Set(),
  by: undefined,
  before: undefined,
  deeds: [],
  ruled: [],
  outcome: undefined,
  answer: '',
  release: undefined,
  isAnswered: false,
})
