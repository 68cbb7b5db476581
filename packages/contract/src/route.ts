import type { z } from 'zod'
import { BODY_BYTES } from './body-limits.ts'
import type { ErrorKey } from './errors.ts'
import type { Access } from './permissions.ts'

type ZodObject = z.ZodObject
/** By the path of a field. */
export type Labels = Readonly<Record<string, string>>

/** The content type of a part of a resumable upload. */
export const TUS_BODY = 'application/offset+octet-stream'

/**
 * One call of the API. Paths are relative to `/api`; `:name` is a path parameter.
 * The server does everything a route declares, once, in `mount.ts`: session, `who`, input, transaction, output.
 */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'PATCH'
  path: `/${string}`
  /** More paths for the same route, for spellings that existing clients use. */
  aliases?: readonly `/${string}`[]
  summary: string
  who: Who
  params?: ZodObject
  query?: ZodObject
  /** A JSON body. Multipart uploads have `upload` instead. */
  body?: z.ZodType
  /** The largest body in bytes; `BODY_BYTES` when absent. Larger ones are refused before they are read. */
  bodyLimit?: number
  /** The handler reads the request's stream; `tus`: by the protocol for resumable uploads. */
  upload?: 'multipart' | 'tus'
  /** The fields of a multipart upload; `files`: repeated. */
  parts?: Readonly<Record<string, 'file' | 'files' | 'text'>>
  /** Undeclared fields never leave the server. `'file'`: the handler sends bytes. `'stream'`: server-sent events. */
  response: z.ZodType | 'file' | 'stream'
  status?: 200 | 201 | 204
  /**
   * Opens a transaction. Absent: every method but GET writes. `'quick'`: one that does not wait for the disk, so that
   * a power cut may lose the last seconds of it.
   */
  write?: boolean | 'quick'
  errors?: readonly ErrorKey[]
  /** Labels for fields of the body whose name differs: `name` of a folder is `Folder Name`. */
  labels?: Labels
  /** How often its caller may call it, together with the routes of the same budget. */
  budget?: Budget
  /** Refused to API keys: sessions, passwords, and the keys themselves belong to people. */
  keys?: false
  /** The response has a secret that is shown once, so it isn't kept for a repeated call. */
  secret?: true
  /** The body may be a form (`application/x-www-form-urlencoded`), as a standard prescribes. */
  form?: true
  /** Callers can sign the body: the handler gets its text. */
  signed?: true
  /** It concerns every screen, building, or group: refused to people and keys whose rights hold for some of them. */
  everywhere?: true
  /** It sends messages to addresses that the caller entered: not for organizations without a verified email address. */
  sends?: true
  /** Further statuses that are not failures, each with a description. */
  also?: Readonly<Record<number, string>>
  /** Name in the security log. Absent: of deletions only, `buildings.deleted`. */
  event?: string
  /** Leaves an entry in the audit log, although it writes no row: an order to a screen, a job that it starts. */
  audited?: true
  /** Overrides the default of `worksOnFullDisk`. */
  fullDisk?: 'allow' | 'refuse'
}

/**
 * Allowed callers. `public`: no session; `device`: a paired screen's own token; `{ read | write: area }`: a person
 * with that permission (permissions.ts); `file: true` also accepts the media token or access token in `?token=`.
 */
export type Who = 'public' | 'device' | { read: Access; file?: true } | { write: Access }

/** Who has a budget: the person, one of their sessions, or the screen that calls. */
export type BudgetOwner = 'person' | 'session' | 'screen'

interface CallBudget {
  calls: number
  seconds: number
  per: BudgetOwner
}

/**
 * Calls allowed within a number of seconds, for work that slows down others; far above manual use, and above what players
 * do. Each server process counts separately.
 */
