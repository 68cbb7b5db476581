import { z } from 'zod'
import { Id, IdParams } from '#api/base/entity.ts'
import { ROLE_AREAS } from '#permissions.ts'
import { route } from '#route.ts'
import { Role } from './users.ts'

/** Areas that these answers name: those of permissions, and what only admins have. */
export const SHOWN_AREAS = [
  ...ROLE_AREAS,
  ...(['users', 'roles', 'api-keys', 'own-organization', 'audit'] as const),
] as const
/** What hangs on places, with the area of its permission. */
export const PLACED_KINDS = ['devices', 'device-groups', 'buildings', 'floors'] as const
export type PlacedKind = (typeof PLACED_KINDS)[number]
/** Things of a kind, and people and keys, whose names are answered. */
export const ACCESS_NAMED = 50

const Named = z.object({ id: Id, name: z.string() })
/** The first by name, of `total`. */
const Some = z.object({ total: z.int(), first: z.array(Named) })

const AreaLevels = z.array(z.object({ area: z.enum(SHOWN_AREAS), level: z.enum(['none', 'read', 'write']) }))

/** What someone may see and change, as every call decides it. */
export const Access = z.object({
  id: Id,
  name: z.string(),
  role: Role,
  customRole: Named.nullable(),
  /** Rights hold for chosen places. */
  isLimited: z.boolean(),
  /** Of a custom role: what each of its rows gives, and where, by the names that the caller finds; null: everywhere. */
  rows: z.array(z.object({ areas: AreaLevels, where: z.array(Named).nullable() })),
  areas: AreaLevels,
  /** What their calls find, and what they may change. */
  things: z.array(z.object({ kind: z.enum(PLACED_KINDS), seen: Some, changed: Some })),
})
export type Access = z.infer<typeof Access>

const Holder = Named.extend({
  ...{ role: Role, customRole: Named.nullable(), isLimited: z.boolean() },
  /** The rows of the custom role that say so, counted from 1; empty for a role with one row. */
  rows: z.array(z.int()),
})
/** The first by name, of `total`. */
const Holders = z.object({ total: z.int(), first: z.array(Holder) })

/** Who may change a screen, as every call decides it. Super admins of the server may, too. */
export const ScreenAccess = z.object({ device: Named, people: Holders, keys: Holders })
export type ScreenAccess = z.infer<typeof ScreenAccess>
export type Holder = z.infer<typeof Holder>

const Answer = z.object({ access: Access })

export const access = {
  person: route({
    method: 'GET',
    path: '/access/people/:id',
    summary: 'What a person may see and change; regular users ask about themselves only',
    who: { read: 'users' },
    params: IdParams,
    response: Answer,
  }),
  key: route({
    method: 'GET',
    path: '/access/keys/:id',
    summary: 'What an API key may see and change at this moment',
    who: { read: 'api-keys' },
    keys: false,
    params: IdParams,
    response: Answer,
  }),
  role: route({
    method: 'GET',
    path: '/access/roles/:id',
    summary: 'What a person with a custom role, and no scope besides, may see and change',
    who: { read: 'roles' },
    params: IdParams,
    response: Answer,
  }),
  device: route({
    method: 'GET',
    path: '/access/devices/:id',
    summary: 'Who may change a screen: people and API keys, and the role that says so',
    who: { read: 'roles' },
    params: IdParams,
    response: z.object({ access: ScreenAccess }),
  }),
}
