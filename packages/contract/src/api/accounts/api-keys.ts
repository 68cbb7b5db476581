import { z } from 'zod'
import { boundedList } from '#api/base/bounded-list.ts'
import { Id, IdParams, ListQuery, Timestamp } from '#api/base/entity.ts'
import { requiredText, wholeNumber } from '#api/base/inputs.ts'
import { ROLES } from '#permissions.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { Scope } from './scope.ts'
import { Permission } from './users.ts'

/** How every key starts, so that people and secret scanners recognize one. */
export const KEY_PREFIX = 'vtr_'
/** Keys of an organization, including ended ones that are still listed. */
export const KEYS_MAX = 100
export const KEY_NETWORKS_MAX = 20
/** Days until a key expires. */
export const KEY_DAYS = { min: 1, default: 365, max: 1825 } as const

const Address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
/** An IP address, or a network in CIDR notation, like `192.0.2.0/24`. */
const Network = z
  .string({ error: rule('ipAddress') })
  .trim()
  .max(50, rule('max', 50))
  .refine((text) => Address.safeParse(text).success, rule('ipAddress'))

/** Keys have the roles of people, except for super admin. */
export const KeyRole = z.enum([ROLES.admin, ROLES.user])

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  organizationId: Id,
  role: KeyRole,
  permissions: z.array(Permission),
  scope: Scope,
  /** Addresses and networks that it is accepted from; empty: all. */
  networks: z.array(z.string()),
  /** Its first characters, to recognize it. */
  start: z.string(),
  /** The person whose permissions limit it; null: the account was deleted, which ended the key. */
  maker: z.object({ id: Id, name: z.string() }).nullable(),
  status: z.enum(['active', 'expired', 'revoked']),
  expiresAt: Timestamp,
  revokedAt: Timestamp.nullable(),
  /** Stored once a minute. */
  lastUsedAt: Timestamp.nullable(),
  lastAddress: z.string().nullable(),
  createdAt: Timestamp,
})
export type ApiKey = z.infer<typeof ApiKey>

export const ApiKeyCreate = z.object({
  name: requiredText(60),
  role: KeyRole.default(ROLES.user),
  permissions: boundedList(z.array(Permission).max(20)).default([]),
  scope: Scope.default(null),
  networks: boundedList(z.array(Network).max(KEY_NETWORKS_MAX, rule('max_value', KEY_NETWORKS_MAX))).default(
    [],
  ),
  days: wholeNumber(KEY_DAYS.min, KEY_DAYS.max).default(KEY_DAYS.default),
  /** Super admins choose; other callers get their own organization. */
  organizationId: Id.optional(),
})
export type ApiKeyCreate = z.infer<typeof ApiKeyCreate>

export const apiKeys = {
  list: route({
    method: 'GET',
    path: '/api-keys',
    summary: 'List API keys, newest first',
    who: { read: 'api-keys' },
    keys: false,
    query: ListQuery.pick({ organizationId: true }),
    response: z.object({ keys: z.array(ApiKey) }),
  }),
  create: route({
    method: 'POST',
    path: '/api-keys',
    summary: 'Create an API key; only this response has its secret',
    event: 'api-key.created',
    who: { write: 'api-keys' },
    keys: false,
    secret: true,
    body: ApiKeyCreate,
    response: z.object({ key: ApiKey, secret: z.string() }),
    status: 201,
  }),
  revoke: route({
    method: 'POST',
    path: '/api-keys/:id/revoke',
    summary: 'Revoke an API key immediately; revoking it again changes nothing',
    event: 'api-key.revoked',
    who: { write: 'api-keys' },
    keys: false,
    fullDisk: 'allow',
    params: IdParams,
    response: z.object({ key: ApiKey }),
  }),
}