export const BUDGETS = {
  /** Reads many rows. */
  summaries: { calls: 60, seconds: 60, per: 'person' },
  /** Each changes up to 500 things. */
  bulk: { calls: 300, seconds: 60, per: 'person' },
  /** Reads, unpacks and stores files. */
  uploads: { calls: 600, seconds: 600, per: 'person' },
  /** Renders a package with values that aren't saved. */
  previews: { calls: 240, seconds: 60, per: 'person' },
  /** Writes files from hundreds of thousands of rows. */
  exports: { calls: 30, seconds: 300, per: 'person' },
  /** Pictures asked of screens. */
  screens: { calls: 300, seconds: 60, per: 'person' },
  /** Passwords are hashed slowly on purpose. */
  passwords: { calls: 300, seconds: 600, per: 'person' },
  /** Forecasts and prayer times of places that aren't cached. */
  places: { calls: 600, seconds: 60, per: 'person' },
  /** Data sources that are fetched from elsewhere. */
  fetches: { calls: 120, seconds: 600, per: 'person' },
  /** Each sends emails: to the server's administrator, or the recipients of an alert. */
  cases: { calls: 60, seconds: 3600, per: 'person' },
  /** More than people write; each may send emails to people of the organization. */
  comments: { calls: 60, seconds: 60, per: 'person' },
  /** Orders to screens, and to their machines. */
  commands: { calls: 60, seconds: 60, per: 'session' },
  /** More than people can answer; a screen that was offline sends a hundred answers per call. */
  answers: { calls: 60, seconds: 60, per: 'screen' },
  pictures: { calls: 12, seconds: 60, per: 'screen' },
  plays: { calls: 60, seconds: 60, per: 'screen' },
  /** A screen that can't reach its new address asks about once a minute. */
  tickets: { calls: 10, seconds: 60, per: 'screen' },
  updates: { calls: 20, seconds: 60, per: 'screen' },
  /** Enough for two files at a time, each requested every few seconds. */
  neighbors: { calls: 100, seconds: 60, per: 'screen' },
  signals: { calls: 60, seconds: 60, per: 'screen' },
  logs: { calls: 6, seconds: 60, per: 'screen' },
} as const satisfies Record<string, CallBudget>
export type Budget = keyof typeof BUDGETS

/** Null for uploads without a body limit: their handler counts the bytes of each file. */
export const bodyLimitOf = ({ bodyLimit, upload }: Route): number | null =>
  bodyLimit ?? (upload ? null : BODY_BYTES)

export const route = <const R extends Route>(definition: R): R => definition

export type RouteTree = { readonly [name: string]: Route | RouteTree }

export const isRoute = (node: Route | RouteTree): node is Route => typeof node.method === 'string'

/** Every route of a tree with its dotted name (`buildings.create`). */
export function routesOf(tree: RouteTree, prefix = ''): { name: string; route: Route }[] {
  return Object.entries(tree).flatMap(([key, node]) =>
    isRoute(node) ? [{ name: prefix + key, route: node }] : routesOf(node, `${prefix}${key}.`),
  )
}

/** Whether a call changes data and so runs in a write transaction. */
export const writes = (route: Route): boolean => Boolean(route.write ?? route.method !== 'GET')

/** Name of a successful call in the security log; undefined if the call isn't logged. */
export const eventOf = ({ event, method, path }: Route): string | undefined =>
  event ?? (method === 'DELETE' ? `${/^\/(.+?)\/:/.exec(path)?.[1]}.deleted` : undefined)

/**
 * Whether a call still works when the server's disk is full, from the space held in reserve: deletions, and what people
 * need in an emergency. Other writes are refused early with STORAGE_FULL.
 */
export const worksOnFullDisk = (route: Route): boolean => {
  if (route.fullDisk) return route.fullDisk === 'allow'
  if (['GET', 'HEAD', 'DELETE'].includes(route.method)) return true
  return !writes(route) && !route.upload
}

/**
 * Whether a call queues when the server is overloaded. Screens, sessions, and emergencies don't queue; streams,
 * files, and calls to other servers take long without using the processor; calls with a budget are already bounded.
 */
export const waitsForTurn = (route: Route): boolean =>
  typeof route.who === 'object' &&
  typeof route.response !== 'string' &&
  !route.upload &&
  !route.budget &&
  route.fullDisk !== 'allow' &&
  !/^\/(auth|widget-data)\//.test(route.path)

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
export type ParamsOf<R extends Route> = Parsed<R['params']>
export type QueryOf<R extends Route> = Parsed<R['query']>
export type BodyOf<R extends Route> = Parsed<R['body']>
/** What a handler returns (before the schema strips and checks it). */
export type ResultOf<R extends Route> = R['response'] extends z.ZodType ? z.input<R['response']> : unknown

type Part<K extends string, S> = S extends z.ZodType
  ? Record<string, never> extends z.input<S>
    ? { [P in K]?: z.input<S> }
    : { [P in K]: z.input<S> }
  : unknown

/** What a caller passes: `{ params, query, body }`, each only where the route has it. */
export type ArgsOf<R extends Route> = Part<'params', R['params']> &
  Part<'query', R['query']> &
  Part<'body', R['body']>
export type AnswerOf<R extends Route> = R['response'] extends z.ZodType ? z.output<R['response']> : Blob
type Blob = unknown
