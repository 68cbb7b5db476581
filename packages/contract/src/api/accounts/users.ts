import { z } from 'zod'
import { boundedList } from '#api/base/bounded-list.ts'
import { removeManyRoute } from '#api/base/bulk.ts'
import { Id, IdAnswer, IdParams, ListQuery, OrganizationHint, Timestamp, Version } from '#api/base/entity.ts'
import { email, newPassword, requiredText } from '#api/base/inputs.ts'
import { sheetRoute } from '#api/base/sheet.ts'
import { PERMISSIONS, ROLE_AREAS, ROLES } from '#permissions.ts'
import { route } from '#route.ts'
import { Scope } from './scope.ts'

export const Role = z.enum(Object.values(ROLES))
export const Permission = z.enum(PERMISSIONS)
/** What a custom role can have a level for. */
export const RoleArea = z.enum(ROLE_AREAS)

export const User = z.object({
  id: Id,
  email: z.string(),
  role: Role,
  firstName: z.string(),
  lastName: z.string(),
  organizationId: Id,
  organization: z.object({ id: Id, name: z.string() }).optional(),
  permissions: z.array(Permission),
  /** Of a regular user whose permissions it decides; null: those of the person hold. */
  customRole: z.object({ id: Id, name: z.string() }).nullable(),
  /** The areas that the custom role shows; null: all. */
  reads: z.array(RoleArea).nullable(),
  /** Where role and permissions hold. */
  scope: Scope,
  mobile: z.string(),
  emailVerified: z.boolean(),
  mobileVerified: z.boolean(),
  /** Logs in with a code of an authenticator app besides the password. */
  secondFactor: z.boolean(),
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type User = z.infer<typeof User>

const fields = {
  firstName: requiredText(),
  lastName: requiredText(),
  role: Role,
  email: email(),
  permissions: boundedList(z.array(Permission).max(20)).default([]),
  /** A custom role of a regular user, instead of permissions. Absent: none for a new person, otherwise unchanged. */
  roleId: Id.nullable().optional(),
  /** Absent: everywhere for a new person, otherwise unchanged. Super admins have none. */
  scope: Scope.optional(),
  /** Super admins choose; other callers get their own organization. */
  organizationId: Id.optional(),
}
export const UserCreate = z.object({
  ...fields,
  password: newPassword(),
  /** Emails a link with which they choose their own password. */
  invite: z.boolean().optional(),
})
/** Without a password the old one stays. Your own password or email changes only with the current password. */
export const UserUpdate = z.object({
  ...fields,
  password: newPassword().optional(),
  currentPassword: z.string().max(200).optional(),
  version: Version,
})

const Answer = z.object({ user: User })

export const users = {
  list: route({
    method: 'GET',
    path: '/user',
    summary: 'List users',
    who: { read: 'users' },
    query: ListQuery,
    response: z.object({ users: z.array(User), total: z.int().optional() }),
  }),
  get: route({
    method: 'GET',
    path: '/user/:id',
    summary: 'Get a user',
    who: { read: 'users' },
    params: IdParams,
    response: Answer,
  }),
  create: route({
    method: 'POST',
    path: '/user/create',
    aliases: ['/user'],
    summary: 'Create a user',
    event: 'user.created',
    who: { write: 'users' },
    keys: false,
    body: UserCreate,
    response: Answer,
    status: 201,
    budget: 'passwords',
  }),
  update: route({
    method: 'PUT',
    path: '/user/:id',
    summary: 'Update a user',
    event: 'user.changed',
    who: { write: 'users' },
    keys: false,
    params: IdParams,
    body: UserUpdate,
    response: Answer,
    errors: ['CONFLICT', 'LAST_OF_ROLE', 'TOO_MANY_REQUESTS'],
    budget: 'passwords',
  }),
  remove: route({
    method: 'DELETE',
    path: '/user/:id',
    summary: 'Delete a user',
    who: { write: 'users' },
    params: IdParams,
    body: OrganizationHint,
    response: IdAnswer,
    errors: ['OWN_ACCOUNT', 'LAST_OF_ROLE'],
  }),
  resetSecondFactor: route({
    method: 'DELETE',
    path: '/user/:id/second-factor',
    summary: 'Turn off the second factor of someone who lost it, and end their sessions',
    event: 'second-factor.reset',
    who: { write: 'users' },
    keys: false,
    params: IdParams,
    body: OrganizationHint,
    response: Answer,
  }),
  import: sheetRoute('/user', { area: 'users', what: 'users', keys: false, event: 'users.imported' }),
  removeMany: removeManyRoute('/user', {
    area: 'users',
    summary: 'Delete users',
    event: 'user.deleted',
  }),
}
