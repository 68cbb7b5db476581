import type { AnswerOf, ArgsOf, Route, RouteTree } from './route.ts'

/** The part of AbortSignal used here, without DOM types. */
export interface Cancel {
  readonly aborted: boolean
}

/** The parts of a route that a client needs. */
export interface Address extends Pick<Route, 'method' | 'path'> {
  /** Fields that every answer has, for clients without schemas. */
  fields?: readonly string[]
}
export type CallTree = { readonly [name: string]: Address | CallTree }
/** A tree of routes without their schemas, for programs that don't load those. */
type AddressesOf<T> = {
  readonly [K in keyof T]: T[K] extends Route ? Pick<T[K], 'method' | 'path'> : AddressesOf<T[K]>
}

export interface Call {
  method: Route['method']
  /** Path below the API base with the parameters filled in, e.g. `/buildings/018f…?page=2`. */
  path: Route['path']
  body?: unknown
  route: Address & Partial<Route>
  signal?: Cancel
}

/** Sends one call and returns the parsed body, or throws. The console, the tests and the tools each have their own. */
export type Send<Options extends object = object> = (call: Call & Options) => Promise<unknown>

type Caller<R extends Route, Options extends object> = (
  ...args: Record<string, never> extends ArgsOf<R>
    ? [args?: ArgsOf<R>, options?: { signal?: Cancel } & Options]
    : [args: ArgsOf<R>, options?: { signal?: Cancel } & Options]
) => Promise<AnswerOf<R>>

/** A tree of routes as functions; `Options` are passed to `Send`. */
export type Calls<T extends RouteTree, Options extends object = object> = {
  [K in keyof T]: T[K] extends Route
    ? Caller<T[K], Options>
    : T[K] extends RouteTree
      ? Calls<T[K], Options>
      : never
}
export type Client<T extends RouteTree> = {
  [K in keyof T]: T[K] extends Route
    ? Caller<T[K], object> & { route: T[K] }
    : T[K] extends RouteTree
      ? Client<T[K]>
      : never
}

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** Path of a call below the API base, with parameters and query filled in. */
export function pathOf(route: Address, { params = {}, query = {} }: Parts): Route['path'] {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return (pairs.length ? `${path}?${pairs.join('&')}` : path) as Route['path']
}

/** Creates the calls of the routes `T` from their addresses alone. */
export function createCalls<T extends RouteTree, Options extends object = object>(
  tree: AddressesOf<T>,
  send: Send<Options>,
): Calls<T, Options> {
  const calls: Record<string, unknown> = {}
  for (const [name, node] of Object.entries(tree as CallTree)) {
    if (!isAddress(node)) calls[name] = createCalls(node as AddressesOf<RouteTree>, send)
    else {
      const { method } = node
      const call = (parts: Parts = {}, options = {} as Options) =>
        send({ method, path: pathOf(node, parts), body: parts.body, route: node, ...options })
      calls[name] = Object.assign(call, { route: node })
    }
  }
  return calls as Calls<T, Options>
}
const isAddress = (node: Address | CallTree): node is Address => typeof node.method === 'string'

/** A typed client for a tree of routes: `client.buildings.create({ body })`. */
export const createClient = <T extends RouteTree>(tree: T, send: Send): Client<T> =>
  createCalls(tree as AddressesOf<T>, send) as Client<T>
