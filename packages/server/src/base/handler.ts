import type { AuditKind, AuditVerb } from '@vitrine/contract/audited'
import { type Access, type Actor, can, reachOf } from '@vitrine/contract/permissions'
import {
  type BodyOf,
  isRoute,
  type ParamsOf,
  type QueryOf,
  type ResultOf,
  type Route,
  type RouteTree,
} from '@vitrine/contract/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Change } from '#base/change.ts'
import type { Db } from '#db/schema.ts'
import { reaching } from '#db/scoped.ts'
import type { Clock } from '#lib/clock.ts'
import { forbidden } from '#lib/errors.ts'
import { addressKey } from '#lib/http/address-key.ts'
import type { Log } from '#lib/log.ts'
import type { HashCaller } from '#lib/security/hash-queue.ts'

/** A logged-in person, or a program with an API key. */
export interface Session extends Actor {
  sessionId: string
  /** Of the person or the key: the author of what the call writes. */
  userId: string
  organizationId: string
  /** The organization signed itself up, and none of its users has verified an email address yet. */
  unconfirmed: boolean
  /** Uploads, screens, and messages wait for the user's verified address. */
  mustVerifyEmail: boolean
  /** Only the profile is open, until the person has the second factor that the organization requires. */
  mustSetSecondFactor: boolean
  /** Of the person or the key, for the audit log. */
  name: string
  /** When the organization's provider named the person, in milliseconds; null: another login. */
  providerSince: number | null
  /** Set if the caller is an API key. */
  key?: { name: string; makerId: string }
}

/** A paired screen. */
export interface DeviceSession {
  deviceId: string
  organizationId: string
}

/** Who acts in a call without a session: a trigger, or the person whom a code was sent to. */
export interface Doer {
  kind: 'person' | 'trigger'
  id: string
  name: string
  organizationId: string
}

/** What a call does to a row that it doesn't name. */
export interface Deed {
  kind: AuditKind
  verb: AuditVerb
  id: string
}

/** A screen that the rule of a group has moved. */
export interface RuleMove {
  id: string
  name: string
  organizationId: string
  /** Groups; null: none. */
  from: { id: string; name: string } | null
  to: { id: string; name: string } | null
  /** The group with the rule. */
  by: { id: string; name: string }
}

/** One call of a route. Everything else that a handler uses, its feature names as a service (`feature`). */
export interface Context<R extends Route = Route> {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  /** Present on every route except public ones and those of devices. */
  session: R['who'] extends 'public' | 'device' ? undefined : Session
  device: R['who'] extends 'device' ? DeviceSession : undefined
  /**
   * Bound to the caller's organization; unbound for a super admin who names none, and on public routes. In a writing
   * route it is the transaction.
   */
  db: Db
  /**
   * For long reads, in another thread if the database runs in this one: for reports, counts, and exports. Bound like
   * `db`, and sees committed data.
   */
  reader: Db
  /** `db` bound to one organization: ids in a body are looked up in the organization of the row they are written to. */
  tenantDb(organizationId: string): Db
  /** `reader` bound to one organization. */
  tenantReader(organizationId: string): Db
  /** The organization of a new row: the one sent by a super admin (404 if unknown), else the caller's own. */
  organizationFor(sent: string | undefined): Promise<string>
  /** For an answer with all rows of a long list: waits for a place, which the call uses until the answer is written. */
  takePlace(): Promise<void>
  /** Records a change, of which screens are notified after the commit. */
  changed(...changes: Change[]): void
  /** Records screens that rules of groups have moved, as changes and for the audit log. */
  movedByRule(...moves: RuleMove[]): void
  /** Says who acts in a call of a public route, for the audit log. */
  actsAs(doer: Doer): void
  /** Does work on a row that the call doesn't name, and leaves an entry about it besides the call's. */
  audited(did: Deed, work: () => Promise<void>): Promise<void>
  /** Whether the caller sees a thing of the kind that the call changes, and may not change it there. */
  sees(id: string): Promise<boolean>
  /** Runs after the commit: files, email. */
  afterCommit(work: () => void | Promise<void>): void
  clock: Clock
  log: Log
  request: FastifyRequest
  reply: FastifyReply
}

