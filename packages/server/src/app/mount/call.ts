import {
  bodyLimitOf,
  eventOf,
  type Route,
  waitsForTurn,
  worksOnFullDisk,
  writes,
} from '@vitrine/contract/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DeviceSession, Handler, Mounted, Services, Session } from '#features/handler.ts'
import type { Change } from '#publishing/publisher.ts'
import { type AnswerWriter, answerWriter } from './answer-writer.ts'
import type { Repeat } from './repeats.ts'

/** A route with everything that can be said about it before anyone calls it. */
export interface Endpoint {
  route: Route
  handle: Handler<Route>
  services: Services
  /** Name in the security log. */
  event: string | undefined
  /** Bytes; null for uploads, whose handlers count. */
  bodyLimit: number | null
  isWrite: boolean
  /** It still works when the server's disk is full. */
  worksOnFullDisk: boolean
  /** Calls wait for their turn when more people call than the server can serve. */
  waitsForTurn: boolean
  /** Undefined for files and streams. */
  writeAnswer: AnswerWriter | undefined
}

export interface Caller {
  session: Session | undefined
  device: DeviceSession | undefined
  /** The organization that the call is bound to; null: all of them. */
  organizationId: string | null
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
  /** What the handler's `before` returned. */
  prepared: unknown
  /** What the call changes for screens, and work for after the commit. */
  changes: Change[]
  afterCommit: (() => void | Promise<void>)[]
  /** Organizations whose data the call is about; a super admin's may be about any. */
  about: Set<string>
  /** What the handler returned, and the JSON that is sent. */
  outcome: unknown
  answer: string
  /** The remaining steps are skipped. */
  isAnswered: boolean
}

export const endpointOf = (services: Services, { route, handle }: Mounted): Endpoint => ({
  route,
  handle,
  services,
  event: eventOf(route),
  bodyLimit: bodyLimitOf(route),
  isWrite: writes(route),
  worksOnFullDisk: worksOnFullDisk(route),
  waitsForTurn: waitsForTurn(route),
  writeAnswer: typeof route.response === 'string' ? undefined : answerWriter(route.response),
})

export const newCall = (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Call => ({
  endpoint,
  request,
  reply,
  caller: { session: undefined, device: undefined, organizationId: null },
  params: undefined,
  query: undefined,
  body: undefined,
  repeat: undefined,
  prepared: undefined,
  changes: [],
  afterCommit: [],
  about: new Set(),
  outcome: undefined,
  answer: '',
  isAnswered: false,
})
