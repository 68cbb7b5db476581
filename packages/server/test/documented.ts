import { openApi } from '#app/openapi/document.ts'

const operations = Object.entries(openApi().paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { responses }]) => ({
    method: method.toUpperCase(),
    path,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+').replace(/\*$/, '.*')}$`),
    statuses: Object.keys(responses).map(Number),
  })),
)
/** A literal path comes before one with parameters, as in the router. */
operations.sort((a, b) => a.path.split(/[{*]/).length - b.path.split(/[{*]/).length)

/** Returns the problem if the API's description doesn't document this status for the call. */
export function undocumented(method: string, path: string, status: number): string | undefined {
  const [plain = ''] = path.split('?')
  const clean = plain.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
  const operation = operations.find((each) => each.method === method && each.pattern.test(clean))
  if (!operation || operation.statuses.includes(status)) return undefined
  return `${method} ${operation.path} answered ${status}, which its description does not name`
}