export interface Handler<R extends Route> {
  (context: Context<R>, prepared?: unknown): Promise<ResultOf<R>>
  before?: (context: Context<R>) => Promise<unknown>
  /**
   * Current size of the document that a PUT replaces, 0 if it doesn't exist: documents stored before the route had a
   * limit may be saved if they shrink. `db` is bound to the caller's organization.
   */
  storedBytes?: (db: Db, id: string) => Promise<number>
}

/**
 * A handler with slow work (hashing, files, calls) before its transaction, which awaits nothing but the database.
 * `before` runs once the caller is known and the input validated; `run` gets its result.
 */
export function prepare<R extends Route, P>(
  before: (context: Context<R>) => Promise<P>,
  run: (context: Context<R>, prepared: P) => Promise<ResultOf<R>>,
): Handler<R> {
  return Object.assign((context: Context<R>, prepared?: unknown) => run(context, prepared as P), { before })
}

/** The owner in the hashing queue: the logged-in user, else the address. */
export const hashCaller = ({
  session,
  request,
}: {
  session: Session | undefined
  request: FastifyRequest
}): HashCaller =>
  session ? { owner: session.userId, known: true } : { owner: addressKey(request.ip), known: false }

export type Handlers<T extends RouteTree> = {
  [K in keyof T]: T[K] extends Route ? Handler<T[K]> : T[K] extends RouteTree ? Handlers<T[K]> : never
}

/** A route with its handler, as the server mounts it. */
export interface Mounted {
  route: Route
  name: string
  handle: Handler<Route>
}

/** Author and time of a deletion, for the trash. */
export const deletionBy = ({ session, clock }: { session: Session; clock: Pick<Clock, 'now'> }) => ({
  userId: session.userId,
  personId: personOf(session),
  // With a scope, it waits: it may play elsewhere.
  mayApprove: can(session, 'write', APPROVING) && approvesEverywhere(session),
  now: clock.now(),
})

const approvesEverywhere = (session: Session) => {
  const { places, folders } = reachOf(session, { write: APPROVING })
  return places.length + folders.length === 0
}

/**
 * A call whose input decides the area that it changes, limited to where its caller may change that. Throws FORBIDDEN for
 * someone without the permission.
 */
export function changing<C extends Pick<Context, 'db' | 'tenantDb' | 'session'>>(
  context: C,
  area: Access,
): C {
  const { session, db, tenantDb } = context
  if (!can(session, 'write', area)) throw forbidden()
  const reach = reachOf(session, { write: area })
  return { ...context, db: reaching(db, reach), tenantDb: (id: string) => reaching(tenantDb(id), reach) }
}

/** Who decides which changes screens play. */
export const APPROVING = 'approve-storyboards' satisfies Access

/** The person behind a call: of an API key, the one who made it. */
export const personOf = ({ userId, key }: Pick<Session, 'userId' | 'key'>): string => key?.makerId ?? userId

/** The routes of a part of the contract with their handlers, for a server with these services. */
export type Feature<Needs> = (services: Needs) => Mounted[]

/**
 * Ties a feature's handlers to its part of the contract; a missing one doesn't compile. Handlers that need more than
 * their context come from a function of the services: `({ seal }: Pick<Platform, 'seal'>) => ({ … })`.
 */
export function feature<T extends RouteTree, Needs = unknown>(
  tree: T,
  handlers: Handlers<T> | ((services: Needs) => Handlers<T>),
): Feature<Needs> {
  return (services) => {
    const own = typeof handlers === 'function' ? handlers(services) : handlers
    return Object.entries(tree).map(([name, route]) => {
      if (!isRoute(route)) throw new Error(`${name} is not a route`)
      return { route, name, handle: own[name as keyof T] as unknown as Handler<Route> }
    })
  }
}
