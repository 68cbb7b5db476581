import type { Access, Actor } from '@vitrine/contract/permissions'
import {
  type BodyOf,
  type Budget,
  isRoute,
  type ParamsOf,
  type QueryOf,
  type ResultOf,
  type Route,
  type RouteTree,
} from '@vitrine/contract/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LoginGuard } from '#accounts/auth/login-guard.ts'
import type { Change } from '#base/change.ts'
import type { BlobStore } from '#blobs/blob-store.ts'
import type { LiveData } from '#data/widget-data/live-data.ts'
import type { DatabaseTime } from '#db/between-servers/database-time.ts'
import type { SharedGuesses } from '#db/between-servers/guesses.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#lib/clock.ts'
import type { DiskSpace } from '#lib/disk/disk-space.ts'
import type { Settings } from '#lib/env.ts'
import { addressKey } from '#lib/http/address-key.ts'
import type { Bodies } from '#lib/http/bodies.ts'
import type { Certificate } from '#lib/http/certificate.ts'
import type { RateLimit } from '#lib/http/rate-limit.ts'
import type { Log } from '#lib/log.ts'
import type { HashCaller } from '#lib/security/hash-queue.ts'
import type { Seal } from '#lib/security/seal.ts'
import type { Tokens } from '#lib/security/tokens.ts'
import type { newAdmission } from '#lib/work/admission.ts'
import type { FairPlaces } from '#lib/work/fair-queue.ts'
import type { Tools } from '#lib/work/tools.ts'
import type { Warnings } from '#operations/system/warnings.ts'
import type { Watchers } from '#operations/watch/watchers.ts'
import type { ClockWatch } from '#playback/clock-watch.ts'
import type { Publisher } from '#playback/publisher.ts'
import type { PlayBook } from '#screens/plays/play-book.ts'
import type { PlayStore } from '#screens/plays/store/play-store.ts'
import type { Reports } from '#screens/reports/reports.ts'

/** Base URLs of the three apps. */
export interface Origins {
  console: string
  player: string
  content: string
}

/** Shared by the whole process. */
export interface Services {
  settings: Settings
  clock: Clock
  log: Log
  tokens: Tokens
  /** Seals secrets in the database. */
  seal: Seal
  blobs: BlobStore
  publisher: Publisher
  /** What screens have reported to this process. */
  reports: Reports
  guard: LoginGuard
  guesses: SharedGuesses
  bodies: Bodies
  admission: ReturnType<typeof newAdmission>
  /** For calls whose answers have all rows of a long list: many at the same time would need gigabytes. */
  wholeLists: FairPlaces
  /** Rate limits per person for routes with a budget. */
  budgets: Record<Budget, RateLimit>
  disk: DiskSpace
  /** Background jobs; `look` runs due ones, `start` runs a long one now. */
  jobs: { look(): Promise<void>; start(name: string): Promise<boolean>; isRunning(name: string): boolean }
  /** Closes everything and starts again in this process, after pending calls are answered. */
  restart(): void
  /** Optional programs installed on this machine. */
  tools: Tools
  /** Null without TLS. */
  certificate: Certificate | null
  warnings: Warnings
  /** Build of the player that this server serves; undefined if none is built. */
  playerBuild: string | undefined
  /** Folder of the built player. */
  playerFolder: string
  live: LiveData
  /** Fetches due data sources. */
  sources: { refresh(): Promise<void> }
  watchers: Watchers
  playBook: PlayBook
  playStore: PlayStore
  clockWatch: ClockWatch
  time: DatabaseTime
  /** Call `wake` after the commit that queued a message. */
  outbox: { wake(): Promise<void> }
  /** Without a trailing slash; the port is known once the server listens. */
  origins: Origins
  /** Unscoped: for startup, background work and publishing; handlers use `db` from their context. */
  database: Db
  /**
   * For long reads, in another thread if `database` runs in this one: for reports, counts, and exports. In a handler it
   * is bound to the caller's organization, like `db`, and sees committed data.
   */
  reader: Db
}

/** A logged-in person. */
export interface Session extends Actor {
  sessionId: string
  userId: string
  organizationId: string
  /** The organization signed itself up, and none of its users has verified an email address yet. */
  unconfirmed: boolean
  /** Uploads, screens, and messages wait for the user's verified address. */
  mustVerifyEmail: boolean
}

/** A paired screen. */
export interface DeviceSession {
  deviceId: string
  organizationId: string
}

export interface Context<R extends Route = Route> extends Services {
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
  /** `db` bound to one organization: ids in a body are looked up in the organization of the row they are written to. */
  tenantDb(organizationId: string): Db
  /** `reader` bound to one organization. */
  tenantReader(organizationId: string): Db
  /** The organization of a new row: the one sent by a super admin (404 if unknown), else the caller's own. */
  organizationFor(sent: string | undefined): Promise<string>
  /** Waits for one of the places, which the call uses until its answer is written. */
  takePlace(places: FairPlaces): Promise<void>
  /** Records a change, of which screens are notified after the commit. */
  changed(...changes: Change[]): void
  /** Runs after the commit: files, email. */
  afterCommit(work: () => void | Promise<void>): void
  request: FastifyRequest
  reply: FastifyReply
}

type Personal = Route & { who: { write: Access } }

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
export const deletionBy = ({ session, clock }: Pick<Context<Personal>, 'session' | 'clock'>) => ({
  userId: session.userId,
  now: clock.now(),
})

/** Ties a feature's handlers to its part of the contract; a missing one doesn't compile. */
export function feature<T extends RouteTree>(tree: T, handlers: Handlers<T>): Mounted[] {
  return Object.entries(tree).map(([name, route]) => {
    if (!isRoute(route)) throw new Error(`${name} is not a route`)
    return { route, name, handle: handlers[name as keyof T] as unknown as Handler<Route> }
  })
}
