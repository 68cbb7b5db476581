import { z } from 'zod'
import { boundedList } from '#api/base/bounded-list.ts'
import { Id, IdAnswer, IdParams, ListQuery, Timestamp, Version } from '#api/base/entity.ts'
import { requiredText } from '#api/base/inputs.ts'
import type { RoleArea } from '#permissions.ts'
import { ROLE_LEVELS, type RoleLevel } from '#role-levels.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { Scope } from './scope.ts'

/** Custom roles of an organization. */
export const CUSTOM_ROLES_MAX = 50
/** People of a role whose names are answered. */
export const ROLE_PEOPLE_NAMED = 50

/** Per area: nothing, see, or see and change (of approvals: decide). */
const Level = z.enum(ROLE_LEVELS)
export const RoleLevels = z.object({
  ...{ buildings: Level, devices: Level, 'device-groups': Level, media: Level, cards: Level },
  ...{ layouts: Level, storyboards: Level, 'approve-storyboards': Level },
  /** Who sees screens sees takeovers. Roles of earlier versions don't have it. */
  takeovers: Level.default('none'),
  /** What places show in local slots. Roles of earlier versions don't have it. */
  'local-content': Level.default('none'),
} satisfies Record<RoleArea, z.ZodType<RoleLevel>>)
export type RoleLevels = z.output<typeof RoleLevels>

export const ROLE_ROWS_MAX = 5
/** What a role lets people do in one scope. It also holds only where the rights of the person do. */
export const RoleRow = z.object({ levels: RoleLevels, scope: Scope.default(null) })
export type RoleRow = z.output<typeof RoleRow>
/** A right holds where one of the rows has it. */
const RoleRows = boundedList(
  z.array(RoleRow).min(1, rule('required')).max(ROLE_ROWS_MAX, rule('max_value', ROLE_ROWS_MAX)),
)

export const CustomRole = z.object({
  id: Id,
  organizationId: Id,
  name: z.string(),
  rows: z.array(RoleRow),
  /** People who have it. */
  people: z.int(),
  /** Groups of the identity provider that lead to it. */
  groups: z.array(z.string()),
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type CustomRole = z.infer<typeof CustomRole>

const fields = { name: requiredText(60), rows: RoleRows }

export const RoleCreate = z.object({
  ...fields,
  /** Super admins choose; other callers get their own organization. */
  organizationId: Id.optional(),
})
export type RoleCreate = z.output<typeof RoleCreate>
export const RoleUpdate = z.object({ ...fields, version: Version })
export type RoleUpdate = z.output<typeof RoleUpdate>

const Answer = z.object({ role: CustomRole })

export const roles = {
  list: route({
    method: 'GET',
    path: '/roles',
    summary: 'List the custom roles of an organization by name',
    who: { read: 'roles' },
    query: ListQuery.pick({ organizationId: true }),
    response: z.object({ roles: z.array(CustomRole) }),
  }),
  get: route({
    method: 'GET',
    path: '/roles/:id',
    summary: 'Get a custom role, and whom a change of it concerns: the first people by name',
    who: { read: 'roles' },
    params: IdParams,
    response: Answer.extend({ names: z.array(z.object({ id: Id, name: z.string() })) }),
  }),
  create: route({
    method: 'POST',
    path: '/roles',
    summary: 'Create a custom role: what people may see and change, and where',
    event: 'role.created',
    who: { write: 'roles' },
    keys: false,
    body: RoleCreate,
    response: Answer,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path: '/roles/:id',
    summary: 'Update a custom role; it holds from the next request of its people',
    event: 'role.changed',
    who: { write: 'roles' },
    keys: false,
    params: IdParams,
    body: RoleUpdate,
    response: Answer,
    errors: ['CONFLICT'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/roles/:id',
    summary: 'Delete a custom role; its people and groups get the replacement',
    event: 'role.deleted',
    who: { write: 'roles' },
    keys: false,
    params: IdParams,
    body: z
      .object({
        /** Another custom role. Without one, a role that is in use isn't deleted. */
        replacementId: Id.optional(),
        organizationId: Id.optional(),
      })
      .optional(),
    response: IdAnswer,
    errors: ['ROLE_IN_USE'],
  }),
}
