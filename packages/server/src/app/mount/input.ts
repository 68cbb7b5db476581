import { ROLES } from '@vitrine/contract/permissions'
import type { Route } from '@vitrine/contract/route'
import type { z } from 'zod'
import type { Session } from '#base/handler.ts'
import { invalidInput, notFound } from '#lib/errors.ts'
import type { Call } from './call.ts'

/** Throws INVALID with one text per field. */
export function parseInput(call: Call): void {
  const { endpoint, request } = call
  const { route } = endpoint
  call.params = parse(route.params, request.params)
  call.query = parse(route.query, request.query)
  call.body = route.upload ? undefined : parse(route.body, request.body)
}

/** Determines the organization that a person's call can access. Throws NOT_FOUND for deletions in another one. */
export function bindTenant({ endpoint, caller, query, body, about }: Call): void {
  if (caller.session)
    caller.organizationId = boundTo(endpoint.route, caller.session, query as Naming, body as Naming)
  if (caller.organizationId !== null) about.add(caller.organizationId)
}

export function parse(schema: z.ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(input ?? (schema.safeParse(undefined).success ? undefined : {}))
  if (!result.success) throw invalidInput(result.error)
  return result.data
}

type Naming = { organizationId?: string | undefined } | undefined

/**
 * Null, meaning all organizations, only for a super admin who names none. For other callers a named organization is
 * ignored, except in deletions, which must not hit the caller's own rows instead.
 */
function boundTo(
  { method }: Route,
  { role, kiosk, organizationId }: Session,
  query: Naming,
  body: Naming,
): string | null {
  const own = role === ROLES.superAdmin && !kiosk ? null : organizationId
  const deleted = method === 'DELETE' ? body?.organizationId : undefined
  const named = [query?.organizationId, deleted].filter((id) => id !== undefined)
  if (named.length === 0) return own
  const [first = ''] = named
  if (method === 'DELETE' && named.some((id) => id !== (own ?? first))) throw notFound()
  return own ?? first
}
