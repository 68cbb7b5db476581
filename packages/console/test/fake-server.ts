import { contract } from '@vitrine/contract'
import { type Route, routesOf } from '@vitrine/contract/route'
import { emptyOf } from './samples.ts'

/** A call that the console sent. `body`: parsed JSON, or an upload's form. */
export interface Received {
  /** Its name in the contract: `buildings.create`. */
  name: string
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  body: unknown
  headers: Headers
}

/** An error response: `refuse(409, { errKey: 'USED_IN_CARD' })`. */
export class Refusal {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}
export const refuse = (status: number, body: unknown = { message: '', errKey: 'INTERNAL' }): Refusal =>
  new Refusal(status, body)

/** Responses by call: an object, or a function of the call. */
export type Answers = Readonly<Record<string, unknown>>

const PATTERNS = routesOf(contract).map(({ name, route }) => ({ name, route, pattern: patternOf(route) }))
// Match `/media/uploads` before `/media/:id`.
PATTERNS.sort((one, other) => parametersOf(one.route) - parametersOf(other.route))

function patternOf({ path }: Route): RegExp {
  return new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
}
function parametersOf({ path }: Route): number {
  return path.split(':').length
}

/** Responds to every call of the contract: with the given response, or with empty lists. */
export class FakeServer {
  readonly received: Received[] = []
  answers: Answers

  constructor(answers: Answers) {
    // The event stream stays open without events.
    this.answers = { 'watch.stream': () => new Promise(() => {}), ...answers }
  }

  /** Calls without those that only ask what a save would change. */
  named(name: string): Received[] {
    return this.received.filter((call) => call.name === name && call.query.dryRun === undefined)
  }

  /** Calls that ask what a save would change. */
  tried(name: string): Received[] {
    return this.received.filter((call) => call.name === name && call.query.dryRun !== undefined)
  }

  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input), 'http://console.test/')
    const path = decodeURI(url.pathname.replace(/^\/api/, ''))
    const method = init.method ?? 'GET'
    const found = PATTERNS.find(({ route, pattern }) => route.method === method && pattern.test(path))
    if (!found) return new Response(null, { status: 404 })
    const { name, route, pattern } = found
    const call: Received = {
      name,
      params: { ...pattern.exec(path)?.groups },
      query: Object.fromEntries(url.searchParams),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
      headers: new Headers(init.headers),
    }
    this.received.push(call)
    return this.#answer(call, route)
  }

  async #answer(call: Received, route: Route): Promise<Response> {
    const given = this.answers[call.name]
    const answer = typeof given === 'function' ? await given(call) : given
    if (answer instanceof Response) return answer
    if (answer instanceof Refusal) return json(answer.body, answer.status)
    if (typeof route.response === 'string')
      return new Response(answer as string, { status: answer ? 200 : 503 })
    const whole = { ...(emptyOf(route.response) as object), ...(answer as object) }
    return json(pageOf(whole, call.query), route.status ?? 200)
  }
}

/** Pages, searches and sorts every list of a response, like the server. */
function pageOf(answer: object, query: Received['query']): object {
  if (!query.page) return answer
  const lists = Object.entries(answer).filter(
    ([key, value]) => Array.isArray(value) && key !== 'folders' && key !== 'path',
  )
  if (lists.length === 0)
    return Object.fromEntries(
      Object.entries(answer).map(([key, value]) => [
        key,
        typeof value === 'object' && value !== null ? pageOf(value, query) : value,
      ]),
    )
  const [page, size, { search = '', sort = '' }] = [Number(query.page), Number(query.pageSize), query]
  const words = search.toLowerCase().split(/\s+/)
  const field = sort.replace(/^-/, '')
  const direction = sort.startsWith('-') ? -1 : 1
  const paged = lists.map(([key, rows]: [string, Record<string, unknown>[]]) => {
    const found = rows
      .filter((row) => words.every((word) => JSON.stringify(row).toLowerCase().includes(word)))
      .toSorted((a, b) => {
        const [left, right] = [a, b].map((row) => `${row[field] ?? ''} ${row.id ?? ''}`) as [string, string]
        return sort === '' || left === right ? 0 : left < right ? -direction : direction
      })
    return { [key]: found.slice((page - 1) * size, page * size), total: found.length }
  })
  return Object.assign({}, answer, ...paged)
}

const json = (body: unknown, status: number): Response =>
  new Response(status === 204 ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  })

/** The console uploads with XMLHttpRequest, which reports progress. */
export const requestsTo = (server: FakeServer) =>
  class {
    readonly upload: { onprogress?: (progress: { loaded: number; total: number }) => void } = {}
    status = 0
    responseText = ''
    onload = () => {}
    onerror = () => {}
    #method = ''
    #url = ''
    readonly #headers = new Headers()

    open(method: string, url: string) {
      this.#method = method
      this.#url = url
    }
    setRequestHeader(name: string, value: string) {
      this.#headers.set(name, value)
    }
    async send(body: FormData) {
      const answer = await server.fetch(this.#url, { method: this.#method, headers: this.#headers, body })
      this.status = answer.status
      this.responseText = await answer.text()
      this.upload.onprogress?.({ loaded: 1, total: 1 })
      this.onload()
    }
    abort() {}
  }
