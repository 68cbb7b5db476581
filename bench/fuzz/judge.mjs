import { ERRORS } from '@vitrine/contract/errors'

/** Statuses of a server that refuses work because of a declared limit. */
const SHED = [503, 507]
const TELLS_TOO_MUCH =
  /\.[cm]?[jt]s:\d+|node_modules|SQLITE_|constraint failed|syntax error at|passwordHash|tokenHash|\$argon2/
/** Statuses that no route declares, because the request is refused earlier. */
const ANYWHERE = [400, 408, 413, 415, 431]

/** Returns the problem of an answer, or undefined. */
export class Judge {
  #documented
  #untouched

  /** `description`: the server's own OpenAPI document. `untouched`: texts of an organization without callers. */
  constructor(description, untouched) {
    this.#documented = description.paths
    this.#untouched = untouched
  }

  fault({ route, request, answer, caller }) {
    const { status, text, isCut } = answer
    if (status === 0) return isCut ? undefined : `no answer: ${text}`
    if (SHED.includes(status))
      return answer.headers['retry-after'] ? undefined : `${status} without Retry-After`
    if (status >= 500) return `status ${status}`
    if (caller.kind !== 'super') {
      const leaked = this.#untouched.find((each) => text.includes(each))
      if (leaked) return `the answer contains ${leaked} of another organization`
    }
    if (TELLS_TOO_MUCH.test(text) && !TELLS_TOO_MUCH.test(String(request.body ?? '')))
      return 'the answer tells internals'
    if (request.method === 'HEAD' || isCut) return undefined
    if (request.isPlain && !this.#isDocumented(route, status)) return `status ${status} is not documented`
    if (route.also?.[status]) return undefined
    return status >= 400 ? wrongRefusal(status, text) : wrongResult(route, request, status, text)
  }

  #isDocumented({ path, aliases = [], method }, status) {
    if (ANYWHERE.includes(status)) return true
    return [path, ...aliases].some((each) => {
      const at = this.#documented[each.replace(/:(\w+)/g, '{$1}')]
      return at?.[method.toLowerCase()]?.responses[status] !== undefined
    })
  }
}

function wrongRefusal(status, text) {
  const body = parse(text)
  if (body === undefined) return `status ${status} with a body that isn't JSON`
  if (typeof body.message !== 'string' || !body.message) return 'a refusal without a message'
  if (!(body.errKey in ERRORS)) return `the error key ${body.errKey} is not declared`
  const isBeforeRoute = ANYWHERE.includes(status) && body.errKey === 'INVALID'
  if (ERRORS[body.errKey] !== status && !isBeforeRoute) return `${body.errKey} with the status ${status}`
}

function wrongResult(route, request, status, text) {
  if (typeof route.response === 'string' || status === 304 || !request.isPlain) return undefined
  const body = parse(text)
  if (body === undefined) return 'the answer is not JSON'
  const result = route.response.safeParse(body)
  if (!result.success) return `the answer doesn't fit its schema: ${JSON.stringify(result.error.issues[0])}`
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
