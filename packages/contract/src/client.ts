import { type AnswerOf, type ArgsOf, isRoute, type Route, type RouteTree } from './route.ts'

/** An AbortSignal, named by the little that is known of it here. */
export interface Cancel {
  readonly aborted: boolean
}

export interface Call {
  method: Route['method']
  /** Path below the API base with the parameters filled in, e.g. `/buildings/018f…?page=2`. */
  path: string
  body?: unknown
  route: Route
  signal?: Cancel
}

/** Sends one call and answers the parsed body, or throws. The console, the tests and the tools each bring their own. */
export type Send = (call: Call) => Promise<unknown>

export type Endpoint<R extends Route> = ((
  ...args: Record<string, never> extends ArgsOf<R>
    ? [args?: ArgsOf<R>, options?: { signal?: Cancel }]
    : [args: ArgsOf<R>, options?: { signal?: Cancel }]
) => Promise<AnswerOf<R>>) & { route: R }

export type Client<T extends RouteTree> = {
  [K in keyof T]: T[K] extends Route ? Endpoint<T[K]> : T[K] extends RouteTree ? Client<T[K]> : never
}

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** The address of a call below the API base, with parameters and query filled in. */
export function pathOf(route: Route, { params = {}, query = {} }: Parts): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return pairs.length ? `${path}?${pairs.join('&')}` : path
}

/** A typed client for a tree of routes: `client.buildings.create({ body })`. */
export function createClient<T extends RouteTree>(tree: T, send: Send): Client<T> {
  const client: Record<string, unknown> = {}
  for (const [name, node] of Object.entries(tree)) {
    if (!isRoute(node)) client[name] = createClient(node, send)
    else {
      const endpoint = (parts: Parts = {}, options: { signal?: Cancel } = {}) =>
        send({ method: node.method, path: pathOf(node, parts), body: parts.body, route: node, ...options })
      client[name] = Object.assign(endpoint, { route: node })
    }
  }
  return client as Client<T>
}
