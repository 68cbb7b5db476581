import { z } from 'zod'
import { Id, IdAnswer, IdParams, ListQuery, OrganizationHint, Timestamp } from './entity.ts'
import { route } from './route.ts'
import { email, newPassword, requiredText } from './rules.ts'

export const Organization = z.object({
  id: Id,
  name: z.string(),
  admin: z.object({ id: Id, firstName: z.string(), lastName: z.string(), email: z.string() }).nullable(),
  /** The super admin's own organization, made at installation. */
  isHome: z.boolean(),
  usersCount: z.int(),
  devicesCount: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Organization = z.infer<typeof Organization>

/** An organization comes with its first admin, both made in one transaction. */
export const OrganizationCreate = z.object({
  name: requiredText(),
  adminFirstName: requiredText(),
  adminLastName: requiredText(),
  email: email(),
  password: newPassword(),
})
export const OrganizationUpdate = z.object({ name: requiredText() })

const Answer = z.object({ organization: Organization })

export const organizations = {
  list: route({
    method: 'GET',
    path: '/organizations',
    summary: 'List organizations',
    steady: true,
    who: { read: 'organizations' },
    query: ListQuery,
    response: z.object({ organizations: z.array(Organization), total: z.int().optional() }),
  }),
  get: route({
    method: 'GET',
    path: '/organizations/:id',
    summary: 'One organization',
    who: { read: 'organizations' },
    params: IdParams,
    response: Answer,
  }),
  create: route({
    method: 'POST',
    path: '/organizations/create',
    aliases: ['/organizations'],
    summary: 'Create an organization with its first admin',
    who: { write: 'organizations' },
    body: OrganizationCreate,
    response: Answer,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path: '/organizations/:id',
    summary: 'Rename an organization',
    who: { write: 'own-organization' },
    params: IdParams,
    body: OrganizationUpdate,
    response: Answer,
  }),
  remove: route({
    method: 'DELETE',
    path: '/organizations/:id',
    summary: 'Delete an organization without content',
    who: { write: 'organizations' },
    params: IdParams,
    body: OrganizationHint,
    response: IdAnswer,
    errors: ['ORGANIZATION_IN_USE'],
  }),
}
